package frontier_test

import (
	"fmt"
	"runtime"
	"testing"

	"curtsy/address"
	"curtsy/internal/frontier"
	"curtsy/page"
)

// addresses makes n of 55 octets on average, on so many sites.
func addresses(b *testing.B, n, sites int) []address.Address {
	b.Helper()
	all := make([]address.Address, n)
	for i := range all {
		all[i] = at(b, fmt.Sprintf("https://shop-%06d.example.test/category/product-%07d", i%sites, i))
	}
	return all
}

// BenchmarkMillion admits a million addresses, each twice, and takes them all. The
// bound is 150 octets resident for each.
func BenchmarkMillion(b *testing.B) {
	const n = 1_000_000
	queues := map[string]func() frontier.Queue{
		"memory": func() frontier.Queue { return frontier.NewMemory() },
		"spill": func() frontier.Queue {
			q, err := frontier.NewSpill(b.TempDir())
			must(b, err)
			return q
		},
	}
	for _, kind := range []string{"memory", "spill"} {
		for _, sites := range []int{1, 100_000} {
			all := addresses(b, n, sites)
			b.Run(fmt.Sprintf("%s/sites=%d", kind, sites), func(b *testing.B) {
				for b.Loop() {
					before := heap()
					f := frontier.New(frontier.Config{}, queues[kind]())
					for range 2 {
						for _, a := range all {
							_, _, err := f.Admit(0, frontier.Found{Address: a, FoundOn: -1, Via: page.ViaLink})
							must(b, err)
						}
					}
					b.ReportMetric(float64(heap()-before)/n, "B/address")
					for taken := 0; ; taken++ {
						t, ok, err := f.Next()
						must(b, err)
						if !ok {
							if taken != n {
								b.Fatalf("took %d", taken)
							}
							break
						}
						must(b, f.Done(t))
					}
					must(b, f.Close())
				}
			})
		}
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

func BenchmarkAdmit(b *testing.B) {
	all := addresses(b, 1_000_000, 1000)
	f := frontier.New(frontier.Config{}, frontier.NewMemory())
	i := 0
	for b.Loop() {
		if i == len(all) {
			i, f = 0, frontier.New(frontier.Config{}, frontier.NewMemory())
		}
		_, _, err := f.Admit(0, frontier.Found{Address: all[i], FoundOn: -1, Via: page.ViaLink})
		must(b, err)
		i++
	}
}

func BenchmarkNext(b *testing.B) {
	all := addresses(b, 200_000, 1000)
	var f *frontier.Frontier
	for left := 0; b.Loop(); left-- {
		if left == 0 {
			b.StopTimer()
			f = frontier.New(frontier.Config{}, frontier.NewMemory())
			for _, a := range all {
				_, _, err := f.Admit(0, frontier.Found{Address: a, FoundOn: -1, Via: page.ViaLink})
				must(b, err)
			}
			left = len(all)
			b.StartTimer()
		}
		t, _, err := f.Next()
		must(b, err)
		must(b, f.Done(t))
	}
}
