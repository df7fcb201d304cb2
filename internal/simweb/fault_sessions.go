package simweb

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// Sessions is a small site beneath its target, a home and N pages that all link
// to each other, in which every answer gives all its links a new session id: in
// the path, /shop/s/8f3a…/page-3, or, with Query, in the parameter of that name,
// /shop/page-3?sid=8f3a…. Any id is taken, and none at all; the text echoes the
// new one. Ids are made from the target and how often the site was asked before,
// so a test meets the same ones each time, and there is no end of them. Zero: 5
// pages. Text: (sessions), (sessions 12) or (sessions 12 sid).
type Sessions struct {
	N     int
	Query string
}

// page returns the number of the page a target is for, 0 for the home; false: it
// is none of the site's.
func (s Sessions) page(key, target string) (number int, ok bool) {
	name, _, ok := under(key, target)
	if !ok {
		return 0, false
	}
	if rest, found := strings.CutPrefix(name, "s/"); found && s.Query == "" {
		_, name, found = strings.Cut(rest, "/")
		if !found {
			return 0, false
		}
	}
	if name == "" {
		return 0, true
	}
	digits, ok := strings.CutPrefix(name, "page-")
	number, err := strconv.Atoi(digits)
	return number, ok && err == nil && number > 0
}

func (s Sessions) below(key, target string) bool {
	_, ok := s.page(key, target)
	return ok
}

func (s Sessions) play(x *exchange) {
	if s.N == 0 {
		s.N = 5
	}
	number, _ := s.page(x.asked.key, x.asked.Target)
	if number > s.N {
		x.missing()
		return
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %d", x.asked.key, x.asked.Times))
	id := fmt.Sprintf("%x", sum[:16])
	name := "Home"
	if number > 0 {
		name = fmt.Sprintf("Page %d", number)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html><html lang=\"en\"><head><title>%[1]s</title></head><body>\n<h1>%[1]s</h1>\n<p>Your session is %[2]s.</p>\n", name, id)
	for i := range 4 {
		fmt.Fprintf(&b, "<p>%s</p>\n", ware{number*4 + i + 1}.description())
	}
	for i := range s.N + 1 {
		fmt.Fprintf(&b, "<a href=%q>%d</a>\n", s.address(x.asked.key, id, i), i)
	}
	b.WriteString("</body></html>\n")
	x.made(b.String())
}

// address is where a page is within a session.
func (s Sessions) address(key, id string, number int) string {
	base, name := strings.TrimSuffix(key, "/"), ""
	if number > 0 {
		name = fmt.Sprintf("page-%d", number)
	}
	switch {
	case s.Query == "":
		return fmt.Sprintf("%s/s/%s/%s", base, id, name)
	case number == 0:
		base = key
	default:
		base += "/" + name
	}
	return base + "?" + url.QueryEscape(s.Query) + "=" + id
}

func readSessions(w words) (Fault, error) {
	var s Sessions
	err := w.read(toNumber(&s.N), func(word string) error { s.Query = word; return nil })
	return s, err
}
