package read

import (
	"maps"
	"strings"

	"curtsy/address"
)

// A scope is what the contexts in force at a place in a script say of names. It
// writes names as schema.org lists them, however a page's contexts let it write them;
// names of other vocabularies stay as they are written. Contexts that stand elsewhere
// are never fetched. A scope is not changed once it is in force.
type scope struct {
	vocab  string          // what names belong to that say nothing of it; "" is schema.org
	base   address.Address // what names of nodes are resolved against; zero: nothing
	terms  map[string]term
	origin *scope // what a null context goes back to; nil of the origin itself
}

// A term is what a context says of a name. The zero value says nothing.
type term struct {
	meaning string // an address, a compact one, a keyword, or a name of the vocabulary
	names   bool   // texts under it are names of nodes ("@type": "@id")
	reverse bool   // it is said of the things under it, not by the thing it stands in
}

// Bounds on contexts: they say how names are spelled, not what the page declares.
const (
	maxContexts = 64 // of a page, those that define something
	maxTerms    = 256
)

// with gives the scope inside an object: its own, or a new one when the object's
// context defines something (JSON-LD 1.1 section 3.1). left counts down.
func (c *scope) with(context *node, left *int) *scope {
	switch context.kind {
	case isNull:
		if c.origin != nil {
			return c.origin
		}
		return c
	case isList:
		for _, member := range context.members {
			c = c.with(member, left)
		}
		return c
	case isText:
		return c // elsewhere: schema.org's own, or one that is not known
	}
	if *left--; *left < 0 {
		return c
	}
	inner := &scope{vocab: c.vocab, base: c.base, terms: maps.Clone(c.terms), origin: c.origin}
	if c.origin == nil {
		inner.origin = c
	}
	if inner.terms == nil {
		inner.terms = make(map[string]term, len(context.names))
	}
	for i, name := range context.names {
		inner.define(name, context.members[i])
	}
	return inner
}

func (c *scope) define(name string, meaning *node) {
	switch name {
	case "@vocab":
		c.vocab = ""
		if bare, ok := schemaRest(meaning.text); meaning.kind == isText && (!ok || bare != "") {
			c.vocab = meaning.text
		}
		return
	case "@base":
		c.base = c.onBase(meaning)
		return
	}
	if strings.HasPrefix(name, "@") || len(c.terms) >= maxTerms {
		return
	}
	t := term{meaning: name}
	switch meaning.kind {
	case isText:
		t.meaning = meaning.text
	case isObject:
		for i, key := range meaning.names {
			member := meaning.members[i]
			switch {
			case member.kind != isText:
			case key == "@id":
				t.meaning = member.text
			case key == "@reverse":
				t.meaning, t.reverse = member.text, true
			case key == "@type":
				t.names = member.text == "@id"
			}
		}
	default:
		return
	}
	c.terms[name] = t
}

func (c *scope) onBase(meaning *node) address.Address {
	if meaning.kind == isText {
		if base, err := c.base.Resolve(meaning.text); err == nil {
			return base
		}
		return c.base
	}
	return address.Address{}
}

// of gives a name's spelling. One that is said from the other side (JSON-LD 1.1 section
// 4.8) stays as it is written: spelled as what it reverses, it would say the opposite.
func (c *scope) of(name string) string {
	t, known := c.terms[name]
	if !known && strings.IndexByte(name, ':') < 0 || strings.HasPrefix(name, "@") || t.reverse {
		return name
	}
	return c.meant(name)
}

// meant gives the spelling of what a name stands for, whichever side says it.
func (c *scope) meant(name string) string {
	full := c.full(name)
	if strings.HasPrefix(full, "@") {
		return full
	}
	if bare, ok := schemaRest(full); ok && bare != "" {
		return bare
	}
	return name
}

// full gives what a name stands for: an address, a keyword, or, of a name of a
// vocabulary that no context knows, the name itself.
func (c *scope) full(name string) string {
	for range 4 { // a term may be defined by another, but not without end
		t, known := c.terms[name]
		if known && t.meaning != name {
			name = t.meaning
			continue
		}
		if strings.HasPrefix(name, "@") {
			return name
		}
		prefix, rest, compact := strings.Cut(name, ":")
		switch t, known := c.terms[prefix]; {
		case !compact && c.vocab == "":
			return schemaAddress + name
		case !compact:
			return c.vocab + name
		case strings.HasPrefix(rest, "//"):
			return name
		case known && t.meaning != prefix:
			name = join(t.meaning, rest)
		case prefix == "schema":
			return schemaAddress + rest
		default:
			return name
		}
	}
	return name
}

const schemaAddress = "https://schema.org/"

// join puts a compact name's rest behind what its prefix stands for. A prefix for
// schema.org is often written without the slash it needs.
func join(meaning, rest string) string {
	if bare, ok := schemaRest(meaning); ok && bare == "" {
		return schemaAddress + rest
	}
	return meaning + rest
}

// id gives a node's name in one spelling, by which it is known on the whole page.
// Names that begin with "_:" are known in their own script only.
func (c *scope) id(text string, script int) string {
	if text == "" {
		return ""
	}
	if strings.HasPrefix(text, "_:") {
		return itoa(script) + text
	}
	if prefix, rest, ok := strings.Cut(text, ":"); ok && !strings.HasPrefix(rest, "//") {
		if t, known := c.terms[prefix]; known && t.meaning != prefix {
			text = join(c.full(t.meaning), rest)
		}
	}
	page, fragment, has := strings.Cut(text, "#")
	if page == "" {
		page = c.base.String()
	} else if resolved, err := c.base.Resolve(page); err == nil {
		page = resolved.String()
	}
	if has {
		return page + "#" + fragment
	}
	return page
}

// schemaName takes schema.org's address off a name; otherwise is what to give when
// it has none.
func schemaName(name, otherwise string) string {
	if bare, ok := schemaRest(name); ok && bare != "" {
		return bare
	}
	return otherwise
}

// schemaRest gives what follows schema.org's address in a name, in any of its
// spellings. ok: the name begins with it.
func schemaRest(name string) (rest string, ok bool) {
	scheme, rest, ok := strings.Cut(name, "://")
	if !ok || !strings.EqualFold(scheme, "https") && !strings.EqualFold(scheme, "http") {
		return "", false
	}
	end := strings.IndexAny(rest, "/#")
	if end < 0 {
		end = len(rest)
	}
	host := strings.ToLower(rest[:end])
	if host != "schema.org" && host != "www.schema.org" {
		return "", false
	}
	return strings.Trim(rest[end:], "/#"), true
}
