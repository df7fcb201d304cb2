package read

import (
	"strings"

	"curtsy/page"
)

// opengraphReader reads the Open Graph protocol (ogp.me) and the vocabularies that
// are written like it.
func opengraphReader() Reader {
	return Reader{
		Name:  "opengraph",
		Doc:   "metas of Open Graph (og:, article:, book:, profile:, product:, music:, video:, business:, place:, restaurant:)",
		Takes: TakesGathered,
		Read:  readOpenGraph,
	}
}

func isOpenGraph(name string) bool {
	return hasPrefixFold(name, "og:", "article:", "book:", "profile:", "product:", "music:", "video:", "business:", "place:", "restaurant:")
}

func readOpenGraph(s *Source) Findings {
	g := graph{metaTaker: metaTaker{Source: s, reader: "opengraph"}}
	for i := range s.Metas {
		m := &s.Metas[i]
		for _, name := range g.metaNames(m, isOpenGraph) {
			name = strings.ToLower(name)
			v, ok := g.say(name, name, m)
			g.place(name, v, ok, m)
		}
	}
	g.close()
	return g.findings()
}

// A graph is one page's Open Graph. Structured properties stand behind the member
// they are about, and belong to it until the next begins (ogp.me, "Structured
// Properties" and "Arrays"):
//
//	root ──root:width, root:type──► one nested record
//	root ──root, or anything else of another root──► the text alone
type graph struct {
	metaTaker
	root   string    // of the open member; "" when none is
	member fieldList // what it has so far
	where  string    // of the meta that began it
}

// place puts a value into the record. ok: it has a text; a blank one only ends the
// member before it.
func (g *graph) place(name string, v page.Value, ok bool, m *Meta) {
	root, structure := structuredRoot(name)
	switch {
	case root == "":
		if ok {
			g.record.add(name, v)
		}
	case !structure, g.begins(root, name):
		g.close()
		if ok {
			g.root, g.where = root, m.String()
			g.member.add(name, v)
		}
	case !ok:
	case g.root == root:
		g.member.add(name, v)
	default:
		g.record.add(name, v) // about no member that is open
	}
}

// begins says whether an address given as structure begins a member: it means the
// same as the root, so a second one is of another.
func (g *graph) begins(root, name string) bool {
	switch name[len(root):] {
	case ":url":
		return g.root != root || g.member.find(name) >= 0
	case ":secure_url":
		return g.root != root
	}
	return false
}

// close puts the open member into the record: its text, or a record when something
// is said of it, or when its address was given as structure.
func (g *graph) close() {
	if g.root == "" {
		return
	}
	fields := g.member.Fields
	v := fields[0].Value
	if len(fields) > 1 || fields[0].Name != g.root {
		v = page.Value{Value: &page.Record{Types: []string{}, Fields: fields, Source: g.reader, Where: g.where}}
	}
	g.record.add(g.root, v)
	g.root, g.member = "", fieldList{}
}

// structuredRoot gives the array a name belongs to, and whether the name is one of
// its structured properties; root is "" for a name of no such array.
// og:locale:alternate, which is an array of its own, and the amounts and currencies
// of prices, which have no root, are none.
func structuredRoot(name string) (root string, structure bool) {
	for _, root := range []string{"og:image", "og:video", "og:audio", "music:song", "music:album", "video:actor"} {
		if rest, ok := strings.CutPrefix(name, root); ok && (rest == "" || len(rest) > 1 && rest[0] == ':') {
			return root, rest != ""
		}
	}
	return "", false
}
