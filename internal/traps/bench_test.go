package traps

import (
	"fmt"
	"strings"
	"testing"
)

// shopPage is a page of about 22 KB as shops have them.
func shopPage() []byte {
	var b strings.Builder
	b.WriteString("<!doctype html><html lang=en><head><title>A blue kettle - Shop</title><script>var a='<b>';</script></head><body><nav>")
	for i := range 25 {
		fmt.Fprintf(&b, "<li class=\"nav-item level-%d\"><a class=\"nav-link\" href=\"/category/number-%d\" data-track=\"nav\">Category number %[2]d</a></li>\n", i%3, i)
	}
	for i := range 27 {
		fmt.Fprintf(&b, "<article class=\"card product-card\" id=\"p%d\"><div class=\"inner\"><h3><a href=\"/p/%[1]d?from=list\">Product %[1]d</a></h3>", i)
		b.WriteString("<img src=\"/img/x.jpg\" alt=\"a picture\" width=\"200\" height=\"200\" loading=\"lazy\">")
		b.WriteString("<p>" + prose(i, 90) + "</p><span class=\"price\">41.90</span></div></article>\n")
	}
	return []byte(b.String())
}

func BenchmarkSketchOfAShop(b *testing.B) {
	a, body := parse(b, "/p/17"), shopPage()
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		SketchOf(a, body)
	}
}

// BenchmarkAdmitAndLetGo is a link found, taken, and let go of.
func BenchmarkAdmitAndLetGo(b *testing.B) {
	for _, target := range []string{"/products/garden/17-a-blue-watering-can", "/product.php?cat=3&id=17&page=2", "/s/0123456789abcdef01234567/about"} {
		b.Run(target, func(b *testing.B) {
			tracker := New[int]()
			a := parse(b, target)
			b.ReportAllocs()
			for b.Loop() {
				tracker.Admit(a, 0)
				tracker.Observe(a, Page{})
			}
		})
	}
	b.Run("stopped", func(b *testing.B) {
		tracker, a := New[int](), parse(b, "/products/garden/17-a-blue-watering-can")
		for range judged {
			tracker.Observe(a, Page{OK: true, SHA256: "x"})
		}
		b.ReportAllocs()
		for b.Loop() {
			tracker.Admit(a, 0)
		}
	})
}

// BenchmarkObserve is a page of a shape that brings something new.
func BenchmarkObserve(b *testing.B) {
	tracker, a := New[int](), parse(b, "/p/17")
	var pages []Page
	for i := range 2000 {
		pages = append(pages, pageOf(a, products["prose"](i)))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		tracker.Observe(a, pages[i%len(pages)])
	}
}
