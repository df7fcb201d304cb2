package read

import (
	"cmp"
	"slices"
	"strings"

	"curtsy/internal/summary"
)

// A find is a thing known in a state.
type find struct {
	at   *stop
	late bool // only the cache it stands in leads to it
}

// A sight is whether a value was come to. What references lead to may stand aside and
// elsewhere too: it is looked at twice then.
type sight uint8

const (
	unseen sight = iota
	seenAside
	seenPlain
)

// find finds the things in the states: likeliest to be the page's own first.
func (h *hydrator) find() (finds []find) {
	var queue, late []*stop
	h.seen = map[*node]sight{}
	for i := range h.states {
		queue = append(queue, h.states[i].top())
	}
	lateFrom := 1 << 30
	for i := 0; ; i++ {
		if i == len(queue) {
			if len(late) == 0 {
				break
			}
			lateFrom = min(lateFrom, i)
			queue, late = append(queue, late...), nil
		}
		at := queue[i]
		before := h.seen[at.node]
		if at.node.kind != isObject && at.node.kind != isList || before == seenPlain || before == seenAside && bool(at.aside) {
			continue
		}
		kind := h.known(at)
		if at.aside {
			h.seen[at.node] = seenAside
		} else {
			h.seen[at.node] = seenPlain
		}
		if kind == knownByShape || kind == knownByType && before == unseen {
			finds = append(finds, find{at, i >= lateFrom})
		}
		if kind == knownByShape {
			continue // what is in a product or an article is part of it
		}
		members := h.members(at)
		if isCache(at) && before == unseen {
			h.caches = append(h.caches, cache{at: at})
			for _, m := range members {
				if m.token == "ROOT_QUERY" {
					queue = append(queue, m)
				} else {
					late = append(late, m)
				}
			}
			continue
		}
		queue = append(queue, members...)
	}
	slices.SortStableFunc(finds, func(a, b find) int {
		return cmp.Or(order(a.at.crowd)-order(b.at.crowd), order(a.late)-order(b.late), cmp.Compare(a.at.depth, b.at.depth))
	})
	return finds
}

// isCache says whether an object's members are things by their names.
func isCache(at *stop) bool {
	if at.node.kind != isObject {
		return false
	}
	return at.node.member("ROOT_QUERY") != nil || isCacheName(at.token) || at.state.cache && at.up == nil && at.node.member("defaultClient") == nil
}

func isCacheName(name string) bool {
	return strings.EqualFold(name, "apolloState") || strings.EqualFold(name, "initialApolloState") || strings.EqualFold(name, "__APOLLO_STATE__")
}

// order puts what something holds of behind what it does not hold of.
func order(last bool) int {
	if last {
		return 1
	}
	return 0
}

// members gives the objects and lists in a value, and marks those that stand among
// three or more of their shape.
func (h *hydrator) members(at *stop) (members []*stop) {
	for i := range at.node.members {
		if m := at.member(i).resolved(h.caches); m.node.kind == isObject || m.node.kind == isList {
			if m.aside = at.aside; at.node.kind == isObject {
				m.aside = m.aside.under(at.node.names[i])
			}
			members = append(members, m)
		}
	}
	if len(members) < enough || at.crowd {
		return members
	}
	var shapes []*shape
	of := make([]*shape, len(members))
	for i, m := range members {
		s := shapeOf(m, h.caches)
		j := slices.IndexFunc(shapes, func(other *shape) bool { return other.like(s) })
		if j >= 0 {
			s = shapes[j]
		} else if len(shapes) < maxShapes {
			shapes = append(shapes, s)
		}
		s.n++
		of[i] = s
	}
	for i, m := range members {
		m.crowd = of[i].n >= enough
	}
	return members
}

// A shape is by which members of one list are known to be of a kind.
type shape struct {
	kind  string   // what the value says it is; "[]" of a list
	names []string // of an object's members
	n     int      // how many are of the shape
}

// Bounds on how closely shapes are looked at, and how many of one make a crowd.
const (
	maxShapes     = 8
	maxShapeNames = 40
	enough        = 3
)

func shapeOf(at *stop, caches []cache) *shape {
	n := at.node
	if n.kind == isList {
		// An element of a flight: ["$", what it is, key, properties].
		if len(n.members) > 1 && n.members[0].text == "$" && n.members[1].kind == isText {
			return &shape{kind: "[]" + n.members[1].text}
		}
		return &shape{kind: "[]"}
	}
	s := &shape{names: n.names[:min(len(n.names), maxShapeNames)]}
	for _, name := range []string{"__typename", "@type", "_type", "type", "component", "kind"} {
		if kind := at.get(caches, name); kind != nil && kind.node.kind == isText {
			s.kind = kind.node.text
			break
		}
	}
	return s
}

// like says whether two are of one shape: of one kind, and two thirds of their names
// the same. What one has and another lacks, a sale price or a badge, is common.
func (s *shape) like(o *shape) bool {
	if s.kind != o.kind {
		return false
	}
	same := 0
	for i, name := range o.names {
		if i < len(s.names) && s.names[i] == name || slices.Contains(s.names, name) {
			same++
		}
	}
	return 3*same >= 2*max(len(s.names), len(o.names))
}

// How a thing is known.
type knownAs uint8

const (
	knownAsNothing knownAs = iota
	knownByType            // it says what it is, and has a name
	knownByShape           // it has the members of a product or of an article
)

func (h *hydrator) known(at *stop) knownAs {
	if at.node.kind != isObject {
		return knownAsNothing
	}
	named := h.any(at, isTitle, h.hasText)
	if !named {
		return knownAsNothing
	}
	switch {
	case bool(at.aside):
	case h.any(at, isPrice, h.hasAmount), h.any(at, isOffers, h.hasPriced),
		h.any(at, isPrice, h.hasDigit) && h.any(at, isGoods, h.hasSomething),
		h.any(at, isDate, h.hasDigit) && h.any(at, isBody, h.hasSomething):
		return knownByShape
	}
	if h.any(at, isTypeName, isTypeText) {
		return knownByType
	}
	return knownAsNothing
}

// any says whether some member, of a name and with a value, is there.
func (h *hydrator) any(at *stop, name func(string) bool, value func(*stop) bool) bool {
	for i, own := range at.node.names {
		if name(own) && value(at.member(i).resolved(h.caches)) {
			return true
		}
	}
	return false
}

func isTypeName(name string) bool { return name == "@type" || name == "__typename" }

func isTypeText(at *stop) bool { return onlyTexts(at.node) }

func isTitle(name string) bool { return name == "name" || name == "title" || name == "headline" }

func isPrice(name string) bool {
	switch summary.PlainName(name) {
	case "price", "prices", "saleprice", "currentprice", "finalprice", "regularprice", "pricerange", "minprice", "lowprice":
		return true
	}
	return false
}

func isOffers(name string) bool { return name == "offers" || name == "variants" }

// isGoods says whether a member is one that only goods have: with it, what costs
// nothing is a product too.
func isGoods(name string) bool {
	switch summary.PlainName(name) {
	case "sku", "gtin", "gtin13", "ean", "upc", "isbn", "mpn", "brand", "image", "images":
		return true
	}
	return false
}

func isDate(name string) bool {
	switch summary.PlainName(name) {
	case "publishedat", "datepublished", "createdat", "publishdate", "publisheddate", "publicationdate":
		return true
	}
	return false
}

func isBody(name string) bool {
	switch name {
	case "body", "content", "excerpt", "author", "authors", "articleBody":
		return true
	}
	return false
}

func (h *hydrator) hasText(at *stop) bool {
	if at.node.kind == isObject {
		if rendered := at.get(h.caches, "rendered"); rendered != nil { // as WordPress gives it
			at = rendered
		}
	}
	return at.node.kind == isText && !at.node.bare && strings.TrimSpace(at.node.text) != ""
}

func (h *hydrator) hasSomething(at *stop) bool {
	return at.node.kind == isText && strings.TrimSpace(at.node.text) != "" || len(at.node.members) > 0
}

// hasDigit says whether a value is or holds a text with a digit: a label is no price.
func (h *hydrator) hasDigit(at *stop) bool { return h.holds(at, "0123456789") }

// hasAmount says whether a value is or holds an amount that is not zero.
func (h *hydrator) hasAmount(at *stop) bool { return h.holds(at, "123456789") }

func (h *hydrator) holds(at *stop, digits string) bool {
	left := 40
	return h.holdsOne(at, digits, &left)
}

func (h *hydrator) holdsOne(at *stop, digits string, left *int) bool {
	if *left--; *left < 0 || at.depth > MaxStateDepth+8 {
		return false
	}
	if at.node.kind == isText {
		return len(at.node.text) < 100 && strings.ContainsAny(at.node.text, digits)
	}
	for i := range at.node.members {
		if h.holdsOne(at.member(i).resolved(h.caches), digits, left) {
			return true
		}
	}
	return false
}

// hasPriced says whether one of the first offers or variants has a price.
func (h *hydrator) hasPriced(at *stop) bool {
	for range 4 {
		switch {
		case at.node.kind == isObject && h.any(at, isPrice, h.hasAmount):
			return true
		case at.node.kind == isList && len(at.node.members) > 0:
			at = at.member(0).resolved(h.caches)
		default: // a connection of a graph: {"edges": [{"node": ...}]}
			inner := at.get(h.caches, "edges")
			for _, name := range []string{"nodes", "node"} {
				if inner == nil {
					inner = at.get(h.caches, name)
				}
			}
			if inner == nil {
				return false
			}
			at = inner
		}
	}
	return false
}
