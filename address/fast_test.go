package address

import (
	"strings"
	"testing"
	"unsafe"
)

func TestFastPathTakesTheCommonReferences(t *testing.T) {
	a := mustParse(t, "https://shop.example/a/b?c=1")
	for _, reference := range []string{
		"", "#top", "?p=2", "?p=2#x", "/", "/p/1", "/p/1?a=1&b=2#c", "p/1", "p-1.html", "../p/1", "../../../p?x#y", "./p", "../", "./", "../?x", "../a:b", "./../p", "/.well-known/x", "/a%20b/%C3%A9",
		"https://shop.example/p/1", "https://shop.example", "http://www.other-shop.example/a/b.html?c=d&e=f#g", "//cdn.example/x.js",
		"http://127.0.0.1:8080/p/1", "https://shop.example:8443/", "?a[]=1",
	} {
		fast, ok := a.fast(reference)
		slow, err := a.slow(reference)
		if !ok || err != nil || fast != slow {
			t.Errorf("fast(%q) = %q, %v; slow gives %q, %v", reference, fast, ok, slow, err)
		}
	}
}

func TestFastPathLeavesWhatItIsNotSureOfToTheSlowOne(t *testing.T) {
	a := mustParse(t, "https://shop.example/a/b?c=1")
	for _, reference := range []string{
		"https://Shop.example/", "https://shop.example./", "https://shop..example/", "https://.shop.example/", "https:///", "https://",
		"https://xn--bcher-kva.example/", "https://a.xn--bcher-kva/", "https://shop.1/", "https://shop.0x1/", "https://1/", "https://127.1/",
		"https://01.2.3.4/", "https://1.2.3.256/", "https://1.2.3.4.5/", "https://1.2.3.4./", "https://-1/", "https://a.-1/",
		"https://shop.example:443/", "https://shop.example:0/", "https://shop.example:/", "https://shop.example:080/", "https://shop.example:65536/",
		"https://ann@shop.example/", "https://shop.example\\a", "https://shop_.example/", "https://[::1]/", "https://shop.example a",
		"https://" + strings.Repeat("a", 64) + ".example/", "https://" + strings.Repeat("abcdefg.", 32) + "example/",
		"///x", "//", "/./a", "/a/..", "../a/../b", "..//a", ".//a", "../.", "../..", ".", "..", "/%2e/", "/.%2e/", "/%41", "/%zz", "/%c3", "/a b", "/é", `\a`, `/\a`,
		" /a", "/a ", "/a\tb", "a:b", "javascript:x", "?it's", "/a^b", "?\"", "/<a>", strings.Repeat("a", maxReference+1),
	} {
		if fast, ok := a.fast(reference); ok {
			t.Errorf("fast(%.60q) = %.60q, want it left to slow", reference, fast)
		}
	}
	for _, reference := range []string{"", "#x", "/a", "a", "?a", "//h/"} {
		if fast, ok := (Address{}).fast(reference); ok {
			t.Errorf("fast(%q) on the zero address = %q", reference, fast)
		}
	}
}

// A base and a reference are each within the bound and what they make is not.
func TestResolveKeepsTheBoundOfAnAddress(t *testing.T) {
	a := mustParse(t, shop+"/"+strings.Repeat("a", 5000)+"/")
	whole := "//shop.example/" + strings.Repeat("b", maxReference-len("//shop.example/"))
	for _, reference := range []string{whole, strings.Repeat("b", 5000), "?" + strings.Repeat("b", 5000), "x'?'" + strings.Repeat("b", 5000)} {
		if to, err := a.Resolve(reference); err == nil {
			t.Errorf("Resolve gives an address of %d octets, want a refusal", len(to.String()))
		}
	}
}

func TestAnAddressDoesNotKeepThePageItWasFoundOn(t *testing.T) {
	page := strings.Repeat(" ", 1000) + "https://shop.example/p/1" + strings.Repeat(" ", 1000)
	start := uintptr(unsafe.Pointer(unsafe.StringData(page)))
	for _, from := range []Address{{}, mustParse(t, shop)} {
		a, err := from.Resolve(page[1000:1024])
		if err != nil {
			t.Fatal(err)
		}
		if at := uintptr(unsafe.Pointer(unsafe.StringData(a.text))); at >= start && at < start+uintptr(len(page)) {
			t.Errorf("%q lies inside the page", a)
		}
	}
}

func TestFastPathAllocatesTheTextAlone(t *testing.T) {
	a := mustParse(t, "https://shop.example/a/b?c=1")
	for _, reference := range []string{"/p/1", "p/1?x", "https://shop.example/p/1?x#y"} {
		if n := testing.AllocsPerRun(100, func() { _, _ = a.Resolve(reference) }); n > 1 {
			t.Errorf("Resolve(%q) allocates %v times, want once", reference, n)
		}
	}
}

func BenchmarkParse(b *testing.B) {
	for _, row := range []struct{ name, text string }{
		{"fast", "https://shop.example/products/blue-shoes?page=2"},
		{"slow", "https://Shop.Example/products/blue%2dshoes?page=2"},
	} {
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = Parse(row.text)
			}
		})
	}
}

func BenchmarkResolve(b *testing.B) {
	a := mustParse(b, "https://shop.example/products/all?page=2")
	for _, row := range []struct{ name, reference string }{
		{"root", "/products/blue-shoes"},
		{"relative", "blue-shoes?x=1"},
		{"absolute", "https://shop.example/products/blue-shoes#top"},
		{"fragment", "#top"},
		{"up", "../shoes/blue-shoes"},
		{"slow", "../products/blue shoes"},
	} {
		b.Run(row.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = a.Resolve(row.reference)
			}
		})
	}
}
