package read

import (
	"bytes"
	"html"

	"github.com/kaptinlin/jsonrepair"
)

// Repairs are the kinds of mending that one script needed.
type repairs uint16

// The kinds, in the order they are reported.
const (
	repairedWrapping   repairs = 1 << iota // comment or CDATA marks stood around the script
	repairedComments                       // comments stood in it
	repairedCommas                         // commas stood before a closing bracket or at the end
	repairedControls                       // raw control characters stood in texts
	repairedSeveral                        // values stood one after another
	repairedUndefined                      // JavaScript's undefined was read as null
	repairedLiteral                        // it was no JSON, but a literal of JavaScript
	repairedEntities                       // it was written with HTML's entities
	repairedByGuessing                     // it was mended by guessing
)

// words gives the repairs as a page's line says them: a closed list.
func (r repairs) words() (words []string) {
	for i, word := range []string{"wrapping", "comments", "trailing commas", "control characters", "several values", "undefined", "javascript literal", "entities", "mended"} {
		if r&(1<<i) != 0 {
			words = append(words, word)
		}
	}
	return words
}

// report records each of the repairs once.
func (r repairs) report(s *Source, reader, where string) {
	for _, word := range r.words() {
		s.Repaired(reader, where, word)
	}
}

// Bounds on what is mended by guessing. The mender calls itself for each bracket, and
// its time grows with the square of some texts: 64 KiB of bare words take it seconds.
const (
	maxMended   = 24 << 10 // octets of all of a page's scripts
	maxBrackets = 2000
)

// parseJSON reads a script's values, as strictly as it can be read: as JSON, once
// its wrapping is off; then without comments, trailing commas and raw control
// characters; then with HTML's entities read; and last, if guess, mended, which is a
// guess. Where all of that fails, it gives beside the error the values before the
// place where it broke, or what was whole of the one that broke.
func parseJSON(script []byte, budget *jsonBudget, guess bool) (nodes []*node, did repairs, err error) {
	text, wrapped := unwrap(script)
	if len(text) == 0 {
		return nil, 0, nil
	}
	if wrapped {
		did = repairedWrapping
	}
	m := mending{budget: budget, before: *budget, did: did}
	if m.try(text, did) {
		return m.done()
	}
	first := m.last.err
	cleaned, how := clean(text)
	if m.try(cleaned, did|how) {
		return m.done()
	}
	if quotesAreEntities(cleaned) {
		cleaned, how = clean(unescape(text))
		did |= repairedEntities
		if m.try(cleaned, did|how) {
			return m.done()
		}
	}
	broken := m.last
	if guess && len(m.best.nodes) == 0 && m.before.mended+len(cleaned) <= maxMended && brackets(cleaned) <= maxBrackets {
		m.before.mended += len(cleaned)
		m.best.budget.mended = m.before.mended
		if mended, err := jsonrepair.Repair(string(cleaned)); err == nil && m.try([]byte(mended), did|how|repairedByGuessing) && holdsObject(m.best.nodes) {
			return m.done()
		}
	}
	if !holdsObject(m.best.nodes) {
		mended := m.before.mended
		m.best, m.did = parse{budget: m.before}, did|how
		if broken.partial != nil && guess && holdsObject([]*node{broken.partial}) {
			m.best = parse{nodes: []*node{broken.partial}, budget: broken.after}
		}
		m.best.budget.mended = mended
	}
	m.did |= repairedByGuessing
	nodes, did, _ = m.done()
	return nodes, did, first
}

// A mending keeps the best of several tries to read one script.
type mending struct {
	budget *jsonBudget
	before jsonBudget
	last   parse
	best   parse
	did    repairs // what the best needed
	tried  bool
}

// try says whether a text is JSON throughout.
func (m *mending) try(text []byte, did repairs) bool {
	m.last = parseValues(text, m.before)
	if !m.tried || m.last.err == nil || len(m.last.nodes) > len(m.best.nodes) {
		m.best, m.did, m.tried = m.last, did, true
	}
	return m.last.err == nil
}

func (m *mending) done() ([]*node, repairs, error) {
	*m.budget = m.best.budget
	if len(m.best.nodes) > 1 {
		m.did |= repairedSeveral
	}
	return m.best.nodes, m.did, nil
}

// quotesAreEntities says whether a text may be JSON that was escaped for HTML.
func quotesAreEntities(text []byte) bool {
	for _, quote := range []string{"&quot;", "&#34;", "&#034;", "&#x22;", "&#X22;", "&q;"} {
		if bytes.Contains(text, []byte(quote)) {
			return true
		}
	}
	return false
}

// unescape reads HTML's entities, and the five short ones that Angular writes in
// their place.
func unescape(text []byte) []byte {
	if bytes.Contains(text, []byte("&q;")) {
		for short, char := range map[string]string{"&q;": `"`, "&s;": "'", "&l;": "<", "&g;": ">"} {
			text = bytes.ReplaceAll(text, []byte(short), []byte(char))
		}
		return bytes.ReplaceAll(text, []byte("&a;"), []byte("&"))
	}
	return []byte(html.UnescapeString(string(text)))
}

func brackets(text []byte) int {
	return bytes.Count(text, []byte("{")) + bytes.Count(text, []byte("["))
}

// holdsObject guards against a mender that makes a string of anything.
func holdsObject(nodes []*node) bool {
	for _, n := range nodes {
		if n.kind == isObject || n.kind == isList && holdsObject(n.members) {
			return true
		}
	}
	return false
}
