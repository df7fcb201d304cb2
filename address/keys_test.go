package address

import "testing"

func TestSiteFoldsWWWAndSchemeAndNothingElse(t *testing.T) {
	for _, row := range []struct {
		a, b string
		same bool
	}{
		{"https://shop.example/a", "https://www.shop.example/b", true},
		{"https://shop.example/", "http://shop.example/", true},
		{"http://www.shop.example:8080/", "https://shop.example:8080/", true},
		{"https://shop.example/", "https://shop.example:8443/", false},
		{"https://shop.example/", "https://m.shop.example/", false},
		{"https://shop.example/", "https://wwwshop.example/", false},
		{"https://shop.example/", "https://www2.shop.example/", false},
		{"https://www.com/", "https://com/", false},
		{"http://www.localhost/", "http://localhost/", false},
		{"https://www.www.shop.example/", "https://shop.example/", false},
	} {
		a, b := mustParse(t, row.a), mustParse(t, row.b)
		if same := a.Site() == b.Site(); same != row.same {
			t.Errorf("the sites of %q and %q are %q and %q, want same: %v", a, b, a.Site(), b.Site(), row.same)
		}
	}
}

func TestAnOriginNamesItsRobotsRootSchemeAndSite(t *testing.T) {
	for _, text := range []string{
		"https://shop.example/a?b", "https://www.shop.example/", "http://shop.example:8080/x",
		"http://[::1]:81/", "http://[2001:db8::1]/", "http://127.0.0.1:8080/",
	} {
		a := mustParse(t, text)
		o := a.Origin()
		if got := o.Robots().String(); got != string(o)+"/robots.txt" {
			t.Errorf("Origin(%q).Robots() = %q", o, got)
		}
		if got := o.Root().String(); got != string(o)+"/" {
			t.Errorf("Origin(%q).Root() = %q", o, got)
		}
		if o.Scheme() != a.Scheme() || o.Site() != a.Site() || o.Robots().Origin() != o {
			t.Errorf("Origin(%q): scheme %q, site %q, want those of %q", o, o.Scheme(), o.Site(), a)
		}
	}
}

func TestATextThatIsNoOriginHasNoAddresses(t *testing.T) {
	for _, o := range []Origin{"", "shop.example", "https://", "ftp://shop.example", "https://Shop.example", "https://shop.example/a", "https://ann@shop.example"} {
		if a := o.Robots(); !a.IsZero() {
			t.Errorf("Origin(%q).Robots() = %q, want the zero address", o, a)
		}
	}
	if Origin("").Scheme() != "" || Origin("").Site() != "" || Origin("x").Scheme() != "" {
		t.Error("the zero origin has a scheme or a site")
	}
	if a, err := Origin("https://shop.example").Address(".evil.example/"); err == nil {
		t.Errorf("Address of a path without a slash = %q, want a refusal", a)
	}
	if a, err := Origin("https://shop.example").Address("/.well-known/tdmrep.json"); err != nil || a.Target() != "/.well-known/tdmrep.json" {
		t.Errorf("Address = %q, %v", a, err)
	}
}

func TestHostOfASiteHasNoPort(t *testing.T) {
	for _, row := range []struct{ in, want string }{
		{"https://www.shop.example/", "shop.example"},
		{"https://shop.example:8443/", "shop.example"},
		{"http://[::1]/", "[::1]"},
		{"http://[::1]:8080/", "[::1]"},
		{"http://127.0.0.1:8080/", "127.0.0.1"},
	} {
		if got := mustParse(t, row.in).Site().Host(); got != row.want {
			t.Errorf("%q: the site's host is %q, want %q", row.in, got, row.want)
		}
	}
	if got := Site("").Host(); got != "" {
		t.Errorf("the zero site's host is %q", got)
	}
}
