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

// TestDiffComparesMeanings: what one amount, instant or article is written as is no change.
func TestDiffComparesMeanings(t *testing.T) {
	for _, test := range []struct {
		field, before, after string
		differs              bool
	}{
		{"price", "1299.00", "1299", false},
		{"price", "12.90", "12.9", false},
		{"price_low", "5", "5.0", false},
		{"price", "100", "10", true},
		{"price", "1000", "1", true},
		{"price", "0", "0.00", false},
		{"price", "12.90", "12.91", true},
		{"rating", "4.50", "4.5", false},
		{"rating_count", "90", "900", true},
		{"gtin", "4006381333931", "04006381333931", false},
		{"gtin", "4006381333931", "9780306406157", true},
		{"published", "2026-01-01T11:00:00+01:00", "2026-01-01T10:00:00Z", false},
		{"published", "2026-01-01T11:00:00+01:00", "2026-01-01T11:00:00Z", true},
		{"published", "2026-01-01", "2026-01-01T10:00:00Z", true},
		{"modified", "2026-01", "2026-01", false},
		{"currency", "EUR", "EUR", false},
		{"currency", "EUR", "USD", true},
		{"price", "", "", true},
	} {
		before := Summary{test.field: {Value: "before", Normalised: test.before}}
		after := Summary{test.field: {Value: "after", Normalised: test.after}}
		if got := len(Diff(before, after)) > 0; got != test.differs {
			t.Errorf("%s from %q to %q: differs is %v", test.field, test.before, test.after, got)
		}
	}
}
