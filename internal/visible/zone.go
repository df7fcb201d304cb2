package visible

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/tree"
)

// zoneOf gives what surrounds an element's content: what surrounds the element, and
// what its name, its class and its id say.
func zoneOf(n *html.Node, z zone) zone {
	switch {
	case tree.Is(n, atom.Html, atom.Body, atom.Main):
		return z // their classes speak of the site's template
	case tree.Is(n, atom.Article):
		z |= inArticle
	case tree.Is(n, atom.Header):
		if z&inArticle == 0 && !within(n, atom.Main) {
			z |= inSiteHeader
		}
	case tree.Is(n, atom.Footer):
		if z&inArticle == 0 {
			z |= inAside
		}
	case tree.Is(n, atom.Nav, atom.Aside, atom.Select, atom.Button, atom.Textarea, atom.Noscript):
		z |= inAside
	case tree.Is(n, atom.Del, atom.S, atom.Strike):
		z |= inStruck
	case tree.Is(n, atom.A):
		z |= inLink
	}
	if tree.HidesItself(n) || tree.IsMute(n) {
		z |= inHidden
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "style":
			if strings.Contains(strings.ToLower(a.Val[:min(len(a.Val), 1<<10)]), "line-through") {
				z |= inStruck
			}
		case "role":
			if a.Val == "navigation" || a.Val == "complementary" || a.Val == "contentinfo" {
				z |= inAside
			}
		case "class", "id", "data-testid":
			z |= zoneOfNames(a.Val, z)
		}
	}
	return z
}

// within says whether an element stands in one of a name.
func within(n *html.Node, name atom.Atom) bool {
	for n = n.Parent; n != nil; n = n.Parent {
		if tree.Is(n, name) {
			return true
		}
	}
	return false
}

// zoneOfNames reads the words of a class or an id: "post-author", "PriceBox__old".
// Past the first few hundred octets a class says nothing of meaning. weak words tell
// of another price only beside a word for price: "list-price" is one, "list" is a list.
func zoneOfNames(names string, around zone) (z zone) {
	weak := false
	for word := range words(names[:min(len(names), 512)]) {
		z |= zoneOfWord(word)
		weak = weak || isWeak(word)
	}
	if weak && (z|around)&inPriceClass != 0 {
		z |= inStruck
	}
	return z
}

// words gives the words of a name in lower case, parted by what is no letter and by a
// capital behind a small letter.
func words(names string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, small := 0, false
		for i := 0; i < len(names); {
			r, size := utf8.DecodeRuneInString(names[i:])
			ends := !unicode.IsLetter(r)
			if (ends || small && unicode.IsUpper(r)) && i > start {
				if !yield(strings.ToLower(names[start:i])) {
					return
				}
				start = i
			}
			i += size
			if ends {
				start = i
			}
			small = unicode.IsLower(r)
		}
		if start < len(names) {
			yield(strings.ToLower(names[start:]))
		}
	}
}

func zoneOfWord(word string) zone {
	switch word {
	case "price", "prices", "preis", "prix", "precio", "preco", "prezzo", "prijs", "pris", "cena", "hinta":
		return inPriceClass
	case "author", "authors", "byline", "autor", "auteur", "autore":
		return inAuthorClass
	case "comment", "comments", "commentlist", "kommentar", "kommentare", "commentaires", "disqus", "respond", "reply", "replies",
		"reviews", "testimonial", "testimonials":
		return inComments
	case "related", "recommended", "recommendation", "recommendations", "recommend", "upsell", "upsells", "crosssell", "crosssells", "cross",
		"similar", "carousel", "sidebar", "widget", "nav", "navigation", "menu", "breadcrumb", "breadcrumbs", "cart", "minicart", "basket",
		"accessories", "bundle", "viewed", "sponsored", "promo", "banner", "cookie", "newsletter", "popular", "trending", "teaser", "ticker":
		return inAside
	case "old", "was", "msrp", "rrp", "uvp", "strike", "strikethrough", "crossed", "member", "members", "club", "loyalty", "installment", "installments":
		return inStruck
	}
	return 0
}

func isWeak(word string) bool {
	switch word {
	case "regular", "list", "compare", "original", "before", "previous", "unit", "base", "saving", "savings", "save", "discount", "shipping",
		"delivery", "monthly", "deposit", "from", "range", "min", "max", "tier", "wholesale", "striked", "alt":
		return true
	}
	return false
}
