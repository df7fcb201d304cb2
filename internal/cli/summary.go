package cli

import (
	"fmt"
	"strings"
	"time"

	"curtsy"
	"curtsy/page"
)

// mostSites is how many sites the summary names; the rest are summed up.
const mostSites = 20

// summarise says what a run came to and what it cost each site.
func (s *streams) summarise(report curtsy.Report, took time.Duration) {
	s.say("%s", outcome(report, took))
	for _, lines := range [][]string{notFollowed(report.Left), blocked(report.Blocked), costs(report.Sites)} {
		for _, line := range lines {
			s.say("%s", clean(line))
		}
	}
}

// outcome is a run in one sentence.
func outcome(report curtsy.Report, took time.Duration) string {
	var came []string
	for _, part := range []struct {
		n     int
		text  string
		class page.Class
	}{
		{report.OK, "read", ""}, {report.Refused, "refused", page.Refused}, {report.Failed, "failed", page.Failed},
		{report.Answered, "answered 400 or above", ""},
	} {
		if part.n > 0 {
			came = append(came, fmt.Sprintf("%d %s%s", part.n, part.text, codes(report, part.class)))
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
	case curtsy.StopMaxBytes:
		text += "; --max-bytes have come and more are known"
	case curtsy.StopCancelled:
		text += "; stopped before its end (what a state file holds, --resume goes on from)"
	}
	if report.Deeper > 0 {
		text += fmt.Sprintf("; %s deeper than --max-depth left", plural(report.Deeper, "link"))
	}
	return text
}

// codes says what the lines of a class came to, by their codes: "(9 site_resting, 1
// blocked)".
func codes(report curtsy.Report, class page.Class) string {
	var parts []string
	for _, row := range page.Codes() {
		if n := report.Codes[row.Code]; n > 0 && row.Class == class {
			parts = append(parts, fmt.Sprintf("%d %s", n, row.Code))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// mostLeft is how many kinds of links the summary names, and how many blocked sites.
const mostLeft = 10

// notFollowed gives a line for each kind of links that were left.
func notFollowed(left []curtsy.LeftOut) []string {
	var lines []string
	for i, l := range left {
		if i == mostLeft {
			return append(lines, fmt.Sprintf("and %s of links not followed", plural(len(left)-i, "more kind")))
		}
		lines = append(lines, fmt.Sprintf("%s not followed (%s): %s, such as %s", plural(l.Count, "link"), l.Name, l.Reason, l.Example))
	}
	return lines
}

// blocked gives a line for each site that has blocked us, with whom to write to.
func blocked(sites []curtsy.BlockedSite) []string {
	var lines []string
	for i, site := range sites {
		if i == mostLeft {
			return append(lines, fmt.Sprintf("and %s blocked us", plural(len(sites)-i, "more site")))
		}
		whom := "its owner, whom its front page may name"
		if site.Contact != "" {
			whom = "its owner: " + site.Contact
		}
		lines = append(lines, fmt.Sprintf("%s; it is left alone for this run. If its pages matter, write to %s", site.Message, whom))
	}
	return lines
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
