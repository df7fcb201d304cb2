package page

import "testing"

func TestDiff(t *testing.T) {
	before := Summary{
		"title": {Value: "Tea", Source: "html", Where: "/html/head/title[1]"},
		"price": {Value: "4,50", Normalised: "4.50"}, "sku": {Value: "T-1"}, "brand": {Value: "Leaf"}, "published": {Value: "soon"},
	}
	after := Summary{
		"title": {Value: "Tea", Source: "jsonld", Where: "/html/head/script[1]#/name"},
		"price": {Value: "4.50", Normalised: "4.50"}, "sku": {Value: "T-2"}, "availability": {Value: "InStock"}, "published": {Value: "now"},
	}
	var got string
	for _, d := range Diff(before, after) {
		got += d.Field + ":"
		if d.Before != nil {
			got += d.Before.Value
		}
		got += ">"
		if d.After != nil {
			got += d.After.Value
		}
		got += " "
	}
	if want := "published:soon>now availability:>InStock brand:Leaf> sku:T-1>T-2 "; got != want {
		t.Errorf("differences %q, want %q: moved and respelt answers are the same, in the order of the questions", got, want)
	}
	if d := Diff(before, before); d != nil {
		t.Errorf("a page differs from itself in %v", d)
	}
}
