package cli

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"curtsy"
	"curtsy/page"
)

func TestTheEstimateIsTheSitesOwnDelayTimesWhatIsLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := (&streams{err: &bytes.Buffer{}}).watch(false, 100)
		for i := range 10 {
			waited := 5.0
			if i == 0 {
				waited = 0 // the first waits for nobody, and says nothing of the pace
			}
			p.asked(curtsy.Request{Site: "slow.example", Waited: waited, Seconds: 1})
			p.page(&page.Page{URL: "http://slow.example/", OK: true})
		}
		p.taken("", 20)
		if got, want := p.stands(time.Now()).left, 20*6*time.Second; got != want {
			t.Errorf("20 pages at one in 6 s: about %v, want %v", got, want)
		}
		p.taken("", 500)
		if got, want := p.stands(time.Now()).left, 90*6*time.Second; got != want {
			t.Errorf("500 known, of which 100 in all are taken: about %v, want %v", got, want)
		}
		for range 3 {
			p.asked(curtsy.Request{Site: "other.example", Waited: 5, Seconds: 1})
		}
		if got, want := p.stands(time.Now()).left, 90*3*time.Second; got != want {
			t.Errorf("two sites at once: about %v, want %v", got, want)
		}
	})
}

func TestTheBarSaysWhoIsWaitedForAndUntilWhen(t *testing.T) {
	now := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	got := standing{pages: 12, known: 100, sites: 3, waits: "shop\x1b.example", until: now.Add(185 * time.Second), left: 12 * time.Minute}.text(now)
	if want := `12 of 100 pages, 3 sites, about 12 min more; shop\x1b.example rests until 14:03:05`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestALogHasALineAPageAndOneForALongRest(t *testing.T) {
	var talk bytes.Buffer
	p := (&streams{err: &talk}).watch(false, 0)
	p.page(&page.Page{URL: "http://shop.example/\u202e", Fetch: &page.Fetch{Status: 200, Seconds: 0.25}, OK: true})
	p.page(&page.Page{URL: "x", Err: page.Errorf(page.TimedOut, "http://shop.example/b: no answer in 20 s\nInjected: line")})
	p.waiting("shop.example", time.Now().Add(time.Second))
	p.waiting("shop.example", time.Now().Add(90*time.Second+500*time.Millisecond))
	lines := strings.Split(strings.TrimSuffix(talk.String(), "\n"), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines, want 3:\n%s", len(lines), &talk)
	}
	if lines[0] != `curtsy: 200 http://shop.example/\u202e in 0.2 s` {
		t.Errorf("page: %s", lines[0])
	}
	if lines[1] != `curtsy: timed_out http://shop.example/b: no answer in 20 s\x0aInjected: line` {
		t.Errorf("failure: %s", lines[1])
	}
	if !strings.HasPrefix(lines[2], "curtsy: shop.example rests 1 min 30 s more; its next page is asked at ") {
		t.Errorf("rest: %s", lines[2])
	}
}

func TestQuietIsSilent(t *testing.T) {
	var talk bytes.Buffer
	p := (&streams{err: &talk}).watch(true, 0)
	p.page(&page.Page{URL: "http://shop.example/"})
	p.waiting("shop.example", time.Now().Add(time.Hour))
	if talk.Len() > 0 {
		t.Errorf("said %q", &talk)
	}
}

func TestTheSummarySaysWhatARunCostEachSite(t *testing.T) {
	report := curtsy.Report{
		Stopped: curtsy.StopMaxPages, Pages: 50, OK: 44, Refused: 2, Failed: 3, Answered: 1, Resumed: 7, Deeper: 12,
		Sites: []curtsy.SiteCost{{Site: "shop.example", Requests: 53, WireBytes: 1258291, NotModified: 4, Waited: 72 * time.Second}},
	}
	var talk bytes.Buffer
	(&streams{err: &talk}).summarise(report, 3*time.Minute)
	want := "curtsy: 50 pages in 3 min: 44 read, 2 refused, 3 failed, 1 answered 400 or above; 7 of them were there already; " +
		"more are known than --max-pages takes; 12 links deeper than --max-depth left\n" +
		"curtsy: shop.example: 53 requests, 1.2 MiB, 4 not modified, 1 min 12 s of rest\n"
	if talk.String() != want {
		t.Errorf("got  %swant %s", &talk, want)
	}
}

func TestTheSummaryOfManySitesAddsUpTheRest(t *testing.T) {
	var sites []curtsy.SiteCost
	for range mostSites + 5 {
		sites = append(sites, curtsy.SiteCost{Site: "s.example", Requests: 2, WireBytes: 100, Waited: time.Second})
	}
	lines := costs(sites)
	if len(lines) != mostSites+1 || lines[mostSites] != "5 more sites: 10 requests, 500 B, 5.0 s of rest" {
		t.Errorf("%d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}

func TestNumbersCarryUnitsAPersonUses(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0.0 s", 400 * time.Millisecond: "0.4 s", 12 * time.Second: "12 s", 60 * time.Second: "1 min", 72 * time.Second: "1 min 12 s",
		2 * time.Hour: "2 h", 125 * time.Minute: "2 h 5 min", 59*time.Second + 800*time.Millisecond: "1 min",
	} {
		if got := spell(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1024: "1.0 KiB", 16 << 20: "16 MiB", 5 << 40: "5.0 TiB"} {
		if got := size(n); got != want {
			t.Errorf("%d is %q, want %q", n, got, want)
		}
	}
}
