package visible

import (
	"strings"
	"time"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"curtsy/internal/normal"
	"curtsy/internal/tree"
)

func publishedTime(s *sight) []candidate { return s.timesOf(published) }
func updatedTime(s *sight) []candidate   { return s.timesOf(modified) }
func nearTime(s *sight) []candidate      { return s.timesOf(unsaid) }

// timesOf gives the time elements near the title that are said to be of a kind.
func (s *sight) timesOf(k kind) []candidate {
	var all []candidate
	for _, c := range s.times {
		if c.zone&apart != 0 || !s.near(c) || kindOf(c) != k {
			continue
		}
		if found, ok := s.timeOf(c.node); ok {
			all = append(all, found)
		}
	}
	return all
}

// kindOf says what a time element is said to be: by the label before it, else by its
// names. Many templates name a page never changed "published updated": the first holds.
func kindOf(c spot) kind {
	before := labels(c.before)
	if n := len(before); n > 0 && isJoin(before[n-1].text) {
		return before[n-1].kind
	}
	said := unsaid
	for _, a := range c.node.Attr {
		switch a.Key {
		case "pubdate":
			return published
		case "class", "itemprop", "property", "id":
		default:
			continue
		}
		names := a.Val[:min(len(a.Val), 512)]
		isProperty := a.Key == "itemprop" || a.Key == "property" || strings.Contains(names, "dt-start") || strings.Contains(names, "dt-end")
		for word := range words(names) {
			switch {
			case word == "published", word == "pubdate", word == "publish":
				return published
			case word == "updated", word == "modified", word == "lastmod":
				said = modified
			case isHappening(word, isProperty):
				said = happens
			}
		}
	}
	return said
}

// isHappening says whether a word of a time element's names makes it the time of what
// the page tells of, as an event's start. Outside of properties "start" and "end" say
// how a text is aligned.
func isHappening(word string, property bool) bool {
	switch word {
	case "event", "deadline", "expires":
		return true
	case "start", "end", "door", "valid", "birth", "availability", "scheduled", "temporal":
		return property
	}
	return false
}

// isJoin says whether a text between a label and a date joins them.
func isJoin(text string) bool {
	switch strings.ToLower(strings.Trim(text, " :：,-–")) {
	case "", "on", "am", "le", "el", "il", "em", "op", "den", "dnia", "at", "date":
		return true
	}
	return false
}

// timeOf reads a time element: what it says to people, and the date it gives programs.
// When both are dates and they are more than a day apart, one of them is wrong.
func (s *sight) timeOf(n *html.Node) (candidate, bool) {
	text := whole(n)
	if text == "" {
		return candidate{}, false
	}
	read, isDate := normal.Date(text, s.language)
	value, _ := tree.Attr(n, "datetime")
	given, isGiven := normal.Date(value, s.language)
	switch {
	case isGiven && isDate && !withinADay(given, read):
		return candidate{}, false
	case isGiven:
		return candidate{n, text, given}, true
	}
	return candidate{n, text, read}, isDate
}

// withinADay compares the days of two dates, or their months where one has no more.
func withinADay(a, b string) bool {
	if normal.SameInstant(a, b) || len(a) < len(time.DateOnly) || len(b) < len(time.DateOnly) {
		return normal.SameInstant(a, b)
	}
	x, err := time.Parse(time.DateOnly, a[:len(time.DateOnly)])
	y, too := time.Parse(time.DateOnly, b[:len(time.DateOnly)])
	return err == nil && too == nil && x.Sub(y).Abs() <= 24*time.Hour
}

func publishedLabel(s *sight) []candidate { return s.labelledDates(published) }
func updatedLabel(s *sight) []candidate   { return s.labelledDates(modified) }

// labelledDates gives the dates behind labels of a kind. On a page of several articles
// only those near the title are the page's.
func (s *sight) labelledDates(k kind) []candidate {
	var all []candidate
	for _, c := range s.numbers {
		if s.articles > 1 && !s.near(c) {
			continue
		}
		for n, up := c.node, 0; n != nil && n.Type == html.ElementNode && up < 3; n, up = n.Parent, up+1 {
			parts := s.labelsIn(n)
			for _, part := range parts {
				if part.kind != k {
					continue
				}
				if value, date, ok := dateIn(part.text, s.language); ok {
					all = append(all, candidate{n, value, date})
				}
			}
			if len(parts) > 0 {
				break
			}
		}
	}
	return all
}

// labelsIn parts an element's text by its labels, once for all the texts in it.
func (s *sight) labelsIn(n *html.Node) []labelled {
	parts, ok := s.parts[n]
	if !ok {
		parts = labels(whole(n))
		s.parts[n] = parts
	}
	return parts
}

// dateIn reads the date that a text begins with, without the words behind it.
func dateIn(text, language string) (value, date string, ok bool) {
	value = strings.TrimLeft(text, " :：,-–")
	if word, rest, _ := strings.Cut(value, " "); isJoin(word) {
		value = rest
	}
	for range 6 {
		value = strings.TrimRight(value, " ,:-–")
		if date, ok = normal.Date(value, language); ok {
			return value, date, true
		}
		end := strings.LastIndexByte(value, ' ')
		if end < 0 || strings.ContainsAny(value[end:], "0123456789") {
			if short := strings.TrimRight(value, "."); short != value {
				value = short
				continue
			}
			break
		}
		value = value[:end]
	}
	return "", "", false
}

// nearDate gives the texts near the title that are a day and nothing more. What stands
// in a time element is for the rules before.
func nearDate(s *sight) []candidate {
	var all []candidate
	for _, c := range s.numbers {
		if !s.near(c) || tree.Is(c.node, atom.Time) {
			continue
		}
		if before := labels(c.before); len(before) > 0 && isJoin(before[len(before)-1].text) {
			continue
		}
		text := whole(c.node)
		if date, ok := normal.Date(text, s.language); ok && len(date) >= len(time.DateOnly) {
			all = append(all, candidate{c.node, text, date})
		}
	}
	return all
}
