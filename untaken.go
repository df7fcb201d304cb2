package curtsy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"curtsy/address"
	"curtsy/internal/frontier"
	"curtsy/internal/traps"
)

// A LeftOut is a kind of links that a crawl did not follow, and why.
type LeftOut struct {
	Name    string // of the trap; or the shape of the addresses
	Reason  string // one sentence for a person
	Count   int
	Example string // one of them
}

// trapOf says which trap an address is, when the operator did not name it. An include
// pattern names a trap when it finds something in it that it does not find in the nearest
// address above it that is no trap: "/docs/" does not name "/docs/?s=tea", "[?]s=" does.
func trapOf(a address.Address, scope *frontier.Scope) (traps.Trap, bool) {
	trap, is := traps.Of(a)
	if !is || !scope.Patterned() {
		return trap, is
	}
	parent := a
	for still := true; still; {
		if parent, still = above(parent); still {
			_, still = traps.Of(parent)
		}
	}
	return trap, !scope.Names(a, parent)
}

// above gives the address without its last parameter, or the folder it stands in; the
// zero address is above the root.
func above(a address.Address) (address.Address, bool) {
	text := a.String()
	if at := strings.LastIndexAny(text, "?&"); at >= 0 {
		text = text[:at]
	} else if path := strings.TrimSuffix(a.Path(), "/"); path != "" {
		text = text[:strings.LastIndexByte(strings.TrimSuffix(text, "/"), '/')+1]
	} else {
		return address.Address{}, false
	}
	up, err := address.Parse(text)
	return up, err == nil
}

// leaves says for what reason a link is not followed whatever the page that holds it; a
// nil scope is that of what follows no links.
func leaves(a address.Address, scope *frontier.Scope) (reason string, left bool) {
	if reason, cut := endless(a); cut || scope == nil {
		return reason, cut
	}
	trap, is := trapOf(a, scope)
	return trap.Name, is
}

// leave counts a link that is not followed.
func (e *engine) leave(name, reason, example string, n int) {
	if n <= 0 {
		return
	}
	why := [2]string{name, reason}
	l := e.left[why]
	if l == nil {
		l = &LeftOut{Name: name, Reason: reason, Example: example}
		e.left[why] = l
	}
	l.Count += n
}

// admitFound admits what a link of the page at from leads to, unless it is a trap or its
// shape has not shown that more of it is worth asking for. It says whether the page brings
// something new by leading there.
func (e *engine) admitFound(lane int, from address.Address, found frontier.Found) (leads bool, err error) {
	if trap, is := trapOf(found.Address, e.scope); is {
		e.leave(trap.Name, trap.Reason, found.Address.String(), 1)
		return false, nil
	}
	shapes := e.lanes[lane].shapes
	verdict := shapes.Admit(found.Address, found)
	switch verdict {
	case traps.Again, traps.Leave: // no news, or counted as left
		return false, nil
	case traps.Later: // kept until its shape has earned it
		return shapes.Leads(from, found.Address), nil
	}
	return shapes.Leads(from, found.Address), e.admitNow(lane, []frontier.Found{found})
}

// admitNow admits addresses that count as out. One that has been seen meanwhile comes
// back at once, and may let others out.
func (e *engine) admitNow(lane int, ready []frontier.Found) error {
	for len(ready) > 0 {
		found := ready[0]
		ready = ready[1:]
		_, admitted, err := e.frontier.Admit(lane, found)
		if err != nil {
			return err
		}
		if !admitted {
			more, _ := e.lanes[lane].shapes.Observe(found.Address, traps.Page{})
			ready = append(ready, more...)
		}
	}
	return nil
}

// observe lets a page's shape be judged by it, and admits what its shape has earned.
func (e *engine) observe(lane int, from address.Address, s *settled, leads bool) error {
	sketch, _ := traps.ParseSketch(s.fingerprint) // one that cannot be read is of no words
	ready, stopped := e.lanes[lane].shapes.Observe(from, traps.Page{SHA256: s.sha256, Sketch: sketch, OK: s.ok, Leads: leads})
	for _, stop := range stopped {
		e.crawler.settings.Trace.notice(fmt.Sprintf("%s: addresses of the shape %s are not followed any more: %s", from.Site(), stop.Shape, traps.NothingNew))
	}
	return e.admitNow(lane, ready)
}

// leftOut gives what the run did not follow, the most first.
func (e *engine) leftOut() []LeftOut {
	for n := range e.lanes {
		if e.lanes[n].shapes == nil {
			continue
		}
		for _, left := range e.lanes[n].shapes.Left() {
			e.leave(left.Shape, left.Reason, left.Example, left.Count)
		}
	}
	all := make([]LeftOut, 0, len(e.left))
	for _, l := range e.left {
		all = append(all, *l)
	}
	slices.SortFunc(all, func(a, b LeftOut) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Reason, b.Reason))
	})
	return all
}
