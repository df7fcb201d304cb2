package simweb

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// A MachineVerdict is what one machine saw of all the sites it serves.
type MachineVerdict struct {
	Machine      string
	Requests     int
	MostInFlight int // at once, as in [SiteVerdict]
}

// A DomainVerdict is what the owner of a domain saw of all its hosts.
type DomainVerdict struct {
	Domain       string
	Requests     int
	MostInFlight int // at once, as in [SiteVerdict]
}

// JudgeMachines reads a log, sorted or not, and returns a verdict for each
// machine, sorted. machineOf names the machine of a host, as [Web.Lookup] knows
// it; it is called once for each host. Requests to one it has "" for are left out.
func JudgeMachines(entries []Entry, machineOf func(host string) string) []MachineVerdict {
	var verdicts []MachineVerdict
	for _, s := range judgeShared(entries, machineOf) {
		verdicts = append(verdicts, MachineVerdict{Machine: s.name, Requests: s.requests, MostInFlight: s.most})
	}
	return verdicts
}

// JudgeDomains is like [JudgeMachines] for domains: domainOf names the domain a
// host belongs to.
func JudgeDomains(entries []Entry, domainOf func(host string) string) []DomainVerdict {
	var verdicts []DomainVerdict
	for _, s := range judgeShared(entries, domainOf) {
		verdicts = append(verdicts, DomainVerdict{Domain: s.name, Requests: s.requests, MostInFlight: s.most})
	}
	return verdicts
}

// Outside returns the requests that arrived while open said no.
func Outside(entries []Entry, open func(time.Time) bool) []Entry {
	var outside []Entry
	for _, e := range entries {
		if !open(e.Arrival) {
			outside = append(outside, e)
		}
	}
	return outside
}

// A shared is what several hosts of one name saw together.
type shared struct {
	name           string
	requests, most int
	flying         flights
}

// judgeShared counts requests by what nameOf says of their hosts.
func judgeShared(entries []Entry, nameOf func(host string) string) []*shared {
	entries, last := byArrival(entries)
	names := map[string]string{} // by host
	all := map[string]*shared{}
	for _, e := range entries {
		host := hostOf(e.Site)
		name, ok := names[host]
		if !ok {
			name = nameOf(host)
			names[host] = name
		}
		if name == "" {
			continue
		}
		s := all[name]
		if s == nil {
			s = &shared{name: name}
			all[name] = s
		}
		s.requests++
		s.most = max(s.most, s.flying.add(e, last))
	}
	var sorted []*shared
	for _, s := range all {
		sorted = append(sorted, s)
	}
	slices.SortFunc(sorted, func(a, b *shared) int { return cmp.Compare(a.name, b.name) })
	return sorted
}

// hostOf is an origin's host, without its port.
func hostOf(origin string) string {
	n, err := parseSiteName(origin)
	if err != nil {
		return strings.ToLower(origin)
	}
	return n.host
}

// byArrival returns a copy of the entries by arrival, and the log's last moment.
func byArrival(entries []Entry) (sorted []Entry, last time.Time) {
	sorted = slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b Entry) int { return a.Arrival.Compare(b.Arrival) })
	for _, e := range sorted {
		for _, at := range []time.Time{e.Arrival, e.End} {
			if at.After(last) {
				last = at
			}
		}
	}
	return sorted, last
}

// flights are the ends of requests that may still be in flight.
type flights []time.Time

// add takes up the next request by arrival and says how many are in flight with
// it. One without an End is in flight until last.
func (f *flights) add(e Entry, last time.Time) int {
	*f = slices.DeleteFunc(*f, func(t time.Time) bool { return !t.After(e.Arrival) })
	*f = append(*f, e.endBy(last))
	return len(*f)
}

// endBy is the entry's End, last while it is in flight.
func (e Entry) endBy(last time.Time) time.Time {
	if e.End.IsZero() {
		return last
	}
	return e.End
}
