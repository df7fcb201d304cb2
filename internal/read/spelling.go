package read

import "strings"

// A spelling writes names as schema.org lists them, however a page's context lets
// it write them. Names of other vocabularies stay as they are written.
type spelling struct {
	prefixes map[string]string // of compact names, to what they stand for
	terms    map[string]string // names a context gives another meaning
	contexts int
}

// Bounds on contexts: they say how names are spelled, not what the page declares.
const (
	maxContexts = 32
	maxTerms    = 256
)

func newSpelling() spelling { return spelling{} }

// learn takes an object's own inline context, if it has one.
func (s *spelling) learn(n *node) {
	for i, name := range n.names {
		if name == "@context" {
			s.context(n.members[i])
		}
	}
}

func (s *spelling) context(n *node) {
	if s.contexts >= maxContexts {
		return
	}
	s.contexts++
	switch n.kind {
	case isList:
		for _, member := range n.members {
			s.context(member)
		}
	case isObject:
		for i, term := range n.names {
			meaning := n.members[i]
			if meaning.kind == isObject {
				for j, key := range meaning.names {
					if key == "@id" {
						meaning = meaning.members[j]
						break
					}
				}
			}
			if meaning.kind == isText && len(s.terms) < maxTerms && !strings.HasPrefix(term, "@") {
				s.define(term, meaning.text)
			}
		}
	}
}

func (s *spelling) define(term, meaning string) {
	if s.terms == nil {
		s.terms, s.prefixes = map[string]string{}, map[string]string{}
	}
	if strings.HasSuffix(meaning, "/") || strings.HasSuffix(meaning, "#") {
		s.prefixes[term] = meaning
		return
	}
	s.terms[term] = meaning
}

// of gives a name's spelling.
func (s *spelling) of(name string) string {
	if len(s.terms) > 0 {
		if meaning, ok := s.terms[name]; ok {
			if strings.HasPrefix(meaning, "@") {
				return meaning
			}
			if bare := s.bare(meaning); bare != meaning {
				return bare
			}
			return name
		}
	}
	return s.bare(name)
}

func (s *spelling) bare(name string) string {
	prefix, rest, ok := strings.Cut(name, ":")
	if !ok {
		return name
	}
	if meaning, known := s.prefixes[prefix]; known {
		return schemaName(meaning+rest, name)
	}
	if prefix == "schema" && rest != "" && !strings.HasPrefix(rest, "//") {
		return rest
	}
	return schemaName(name, name)
}

// schemaName takes schema.org's address off a name; otherwise is what to give when
// it has none.
func schemaName(name, otherwise string) string {
	rest, ok := strings.CutPrefix(name, "https://")
	if !ok {
		rest, ok = strings.CutPrefix(name, "http://")
	}
	if !ok {
		return otherwise
	}
	rest = strings.TrimPrefix(rest, "www.")
	if bare, ok := strings.CutPrefix(rest, "schema.org/"); ok {
		if bare = strings.Trim(bare, "/#"); bare != "" {
			return bare
		}
	}
	return otherwise
}
