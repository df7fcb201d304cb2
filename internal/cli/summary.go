package cli

import (
	"fmt"
	"strings"
	"time"

	"curtsy"
)

// mostSites is how many sites the summary names; the rest are summed up.
const mostSites = 20

// summarise says what a run came to and what it cost each site.
func (s *streams) summarise(report curtsy.Report, took time.Duration) {
	s.say("%s", outcome(report, took))
	for _, line := range costs(report.Sites) {
		s.say("%s", clean(line))
	}
}

// outcome is a run in one sentence.
func outcome(report curtsy.Report, took time.Duration) string {
	var came []string
	for _, part := range []struct {
		n    int
		text string
	}{
		{report.OK, "read"}, {report.Refused, "refused"}, {report.Failed, "failed"}, {report.Answered, "answered 400 or above"},
	} {
		if part.n > 0 {
			came = append(came, fmt.Sprintf("%d %s", part.n, part.text))
		}
	}
	text := fmt.Sprintf("%s in %s", plural(report.Pages, "page"), spell(took))
	if len(came) > 0 {
		text += ": " + strings.Join(came, ", ")
	}
	if report.Resumed > 0 {
		text += fmt.Sprintf("; %d of them were there already", report.Resumed)
	}
	switch report.Stopped {
	case curtsy.StopMaxPages:
		text += "; more are known than --max-pages takes"
	case curtsy.StopTimeBudget:
		text += "; the time budget is spent and more are known"
	case curtsy.StopCancelled:
		text += "; stopped before its end (what a state file holds, --resume goes on from)"
	}
	if report.Deeper > 0 {
		text += fmt.Sprintf("; %s deeper than --max-depth left", plural(report.Deeper, "link"))
	}
	return text
}

// costs gives a line for each site, the most asked first come, and one for all
// beyond mostSites.
func costs(sites []curtsy.SiteCost) []string {
	var lines []string
	for i, site := range sites {
		if i == mostSites && len(sites) > mostSites+1 {
			rest := curtsy.SiteCost{Site: plural(len(sites)-i, "more site")}
			for _, other := range sites[i:] {
				rest.Requests += other.Requests
				rest.WireBytes += other.WireBytes
				rest.NotModified += other.NotModified
				rest.Waited += other.Waited
			}
			return append(lines, cost(rest))
		}
		lines = append(lines, cost(site))
	}
	return lines
}

func cost(site curtsy.SiteCost) string {
	text := fmt.Sprintf("%s: %s, %s", site.Site, plural(site.Requests, "request"), size(site.WireBytes))
	if site.NotModified > 0 {
		text += fmt.Sprintf(", %d not modified", site.NotModified)
	}
	return text + fmt.Sprintf(", %s of rest", spell(site.Waited))
}
