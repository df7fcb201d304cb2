package address

import (
	"net/netip"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzParse holds every address to what the package promises of one, and every
// refusal to masking what stands before an at sign.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"https://shop.example/a?b#c", "HTTP://Shop.Example:80", "https://a/%%34%31/%2e%2e/%7e", "http://0x7f.1/",
		"https://bücher.example./ü?ß", "https://xn--bcher-kva.example/", "http://[::ffff:1.2.3.4]:81/", "https://ann:pw@x/",
		"https://≠.example/", "http://-1/", "https://a..b/", `https:\\a\b`, "https://a\u2024b/", "https://a%2Eb/", "http://1.2.3/", "https:a",
		"\x01https://x_y/^?^'\x7f", "https://x/\xff", "https://İ.example/", "https://ー.example/",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Parse(text)
		if err != nil {
			if !a.IsZero() {
				t.Fatalf("Parse(%q) = %q beside the error %v", text, a, err)
			}
			if len(err.Error()) > 8*maxShown {
				t.Fatalf("Parse(%q): the error is %d octets long", text, len(err.Error()))
			}
			return
		}
		checkAddress(t, a)
		if slow, err := (Address{}).slow(text); err != nil || slow != a {
			t.Fatalf("slow(%q) = %q, %v; Parse gave %q", text, slow, err, a)
		}
	})
}

// FuzzResolve holds the fast path to the slow one, which is its oracle.
func FuzzResolve(f *testing.F) {
	for _, base := range []string{"https://shop.example/a/b?c", "http://127.0.0.1:8080//", "https://www.x.example/a%20b/c;d"} {
		for _, reference := range []string{
			"", "#x", "?", "?q=1#z", "/", "/p/1", "p/1", "../x", "../../../../x", "./x:y", "..//x", "../?y", ".", "..", ".x", "//h", "///h", "//h:80/", "//h:0443",
			"https://h", "https://h?x", "https://h.0x1/", "https://1.2.3.4:9/", "https://01.2.3.4/", "https://a.xn--a/", "https://a../",
			"a:b", "x%20y", "%2F%2e", "%%41", "it's?it's", "[x]|{y}", "/a//b/./c", "https:x", `\x`, " x", "x\t", "https://h:65536/", "https://h_/",
		} {
			f.Add(base, reference)
		}
	}
	f.Fuzz(func(t *testing.T, base, reference string) {
		a, err := Parse(base)
		if err != nil {
			return
		}
		slow, slowErr := a.slow(reference)
		if fast, ok := a.fast(reference); ok && (slowErr != nil || fast != slow) {
			t.Fatalf("on %q, fast(%q) = %q, slow = %q, %v", a, reference, fast, slow, slowErr)
		}
		if slowErr != nil {
			return
		}
		checkAddress(t, slow)
		if again, err := a.Resolve(slow.String()); err != nil || again != slow {
			t.Fatalf("on %q, resolving %q twice gives %q, %v", a, slow, again, err)
		}
	})
}

func checkAddress(t *testing.T, a Address) {
	t.Helper()
	text := a.String()
	if again, err := Parse(text); err != nil || again != a {
		t.Fatalf("Parse(%q) = %q, %v, want the same address", text, again, err)
	}
	if again, err := (Address{}).slow(text); err != nil || again != a {
		t.Fatalf("slow(%q) = %q, %v, want the same address", text, again, err)
	}
	if len(text) > maxReference || len(a.Host()) > maxName {
		t.Fatalf("%q is over a bound", text)
	}
	if !utf8.ValidString(text) || strings.IndexFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) >= 0 {
		t.Fatalf("%q holds something else than printable ASCII", text)
	}
	if strings.ContainsAny(text, "#") || strings.HasSuffix(text, "?") && !strings.HasSuffix(text, "??") && strings.Count(text, "?") == 1 {
		t.Fatalf("%q has a fragment or an empty query", text)
	}
	scheme, host, port := a.Scheme(), a.Host(), a.Port()
	if scheme != "http" && scheme != "https" || host == "" || strings.HasSuffix(host, ".") || host != strings.ToLower(host) || !strings.HasPrefix(a.Target(), "/") {
		t.Fatalf("%q: scheme %q, host %q, target %q", text, scheme, host, a.Target())
	}
	whole := scheme + "://" + host
	if port != "" {
		whole += ":" + port
	}
	if whole != string(a.Origin()) || whole+a.Target() != text {
		t.Fatalf("%q: its parts make %q and %q", text, whole, a.Target())
	}
	if host[0] == '[' {
		if ip, err := netip.ParseAddr(host[1 : len(host)-1]); err != nil || !ip.Is6() || ip.Zone() != "" {
			t.Fatalf("%q: the host is no IPv6 address: %v", text, err)
		}
	}
	if robots := a.Origin().Robots(); robots.Origin() != a.Origin() {
		t.Fatalf("%q: robots.txt is at %q", text, robots)
	}
	for segment := range strings.SplitSeq(a.Path(), "/") {
		if segment == "." || segment == ".." {
			t.Fatalf("%q has a dot segment", text)
		}
	}
}
