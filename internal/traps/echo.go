package traps

import (
	"bytes"
	"strings"

	"curtsy/address"
)

// An echo is what a page only repeats of its own address, and what is therefore none of
// what it says.
type echo struct {
	dated  bool // the address names a day or a month: no number says anything
	near   int  // numbers so near to place say where in a listing we are; 0: none do
	place  int
	target string
}

func echoOf(a address.Address) echo {
	e := echo{target: a.Target()}
	path, query := cutQuery(e.target)
	e.dated = hasDate(path)
	before := ""
	for path != "" {
		var segment string
		segment, path, _ = strings.Cut(path, "/")
		if len(before) > 2 { // "/p/17" is a product as often as a page
			e.paged(before, segment)
		}
		if rest, is := cutPaging(segment); is { // page-3
			e.paged("page", rest)
		}
		before = segment
	}
	for query != "" {
		var one string
		one, query, _ = strings.Cut(query, "&")
		name, value, _ := strings.Cut(one, "=")
		e.paged(name, value)
		e.dated = e.dated || isDateName(name) || hasDate(value)
	}
	return e
}

// paged takes a parameter, or two segments, for a place in a listing if they are one. What
// counts pages is repeated with its neighbours, what counts things with a page of them.
func (e *echo) paged(name, value string) {
	n, whole := number(value)
	if !whole {
		return
	}
	switch strings.ToLower(name) {
	case "page", "paged", "p", "pg", "pagenum", "page_no", "pageno", "pagenumber", "page_number", "seite", "pagina", "cpage", "currentpage", "sida", "strona":
		e.place, e.near = n, 10
	case "offset", "start", "skip", "from", "limitstart", "first", "startindex", "start_index", "startat", "st":
		e.place, e.near = n, 100
	}
}

// cutPaging gives what stands behind "page-" or "page" in a segment.
func cutPaging(segment string) (rest string, is bool) {
	if len(segment) < 5 || !strings.EqualFold(segment[:4], "page") {
		return "", false
	}
	return strings.TrimLeft(segment[4:], "-_="), true
}

// of says whether a word says nothing of a page's own: it only repeats the address, or is a
// token made by a machine, such as a session id for the next link. Only words that are
// long, or have a digit, are asked about.
func (e *echo) of(word []byte, numeric bool) bool {
	if isLong(word) || isHex(word) {
		return true
	}
	if !numeric {
		return false
	}
	if e.dated {
		return true
	}
	n, whole := number(word)
	if e.near > 0 && n >= 0 && n-e.place <= e.near && e.place-n <= e.near {
		return whole || !isPoint(word) // 41-60, but not 41.99
	}
	// A number so long is made by a machine, as a token is.
	return whole && len(word) >= 9 && e.holds(word)
}

// holds says whether a word stands in the address, in capitals or not.
func (e *echo) holds(word []byte) bool {
	for at := 0; at+len(word) <= len(e.target); at++ {
		if strings.EqualFold(e.target[at:at+len(word)], string(word)) {
			return true
		}
	}
	return false
}

// number reads the digits that a text begins with, -1 if there are none; whole says
// whether there is nothing else.
func number[S string | []byte](text S) (n int, whole bool) {
	i := 0
	for ; i < len(text) && octets[text[i]] == digit; i++ {
		if n = 10*n + int(text[i]-'0'); n > 1<<40 {
			return -1, false
		}
	}
	if i == 0 {
		return -1, false
	}
	return n, i == len(text)
}

// isPoint says whether behind a word's first digits there is a point or a comma.
func isPoint(word []byte) bool {
	word = bytes.TrimLeft(word, "0123456789")
	return len(word) > 0 && (word[0] == '.' || word[0] == ',')
}

// hasDate says whether a text has a year from 1900 to 2199 with a month beside it:
// 2031/08, 2031-8-14, 08/2031, 203108, 20310814.
func hasDate(text string) bool {
	last, lastEnd := "", -2
	for i := 0; i < len(text); {
		if octets[text[i]] != digit {
			i++
			continue
		}
		end := i
		for end < len(text) && octets[text[end]] == digit {
			end++
		}
		run := text[i:end]
		if (len(run) == 6 || len(run) == 8) && isYear(run[:4]) && isMonth(run[4:6]) {
			return true
		}
		if lastEnd == i-1 && (isYear(last) && isMonth(run) || isMonth(last) && isYear(run)) {
			return true
		}
		last, lastEnd, i = run, end, end
	}
	return false
}

// isDateName says whether a parameter is named for a time.
func isDateName(name string) bool {
	name = strings.ToLower(name)
	switch name {
	case "year", "yr", "y", "month", "mon", "mo", "m", "when", "day", "week", "wk", "cal", "jahr", "monat", "tag", "woche", "datum", "annee", "mois", "jour", "semaine", "mes", "fecha", "timestamp", "ts":
		return true
	}
	return strings.Contains(name, "date") && !strings.Contains(name, "update") || strings.Contains(name, "month") || strings.Contains(name, "year") || strings.HasPrefix(name, "cal_") || strings.HasPrefix(name, "calendar")
}
