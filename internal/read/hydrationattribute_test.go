package read

import (
	"fmt"
	"html"
	"strings"
	"testing"
)

func inertia(state string) string {
	return `<body><div class="x"></div><div id="app" data-page="` + html.EscapeString(state) + `"><p>x</p></div>`
}

func astro(props string) string {
	return `<body><main><astro-island uid="a" component-url="/a.js" client="load" props="` + html.EscapeString(props) + `" ssr><p>x</p></astro-island></main>`
}

// TestStatesInAttributesAreRead: each value placed on the element, behind the pointer
// as it is written.
func TestStatesInAttributesAreRead(t *testing.T) {
	const kettle = `{"name":"Kettle & co","price":41.9}`
	wrapped := func(more string) string {
		return `{"product":[0,{"name":[0,"Kettle"],"price":[0,41.9]` + more + `}]}`
	}
	const base = " name/product/1/name/1=Kettle price/product/1/price/1=41.9"
	for _, tt := range []struct{ name, body, want, leftOut string }{
		{"Inertia", inertia(`{"component":"Show","props":{"product":` + kettle + `},"url":"/p","version":null}`), " name/props/product/name=Kettle & co price/props/product/price=41.9", "map[]"},
		{"in single quotes", `<div data-page='{"product":{"name":"x","price":"1"}}' id=app>`, " name/product/name=x price/product/price=1", "map[]"},
		{"in single quotes, with entities", `<div data-page='{"product":{"name":"x &amp; y","price":"1"}}' id=app>`, " name/product/name=x & y price/product/price=1", "map[]"},
		{"the first of two", `<div id=app data-page='{"product":{"name":"x","price":"1"}}' data-page='{"product":{"name":"y","price":"1"}}'>`, " name/product/name=x price/product/price=1", "map[]"},
		{"another element's", `<div id="root" data-page='{"name":"x","price":"1"}'></div><p id="app" data-page='{"name":"x","price":"1"}'>`, "", "map[]"},
		{"a word", `<div id="app" class="a b c d e" data-page="home">`, "", "map[]"},
		{"in a template", `<template>` + inertia(kettle) + `</template>`, "", "map[]"},
		{"a text that shows it", `<p>&lt;div id="app" data-page="{}"&gt;</p><textarea>` + inertia(kettle) + `</textarea>`, "", "map[]"},
		{"Astro", astro(wrapped("")), base, "map[]"},
		{"an Astro list", astro(wrapped(`,"tags":[1,[[0,"a"],[0,"b"]]]`)), base + " tags/product/1/tags/1/0/1=a tags/product/1/tags/1/1/1=b", "map[]"},
		{"Astro's kinds of values", astro(wrapped(`,"on":[3,"2026-01-02T00:00:00.000Z"],"big":[6,"12"],"at":[7,"https://a.test/"],"of":[5,[[0,"a"]]],"brand":[0,{"name":[0,"B"]}]`)),
			base + " on/product/1/on/1=2026-01-02T00:00:00.000Z big/product/1/big/1=12 at/product/1/at/1=https://a.test/ of/product/1/of/1/0/1=a name/product/1/brand/1/name/1=B", "map[]"},
		{"what is no value", astro(wrapped(`,"a":[0,null],"b":[0],"c":"x","d":[9,[1]],"e":[2,"x"],"f":[1,"[[0,1]]"],"g":[],"h":{"x":[0,1]},"i":["0","x"],"j":[0,[1,2]]`)), base, "map[]"},
		{"another island", `<other-island props='{"name":[0,"x"],"price":[0,"1"]}'>`, "", "map[]"},
		{"without properties", `<astro-island uid="a"></astro-island>`, "", "map[]"},
		{"one that is too long", `<astro-island props='{"name":"` + strings.Repeat("x", MaxJSONScript) + `"}'>`, "", "map[hydration_scripts:1]"},
		{"too many", strings.Repeat(`<astro-island props="{}"></astro-island>`, maxScripts+3), "", "map[scripts:3]"},
	} {
		r := hydrated(t, tt.body)
		if got, left := strings.TrimSuffix(told(r.Records), "\n"), fmt.Sprint(r.LeftOut); got != tt.want || left != tt.leftOut || len(r.Unread) > 0 {
			t.Errorf("%s: %q, want %q; left out %s, not read %v", tt.name, got, tt.want, left, r.Unread)
		}
	}
}

// TestAStateInAnAttributeStandsOnItsElement as the tree has it.
func TestAStateInAnAttributeStandsOnItsElement(t *testing.T) {
	for body, want := range map[string]string{
		inertia(`{"a":{"name":"x","price":"1"}}`):         "/html/body/div[2]#/a",
		astro(`{"a":[0,{"name":[0,"x"],"price":[0,1]}]}`): "/html/body/main[1]/astro-island[1]#/a/1",
	} {
		if r := hydrated(t, body); len(r.Records) != 1 || r.Records[0].Where != want {
			t.Errorf("%s: %+v", want, r.Records)
		}
	}
	r := hydrated(t, inertia(`{"a"`))
	if len(r.Unread) != 1 || r.Unread[0].Source != "hydration" {
		t.Errorf("a broken one: %v", r.Unread)
	}
	if got := plainly(hydrated(t, astro(`{"a":[0,{"__typename":[0,"Boat"],"name":[0,"x"]}]}`)).Records); got != "Boat name=x" {
		t.Errorf("by its type: %q", got)
	}
}
