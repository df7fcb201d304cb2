package gate

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"curtsy/address"
)

// BenchmarkIdleSites says what a site costs that was asked and now rests: in the gate
// and in the memory ledger together, its name included.
func BenchmarkIdleSites(b *testing.B) {
	const sites = 10_000
	passes := make([]pass, sites)
	for n := range passes {
		passes[n] = to(b, fmt.Sprintf("https://site%d.example/", n)).asking(2*time.Second, false)
	}
	heap := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	for b.Loop() {
		before := heap()
		g := New(Config{}, NewMemory())
		for _, p := range passes {
			enter(b, g, p).End(Outcome{Status: 200})
		}
		b.ReportMetric(float64(heap()-before)/sites, "bytes/site")
		runtime.KeepAlive(g)
	}
}

// BenchmarkTurn is one Enter and End at a site that is owed no rest.
func BenchmarkTurn(b *testing.B) {
	g := New(Config{Floor: func(address.Site) time.Duration { return 0 }}, NewMemory())
	p := to(b, "https://shop.example/").asking(0, true)
	b.ReportAllocs()
	for b.Loop() {
		enter(b, g, p).End(Outcome{Status: 200})
	}
}
