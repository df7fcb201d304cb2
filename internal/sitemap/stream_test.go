package sitemap

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"curtsy/address"
)

// A generated body is head, then piece(0), piece(1), … of n pieces, then tail; no
// more than one piece of it is in memory.
type generated struct {
	head, tail string
	piece      func(int) string
	n, at      int
	now        string
}

func (g *generated) Read(p []byte) (int, error) {
	for g.now == "" {
		switch {
		case g.at == 0:
			g.now = g.head
		case g.at <= g.n:
			g.now = g.piece(g.at - 1)
		case g.at == g.n+1:
			g.now = g.tail
		default:
			return 0, io.EOF
		}
		g.at++
	}
	n := copy(p, g.now)
	g.now = g.now[n:]
	return n, nil
}

func live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// 50,000 entries of a kilobyte each make 50 MB; what the heap holds is looked at
// after 5,000 of them and near the end.
func TestMemoryDoesNotGrowWithTheFile(t *testing.T) {
	const n = 50_000
	loc := "<url><loc>https://shop.example/%d?a=1&amp;b=2</loc><lastmod>2026</lastmod><!--" + strings.Repeat(" a note ", 112) + "--></url>\n"
	body := &generated{head: "<urlset>", tail: "</urlset>", n: n, piece: func(i int) string { return fmt.Sprintf(loc, i) }}
	octets := 0
	counted := io.TeeReader(body, countingWriter{&octets})
	var early, late int64
	given := 0
	_, err := Read(counted, address.Address{}, Bound{Bytes: 100 << 20}, func(e Entry) bool {
		switch given++; given {
		case n / 10:
			early = live()
		case n - 10:
			late = live()
		}
		return true
	})
	if err != nil || given != n || octets < 48_000_000 {
		t.Fatalf("%d entries of %d octets, %v", given, octets, err)
	}
	if grown := late - early; grown > 1<<20 {
		t.Errorf("the heap grew by %d octets over 45 MB, want under 1 MiB", grown)
	}
}

type countingWriter struct{ n *int }

func (w countingWriter) Write(p []byte) (int, error) { *w.n += len(p); return len(p), nil }

// One thing that never ends, wherever it stands, is neither held nor an excuse to
// lose what stands behind it, but for a tag, which is refused.
func TestNoSinglePieceIsHeld(t *testing.T) {
	const n = 1_000 // kilobytes
	kilobyte := strings.Repeat("x", 1023) + "\n"
	first := "<urlset><url><loc>https://shop.example/1</loc></url>"
	last := "<url><loc>https://shop.example/2</loc></url></urlset>"
	for _, row := range []struct {
		name, head, piece, tail string
		cause                   error
		given                   int
	}{
		{"a comment", first + "<!--", kilobyte, "-->" + last, nil, 2},
		{"an instruction", first + "<?x ", kilobyte, "?>" + last, nil, 2},
		{"a text", first, kilobyte, last, nil, 2},
		{"a text of references", first, strings.Repeat("&amp;", 200), last, nil, 2},
		{"CDATA", first + "<x><![CDATA[", kilobyte, "]]></x>" + last, nil, 2},
		{"CDATA of brackets", first + "<x><![CDATA[", strings.Repeat("]", 1000), "]]></x>" + last, nil, 2},
		{"many CDATA", first + "<x>", strings.Repeat("<![CDATA[y]]>", 70), "</x>" + last, nil, 2},
		{"a loc of many CDATA", first + "<url><loc>", strings.Repeat("<![CDATA[y]]>", 70), "</loc></url>" + last, nil, 2},
		{"an attribute", first + `<x a="`, kilobyte, `"/>` + last, ErrTooLarge, 1},
		{"an attribute of tag ends", first + `<x a="`, strings.Repeat(">", 1000), `"/>` + last, ErrBroken, 1},
		{"attributes", first + "<x ", strings.Repeat("a='b' ", 170), "/>" + last, ErrTooLarge, 1},
		{"a name", first + "<", strings.Repeat("x", 1000), "/>" + last, ErrTooLarge, 1},
		{"an end tag", first + "</", strings.Repeat("x", 1000), ">" + last, ErrTooLarge, 1},
		{"depth", first, strings.Repeat("<a>", 300), last, ErrTooLarge, 1},
		{"elements", first, strings.Repeat("<a/>", 250), last, nil, 2},
		{"a list of one line", "http://", strings.Repeat("x", 1000), "\nhttps://shop.example/1\n", nil, 1},
		{"a list of nothing", "", kilobyte, "https://shop.example/1\n", nil, 1},
	} {
		t.Run(row.name, func(t *testing.T) {
			before := live()
			var most int64
			body := &generated{head: row.head, tail: row.tail, n: n, piece: func(i int) string {
				if i%(n/4) == n/4-1 {
					most = max(most, live()-before)
				}
				return row.piece
			}}
			given := 0
			_, err := Read(body, address.Address{}, Bound{}, func(Entry) bool { given++; return true })
			if !errors.Is(err, row.cause) || given != row.given {
				t.Errorf("%d entries, %v, want %d and %v", given, err, row.given, row.cause)
			}
			if most > 512<<10 {
				t.Errorf("the heap held %d octets more, want under 512 KiB", most)
			}
		})
	}
}

func TestAnEntryDoesNotWaitForWhatStandsBehindIt(t *testing.T) {
	r, w := io.Pipe()
	given := make(chan string)
	go func() {
		_, _ = Read(r, address.Address{}, Bound{}, func(e Entry) bool { given <- e.Loc; return false })
		_ = r.Close()
	}()
	if _, err := io.WriteString(w, "<urlset>"+strings.Repeat(" ", sniffed)+"<url><loc>https://shop.example/1</loc></url><!-- "); err != nil {
		t.Fatal(err)
	}
	if loc := <-given; loc != "https://shop.example/1" {
		t.Errorf("Read gave %q", loc)
	}
}

func BenchmarkRead(b *testing.B) {
	var s strings.Builder
	s.WriteString(`<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	for i := range 50_000 {
		fmt.Fprintf(&s, "<url>\n<loc>https://shop.example/products/category-%d/product-%d?color=blue&amp;size=%d</loc>\n<lastmod>2026-11-30T08:15:00+01:00</lastmod>\n<changefreq>daily</changefreq><priority>0.5</priority></url>\n", i%40, i, i%7)
	}
	s.WriteString("</urlset>")
	text := s.String()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		given := 0
		if _, err := Read(strings.NewReader(text), address.Address{}, Bound{}, func(Entry) bool { given++; return true }); err != nil || given != 50_000 {
			b.Fatal(given, err)
		}
	}
}
