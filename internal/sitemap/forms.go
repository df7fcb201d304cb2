package sitemap

import (
	"encoding/xml"
	"slices"
	"strings"
)

// A form says where a kind of markup keeps its entries. Names are compared without
// case, since some generators shout.
type form struct {
	root  string
	kind  Kind
	entry string   // the element of one entry
	in    []string // what it stands in
	loc   string
	dates []string // the first that an entry has is its LastMod
	href  bool     // the address is loc's href, if its rel is alternate or absent
}

var forms = []form{
	{root: "urlset", kind: URLSet, entry: "url", in: []string{"urlset"}, loc: "loc", dates: []string{"lastmod"}},
	{root: "sitemapindex", kind: Index, entry: "sitemap", in: []string{"sitemapindex"}, loc: "loc", dates: []string{"lastmod"}},
	{root: "rss", kind: RSS, entry: "item", in: []string{"rss", "channel"}, loc: "link", dates: []string{"pubDate", "dc:date"}},
	{root: "RDF", kind: RSS, entry: "item", in: []string{"RDF", "channel"}, loc: "link", dates: []string{"dc:date", "pubDate"}},
	{root: "feed", kind: Atom, entry: "entry", in: []string{"feed"}, loc: "link", dates: []string{"updated", "published", "modified"}, href: true},
}

func formOf(root string) *form {
	for i := range forms {
		if strings.EqualFold(forms[i].root, root) {
			return &forms[i]
		}
	}
	return nil
}

// within says whether an entry may stand in an element of that name.
func (f *form) within(parent string) bool {
	return slices.ContainsFunc(f.in, func(name string) bool { return strings.EqualFold(name, parent) })
}

// Elements of a server's warning in front of the root, and of a page, which has no
// root that we read.
var (
	warning = []string{"br", "b", "i", "p", "u", "em", "strong", "span", "font", "div", "pre", "code", "table", "tbody", "tr", "th", "td"}
	page    = []string{"html", "head", "body", "title", "meta", "script", "style", "h1"}
)

func oneOf(name string, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
}

// prefixes are those that stand for the sitemap's own namespace: none, the root's,
// and any that the root declares for sitemaps. The decoder gives names as they are
// written, which is how image:loc is told from loc.
func prefixes(root xml.StartElement) []string {
	own := []string{"", root.Name.Space}
	for _, a := range root.Attr {
		if a.Name.Space == "xmlns" && strings.Contains(a.Value, "/schemas/sitemap/") {
			own = append(own, a.Name.Local)
		}
	}
	return own
}
