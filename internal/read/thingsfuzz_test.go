package read

import (
	"strings"
	"testing"

	"curtsy/page"
)

// FuzzMicrodata: whatever a page holds, what is found keeps the laws that hold for any,
// and an item that is none of another's properties is found however often the page is read.
func FuzzMicrodata(f *testing.F) {
	for _, seed := range []string{
		`<div itemscope itemtype="https://schema.org/Product" itemid="/p#i" itemref="a b"><b itemprop="name sku">x</b></div><p id=a><i itemprop=y>z</i></p>`,
		`<div id=a itemscope itemprop=a itemref=b></div><div id=b itemscope itemprop=b itemref="a b"><a itemprop=u href="?#x">y</a></div><div itemscope itemref=a></div>`,
		`<meta itemprop=author content="A B"><template><b itemprop=x>y</b></template><svg itemprop=z><b itemprop=q>r`,
		`<table><div itemscope><tr itemprop=x itemscope><td itemprop=y>1</table><time itemprop=t datetime="">2</time>`,
		"<p itemprop=\"\xff \x00\" itemscope itemtype=\"\xff\">\xff</p><b itemprop=\xff>\xff",
		strings.Repeat("<div itemscope itemprop=x>", 20) + "<b itemprop=y>z",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) { holdReader(t, body, microdataReader()) })
}

// FuzzRDFa is FuzzMicrodata for RDFa.
func FuzzRDFa(f *testing.F) {
	for _, seed := range []string{
		`<div vocab="https://schema.org/" prefix="o: http://o.test/" typeof="Product o:T" resource="#p"><b property="name o:n">x</b><link property=brand resource="#b"></div><p resource="#b" typeof="schema:Brand"><link property="schema:of" href="#p"></p>`,
		`<div rel="foaf:knows"><p about="_:a" typeof="foaf:Person" property="foaf:name" content=x><a rel="foaf:knows" href="#">y</a></div>`,
		`<html vocab="http://schema.org"><meta property="dc:title" content=t><body typeof=Article about=""><time property=d datetime="">x</time>`,
		`<svg xmlns:dc="http://purl.org/dc/elements/1.1/"><title property="dc:title">x</title></svg><template><b property="dc:x">y`,
		"<p typeof=\"schema:\xff\" vocab=\"\xff\" resource=\"[\xff:]\" property=\"\x00:x\">\xff</p><b property=\"dc:\xff\">y",
		strings.Repeat(`<div typeof="schema:T" property="schema:x">`, 20) + `<b property="schema:y">z`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) { holdReader(t, body, rdfaReader()) })
}

// holdReader fails when a reader breaks a law on a page: those of holdThings, that
// reading it again finds the same, and that a page without the reader's own
// attributes has none of its findings.
func holdReader(t *testing.T, body string, reader Reader) {
	found, r := findingsOf(t, body, reader)
	holdThings(t, body, found, r)
	again, _ := findingsOf(t, body, reader)
	if sketch(found.Records)+tagLines(found) != sketch(again.Records)+tagLines(again) {
		t.Fatal("the page reads otherwise the second time")
	}
	// Every leaf but a thing's name stands at an element that has the attribute for it.
	all := elementsByPlace(t, body)
	for i := range found.Records {
		leaves(&found.Records[i], func(name string, v page.Value) {
			n := all[v.Where]
			if n == nil || name == "@id" {
				return
			}
			carried := false
			for _, a := range n.Attr {
				switch a.Key {
				case "itemprop":
					carried = carried || reader.Name == "microdata"
				case "property", "rel", "about", "resource", "href", "src":
					carried = carried || reader.Name == "rdfa"
				}
			}
			if !carried {
				t.Fatalf("%s=%v stands at %s, which says nothing", name, v.Value, v.Where)
			}
		})
	}
}
