package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"curtsy"
)

// polite crawls at one request a second and site, and reads the sites' own log: how long
// the run took against what the slowest site alone needs, and every gap.
func polite(p plan) error {
	if p.uneven {
		p.sites = 22
	}
	for _, jitter := range []float64{curtsy.None, 0.5} {
		s, err := startServer(p)
		if err != nil {
			return err
		}
		p.port = s.port
		started := time.Now()
		n, err := politeRun(p, jitter)
		if err != nil {
			return err
		}
		took := time.Since(started)
		log, err := s.stop()
		if err != nil {
			return err
		}
		if err := judge(p, log, n, took, max(jitter, 0)); err != nil {
			return err
		}
		p.port = 0
	}
	return nil
}

// peak is the most memory the crawler's process has had resident, where the system says it.
func peak() string {
	kib, err := peakKiB()
	if err != nil {
		return "unknown"
	}
	return fmt.Sprintf("%d MiB", kib>>10)
}

func judge(p plan, text string, pages int, took time.Duration, jitter float64) error {
	bySite := map[string][]arrival{}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		var a arrival
		var start, end int64
		if _, err := fmt.Sscan(line, &a.host, &a.path, &start, &end); err != nil {
			return err
		}
		a.start, a.end = time.Unix(0, start), time.Unix(0, end)
		bySite[a.host] = append(bySite[a.host], a)
	}
	var least, longest, span, ideal time.Duration
	least = time.Hour
	short, gaps := 0, 0
	var all time.Time
	var last time.Time
	for _, arrivals := range bySite {
		slices.SortFunc(arrivals, func(a, b arrival) int { return a.start.Compare(b.start) })
		var rests, service time.Duration
		for i, a := range arrivals {
			service += a.end.Sub(a.start)
			if all.IsZero() || a.start.Before(all) {
				all = a.start
			}
			if a.end.After(last) {
				last = a.end
			}
			if i == 0 {
				continue
			}
			gap := a.start.Sub(arrivals[i-1].end)
			rests += max(gap, time.Second)
			gaps++
			least, longest = min(least, gap), max(longest, gap)
			if gap < time.Second {
				short++
			}
		}
		// The ideal of a site: its own rests as they were drawn, each no longer than
		// the delay and its jitter, and its own service.
		owed := time.Duration(len(arrivals)-1) * time.Second
		if jitter == 0 {
			ideal = max(ideal, owed+service)
		} else {
			ideal = max(ideal, rests+service)
		}
	}
	span = last.Sub(all)
	fmt.Printf("| %d sites, uneven %v, jitter %.1f | %d pages | %.2f s | ideal %.2f s | %.3f | %d gaps, %d under 1 s, from %.4f to %.4f s | whole run %.2f s | %s at most |\n",
		len(bySite), p.uneven, jitter, pages, span.Seconds(), ideal.Seconds(), span.Seconds()/ideal.Seconds(), gaps, short, least.Seconds(), longest.Seconds(), took.Seconds(), peak())
	return nil
}
