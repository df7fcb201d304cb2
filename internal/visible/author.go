package visible

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
)

func relAuthor(s *sight) []candidate {
	var all []candidate
	for _, c := range s.authors {
		if c.zone&apart != 0 || s.articles > 1 && !s.near(c) {
			continue
		}
		if name, ok := nameIn(whole(c.node)); ok {
			all = append(all, candidate{node: c.node, value: name})
		}
	}
	return all
}

func byline(s *sight) []candidate {
	var all []candidate
	for _, c := range s.lines {
		if c.zone&inAuthorClass == 0 || s.articles > 1 && !s.near(c) {
			continue
		}
		if found, ok := s.behindBy(c.node); ok {
			all = append(all, found)
		}
	}
	return all
}

func authorClass(s *sight) []candidate {
	var all []candidate
	for _, c := range s.lines {
		if c.zone&inAuthorClass == 0 || !s.near(c) {
			continue
		}
		text := whole(c.node)
		if name, ok := nameIn(text); ok && name == text && strings.Contains(name, " ") && !saysMore(name) {
			all = append(all, candidate{node: c.node, value: name})
		}
	}
	return all
}

func byLine(s *sight) []candidate {
	var all []candidate
	for _, c := range s.lines {
		if !s.near(c) {
			continue
		}
		if found, ok := s.behindBy(c.node); ok {
			all = append(all, found)
		}
	}
	return all
}

// behindBy finds a name behind a word such as "by" in an element, or in the two around it.
func (s *sight) behindBy(n *html.Node) (candidate, bool) {
	for range 3 {
		if n == nil || n.Type != html.ElementNode {
			break
		}
		if rest, ok := cutBy(whole(n), s.language); ok {
			if name, ok := nameIn(rest); ok {
				return candidate{node: n, value: name}, true
			}
		}
		n = n.Parent
	}
	return candidate{}, false
}

// nameIn gives the name a text begins with: up to a comma, a bar or a dash, in words
// that each begin with a capital, or with none where a script has no capitals. Particles
// and "and" may stand between. A text with a digit or an address in the name has none.
func nameIn(text string) (string, bool) {
	if rest, ok := cutBy(text, ""); ok {
		text = rest
	}
	if end := strings.IndexAny(text, ",|·•–—/(\n;:"); end >= 0 {
		text = text[:end]
	}
	text, _, _ = strings.Cut(text, " - ")
	for _, on := range []string{" on ", " am ", " in ", " at "} {
		text, _, _ = strings.Cut(text, on)
	}
	for _, on := range []string{" le ", " el ", " em ", " op ", " den "} { // which names have, too
		if name, rest, _ := strings.Cut(text, on); strings.ContainsAny(rest, "0123456789") {
			text = name
		}
	}
	text = strings.TrimSpace(text)
	if len(text) > 80 || utf8.RuneCountInString(text) < 2 || strings.ContainsAny(text, "@0123456789<>[]{}?!“”\"") {
		return "", false
	}
	parts := strings.Fields(text)
	capitals := 0
	for _, part := range parts {
		for _, elided := range []string{"d'", "d’", "l'", "l’"} {
			part = strings.TrimPrefix(part, elided)
		}
		first, _ := utf8.DecodeRuneInString(part)
		switch {
		case unicode.IsUpper(first) || unicode.IsLetter(first) && !unicode.IsLower(first):
			capitals++
		case !isParticle(part):
			return "", false
		}
	}
	return text, capitals > 0 && len(parts) <= 8 && !isNobody(text)
}

func isParticle(word string) bool {
	switch word {
	case "de", "da", "do", "dos", "das", "del", "della", "di", "du", "des", "la", "le", "von", "van", "der", "den", "zu", "zum", "zur", "af", "av",
		"bin", "ibn", "al", "el", "ten", "ter", "y", "e", "et", "und", "and", "en", "i", "och", "og", "a", "&":
		return true
	}
	return false
}

// isNobody lists what stands for the name of an author and is none.
func isNobody(name string) bool {
	switch strings.ToLower(name) {
	case "admin", "administrator", "super user", "superuser", "unknown", "anonymous", "guest", "staff", "editor", "webmaster":
		return true
	}
	return false
}

// saysMore says whether a short text by an author's name is what one can do there.
func saysMore(text string) bool {
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		switch word {
		case "follow", "view", "read", "more", "posts", "articles", "profile", "about", "author", "editor", "contributor", "staff", "writer", "reporter",
			"correspondent", "share", "email", "see", "all", "contact", "redakteur", "autorin", "autor", "mehr", "über", "voir", "suivre", "ver":
			return true
		}
	}
	return false
}
