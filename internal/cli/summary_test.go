package cli

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"curtsy"
	"curtsy/page"
)

// summaryOf is what is said of a report, a line a sentence.
func summaryOf(report curtsy.Report) []string {
	var talk bytes.Buffer
	(&streams{err: &talk}).summarise(report, 3*time.Minute)
	return strings.Split(strings.TrimSuffix(talk.String(), "\n"), "\n")
}

func TestTheSummaryNamesTheCodesOfWhatGaveNoPage(t *testing.T) {
	got := summaryOf(curtsy.Report{
		Stopped: curtsy.StopMaxBytes, Pages: 10_012, OK: 8, Refused: 9990, Failed: 10, Answered: 4,
		Codes: map[page.Code]int{page.SiteResting: 9988, page.RefusedByRobots: 2, page.TimedOut: 10, page.HTTPError: 4},
	})
	want := "curtsy: 10012 pages in 3 min: 8 read, 9990 refused (2 refused_by_robots, 9988 site_resting), 10 failed (10 timed_out), " +
		"4 answered 400 or above; --max-bytes have come and more are known"
	if len(got) != 1 || got[0] != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

func TestTheSummarySaysWhomToWriteToOfASiteThatBlockedUs(t *testing.T) {
	got := summaryOf(curtsy.Report{Blocked: []curtsy.BlockedSite{
		{Site: "shop.example", Message: "shop.example has blocked us: it keeps answering 403", Contact: "https://shop.example/contact\u202e"},
		{Site: "wall.example", Message: "wall.example has blocked us: it keeps answering 403\x1b[2J"},
	}})[1:]
	want := []string{
		`curtsy: shop.example has blocked us: it keeps answering 403; it is left alone for this run. If its pages matter, write to its owner: https://shop.example/contact\u202e`,
		`curtsy: wall.example has blocked us: it keeps answering 403\x1b[2J; it is left alone for this run. If its pages matter, write to its owner, whom its front page may name`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTheSummarySaysWhichLinksWereNotFollowed(t *testing.T) {
	got := summaryOf(curtsy.Report{Left: []curtsy.LeftOut{
		{Name: "search", Reason: "a search costs the site a query for every address", Count: 12, Example: "http://shop.example/?s=tea\x07"},
		{Name: "/cal/*", Reason: "its last 50 pages brought nothing new", Count: 1, Example: "http://shop.example/cal/9"},
	}})[1:]
	want := []string{
		`curtsy: 12 links not followed (search): a search costs the site a query for every address, such as http://shop.example/?s=tea\x07`,
		`curtsy: 1 link not followed (/cal/*): its last 50 pages brought nothing new, such as http://shop.example/cal/9`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestTheSummaryNamesTenAndCountsTheRest(t *testing.T) {
	for n, last := range map[int][2]string{
		10: {"9", "9"}, 11: {"and 1 more site blocked us", "and 1 more kind of links not followed"}, 15: {"and 5 more sites blocked us", "and 5 more kinds of links not followed"},
	} {
		var sites []curtsy.BlockedSite
		var left []curtsy.LeftOut
		for i := range n {
			sites = append(sites, curtsy.BlockedSite{Message: fmt.Sprint(i), Contact: fmt.Sprint(i)})
			left = append(left, curtsy.LeftOut{Name: "n", Example: fmt.Sprint(i)})
		}
		for i, lines := range [][]string{blocked(sites), notFollowed(left)} {
			if len(lines) != min(n, mostLeft+1) || !strings.HasSuffix(lines[len(lines)-1], last[i]) {
				t.Errorf("%d of them are %d lines, the last %q", n, len(lines), lines[len(lines)-1])
			}
		}
	}
}
