package write_test

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"curtsy/internal/write"
	"curtsy/page"
)

// heavyPage has a line of about 3 KB.
func heavyPage(n int) *page.Page {
	p := pageAt(0)
	p.URL = fmt.Sprintf("https://shop.test/category/product-%07d", n)
	p.N, p.Landed, p.Links = n, p.URL, nil
	for i := range 30 {
		p.Links = append(p.Links, fmt.Sprintf("https://shop.test/category/product-%07d", n+i))
	}
	p.Summary = page.Summary{"title": {Value: "A pot of tea", Source: "html", Key: "<title>", Where: "/html/head/title[1]"}}
	p.Records = []page.Record{{Type: "Product", Types: []string{"Product"}, Source: "jsonld", Where: "#/0", Fields: page.Fields{
		{Name: "description", Value: page.Value{Value: strings.Repeat("Leaves from the north slope. ", 30), Where: "#/0/description"}},
	}}}
	return p
}

func BenchmarkResume100000(b *testing.B) {
	const n = 100_000
	path := filepath.Join(b.TempDir(), "big.jsonl")
	j, err := write.Create(path, header(), write.Config{})
	must(b, err)
	for i := range n {
		must(b, j.Append(heavyPage(i)))
	}
	must(b, j.Finish())
	at, err := os.Stat(path)
	must(b, err)
	b.SetBytes(at.Size())
	for _, kind := range []string{"accept", "accept and recall"} {
		b.Run(kind, func(b *testing.B) {
			b.SetBytes(at.Size())
			for b.Loop() {
				before := heap()
				j, err := write.Resume(path, header(), write.Config{Order: &inTurn{n: n}})
				must(b, err)
				b.ReportMetric(float64(heap()-before)/n, "B/line")
				for i := range n {
					if kind == "accept" {
						break
					}
					p := write.Place{URL: fmt.Sprintf("https://shop.test/category/product-%07d", i), N: i, FoundOn: "https://shop.test/", Via: page.ViaLink}
					if l, known, err := j.Recall(p); err != nil || !known || len(l.Links) != 30 {
						b.Fatal(i, known, err)
					}
				}
				must(b, j.Close())
			}
		})
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse
}

func BenchmarkAppend(b *testing.B) {
	p := heavyPage(0)
	line, err := p.Line()
	must(b, err)
	for _, kind := range []string{"file in order", "file as they finish", "nowhere"} {
		b.Run(kind, func(b *testing.B) {
			b.SetBytes(int64(len(line)))
			cfg := write.Config{Order: &inTurn{n: 1 << 40}}
			if kind == "file as they finish" {
				cfg.Order = nil
			}
			j := write.Stream(io.Discard, cfg)
			if kind != "nowhere" {
				j, err = write.Create(filepath.Join(b.TempDir(), "a.jsonl"), header(), cfg)
				must(b, err)
			}
			for n := 0; b.Loop(); n++ {
				p.N = n
				must(b, j.Append(p))
			}
			must(b, j.Close())
		})
	}
}

func BenchmarkCSV(b *testing.B) {
	c, err := write.NewCSV(io.Discard)
	must(b, err)
	p := heavyPage(0)
	for b.Loop() {
		must(b, c.Write(p))
	}
}
