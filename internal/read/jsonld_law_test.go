package read

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"curtsy/address"
	"curtsy/page"
)

// A drawnNode is one node of a generated graph.
type drawnNode struct {
	parent int // which holds it, but for the first, which nothing holds
	field  string
	texts  map[string]string
	back   int // a node above it that it names; -1 for none
}

// drawGraph draws a tree of nodes with references back up it: what can be written with
// every node nested, and with every node by itself.
func drawGraph(t *rapid.T) []drawnNode {
	nodes := make([]drawnNode, rapid.IntRange(1, 7).Draw(t, "nodes"))
	for i := range nodes {
		n := drawnNode{parent: -1, field: fmt.Sprint("f", i), texts: map[string]string{}, back: -1}
		if i > 0 {
			n.parent = rapid.IntRange(0, i-1).Draw(t, "parent")
			if rapid.Bool().Draw(t, "shares its field") {
				n.field = "f"
			}
			if rapid.Bool().Draw(t, "names one above it") {
				for n.back = n.parent; n.back > 0 && rapid.Bool().Draw(t, "further up"); {
					n.back = nodes[n.back].parent
				}
			}
		}
		for j := range rapid.IntRange(0, 3).Draw(t, "texts") {
			n.texts[fmt.Sprint("t", j)] = rapid.SampledFrom([]string{"a", "b", "c"}).Draw(t, "text")
		}
		nodes[i] = n
	}
	return nodes
}

// A writer writes a graph as scripts, as its choices say.
type graphWriter struct {
	t     *rapid.T
	nodes []drawnNode
	apart []map[string]any // nodes that stand by themselves
}

func idOf(i int) string { return fmt.Sprint("#n", i) }

func (w *graphWriter) object(i int) map[string]any {
	n := w.nodes[i]
	object := map[string]any{"@type": fmt.Sprint("T", i), "@id": idOf(i)}
	for name, text := range n.texts {
		object[name] = text
	}
	if n.back >= 0 {
		object["back"] = map[string]any{"@id": idOf(n.back)}
	}
	for j := range w.nodes {
		if w.nodes[j].parent != i {
			continue
		}
		var child any = map[string]any{"@id": idOf(j)}
		if rapid.Bool().Draw(w.t, "nested") {
			child = w.object(j)
		} else {
			w.stand(j)
		}
		if list, ok := object[w.nodes[j].field].([]any); ok {
			object[w.nodes[j].field] = append(list, child)
		} else {
			object[w.nodes[j].field] = []any{child}
		}
	}
	return object
}

// stand writes a node by itself, in one piece or in two.
func (w *graphWriter) stand(i int) {
	object := w.object(i)
	if rapid.Bool().Draw(w.t, "in two pieces") {
		rest := map[string]any{"@id": idOf(i)}
		for _, name := range slices.Sorted(mapKeys(object)) {
			if !strings.HasPrefix(name, "@") && rapid.Bool().Draw(w.t, "in the other piece") {
				rest[name] = object[name]
				delete(object, name)
			}
		}
		w.apart = append(w.apart, rest)
	}
	w.apart = append(w.apart, object)
}

func mapKeys(m map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for name := range m {
			if !yield(name) {
				return
			}
		}
	}
}

// scripts gives all in a drawn order, in one script or several, in a graph or a list.
func (w *graphWriter) scripts() (body string) {
	w.apart = nil
	w.stand(0)
	nodes := rapid.Permutation(w.apart).Draw(w.t, "order")
	for len(nodes) > 0 {
		n := rapid.IntRange(1, len(nodes)).Draw(w.t, "in one script")
		var script any = nodes[:n]
		if rapid.Bool().Draw(w.t, "in a graph") {
			script = map[string]any{"@graph": script}
		}
		text, err := json.Marshal(script)
		if err != nil {
			w.t.Fatal(err)
		}
		body += ld(string(text))
		nodes = nodes[n:]
	}
	return body
}

// canonically writes a record with its fields in order of their names.
func canonically(r *page.Record) string {
	var value func(v page.Value) string
	value = func(v page.Value) string {
		switch inner := v.Value.(type) {
		case []page.Value:
			texts := make([]string, len(inner))
			for i := range inner {
				texts[i] = value(inner[i])
			}
			return "[" + strings.Join(texts, " ") + "]"
		case *page.Record:
			return canonically(inner)
		}
		return fmt.Sprint(v.Value)
	}
	fields := make([]string, len(r.Fields))
	for i, f := range r.Fields {
		fields[i] = f.Name + ":" + value(f.Value)
	}
	slices.Sort(fields)
	return strings.Join(r.Types, "+") + "{" + strings.Join(fields, " ") + "}"
}

// TestAGraphReadsTheSameHoweverItIsWritten: in whatever order its nodes stand, nested or
// referred to, in one piece or two, in one script or several.
func TestAGraphReadsTheSameHoweverItIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := graphWriter{t: t, nodes: drawGraph(t)}
		read := func() string {
			body := w.scripts()
			records := pageOfRapid(t, body).Records
			for i := range records {
				if slices.Contains(records[i].Types, "T0") {
					return canonically(&records[i])
				}
			}
			t.Fatalf("the first node is no record of %s", body)
			return ""
		}
		if one, other := read(), read(); one != other {
			t.Errorf("one graph, two readings:\n%s\n%s", one, other)
		}
	})
}

func pageOfRapid(t *rapid.T, body string) *Reading {
	at, err := address.Parse("https://shop.test/dir/page")
	if err != nil {
		t.Fatal(err)
	}
	return Page(&Document{Address: at, Body: []byte(body)})
}
