package simweb

import (
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestATiredSiteAnswersSlowlyWhileItIsAskedQuickly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- a.example/robots.txt --\n-- a.example/* (tired 200ms 1s 2 4s) --\nhello\n-- b.example/ --\n")
		c := client(t, w)
		for i, one := range []struct {
			rest, takes time.Duration
			url         string
		}{
			{0, 200 * time.Millisecond, "http://a.example/1"}, // the first two take Base
			{0, 200 * time.Millisecond, "http://a.example/2"},
			{2 * time.Second, time.Second, "http://a.example/3"},
			{3999 * time.Millisecond, time.Second, "http://a.example/4"},
			{4 * time.Second, 200 * time.Millisecond, "http://a.example/5"}, // from the end of the one before
			{2 * time.Second, time.Second, "http://a.example/6"},
			{3 * time.Second, 0, "http://a.example/robots.txt"},
			{3 * time.Second, time.Second, "http://a.example/7"}, // robots.txt was a request too
			{3 * time.Second, 0, "http://b.example/"},
			{time.Second, 200 * time.Millisecond, "http://a.example/8"}, // another site's was not
		} {
			time.Sleep(one.rest)
			begin := time.Now()
			if _, _, err := get(t, c, one.url); err != nil {
				t.Fatal(err)
			}
			if took := time.Since(begin); took != one.takes {
				t.Errorf("request %d, %s after a rest of %v: took %v, want %v", i+1, one.url, one.rest, took, one.takes)
			}
		}
	})
}

func TestATiredPageIsTiredFromTheFirstAndForEverUnlessToldOtherwise(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- a.example/ (tired) --\n")
		c := client(t, w)
		for range 2 {
			begin := time.Now()
			get(t, c, "http://a.example/")
			if took := time.Since(begin); took != 400*time.Millisecond {
				t.Errorf("took %v", took)
			}
			time.Sleep(time.Hour)
		}
	})
}

func TestALimitRefusesWhoComesTooSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, `
-- a.example/free --
-- a.example/* (limit 5s retry) --
well
-- b.example/ (limit 5s 503) --
-- c.example/ (limit 5s retry 30s) (takes 2s) (header RateLimit: x) --
-- d.example/ (limit 5s retry date) (skew -1h) --
-- e.example/ (limit) --
-- f.example/ (limit 5s retry) (takes 2s) --
`)
		c := client(t, w)
		type answer struct {
			Status             int
			After, Date, Limit string
			At                 float64
		}
		var got []answer
		begin := time.Now()
		for _, one := range []struct {
			rest time.Duration
			url  string
		}{
			{0, "http://a.example/1"},                       // 0: the first is let in
			{2 * time.Second, "http://a.example/2"},         // 2: 3 s are left
			{1 * time.Second, "http://a.example/2"},         // 3: 2 s are left, the refusal before did not count
			{1500 * time.Millisecond, "http://a.example/3"}, // 4.5: half a second, rounded up
			{500 * time.Millisecond, "http://a.example/3"},  // 5: in time
			{4 * time.Second, "https://a.example/free"},     // 9: a page without a limit counts
			{4 * time.Second, "http://www.a.example/1"},     // 13: no such site, and the same owner's log
			{4 * time.Second, "http://a.example/1"},         // 17
			{0, "http://b.example/"}, {0, "http://b.example/"},
			{0, "http://c.example/"}, {0, "http://c.example/"}, // each takes 2 s
			{0, "http://d.example/"}, {0, "http://d.example/"},
			{0, "http://e.example/"}, {999 * time.Millisecond, "http://e.example/"}, {time.Millisecond, "http://e.example/"},
			{0, "http://f.example/"}, {0, "http://f.example/"}, // when the refusal is out, 3 s are left
		} {
			time.Sleep(one.rest)
			at := time.Since(begin).Seconds()
			resp, _, err := get(t, c, one.url)
			if err != nil {
				got = append(got, answer{At: at})
				continue
			}
			a := answer{Status: resp.StatusCode, After: resp.Header.Get("Retry-After"), Limit: resp.Header.Get("RateLimit"), At: at}
			if d := resp.Header.Get("Date"); one.url == "http://d.example/" {
				a.Date = d[17:25]
			}
			if len(a.After) > 8 {
				a.After = a.After[17:25]
			}
			got = append(got, a)
		}
		want := []answer{
			{Status: 200, At: 0}, {Status: 429, After: "3", At: 2}, {Status: 429, After: "2", At: 3}, {Status: 429, After: "1", At: 4.5},
			{Status: 200, At: 5}, {Status: 200, At: 9}, {At: 13}, {Status: 200, At: 17},
			{Status: 200, At: 17}, {Status: 503, At: 17},
			{Status: 200, Limit: "x", At: 17}, {Status: 429, After: "30", Limit: "x", At: 19},
			{Status: 200, Date: "23:00:21", At: 21}, {Status: 429, After: "23:00:26", Date: "23:00:21", At: 21},
			{Status: 200, At: 21}, {Status: 429, At: 21.999}, {Status: 200, At: 22},
			{Status: 200, At: 22}, {Status: 429, After: "3", At: 24},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if v := Judge(w.Log()); len(v) != 6 || len(v[0].TooSoon) != 3 || len(v[3].TooSoon) != 0 {
			t.Errorf("%v", v)
		}
	})
}

func TestALimitRefusesWhoComesBesideAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(Site{Name: "a.example", Pages: Pages{
			"/slow": {Takes: time.Minute},
			"/":     {Fault: Limit{Gap: time.Second, Retry: &Retry{}}},
		}})
		defer w.Close()
		c := client(t, w)
		var asking sync.WaitGroup
		asking.Go(func() { get(t, c, "http://a.example/slow") })
		time.Sleep(30 * time.Second)
		resp, body, err := get(t, c, "http://a.example/")
		if err != nil || resp.StatusCode != http.StatusTooManyRequests || resp.Header.Get("Retry-After") != "1" || body == "" {
			t.Errorf("%v, %v", resp, err)
		}
		asking.Wait()
		time.Sleep(time.Second)
		if resp, _, err := get(t, c, "http://a.example/"); err != nil || resp.StatusCode != http.StatusOK {
			t.Errorf("%v, %v", resp, err)
		}
	})
}

func TestASitesClockMayBeWrong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- a.example/ (skew 1h) --\n-- a.example/r (retry 10s date) (skew 1h) (times 1) --\n")
		c := client(t, w)
		begin := time.Now()
		for _, one := range []struct{ target, after string }{{"/", ""}, {"/r", "Sat, 01 Jan 2000 01:00:10 GMT"}, {"/r", ""}} {
			resp, _, err := get(t, c, "http://a.example"+one.target)
			if err != nil {
				t.Fatal(err)
			}
			if d := resp.Header.Get("Date"); d != begin.Add(time.Hour).UTC().Format(http.TimeFormat) || resp.Header.Get("Retry-After") != one.after {
				t.Errorf("%s: Date %q, Retry-After %q", one.target, d, resp.Header.Get("Retry-After"))
			}
		}
		// The judge reads the date by the clock that wrote it.
		time.Sleep(9 * time.Second)
		get(t, c, "http://a.example/")
		time.Sleep(time.Second)
		get(t, c, "http://a.example/")
		if v := Judge(w.Log())[0]; len(v.TooSoon) != 2 {
			t.Errorf("%d inside the Retry-After, want the one at once and the one after 9 s", len(v.TooSoon))
		}
	})
}
