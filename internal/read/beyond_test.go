package read

import (
	"strings"
	"testing"
)

const rows = `<table><tr><th>Tea<th>Price<tr><td>Green<td>4.50<tr><td>Black<td>3.90<tr><td>White<td>6.00</table>`

func wanting(t *testing.T, want Want, body string) *Reading {
	t.Helper()
	doc := document(t, body)
	doc.Want = want
	return Page(doc)
}

func TestWhatAPageRepeatsIsReadWhereItDeclaresNothing(t *testing.T) {
	for name, body := range map[string]string{
		"bare":                  rows,
		"with metas":            `<meta property="og:title" content="Teas"><meta name=description content=x>` + rows,
		"with who publishes it": ld(`[{"@type":"NewsMediaOrganization","name":"o"},{"@type":"WebSite","name":"w"},{"@type":"BreadcrumbList","itemListElement":[{"name":"Home"}]}]`) + rows,
		"with the page it is":   ld(`{"@type":"CollectionPage","name":"Teas"}`) + rows,
	} {
		r := wanting(t, Want{Induce: true}, body)
		n := 0
		for _, record := range r.Records {
			if record.Source == "induced" {
				n++
			}
		}
		if n != 3 || r.Sources[len(r.Sources)-1] != "induced" {
			t.Errorf("%s: %d rows, sources %v; want three rows, the last source", name, n, r.Sources)
		}
		if r.Summary["price"].Value != "" {
			t.Errorf("%s: a row answers the price %v", name, r.Summary["price"])
		}
	}
	for name, r := range map[string]*Reading{
		"not asked for": wanting(t, Want{}, rows),
		"with a thing":  wanting(t, Want{Induce: true}, ld(`{"@type":"Product","name":"Tea"}`)+rows),
		"with a list":   wanting(t, Want{Induce: true}, ld(`{"@type":"ItemList","itemListElement":[{"@type":"ListItem","name":"Green"}]}`)+rows),
	} {
		if strings.Contains(strings.Join(r.Sources, " "), "induced") {
			t.Errorf("%s: sources %v", name, r.Sources)
		}
	}
}

func TestWhatAPagesTextSaysStandsApart(t *testing.T) {
	const body = `<html lang=en><main><h1>Green tea</h1><p class=price>4.50 €</p></main>`
	r := wanting(t, Want{Visible: true}, body)
	if r.Visible["title"].Value != "Green tea" || r.Visible["price"].Normalised != "4.50" || r.Visible["price"].Where != "/html/body/main[1]/p[1]" {
		t.Errorf("visible %v", r.Visible)
	}
	if r.Summary["title"].Value != "" || r.Summary["price"].Value != "" || strings.Join(r.Sources, " ") != "html" {
		t.Errorf("a guess answers the summary %v, or is a source %v", r.Summary, r.Sources)
	}
	if r := wanting(t, Want{Visible: true}, "<p>nothing"); r.Visible == nil || len(r.Visible) != 0 {
		t.Errorf("visible %v; asked for and empty is not absent", r.Visible)
	}
	if r := wanting(t, Want{}, body); r.Visible != nil {
		t.Errorf("visible %v, not asked for", r.Visible)
	}
}
