package traps

import (
	"strings"
)

// A target is an address's path and query, in lower case, taken apart.
type target struct {
	path, query string
	segments    []string
	parameters  []parameter
}

type parameter struct{ name, value string }

func newTarget(text string) *target {
	path, query, _ := strings.Cut(text, "?")
	t := &target{path: path, query: query}
	if trimmed := strings.Trim(path, "/"); trimmed != "" {
		t.segments = strings.Split(trimmed, "/")
	}
	for part := range strings.FieldsFuncSeq(query, func(r rune) bool { return r == '&' || r == ';' }) {
		name, value, _ := strings.Cut(part, "=")
		t.parameters = append(t.parameters, parameter{brackets(name), value})
	}
	return t
}

// brackets undoes the escaping of brackets, which names have either way.
func brackets(name string) string {
	if !strings.Contains(name, "%5") {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "%5b", "["), "%5d", "]")
}

// has says whether the query has a parameter of one of the names.
func (t *target) has(names ...string) bool {
	for _, p := range t.parameters {
		for _, name := range names {
			if p.name == name {
				return true
			}
		}
	}
	return false
}

// one says whether the query has a parameter with one of the values.
func (t *target) one(name string, values ...string) bool {
	value := t.value(name)
	for _, v := range values {
		if value == v {
			return true
		}
	}
	return false
}

func (t *target) value(name string) string {
	for _, p := range t.parameters {
		if p.name == name {
			return p.value
		}
	}
	return ""
}

// begins says whether the name of a parameter begins so.
func (t *target) begins(start string) bool {
	for _, p := range t.parameters {
		if strings.HasPrefix(p.name, start) {
			return true
		}
	}
	return false
}

// after says whether a segment stands behind at least so many others, and before another.
func (t *target) after(n int, segment string) bool {
	for i := n; i < len(t.segments)-1; i++ {
		if t.segments[i] == segment {
			return true
		}
	}
	return false
}

// pair says whether two segments stand side by side.
func (t *target) pair(first, second string) bool {
	for i := range len(t.segments) - 1 {
		if t.segments[i] == first && t.segments[i+1] == second {
			return true
		}
	}
	return false
}

// ends says whether the path ends in one of the segments.
func (t *target) ends(segments ...string) bool {
	if len(t.segments) == 0 {
		return false
	}
	last := t.segments[len(t.segments)-1]
	for _, s := range segments {
		if last == s {
			return true
		}
	}
	return false
}

// isSearch: a site's own search, on its usual paths, or the parameter of one on the front
// page. Deeper in a path a segment "search" is often what a page is about.
func isSearch(t *target) bool {
	if t.has("search", "search_query", "searchterm", "search_term", "keywords") {
		return true
	}
	if len(t.segments) == 0 || len(t.segments) == 1 && strings.HasPrefix(t.segments[0], "index.") {
		return t.has("s", "q", "query")
	}
	for i, segment := range t.segments {
		if !isSearchWord(segment) {
			continue
		}
		if i == 0 || i == 1 && isLanguage(t.segments[0]) || t.query != "" && i == len(t.segments)-1 {
			return true
		}
	}
	return false
}

func isSearchWord(segment string) bool {
	switch segment {
	case "search", "search.php", "search.html", "search.aspx", "search.jsp", "searchresults", "search-results", "search_results", "catalogsearch",
		"advanced-search", "advancedsearch", "suche", "suchen", "recherche", "rechercher", "buscar", "busca", "busqueda", "zoeken", "cerca", "szukaj":
		return true
	}
	return false
}

// isLanguage says whether a segment is that of a language: "de", "de-at".
func isLanguage(segment string) bool {
	return len(segment) == 2 || len(segment) == 5 && (segment[2] == '-' || segment[2] == '_')
}

func isSpecial(t *target) bool {
	special := func(name string) bool {
		name = strings.ReplaceAll(name, "%3a", ":")
		for _, word := range []string{"special:", "spezial:", "especial:", "speciaal:", "speciale:", "sp%c3%a9cial:", "specjalna:"} {
			if strings.HasPrefix(name, word) {
				return true
			}
		}
		return false
	}
	for _, segment := range t.segments {
		if special(segment) {
			return true
		}
	}
	return special(t.value("title"))
}

func isCalendar(t *target) bool {
	if t.has("ical", "outlook-ical", "tribe-bar-date", "tribe_event_display", "calendar_month", "cal_month") ||
		t.has("month") && t.has("year") || isDate(t.value("date")) || isDate(t.value("day")) || isDate(t.value("month")) {
		return true
	}
	for i, segment := range t.segments {
		switch segment {
		case "calendar", "calender", "kalender", "agenda", "events", "event", "termine", "veranstaltungen":
			if datedAfter(t.segments[i+1:]) {
				return true
			}
		}
	}
	return false
}

// datedAfter says whether one of the next two segments is a date, or a year and a month.
func datedAfter(segments []string) bool {
	for i := range min(2, len(segments)) {
		if isDate(segments[i]) || i+1 < len(segments) && isYear(segments[i]) && isMonth(segments[i+1]) {
			return true
		}
	}
	return false
}

// isDate: a year and a month, and it may be a day, apart by dashes.
func isDate(text string) bool {
	year, rest, ok := strings.Cut(text, "-")
	month, day, more := strings.Cut(rest, "-")
	return ok && isYear(year) && isMonth(month) && (!more || isNumber(day) && len(day) <= 2)
}

func isYear(text string) bool {
	return len(text) == 4 && isNumber(text) && (text[:2] == "19" || text[:2] == "20" || text[:2] == "21")
}

func isMonth(text string) bool {
	return isNumber(text) && (len(text) == 1 && text != "0" || len(text) == 2 && (text[0] == '0' && text[1] != '0' || text[0] == '1' && text[1] <= '2'))
}

func isNumber(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

func isSession(t *target) bool {
	if t.has("phpsessid", "jsessionid", "sessionid", "session_id", "sessid", "oscsid", "zenid", "cftoken", "cfid") || t.begins("aspsessionid") ||
		strings.Contains(t.path, ";jsessionid=") || strings.Contains(t.path, "/(s(") {
		return true
	}
	return len(t.value("sid")) >= 16
}
