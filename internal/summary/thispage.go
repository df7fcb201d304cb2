package summary

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"curtsy/page"
)

// mostPages is the most records of pages that are asked whether they are this one.
const mostPages = 10

// ofThisPage leaves out the things that say they are at home on another page, and, of
// a page that says it is a listing, those that do not say they are at home on it.
func (q *inquiry) ofThisPage(things []*thing, rank int) []*thing {
	listing := rank < rankPage && q.isListing()
	return slices.DeleteFunc(slices.Clone(things), func(t *thing) bool {
		r := t.spokesman()
		return q.isElsewhere(r) || listing && !q.isAt(r) && !q.isTitle(r)
	})
}

// isListing says whether a top record is this page, and a page of results or of a
// collection.
func (q *inquiry) isListing() bool {
	asked := 0
	for i := range q.Things {
		r := &q.Things[i]
		if r.Type != "CollectionPage" && r.Type != "SearchResultsPage" || asked >= mostPages {
			continue
		}
		if asked++; !q.isElsewhere(r) {
			return true
		}
	}
	return false
}

// isTitle says whether a record's name is all of the page's title, but for the site's.
func (q *inquiry) isTitle(r *page.Record) bool {
	name := fold(textOf(r, "name"))
	return name != "" && slices.ContainsFunc(q.titles(), func(title string) bool { return fold(q.withoutSite(title)) == name })
}

// titles gives what the page's own tags call it.
func (q *inquiry) titles() (all []string) {
	for _, t := range append(append(q.tags("html", "title"), q.tags("opengraph", "og:title")...), q.tags("twitter", "twitter:title")...) {
		all = append(all, strings.Join(strings.Fields(t.Value), " "))
	}
	return all
}

// isElsewhere says whether a record gives the address of another page as its own, and
// has no word in common with this page's title: a product in a corner, the previous
// article, the business whose site this is. What gives the site's front page as its
// address and is not the name this page begins with is who, not what; of products and
// articles, which templates give that address by mistake, that is not believed.
func (q *inquiry) isElsewhere(r *page.Record) bool {
	titles := q.titles()
	if len(titles) == 0 || q.isAt(r) {
		return false
	}
	elsewhere, atFront := false, false
	for _, property := range []string{"url", "mainEntityOfPage"} {
		for _, s := range spots(r, keyOf(r), property) {
			if _, text, ok := s.text("@id", "url"); ok {
				other, front := q.isOther(text)
				if !other {
					return false
				}
				elsewhere, atFront = true, atFront || front
			}
		}
	}
	name := calledOf(r)
	switch {
	case !elsewhere || strings.TrimSpace(name) == "":
		return false
	case atFront && !isArticle(r.Type) && !isProduct(r.Type):
		return !q.titled(r)
	}
	return !shareWord(name, strings.Join(titles, " "))
}

// isOther says whether a reference leads to another page, whatever stands in the
// query, before the path (a language) or before the host (www); and whether to the
// front page of a site.
func (q *inquiry) isOther(reference string) (other, front bool) {
	if q.Resolve == nil || strings.HasPrefix(reference, "#") {
		return false, false
	}
	at, ok := q.Resolve(reference)
	if !ok {
		return false, false
	}
	there, err := url.Parse(at)
	if err != nil {
		return false, false
	}
	path := strings.TrimRight(there.Path, "/")
	for _, short := range q.paths {
		if short == path || path != "" && short != "" && (strings.HasSuffix(short, path) || strings.HasSuffix(path, short)) {
			return false, false
		}
	}
	return len(q.paths) > 0, path == ""
}

// ownPaths gives the paths of the addresses that are this page's.
func (q *inquiry) ownPaths() (paths []string) {
	own := []string{q.Address}
	for _, c := range q.Canonicals {
		own = append(own, c.Value)
	}
	for _, t := range q.tags("opengraph", "og:url") {
		if q.Resolve == nil {
			break
		}
		if said, ok := q.Resolve(t.Value); ok {
			own = append(own, said)
		}
	}
	for _, address := range own {
		here, err := url.Parse(address)
		if err != nil || here.Host == "" {
			continue
		}
		if path := strings.TrimRight(here.Path, "/"); !slices.Contains(paths, path) && len(paths) < 8 {
			paths = append(paths, path)
		}
	}
	return paths
}

// shareWord says whether two texts have a word in common, or, in scripts that do not
// part words, two letters in a row.
func shareWord(a, b string) bool {
	words := map[string]bool{}
	for _, word := range wordsOf(a) {
		words[word] = true
	}
	return slices.ContainsFunc(wordsOf(b), func(word string) bool { return words[word] })
}

func wordsOf(text string) (all []string) {
	for word := range strings.FieldsFuncSeq(fold(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		runes := []rune(word)
		switch {
		case slices.ContainsFunc(runes, func(r rune) bool { return r >= 0x0E00 && !unicode.Is(unicode.Latin, r) }):
			for i := range len(runes) - 1 {
				all = append(all, string(runes[i:i+2]))
			}
		case len(runes) > 2:
			all = append(all, word)
		}
	}
	return all
}

// aspects lets other kinds of thing fill the gaps of the one a page is about, when they
// are that thing: they bear its name, one is a part of the other (an article and its
// recipe), or each says that it is what the page is mainly about.
func (q *inquiry) aspects(t *thing, things []*thing) {
	for _, other := range things {
		a, b := t.spokesman(), other.spokesman()
		if other == t || slices.Contains(other.Types, t.Type) {
			continue
		}
		if named(a, b) || partOf(a, b) || partOf(b, a) || q.isMainOf(a) && q.isMainOf(b) {
			t.also = append(t.also, other.same()...)
		}
	}
}

func partOf(r, whole *page.Record) bool {
	for _, s := range spots(r, keyOf(r), "isPartOf") {
		if of := s.record(); of != nil && (of.Where != "" && of.Where == whole.Where || equalText(of, whole, "@id")) {
			return true
		}
	}
	return false
}

func (q *inquiry) isMainOf(r *page.Record) bool {
	for _, s := range spots(r, keyOf(r), "mainEntityOfPage") {
		if _, text, ok := s.text("@id", "url"); ok && q.isHere(text) {
			return true
		}
	}
	return false
}
