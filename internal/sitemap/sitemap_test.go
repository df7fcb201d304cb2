package sitemap

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"curtsy/address"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// readAll reads a sitemap as a caller does and gives all of what came.
func readAll(t testing.TB, r io.Reader, bound Bound) (Kind, []Entry, Count, error) {
	t.Helper()
	base, err := address.Parse("https://shop.example/sitemap.xml")
	if err != nil {
		t.Fatal(err)
	}
	var (
		entries []Entry
		count   Count
	)
	bound.Count = &count
	kind, err := Read(r, base, bound, func(e Entry) bool {
		entries = append(entries, e)
		return true
	})
	return kind, entries, count, err
}

func locs(entries []Entry) string {
	var all []string
	for _, e := range entries {
		all = append(all, e.Loc)
	}
	return strings.Join(all, " ")
}

// Each file of testdata is a sitemap as some site might serve it; its .golden is
// all that reading it gives.
func TestFilesReadAsTheirGoldenFilesSay(t *testing.T) {
	files, err := filepath.Glob("testdata/*.*ml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	lists, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, lists...) {
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			kind, entries, count, err := readAll(t, bytes.NewReader(data), Bound{})
			var b strings.Builder
			fmt.Fprintf(&b, "kind: %s\n", kind)
			for _, e := range entries {
				fmt.Fprintf(&b, "entry: %q %q %v\n", e.Loc, e.LastMod, e.Index)
			}
			fmt.Fprintf(&b, "given %d, long %d, empty %d\nerror: %v\n", count.Given, count.Long, count.Empty, err)
			golden := file + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), b.String()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", file, diff)
			}
		})
	}
}

func TestEveryRefusalHasItsOwnCauseAndSentence(t *testing.T) {
	const good = `<urlset><url><loc>https://shop.example/1</loc></url>`
	gz := compress(t, good+"</urlset>")
	flipped := bytes.Clone(gz)
	flipped[len(flipped)-6] ^= 0xff // in the checksum
	many := compress(t, good+strings.Repeat("<!-- "+strings.Repeat("x", 1000)+" -->", 3000)+"</urlset>")
	for _, row := range []struct {
		name, body string
		cause      error
		text       string
		given      int
	}{
		{"nothing", "", ErrNotSitemap, "an empty body, not a sitemap", 0},
		{"white space", " \r\n ", ErrNotSitemap, "so not a sitemap", 0},
		{"a page", "<!DOCTYPE html>\n<html><body>Not found</body></html>", ErrNotSitemap, "https://shop.example/sitemap.xml: an HTML page, not a sitemap", 0},
		{"a page of XHTML", `<?xml version="1.0"?><!doctype HTML PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x"><html/>`, ErrNotSitemap, "an HTML page, not a sitemap", 0},
		{"a page without a document type", "  <HTML><head><title>404</title></head></HTML>", ErrNotSitemap, "an HTML page, not a sitemap", 0},
		{"a page behind a line of text", "Warning\n<!doctype html><p>", ErrNotSitemap, "an HTML page, not a sitemap", 0},
		{"prose", "Not found. See http://shop.example/ instead.", ErrNotSitemap, "neither markup nor a list of addresses", 0},
		{"JSON", `{"urls": ["https://shop.example/1"]}`, ErrNotSitemap, "neither markup nor a list of addresses", 0},
		{"another root", `<?xml version="1.0"?><catalogue><loc>https://shop.example/1</loc></catalogue>`, ErrNotSitemap, `its root is "catalogue", so not a sitemap`, 0},
		{"a root of one letter more", `<urlsets><url/></urlsets>`, ErrNotSitemap, `its root is "urlsets"`, 0},
		{"only a declaration", `<?xml version="1.0"?>`, ErrNotSitemap, "no urlset, sitemapindex, rss or feed in it", 0},
		{"only warnings", strings.Repeat("<br>", 20_000), ErrNotSitemap, "no urlset, sitemapindex, rss or feed in its first 64 KiB, so not a sitemap", 0},
		{"closed by another", good + "\n<url><loc>https://shop.example/2</url></urlset>", ErrBroken, "it is broken: <loc> is closed by </url>, line 2; the entry before it is kept", 1},
		{"cut off in a tag", good + "\n\n<url><lo", ErrBroken, "it is broken: it ends within <url>, line 3", 1},
		{"cut off in a comment", good + "<!-- ", ErrBroken, "it ends within <urlset>", 1},
		{"cut off in an instruction", good + "<?x ", ErrBroken, "it ends within <urlset>", 1},
		{"cut off between tags", good, ErrBroken, "it ends within <urlset>", 1},
		{"no markup at all", good + "\n< ></urlset>", ErrBroken, "it is broken: expected element name after <, line 2", 1},
		{"too deep", good + strings.Repeat("<a>", 100), ErrTooLarge, "elements stand more than 64 deep", 1},
		{"a long tag", good + "\n<a " + strings.Repeat("b", 70_000), ErrTooLarge, "a tag is longer than 64 KiB, line 2", 1},
		{"a document type", `<!DOCTYPE urlset SYSTEM "http://evil.example/x">` + good, ErrDocumentType, "it declares a document type or an entity, which is never read, line 1", 0},
		{"one whose name starts like a page's", `<!DOCTYPE htmls>` + good, ErrDocumentType, "document type", 0},
		{"in small letters", "\n<!doctype urlset>" + good, ErrDocumentType, "line 2", 0},
		{"with a control in it", "<!DOC\x00TYPE urlset>" + good, ErrDocumentType, "document type", 0},
		{"with a control in front", "<\x01!DOCTYPE urlset>" + good, ErrDocumentType, "document type", 0},
		{"behind a comment", "<!-- - -- --><?x?><!DOCTYPE urlset>" + good, ErrDocumentType, "document type", 0},
		{"an entity", `<!ENTITY a "b">` + good, ErrDocumentType, "document type", 0},
		{"an element", `<!element urlset ANY>` + good, ErrDocumentType, "document type", 0},
		{"a section that is no CDATA", `<![IGNORE[x]]>` + good, ErrDocumentType, "document type", 0},
		{"behind an entry", good + "\n<!DOCTYPE x>", ErrDocumentType, "line 2; the entry before it is kept", 1},
		{"in UTF-16", utf16Text("\ufeff<!DOCTYPE urlset>" + good), ErrDocumentType, "document type", 0},
		{"in UTF-16 without a mark", utf16Text("<!DocType urlset>" + good), ErrDocumentType, "document type", 0},
		{"in UTF-32", utf32Text("\ufeff<!DOCTYPE urlset>" + good), ErrDocumentType, "document type", 0},
		{"in gzip", string(compress(t, "<!DOCTYPE urlset>"+good)), ErrDocumentType, "document type", 0},
		{"gzip cut in its header", "\x1f\x8b\x08", ErrTruncatedGzip, "its gzip ends too early", 0},
		{"gzip cut in its body", string(many[:len(many)-40]), ErrTruncatedGzip, "its gzip ends too early", 1},
		{"gzip with a wrong checksum", string(compressedCut(t, good)), ErrCorruptGzip, "its gzip is corrupt", 1},
		{"gzip with another method", "\x1f\x8b\x00\x00\x00\x00\x00\x00\x00\x00", ErrCorruptGzip, "its gzip is corrupt", 0},
		{"gzip three times", string(compress(t, string(compress(t, string(gz))))), ErrCorruptGzip, "it is compressed more than twice", 0},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, entries, count, err := readAll(t, strings.NewReader(row.body), Bound{})
			var told *Error
			if !errors.Is(err, row.cause) || !errors.As(err, &told) || !strings.Contains(err.Error(), row.text) {
				t.Fatalf("Read: %v, want %v with %q", err, row.cause, row.text)
			}
			if len(entries) != row.given || count.Given != row.given || told.Given != row.given {
				t.Errorf("Read gave %d entries (%d counted, %d told), want %d", len(entries), count.Given, told.Given, row.given)
			}
			for _, other := range []error{ErrNotSitemap, ErrBroken, ErrTooLarge, ErrDocumentType, ErrCorruptGzip, ErrTruncatedGzip} {
				if other != row.cause && errors.Is(err, other) {
					t.Errorf("Read: %v is also %v", err, other)
				}
			}
		})
	}
	if _, entries, _, err := readAll(t, bytes.NewReader(flipped), Bound{}); err != nil || len(entries) != 1 {
		t.Errorf("a wrong checksum behind the whole file: %d entries, %v, want it read", len(entries), err)
	}
}

func TestWhatTheBodySaysIsPassedOn(t *testing.T) {
	lost := errors.New("connection reset")
	const start = "<urlset>\n<url><loc>https://shop.example/1</loc></url>\n<url>"
	gz := compress(t, start+strings.Repeat("<!-- x -->", 100))
	for name, body := range map[string]string{"markup": start, "gzip": string(gz[:len(gz)-12]), "text": "https://shop.example/1\nhttps://shop.exa"} {
		_, entries, _, err := readAll(t, io.MultiReader(strings.NewReader(body), iotest.ErrReader(lost)), Bound{})
		if !errors.Is(err, lost) || locs(entries) != "https://shop.example/1" {
			t.Errorf("%s: Read gave %q, %v, want the first entry and %v", name, locs(entries), err, lost)
		}
		_, _, _, err = readAll(t, io.MultiReader(strings.NewReader(body), iotest.ErrReader(io.ErrUnexpectedEOF)), Bound{})
		if !errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, ErrTruncatedGzip) {
			t.Errorf("%s: Read: %v, want what the body said", name, err)
		}
	}
}

func TestBoundsAreReportedAndKept(t *testing.T) {
	list := func(n int) string {
		var b strings.Builder
		b.WriteString("<urlset>")
		for i := range n {
			fmt.Fprintf(&b, "<url><loc>https://shop.example/%d</loc></url>\n", i)
		}
		return b.String() + "</urlset>"
	}
	_, entries, _, err := readAll(t, strings.NewReader(list(11)), Bound{Entries: 10})
	if !errors.Is(err, ErrTooLarge) || len(entries) != 10 || !strings.Contains(err.Error(), "it lists more than 10 entries") {
		t.Errorf("11 entries of 10: %d given, %v", len(entries), err)
	}
	if _, entries, _, err = readAll(t, strings.NewReader(list(10)), Bound{Entries: 10}); err != nil || len(entries) != 10 {
		t.Errorf("10 entries of 10: %d given, %v", len(entries), err)
	}
	if _, entries, _, err = readAll(t, strings.NewReader(strings.Repeat("http://a.example/\n", 50_001)), Bound{}); !errors.Is(err, ErrTooLarge) || len(entries) != 50_000 {
		t.Errorf("50,001 entries: %d given, %v", len(entries), err)
	}
	if _, entries, _, err = readAll(t, strings.NewReader(strings.Repeat("https://shop.example/\n", 11)), Bound{Entries: 10}); !errors.Is(err, ErrTooLarge) || len(entries) != 10 {
		t.Errorf("11 lines of 10: %d given, %v", len(entries), err)
	}
	short := "https://shop.example/1\nhttps://shop.example/2"
	if _, entries, _, err = readAll(t, strings.NewReader(short), Bound{Bytes: int64(len(short))}); err != nil || len(entries) != 2 {
		t.Errorf("a list of as many octets as the bound: %d given, %v", len(entries), err)
	}
	if _, entries, _, err = readAll(t, strings.NewReader(short), Bound{Bytes: int64(len(short)) - 1}); !errors.Is(err, ErrTooLarge) || len(entries) != 1 {
		t.Errorf("a list of one octet more than the bound: %d given, %v", len(entries), err)
	}
	whole := list(100)
	if _, entries, _, err = readAll(t, strings.NewReader(whole), Bound{Bytes: int64(len(whole))}); err != nil || len(entries) != 100 {
		t.Errorf("as many octets as the bound: %d given, %v", len(entries), err)
	}
	for name, body := range map[string]string{"plain": whole + " ", "gzip": string(compress(t, whole+" ")), "twice": string(compress(t, string(compress(t, whole+" "))))} {
		_, entries, _, err = readAll(t, strings.NewReader(body), Bound{Bytes: int64(len(whole)) - 20})
		if !errors.Is(err, ErrTooLarge) || len(entries) != 99 || !strings.Contains(err.Error(), "over the bound of") {
			t.Errorf("%s, more octets than the bound: %d given, %v", name, len(entries), err)
		}
	}
}

func TestAddressesOverTheBoundAreCountedNotCut(t *testing.T) {
	at := "https://shop.example/" + strings.Repeat("é", maxLoc-len("https://shop.example/"))
	cjk := "https://shop.example/" + strings.Repeat("字", maxLoc-len("https://shop.example/"))
	body := "<urlset><url><loc>" + at + "</loc></url><url><loc>" + at + "x</loc></url><url><loc>" + strings.Repeat("x", 1<<20) + "</loc></url>" +
		"<url><loc> " + strings.Repeat(" ", 20_000) + cjk + "</loc></url><url><loc> </loc></url><url/><url><lastmod>2026</lastmod></url></urlset>"
	_, entries, count, err := readAll(t, strings.NewReader(body), Bound{})
	if err != nil || locs(entries) != at+" "+cjk {
		t.Errorf("Read gave %.200q, %v, want the two addresses of %d characters", locs(entries), err, maxLoc)
	}
	if want := (Count{Given: 2, Long: 2, Empty: 3}); count != want {
		t.Errorf("count %+v, want %+v", count, want)
	}
	_, entries, count, err = readAll(t, strings.NewReader(cjk+"\r\n"+at+"x\n"+strings.Repeat("http://", 100_000)+"\n"), Bound{})
	if err != nil || locs(entries) != cjk || count.Long != 2 {
		t.Errorf("a list gave %.200q, %+v, %v", locs(entries), count, err)
	}
}

func TestEachStopsTheReadingWithoutAnError(t *testing.T) {
	for _, body := range []string{"<urlset><url><loc>https://a.example/</loc></url><url><loc>https://b.example/</loc></url><broken", "https://a.example/\nhttps://b.example/"} {
		given := 0
		_, err := Read(strings.NewReader(body), address.Address{}, Bound{}, func(Entry) bool { given++; return false })
		if err != nil || given != 1 {
			t.Errorf("each was called %d times, Read: %v, want once and no error", given, err)
		}
	}
}

func TestAnErrorWithoutABaseStillSaysWhatItIsAbout(t *testing.T) {
	_, err := Read(strings.NewReader("<html>"), address.Address{}, Bound{}, func(Entry) bool { return true })
	if err == nil || err.Error() != "sitemap: an HTML page, not a sitemap" {
		t.Errorf("Read: %v", err)
	}
}
