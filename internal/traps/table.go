package traps

import (
	"slices"
	"strings"

	"curtsy/address"
)

// A Trap is a kind of address that is not followed from a link: asking for it costs a site
// more than a page does, or there is no end of it.
type Trap struct {
	Name   string // as a line's left_out and the summary have it
	Reason string // one sentence for a person

	Are    []string // addresses that are such
	AreNot []string // and some that look like them

	words []string // one of them is in every such address, in lower case
	match func(t *target) bool
}

// Table lists the traps in the order they are tried.
func Table() []Trap {
	return slices.Concat(searches(), forges(), wikis(), actions(), endless(), lists())
}

// searches are what asks a site's database.
func searches() []Trap {
	return []Trap{
		{
			Name: "search", Reason: "a search costs the site a query for every address, and finds what links lead to",
			Are:    []string{"/search", "/search?q=tea", "/de/suche?q=tee", "/?s=tea", "/?q=tea", "/catalogsearch/result/?q=x", "/shop/search.php?query=x", "/list?search=tea", "/busqueda", "/szukaj?x=1"},
			AreNot: []string{"/research/", "/search-engine-guide", "/docs/search/overview", "/docs/search", "/a?s=17", "/p?q=17", "/questions?page=2"},
			words:  []string{"search", "/such", "/recherche", "/busca", "/busqueda", "/zoek", "/cerca", "/szukaj", "keywords", "?s=", "?q=", "&s=", "&q=", "query="},
			match:  isSearch,
		},
	}
}

// forges are what a forge of code makes anew for each revision.
func forges() []Trap {
	return []Trap{
		{
			Name: "forge_blame", Reason: "a forge reckons who wrote each line anew for each file and revision",
			Are:    []string{"/owner/repo/blame/main/a.go", "/group/sub/repo/-/blame/main/a.go", "/hg/repo/annotate/tip/a.c"},
			AreNot: []string{"/blame", "/songs/blame-it-on", "/owner/repo/blob/main/a.go"},
			words:  []string{"/blame/", "/annotate/"},
			match:  func(t *target) bool { return t.after(2, "blame") || t.after(2, "annotate") },
		},
		{
			Name: "forge_compare", Reason: "a forge can compare any two of its revisions",
			Are:    []string{"/owner/repo/compare/v1...v2", "/group/repo/-/compare/a...b"},
			AreNot: []string{"/compare/phones", "/blog/compare-phones", "/shop/phones/compare"},
			words:  []string{"/compare/"},
			match:  func(t *target) bool { return t.after(2, "compare") && strings.Contains(t.path, "..") },
		},
		{
			Name: "forge_archive", Reason: "a forge packs a whole tree for each address",
			Are:    []string{"/owner/repo/archive/refs/tags/v1.zip", "/group/repo/-/archive/main/repo.tar.gz", "/owner/repo/tarball/v1"},
			AreNot: []string{"/archive/2024/05/", "/blog/news/archive/2024", "/a/b/archive"},
			words:  []string{"/archive/", "/tarball/", "/zipball/"},
			match: func(t *target) bool {
				return t.after(2, "tarball") || t.after(2, "zipball") || t.pair("-", "archive") || t.pair("archive", "refs") ||
					t.after(2, "archive") && (strings.HasSuffix(t.path, ".zip") || strings.HasSuffix(t.path, ".tar.gz") || strings.HasSuffix(t.path, ".bundle"))
			},
		},
		{
			Name: "forge_commits", Reason: "a forge lists the history of every file of every branch",
			Are:    []string{"/owner/repo/commits/main", "/owner/repo/commits/main/src", "/group/repo/-/commits/main", "/gitweb?p=a.git;a=shortlog;h=1234", "/?p=a.git&a=blobdiff"},
			AreNot: []string{"/commits", "/about/commits", "/owner/repo/commit/1234abcd", "/?p=17"},
			words:  []string{"/commits", "?a=", "&a=", ";a="},
			match: func(t *target) bool {
				return t.after(2, "commits") || t.pair("-", "commits") || t.has("p") && t.one("a", "blame", "blobdiff", "commitdiff", "history", "log", "search", "shortlog", "snapshot")
			},
		},
	}
}

// wikis are what a wiki keeps or makes of its pages.
func wikis() []Trap {
	return []Trap{
		{
			Name: "wiki_history", Reason: "a wiki keeps every revision of every page, and compares any two",
			Are:    []string{"/w/index.php?title=Tea&oldid=17", "/w/index.php?title=Tea&diff=18&oldid=17", "/w/index.php?title=Tea&action=history", "/wiki/Tea?action=edit", "/wiki/Tea?action=raw"},
			AreNot: []string{"/w/index.php?title=Tea", "/wiki/Tea", "/form?action=view&id=3", "/index.php?title=Tea&action=view"},
			words:  []string{"oldid=", "diff=", "action="},
			match: func(t *target) bool {
				return t.has("oldid") || t.has("diff") || t.has("title") && t.has("action") && !t.one("action", "view") ||
					t.one("action", "edit", "history", "info", "raw", "purge", "delete", "watch", "unwatch", "diff", "login", "register", "lostpassword")
			},
		},
		{
			Name: "wiki_special", Reason: "a wiki makes its special pages anew for each address",
			Are:    []string{"/wiki/Special:RecentChanges", "/wiki/Special%3ALog", "/wiki/Spezial:Suche", "/w/index.php?title=Special:WhatLinksHere/Tea"},
			AreNot: []string{"/specials", "/wiki/Special_relativity", "/offers/special"},
			words:  []string{"special", "spezial", "especial", "speciaal", "sp%c3%a9cial", "specjalna"},
			match:  isSpecial,
		},
	}
}

// actions are what does something, or is a form to do it with.
func actions() []Trap {
	return []Trap{
		{
			Name: "reply_link", Reason: "the same page again, with a form to answer each comment",
			Are:    []string{"/post/?replytocom=17", "/post?reply_to=3", "/post?like_comment=4"},
			AreNot: []string{"/reply", "/post?comment=17"},
			words:  []string{"replytocom=", "reply_to=", "replyto=", "like_comment="},
			match:  func(t *target) bool { return t.has("replytocom", "reply_to", "replyto", "like_comment") },
		},
		{
			Name: "cart", Reason: "it puts something into a cart or onto a list",
			Are:    []string{"/p/tea?add-to-cart=17", "/p/tea?add_to_cart=1", "/cart/add/17", "/wishlist/add?product=3", "/p?add_to_wishlist=3"},
			AreNot: []string{"/cart", "/go-cart/adders", "/blog/why-we-add-to-cart"},
			words:  []string{"cart", "wishlist", "basket", "remove_item", "undo_item"},
			match: func(t *target) bool {
				return t.has("add-to-cart", "add_to_cart", "addtocart", "add-to-wishlist", "add_to_wishlist", "remove_item", "undo_item") ||
					t.pair("cart", "add") || t.pair("basket", "add") || t.pair("wishlist", "add") || t.pair("cart", "remove")
			},
		},
		{
			Name: "share_link", Reason: "it leads to a form that shares the page elsewhere",
			Are:    []string{"/post/?share=mastodon", "/post/?share=email&nb=1"},
			AreNot: []string{"/share", "/post?shared=1"},
			words:  []string{"share="},
			match:  func(t *target) bool { return t.has("share") },
		},
		{
			Name: "login", Reason: "a form that comes back to each page has an address for each of them",
			Are:    []string{"/login?next=/p/17", "/wp-login.php?redirect_to=x", "/account/sign-in?return=/a", "/logout?token=1"},
			AreNot: []string{"/login", "/login-problems?page=2", "/sign-in"},
			words:  []string{"/log", "/sign", "wp-login"},
			match: func(t *target) bool {
				return t.query != "" && t.ends("login", "log-in", "signin", "sign-in", "signup", "sign-up", "logout", "log-out", "signout", "wp-login.php", "login.php")
			},
		},
	}
}

// endless are what has no end.
func endless() []Trap {
	return []Trap{
		{
			Name: "calendar", Reason: "a calendar has a page for every month there ever was or will be",
			Are:    []string{"/calendar/2031/08", "/events/2031-08", "/events/2031-08-14/", "/events/month/2031-08", "/kalender?month=8&year=2031", "/list?date=2031-08-14", "/events/?ical=1", "/events/?tribe-bar-date=2031-08-01", "/calender/2031-08", "/veranstaltungen/2031/08"},
			AreNot: []string{"/2024/05/17/my-article/", "/calendar", "/events/spring-fair-2031", "/archive/2024/05", "/report?year=2024", "/events/2031"},
			words:  []string{"calendar", "calender", "veranstaltungen", "event", "kalender", "agenda", "termine", "month=", "date=", "ical=", "day="},
			match:  isCalendar,
		},
		{
			Name: "session_id", Reason: "each visit has its own address for the same page",
			Are:    []string{"/p?PHPSESSID=0123456789abcdef", "/p;jsessionid=0123ABCD", "/(S(abcdefghij))/p", "/p?sid=0123456789abcdef01", "/p?osCsid=abcdef0123456789", "/p?CFID=1&CFTOKEN=2", "/p?CFTOKEN=2"},
			AreNot: []string{"/p?sid=17", "/sessions/2024", "/p?session=spring"},
			words:  []string{"sess", "sid=", "(s(", "zenid=", "cfid=", "cftoken="},
			match:  isSession,
		},
	}
}

// lists are what shows the same list or page otherwise.
func lists() []Trap {
	return []Trap{
		{
			Name: "sort_order", Reason: "the same list in another order",
			Are:    []string{"/list?sort=price", "/list?orderby=date", "/list?order=desc", "/list?dir=asc&p=2", "/list?product_list_order=name", "/list?sort[price]=asc", "/?C=M;O=D", "/?O=D;C=M"},
			AreNot: []string{"/list?order=17", "/sort", "/list?page=2", "/list?dir=left"},
			words:  []string{"sort", "order=", "orderby", "order_by", "_order", "dir=", "_dir", "?c=", "&c=", ";c="},
			match: func(t *target) bool {
				return t.has("sort", "sort_by", "sortby", "sortorder", "sort_order", "sortdir", "orderby", "order_by", "product_list_order", "product_list_dir") ||
					t.begins("sort[") || t.one("order", "asc", "desc", "name", "price", "date", "title", "newest") || t.one("dir", "asc", "desc") ||
					t.one("c", "n", "m", "s", "d") && t.one("o", "a", "d")
			},
		},
		{
			Name: "facet", Reason: "each choice of filters is an address of its own: twice as many for each more",
			Are:    []string{"/list?filter[colour]=red", "/list?filter_colour=red", "/list?f[0]=brand:x", "/list?f%5B0%5D=brand", "/list?facet=x", "/list?min_price=1&max_price=2", "/list?pf_v_size=m"},
			AreNot: []string{"/filters", "/list?colour=red", "/list?f=17", "/coffee/filter-papers"},
			words:  []string{"filter", "?f[", "&f[", "?f%5b", "&f%5b", "facet", "min_price", "max_price", "price_min", "price_max", "minprice", "maxprice", "pf_", "refine"},
			match: func(t *target) bool {
				return t.has("filter", "filters", "facet", "facets", "refine", "refinement", "min_price", "max_price", "price_min", "price_max", "minprice", "maxprice") ||
					t.begins("filter[") || t.begins("filter_") || t.begins("filters[") || t.begins("f[") || t.begins("facet[") || t.begins("pf_")
			},
		},
		{
			Name: "list_view", Reason: "the same list, laid out or cut otherwise",
			Are:    []string{"/list?view=grid", "/list?mode=list", "/list?per_page=48", "/list?product_list_limit=all", "/list?pagesize=100"},
			AreNot: []string{"/view/grid", "/list?view=17", "/list?page=2", "/api?limit=5"},
			words:  []string{"view=", "mode=", "per_page", "perpage", "per-page", "pagesize", "page_size", "_limit=", "_mode="},
			match: func(t *target) bool {
				return t.has("per_page", "perpage", "per-page", "pagesize", "page_size", "product_list_limit", "product_list_mode") || t.one("view", "grid", "list") || t.one("mode", "grid", "list")
			},
		},
		{
			Name: "print_view", Reason: "the same page for a printer",
			Are:    []string{"/p?print=1", "/p?printable=yes", "/p?view=print", "/p?format=print", "/w/index.php?title=Tea&printable=yes"},
			AreNot: []string{"/print", "/prints?page=2", "/p?format=pdf"},
			words:  []string{"print"},
			match: func(t *target) bool {
				return t.has("print", "printable") || t.one("view", "print") || t.one("format", "print") || t.one("layout", "print")
			},
		},
	}
}

// traps is the table made once, and seek finds the rows worth trying.
var (
	traps = Table()
	seek  = newSeeker(traps)
)

// Of says which trap an address is, by the first row that matches. It is safe for
// concurrent use.
func Of(a address.Address) (Trap, bool) {
	text := lower(a.Target())
	rows := seek.rows(text)
	if rows == 0 {
		return Trap{}, false
	}
	t := newTarget(text)
	for i := range traps {
		if rows&(1<<i) != 0 && traps[i].match(t) {
			return traps[i], true
		}
	}
	return Trap{}, false
}

// A seeker finds in one pass which rows have one of their words in a text.
type seeker struct {
	begins [1 << 12]bool       // whether a word may begin with three octets of this hash
	words  map[uint32][]sought // by their first three octets
}

type sought struct {
	word string
	rows uint32 // a bit for each row
}

// begun is the least length of a word.
const begun = 3

func newSeeker(table []Trap) *seeker {
	s := &seeker{words: map[uint32][]sought{}}
	for i, row := range table {
		for _, word := range row.words {
			key := threeOf(word, 0)
			s.begins[hashOf(key)] = true
			s.words[key] = append(s.words[key], sought{word, 1 << i})
		}
	}
	return s
}

func threeOf(text string, at int) uint32 {
	return uint32(text[at]) | uint32(text[at+1])<<8 | uint32(text[at+2])<<16
}

func hashOf(key uint32) uint32 { return key * 2654435761 >> 20 }

// rows gives a bit for each row that has a word in text.
func (s *seeker) rows(text string) (rows uint32) {
	for at := 0; at+begun <= len(text); at++ {
		key := threeOf(text, at)
		if !s.begins[hashOf(key)] {
			continue
		}
		for _, w := range s.words[key] {
			if strings.HasPrefix(text[at:], w.word) {
				rows |= w.rows
			}
		}
	}
	return rows
}

// lower is text in lower case; a text that is so already is not copied.
func lower(text string) string {
	for i := range len(text) {
		if 'A' <= text[i] && text[i] <= 'Z' {
			return strings.ToLower(text)
		}
	}
	return text
}
