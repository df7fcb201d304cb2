package cli

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"curtsy"
)

// writeStates writes a line for each site, in columns that fit a terminal when the sites'
// names are no longer than most are.
func writeStates(out io.Writer, states []curtsy.SiteState) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "SITE\tDELAY\tTODAY\tLAST ASKED\tRESTS UNTIL")
	for _, state := range states {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", clean(state.Site), delayOf(state), today(state), lastAsked(state), leftAlone(state))
	}
	return table.Flush()
}

func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

// causeNames are the causes of a delay or a rest as a person reads them, where that is not
// their name.
var causeNames = map[string]string{
	"delay": "--delay", "robots": "robots.txt", "ratelimit": "RateLimit", "repeated_429": "repeated 429s", "first_visit": "first visit", "retry_after": "Retry-After",
}

func causeName(name string) string {
	if spoken, ok := causeNames[name]; ok {
		return spoken
	}
	return clean(name)
}

// delayOf is a site's delay and what it comes from: "5.0 s (robots.txt)", "2.0 s (floor,
// x2 by latency)". Of two that are as long, the one that somebody asked for is named.
func delayOf(state curtsy.SiteState) string {
	var longest, greatest curtsy.Cause
	for _, cause := range state.Causes {
		if cause.Delay >= longest.Delay && cause.Delay > 0 {
			longest = cause
		}
		if cause.Times > greatest.Times {
			greatest = cause
		}
	}
	var why []string
	if longest.Name != "" {
		why = append(why, causeName(longest.Name))
	}
	if greatest.Times > 1 {
		why = append(why, fmt.Sprintf("x%.3g by %s", greatest.Times, causeName(greatest.Name)))
	}
	text := spell(seconds(state.Delay))
	if len(why) == 0 {
		return text
	}
	return text + " (" + strings.Join(why, ", ") + ")"
}

// leftAlone says until when a site is left alone and what for, and whether it has blocked
// us; a dash for neither.
func leftAlone(state curtsy.SiteState) string {
	var parts []string
	if state.RestingUntil != nil {
		why := causeName(state.RestingFor)
		parts = append(parts, fmt.Sprintf("%s (%s)", state.RestingUntil.Format(time.RFC3339), why))
	}
	if state.BlockedAt != nil {
		parts = append(parts, "has blocked us: "+clean(state.BlockedBy))
	}
	if len(parts) == 0 {
		return "-"
	}
	return strings.Join(parts, "; ")
}

// today is what a site was asked for in this UTC day, of its budget.
func today(state curtsy.SiteState) string {
	text := fmt.Sprint(state.Today.Requests)
	if state.Budget.Requests > 0 {
		text += fmt.Sprintf(" of %d", state.Budget.Requests)
	}
	if state.Budget.Bytes > 0 {
		text += fmt.Sprintf(", %s of %s", size(state.Today.Bytes), size(state.Budget.Bytes))
	}
	return text
}

func lastAsked(state curtsy.SiteState) string {
	switch {
	case state.InFlight:
		return "in flight"
	case state.LastEnd == nil:
		return "never"
	}
	return state.LastEnd.Format(time.RFC3339)
}
