package robots

import (
	"cmp"
	"slices"
)

// An Entry is one line of a robots.txt that is neither a rule nor a wish for rest.
type Entry struct {
	Line  int
	Key   string // in lower case, in its usual spelling: "sitemap", "content-signal"
	Value string // as written, without outer blanks
	Group string // what the group was read under: the token, "*", a usage token, or "" outside any group
}

// Sitemaps gives the Sitemap lines in the order of the file, wherever they stand:
// they belong to no group (RFC 9309 section 2.2.4). An address written twice is given
// once. The values are as written and may be no addresses.
func (f *File) Sitemaps() []Entry { return slices.Clone(f.sitemaps) }

// Rights gives the lines that speak of what may be done with the site's pages, in the
// order of the file: Content-Signal, Content-Usage, License, DisallowAITraining and
// Noindex lines of the groups that bind the token and of no group, and the rules of
// groups that name a use by a token like "__usage_ai-training", whose Key is that
// token and whose Value is the rule as written. Nothing is interpreted: what
// contradicts itself is all there. At most 1,000 entries and 64 KiB of values are kept of
// a file; a [Note] says where more was left out.
func (f *File) Rights(token string) []Entry {
	entries := slices.Concat(f.outside.rights, f.usages)
	name, groups := f.groupsOf(token)
	for _, g := range groups {
		for _, e := range g.rights {
			e.Group = name
			entries = append(entries, e)
		}
	}
	slices.SortStableFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Line, b.Line) })
	return entries
}
