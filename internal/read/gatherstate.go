package read

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// stateScript keeps JavaScript that sets a state which is known by its name.
func (g *gatherer) stateScript(text []byte) {
	if start, _ := findState(text); start < 0 {
		return
	}
	if g.states >= maxScripts {
		g.LeaveOut("scripts", 1)
		return
	}
	g.states++
	g.Scripts = append(g.Scripts, Script{Type: typeJavaScript, Text: text, Place: g.codePlace})
}

// stateElement gives the attribute that holds a state on an element of a framework, or
// "": the root of an Inertia page, <div id="app" data-page>, and <astro-island props>. Their
// attributes are as the frameworks write them, in lower case.
func stateElement(name atom.Atom, raw, tag []byte) string {
	switch {
	case name == atom.Div && len(tag) > len(`<div id=app data-page={}>`) && bytes.Contains(tag, []byte(typeInertia)):
		return typeInertia
	case string(raw) == typeAstro:
		return typeAstro
	}
	return ""
}

// stateAttribute keeps the attribute of an element that holds a state, as a script of
// a type of its own. A page of any other kind may have a word there.
func (g *gatherer) stateAttribute(kind string, attrs attributes, place Place) {
	key, id := kind, "app"
	if kind == typeAstro {
		key, id = "props", ""
	}
	sc := Script{Type: kind, Place: place}
	isRoot, given := id == "", false
	for name, value := attrs.next(); len(name) > 0; name, value = attrs.next() {
		switch string(name) {
		case "id":
			isRoot = isRoot || string(value) == id
		case key:
			if !given {
				given = true
				// It may be a copy in the tokenizer's buffer, which is written over.
				sc.Text = bytes.Clone(value[:min(len(value), MaxJSONScript+1)])
			}
		}
	}
	switch {
	case !isRoot || !bytes.HasPrefix(sc.Text, []byte("{")):
	case g.states >= maxScripts:
		g.LeaveOut("scripts", 1)
	default:
		g.states++
		g.Scripts = append(g.Scripts, sc)
	}
}
