package address

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

const shop = "https://shop.example"

func TestParseWritesEachAddressOneWay(t *testing.T) {
	for _, row := range []struct{ kind, in, want string }{
		{"scheme and host in lower case", "HTTPS://Shop.EXAMPLE/Path", "https://shop.example/Path"},
		{"no path is the root", "https://shop.example", "https://shop.example/"},
		{"no path before a query", "https://shop.example?q=1", "https://shop.example/?q=1"},
		{"outer white space and controls", "\x00\t https://shop.example/a \n", "https://shop.example/a"},
		{"tabs and newlines anywhere", "ht\ntps://shop\t.example/a\r\n/b", "https://shop.example/a/b"},
		{"a space inside is escaped", "https://shop.example/a b", "https://shop.example/a%20b"},
		{"backslashes are slashes", `https:\\shop.example\a\b`, "https://shop.example/a/b"},
		{"backslash in a query stays", `https://shop.example/?a\b`, `https://shop.example/?a\b`},
		{"slashes missing or too many", "https:shop.example/a", "https://shop.example/a"},
		{"slashes too many", "https://////shop.example/a", "https://shop.example/a"},
		{"default port of https", "https://shop.example:443/", "https://shop.example/"},
		{"default port of http", "http://shop.example:80/", "http://shop.example/"},
		{"the other scheme's port stays", "http://shop.example:443/", "http://shop.example:443/"},
		{"zeros before a port", "https://shop.example:00080/", "https://shop.example:80/"},
		{"a colon and no port", "https://shop.example:/a", "https://shop.example/a"},
		{"the highest port", "https://shop.example:65535/", "https://shop.example:65535/"},
		{"fragment", "https://shop.example/a?b#c?d", "https://shop.example/a?b"},
		{"empty query", "https://shop.example/a?", "https://shop.example/a"},
		{"empty query and fragment", "https://shop.example/a?#c", "https://shop.example/a"},
		{"query of one question mark", "https://shop.example/a??", "https://shop.example/a??"},
		{"order of the query kept", "https://shop.example/?b=2&a=1&b=1", "https://shop.example/?b=2&a=1&b=1"},
		{"trailing slash kept", "https://shop.example/a/", "https://shop.example/a/"},
		{"empty segments kept", "https://shop.example//a//b", "https://shop.example//a//b"},
		{"single dots", "https://shop.example/./a/./b/.", "https://shop.example/a/b/"},
		{"double dots", "https://shop.example/a/b/../c/..", "https://shop.example/a/"},
		{"double dots over the top", "https://shop.example/../../a", "https://shop.example/a"},
		{"escaped dots", "https://shop.example/a/%2e%2E/%2e/b", "https://shop.example/b"},
		{"half escaped dots", "https://shop.example/a/.%2e/b", "https://shop.example/b"},
		{"three dots are a name", "https://shop.example/a/.../b", "https://shop.example/a/.../b"},
		{"a dot before a name", "https://shop.example/.well-known/a", "https://shop.example/.well-known/a"},
		{"dots in a query are no segments", "https://shop.example/?a/../b", "https://shop.example/?a/../b"},
		{"escapes in capitals", "https://shop.example/%c3%a9?%e2%82%ac", "https://shop.example/%C3%A9?%E2%82%AC"},
		{"unreserved octets decoded", "https://shop.example/%7Eann/%41%2d%5F?%7e", "https://shop.example/~ann/A-_?~"},
		{"decoded once", "https://shop.example/%2541", "https://shop.example/%2541"},
		{"an escaped slash stays", "https://shop.example/a%2fb", "https://shop.example/a%2Fb"},
		{"no escape is made by decoding", "https://shop.example/%%34%31", "https://shop.example/%%341"},
		{"nor by its second digit", "https://shop.example/%4%31", "https://shop.example/%4%31"},
		{"a broken escape stays", "https://shop.example/%zz%4", "https://shop.example/%zz%4"},
		{"letters outside ASCII", "https://shop.example/é?ü", "https://shop.example/%C3%A9?%C3%BC"},
		{"circumflex in a path", "https://shop.example/a^b?c^d", "https://shop.example/a%5Eb?c^d"},
		{"quote in a query", "https://shop.example/it's?it's", "https://shop.example/it's?it%27s"},
		{"international name", "https://Bücher.example/", "https://xn--bcher-kva.example/"},
		{"international name in its ASCII form", "https://XN--BCHER-kva.example/", "https://xn--bcher-kva.example/"},
		{"sharp s is not two letters", "https://faß.example/", "https://xn--fa-hia.example/"},
		{"full width letters and dot", "https://ｓｈｏｐ。example/", "https://shop.example/"},
		{"an escaped name", "https://shop%2Eexample/", "https://shop.example/"},
		{"soft hyphen in a name", "https://sh\u00adop.example/", "https://shop.example/"},
		{"trailing dot of the host", "https://shop.example./a", "https://shop.example/a"},
		{"underscore in a name", "https://My_shop.example/", "https://my_shop.example/"},
		{"hyphens where a prefix would be", "https://ab--cd.example/", "https://ab--cd.example/"},
		{"one number", "http://2130706433/", "http://127.0.0.1/"},
		{"hexadecimal and short", "http://0x7f.1/", "http://127.0.0.1/"},
		{"octal", "http://0177.0.0.01/", "http://127.0.0.1/"},
		{"a trailing dot behind numbers", "http://127.0.0.1./", "http://127.0.0.1/"},
		{"full width digits", "http://１２７.0.0.1/", "http://127.0.0.1/"},
		{"IPv6", "http://[2001:DB8:0:0:0::1]:8080/", "http://[2001:db8::1]:8080/"},
		{"IPv6 with IPv4 in it", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/"},
		{"an empty user name and password", "https://:@shop.example/", "https://shop.example/"},
		{"an at sign in a path", "https://shop.example/@ann", "https://shop.example/@ann"},
	} {
		a, err := Parse(row.in)
		if err != nil || a.String() != row.want {
			t.Errorf("%s: Parse(%q) = %q, %v, want %q", row.kind, row.in, a, err, row.want)
			continue
		}
		if again, err := Parse(a.String()); err != nil || again != a {
			t.Errorf("%s: Parse(%q) = %q, %v, want the same", row.kind, a, again, err)
		}
	}
}

func TestParseRefusesWhatIsNoAddressAndSaysWhy(t *testing.T) {
	long := strings.Repeat("a", 64)
	for _, row := range []struct{ in, why string }{
		{"", "no scheme"},
		{"shop.example/a", "no scheme"},
		{"//shop.example/a", "no scheme"},
		{"ftp://shop.example/", `the scheme is "ftp"`},
		{"mailto:ann@shop.example", `the scheme is "mailto"`},
		{"JavaScript:void(0)", `the scheme is "javascript"`},
		{"file:///etc/passwd", `the scheme is "file"`},
		{"data:text/html," + strings.Repeat("x", 100_000), `the scheme is "data"`},
		{"htp://x", `the scheme is "htp"`},
		{"https://", "no host"},
		{"https:///", "no host"},
		{"https://:443/", "no host"},
		{"https://./", "no host"},
		{"https://../", "empty label"},
		{"https://shop.example../", "empty label"},
		{"https://shop..example/", "empty label"},
		{"https://.shop.example/", "empty label"},
		{"https://" + long + ".example/", "label"},
		{"https://" + strings.Repeat("abcdefg.", 32) + "example/", "253"},
		{"https://shop.example:65536/", "over 65535"},
		{"https://shop.example:99999999999999999999/", "over 65535"},
		{"https://shop.example:0/", "port is 0"},
		{"https://shop.example:8o/", "port is not a number"},
		{"https://ann@shop.example/", "user name or a password"},
		{"https://ann:secret@shop.example/", "user name or a password"},
		{"https://:secret@shop.example/", "user name or a password"},
		{"https://@:@shop.example/", "user name or a password"},
		{"https://a b.example/", "no name may"},
		{"https://shop%00.example/", "no name may"},
		{"https://shop|.example/", "no name may"},
		{"https://shop%ff.example/", "IDNA"},
		{"https://xn--a.example/", "IDNA"},
		{"https://xn--.example/", "empty label"},
		{"https://\u00ad/", "IDNA"},
		{"https://≠/", "IDNA"},
		{"http://1.2.3.4.5/", "no IPv4 address"},
		{"http://256.1.1.1/", "no IPv4 address"},
		{"http://4294967296/", "no IPv4 address"},
		{"http://09.1.1.1/", "no IPv4 address"},
		{"http://shop.1/", "no IPv4 address"},
		{"http://shop.0xab/", "no IPv4 address"},
		{"http://-1/", "a sign"},
		{"http://0x+7f.1/", "a sign"},
		{"http://%2B1/", "a sign"},
		{"http://－１/", "a sign"},
		{"http://[::1/", "no IPv6 address"},
		{"http://[::1]a/", "no IPv6 address"},
		{"http://[[::1]]/", "no IPv6 address"},
		{"http://[]/", "no IPv6 address"},
		{"http://[1:2:3]/", "no IPv6 address"},
		{"http://[fe80::1%25eth0]/", "zone id"},
		{"http://[fe80::1%eth0]/", "zone id"},
		{"https://shop.example/" + strings.Repeat("a", maxReference), "it is 8213 octets long, over the bound of 8192"},
		{"https://shop.example/" + strings.Repeat("é", maxReference/4), "one spelling is"},
		{"https://" + strings.Repeat("é", maxHost), "over the bound of 1024"},
	} {
		a, err := Parse(row.in)
		if err == nil || !a.IsZero() || !strings.Contains(err.Error(), row.why) {
			t.Errorf("Parse(%.60q) = %q, %v, want a refusal with %q", row.in, a, err, row.why)
		}
		if err != nil && len(err.Error()) > 600 {
			t.Errorf("Parse(%.60q): the error is %d octets long", row.in, len(err.Error()))
		}
	}
}

func TestBoundsAreInclusive(t *testing.T) {
	name := strings.Repeat("abcdefg.", 31) + "abcde" // 253 octets
	for _, text := range []string{
		"https://" + name + "/",
		"https://" + strings.Repeat("a", 63) + ".example/",
		"https://shop.example/" + strings.Repeat("a", maxReference-len("https://shop.example/")),
	} {
		a, err := Parse(text)
		if err != nil || a.String() != text {
			t.Errorf("Parse(%.80q) = %.80q, %v, want it taken", text, a, err)
		}
	}
}

func TestNoPasswordIsInTheTextOfAnError(t *testing.T) {
	for _, reference := range []string{
		"https://ann:hunter2@shop.example/",
		"https://hunter2@shop.example/",
		"http:ann:hunter2@shop.example/",
		`https:\\ann:hunter2@shop.example/`,
		`\\ann:hunter2@shop.example/`,
		`/\ann:hunter2@shop.example/`,
		"/\n/ann:hunter2@shop.example/",
		" \thttps://ann:hunter2@shop.example/",
		"ht\ttps://ann:hunter2@shop.example/",
		"//ann:hunter2@shop.example/",
		"https://ann:hunter2@shop.example:99999/",
		"https://ann:hunter2@/",
		"https://ann:hunter2/x@shop.example/",
		"https://ann:hunter2#x@shop.example/",
		"https://ann:x?hunter2@shop.example/",
		"https://ann:x@hunter2@shop.example/",
		"ann:hunter2@shop.example",
		"ftp://ann:hunter2@shop.example/",
		"https://ann:hunter2" + strings.Repeat("x", 10_000) + "@shop.example/",
	} {
		base := mustParse(t, "https://shop.example/a")
		for _, from := range []Address{{}, base} {
			a, err := from.Resolve(reference)
			if err == nil {
				t.Errorf("Resolve(%.60q) on %q = %q, want a refusal", reference, from, a)
				continue
			}
			if strings.Contains(err.Error(), "hunter2") || strings.Contains(err.(*Error).Reference, "hunter2") {
				t.Errorf("Resolve(%.60q) on %q: the error tells the password: %v", reference, from, err)
			}
			if !strings.Contains(err.Error(), "***") {
				t.Errorf("Resolve(%.60q) on %q: %v, want *** in it", reference, from, err)
			}
		}
	}
}

func TestAnErrorShowsWhatWasWritten(t *testing.T) {
	_, err := Parse("htp://x")
	if want := `"htp://x": the scheme is "htp"; only http and https are taken`; err == nil || err.Error() != want {
		t.Errorf("Parse(htp://x): %v, want %s", err, want)
	}
	_, err = Parse("https://shop.example:99999/@ann")
	if want := `"https://***@ann": its port is over 65535`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// The parser would take a tenth of a second over each of these hosts, and ten
// seconds over the long ones.
func TestEveryBoundIsCheckedBeforeTheWorkItBounds(t *testing.T) {
	base := mustParse(t, shop+"/")
	for _, before := range []string{"https://", "http:", "//", `\\`, `/\`, `\/`, `https:\/`, "http:////", "h\nttp:/\t/", "\t/\n/", "https://:@"} {
		_, err := base.Resolve(before + strings.Repeat("é", 2_000) + "/")
		if err == nil || !strings.Contains(err.Error(), "its host is over the bound of 1024 octets") {
			t.Errorf("Resolve(%q and a long host): %v, want the bound of a host", before, err)
		}
	}
	started := time.Now()
	for _, reference := range []string{
		"https://" + strings.Repeat("é", 100_000) + "/",
		"https://" + strings.Repeat("@", 8_000) + "shop.example/",
		strings.Repeat("a", 1_000_000) + ":",
		strings.Repeat("/", 1_000_000),
	} {
		if a, err := base.Resolve(reference); err == nil {
			t.Errorf("Resolve(%.30q) = %.60q, want a refusal", reference, a)
		}
	}
	if took := time.Since(started); took > 2*time.Second {
		t.Errorf("refusing took %v, want a bound before the parser", took)
	}
}

func TestResolveReadsAReferenceAsABrowserDoes(t *testing.T) {
	const base = "https://shop.example:8443/a/b/c?q=1"
	for _, row := range []struct{ reference, want string }{
		{"", base},
		{"#top", base},
		{"  #top", base},
		{"?", "https://shop.example:8443/a/b/c"},
		{"?#x", "https://shop.example:8443/a/b/c"},
		{"?p=2", "https://shop.example:8443/a/b/c?p=2"},
		{"?p=2#x", "https://shop.example:8443/a/b/c?p=2"},
		{"d", "https://shop.example:8443/a/b/d"},
		{"d/e?f#g", "https://shop.example:8443/a/b/d/e?f"},
		{"./d", "https://shop.example:8443/a/b/d"},
		{"../d", "https://shop.example:8443/a/d"},
		{"../../../../d", "https://shop.example:8443/d"},
		{"../", "https://shop.example:8443/a/"},
		{"../?r", "https://shop.example:8443/a/?r"},
		{".././../d:e#f", "https://shop.example:8443/d:e"},
		{"..//d", "https://shop.example:8443/a//d"},
		{".", "https://shop.example:8443/a/b/"},
		{"..", "https://shop.example:8443/a/"},
		{".d", "https://shop.example:8443/a/b/.d"},
		{"d/.", "https://shop.example:8443/a/b/d/"},
		{"d/..", "https://shop.example:8443/a/b/"},
		{"%2e%2e/d", "https://shop.example:8443/a/d"},
		{"/", "https://shop.example:8443/"},
		{"/d", "https://shop.example:8443/d"},
		{"/d/../e", "https://shop.example:8443/e"},
		{`\d`, "https://shop.example:8443/d"},
		{"//other.example", "https://other.example/"},
		{"//other.example/d?e", "https://other.example/d?e"},
		{`/\other.example/d`, "https://other.example/d"},
		{"//other.example:80/", "https://other.example:80/"},
		{"http://other.example/d", "http://other.example/d"},
		{"https:d", "https://shop.example:8443/a/b/d"},
		{"https:/d", "https://shop.example:8443/d"},
		{"https:", base},
		{"https:?z", "https://shop.example:8443/a/b/c?z"},
		{"http:d", "http://d/"},
		{"http:/d", "http://d/"},
		{"d:e", ""},
		{"./d:e", "https://shop.example:8443/a/b/d:e"},
		{"d/e:f", "https://shop.example:8443/a/b/d/e:f"},
		{"1:2", "https://shop.example:8443/a/b/1:2"},
		{"/d:e", "https://shop.example:8443/d:e"},
		{"javascript:history.back()", ""},
		{"tel:+44", ""},
		{"//", ""},
		{"///", ""},
		{"///other.example", "https://other.example/"},
		{"//ann@other.example/", ""},
		{"//127.1/", "https://127.0.0.1/"},
		{"//10.0.0.7/", "https://10.0.0.7/"},
		{"//xn--bcher-kva.example/", "https://xn--bcher-kva.example/"},
		{"//other.example./", "https://other.example/"},
		{"d%20e", "https://shop.example:8443/a/b/d%20e"},
		{"d%c3%a9", "https://shop.example:8443/a/b/d%C3%A9"},
		{"d e", "https://shop.example:8443/a/b/d%20e"},
		{"a[]=1", "https://shop.example:8443/a/b/a[]=1"},
		{"?a[]=1", "https://shop.example:8443/a/b/c?a[]=1"},
	} {
		a, err := mustParse(t, base).Resolve(row.reference)
		if a.String() != row.want || (err == nil) != (row.want != "") {
			t.Errorf("Resolve(%q) = %q, %v, want %q", row.reference, a, err, row.want)
		}
	}
}

func TestPartsOfAnAddress(t *testing.T) {
	for _, row := range []struct{ in, scheme, host, port, target, path, origin, site string }{
		{"https://www.shop.example/a/b?c=1", "https", "www.shop.example", "", "/a/b?c=1", "/a/b", "https://www.shop.example", "shop.example"},
		{"http://shop.example:8080/?a?b", "http", "shop.example", "8080", "/?a?b", "/", "http://shop.example:8080", "shop.example:8080"},
		{"http://[::1]:81/x", "http", "[::1]", "81", "/x", "/x", "http://[::1]:81", "[::1]:81"},
		{"http://[::1]/x", "http", "[::1]", "", "/x", "/x", "http://[::1]", "[::1]"},
		{"", "", "", "", "", "", "", ""},
	} {
		var a Address
		if row.in != "" {
			a = mustParse(t, row.in)
		}
		got := []string{a.Scheme(), a.Host(), a.Port(), a.Target(), a.Path(), string(a.Origin()), string(a.Site())}
		want := []string{row.scheme, row.host, row.port, row.target, row.path, row.origin, row.site}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%q: part %d is %q, want %q", row.in, i, got[i], want[i])
			}
		}
	}
}

func TestMethodsOfTheZeroAddressDoNotPanic(t *testing.T) {
	var zero Address
	text, err := zero.MarshalText()
	if !zero.IsZero() || zero.String() != "" || len(text) != 0 || err != nil {
		t.Errorf("the zero address is %q, %q, %v", zero, text, err)
	}
	if a, err := zero.Resolve("https://shop.example/a"); err != nil || a.String() != "https://shop.example/a" {
		t.Errorf("Resolve on zero = %q, %v, want the absolute reference", a, err)
	}
	for _, reference := range []string{"", "#x", "?q", "/a", "a", "//shop.example/"} {
		if a, err := zero.Resolve(reference); err == nil {
			t.Errorf("Resolve(%q) on zero = %q, want a refusal", reference, a)
		}
	}
}

func TestTextRoundTrip(t *testing.T) {
	type line struct {
		A Address
		M map[Address]int
	}
	in := line{A: mustParse(t, "https://shop.example/ü"), M: map[Address]int{mustParse(t, shop): 1}}
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	var out line
	if err := json.Unmarshal(data, &out); err != nil || out.A != in.A || out.M[mustParse(t, shop)] != 1 {
		t.Errorf("Unmarshal(%s) = %v, %v, want %v", data, out, err, in)
	}
	if err := json.Unmarshal([]byte(`{"A":""}`), &out); err != nil || !out.A.IsZero() {
		t.Errorf("an empty text gives %q, %v, want the zero address", out.A, err)
	}
	out.A = in.A
	if err := json.Unmarshal([]byte(`{"A":"ftp://x"}`), &out); err == nil || !out.A.IsZero() {
		t.Errorf("a refused text gives %q, %v, want an error and the zero address", out.A, err)
	}
}

func mustParse(t testing.TB, text string) Address {
	t.Helper()
	a, err := Parse(text)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	return a
}
