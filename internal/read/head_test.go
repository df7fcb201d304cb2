package read

import (
	"fmt"
	"strings"
	"testing"

	"curtsy/internal/tree"
)

func TestOpenGraph(t *testing.T) {
	og := func(pairs ...string) string {
		var b strings.Builder
		for i := 0; i < len(pairs); i += 2 {
			fmt.Fprintf(&b, `<meta property="%s" content="%s">`, pairs[i], pairs[i+1])
		}
		return b.String()
	}
	for _, tt := range []struct{ name, body, want string }{
		{"nothing said", `<meta property="fb:app_id" content="1"><meta name="ogre" content="x"><meta property="og:" content="x">`, ""},
		{"blanks say nothing", og("og:title", " \n", "og:type", "website"), " og:type=website\n"},
		{"by property, by name, whatever the case", `<meta property="OG:Title" content="A"><meta name="og:type" content="article">`, " og:title=A og:type=article\n"},
		{"a list of properties", `<meta property="schema:name og:title" content="A">`, " og:title=A\n"},
		{"the property counts before the name", `<meta property="og:title" name="og:type" content="A">`, " og:title=A\n"},
		{"in document order, repeated ones in a list", og("article:tag", "a", "og:title", "T", "article:tag", "b"), " article:tag=[a | b] og:title=T\n"},
		{"siblings", og("product:price:amount", "4.50", "product:price:currency", "EUR", "book:isbn", "1"), " product:price:amount=4.50 product:price:currency=EUR book:isbn=1\n"},
		{"a bare image is its text", og("og:image", "/1.jpg"), " og:image=/1.jpg\n"},
		{"structure makes a record", og("og:image", "/1.jpg", "og:image:width", "200", "og:image:alt", "A cup"), " og:image={ og:image=/1.jpg og:image:width=200 og:image:alt=A cup}\n"},
		{"structure belongs to the member before it", og("og:image", "/1.jpg", "og:image", "/2.jpg", "og:image:width", "2", "og:image", "/3.jpg", "og:image:width", "3"),
			" og:image=[/1.jpg | { og:image=/2.jpg og:image:width=2} | { og:image=/3.jpg og:image:width=3}]\n"},
		{"what stands between does not end a member", og("og:image", "/1.jpg", "og:title", "T", "og:image:width", "1"), " og:title=T og:image={ og:image=/1.jpg og:image:width=1}\n"},
		{"a blank image ends the one before", og("og:image", "/1.jpg", "og:image", "", "og:image:width", "2"), " og:image=/1.jpg og:image:width=2\n"},
		{"structure before any image is of the page", og("og:image:width", "9", "og:image", "/1.jpg"), " og:image:width=9 og:image=/1.jpg\n"},
		{"an image given by its url", og("og:image:url", "/1.jpg", "og:image:width", "1", "og:image:url", "/2.jpg"), " og:image=[{ og:image:url=/1.jpg og:image:width=1} | { og:image:url=/2.jpg}]\n"},
		{"video and its type", og("og:video", "/v", "og:video:type", "video/mp4", "og:audio", "/a"), " og:video={ og:video=/v og:video:type=video/mp4} og:audio=/a\n"},
		{"other languages are an array of their own", og("og:locale", "en_GB", "og:locale:alternate", "fr_FR", "og:locale:alternate", "es_ES"), " og:locale=en_GB og:locale:alternate=[fr_FR | es_ES]\n"},
		{"not in a template", `<template>` + og("og:title", "T") + `</template>`, ""},
		{"in the body, where broken heads end", `<p>` + og("og:title", "T"), " og:title=T\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, _ := foundBy(t, opengraphReader(), tt.body)
			if got := declared(found.Records); got != tt.want {
				t.Errorf("records\n%swant\n%s", got, tt.want)
			}
			sound(t, "opengraph", found)
		})
	}
}

func TestTagsAreGivenInDocumentOrderEachWithItsPlace(t *testing.T) {
	for _, tt := range []struct {
		reader     Reader
		body, want string
	}{
		{opengraphReader(), `<meta property="og:title" content="A  b"><meta property="og:image" content="/1"><meta property="OG:title" content="C">`,
			"opengraph|og:title|og:title|A b|/html/head/meta[1]\nopengraph|og:image|og:image|/1|/html/head/meta[2]\nopengraph|og:title|og:title|C|/html/head/meta[3]\n"},
		{twitterReader(), `<meta name="Twitter:Title" content="A"><meta property="twitter:image:src" content="/1"><meta name=twitter content=x>`,
			"twitter|twitter:title|twitter:title|A|/html/head/meta[1]\ntwitter|twitter:image:src|twitter:image:src|/1|/html/head/meta[2]\n"},
		{dublincoreReader(), `<meta name="DC.Title" content="A"><meta name="dcterms.issued" scheme="W3CDTF" content="2026"><meta name="DC.Date.issued" content="2025"><meta property="DCTERMS:creator" content="B"><meta name="dcx.a" content="x">`,
			"dublincore|dc.title|DC.Title|A|/html/head/meta[1]\ndublincore|dc.issued|dcterms.issued|2026|/html/head/meta[2]\n" +
				"dublincore|dc.date.issued|DC.Date.issued|2025|/html/head/meta[3]\ndublincore|dc.creator|DCTERMS:creator|B|/html/head/meta[4]\n"},
		{metaReader(), `<meta name=" Author " content="A"><meta name="citation_author" content="B"><meta name=viewport content=x><meta name="parsely-pub-date" content="2026"><meta property="author" content="no"><meta itemprop="author" content="no">`,
			"meta|author|meta name=author|A|/html/head/meta[1]\nmeta|citation_author|meta name=citation_author|B|/html/head/meta[2]\nmeta|parsely-pub-date|meta name=parsely-pub-date|2026|/html/head/meta[4]\n"},
		{htmlReader(), `<html lang=" de "><title>A &amp; b</title>`, "html|lang|<html lang>|de|/html\nhtml|title|<title>|A & b|/html/head/title[1]\n"},
	} {
		found, _ := foundBy(t, tt.reader, tt.body)
		if got := tagged(found.Tags); got != tt.want {
			t.Errorf("%s: tags\n%swant\n%s", tt.reader.Name, got, tt.want)
		}
		sound(t, tt.reader.Name, found)
	}
}

func TestMetasOfOneVocabularyMakeOneRecord(t *testing.T) {
	for _, tt := range []struct {
		reader     Reader
		body, want string
	}{
		{twitterReader(), `<meta name="twitter:card" content="summary"><meta name="twitter:card" content="player">`, " twitter:card=[summary | player]\n"},
		{dublincoreReader(), `<meta name="DC.creator" content="A"><meta name="dcterms:creator" content="B">`, " dc.creator=[A | B]\n"},
		{metaReader(), `<meta name="description" content="D"><meta name="citation_author" content="A"><meta name="Citation_Author" content="B"><meta name="citation_" content="C">`, " description=D citation_author=[A | B]\n"},
		{metaReader(), `<meta name="keywords" content=" ">`, ""},
	} {
		found, _ := foundBy(t, tt.reader, tt.body)
		if got := declared(found.Records); got != tt.want {
			t.Errorf("%s: records\n%swant\n%s", tt.reader.Name, got, tt.want)
		}
		for _, r := range found.Records {
			if r.Where != "" || r.Type != "" {
				t.Errorf("%s: a record made of many metas has the place %q and the type %q", tt.reader.Name, r.Where, r.Type)
			}
		}
	}
}

func TestKnownMetas(t *testing.T) {
	for name, want := range map[string]bool{
		"description": true, "byl": true, "article.published": true, "citation_pdf_url": true, "sailthru.date": true, "revised": true,
		"robots": false, "viewport": false, "og:title": false, "citation_": false, "parsely": false, "": false,
	} {
		if got := isKnownMeta(name); got != want {
			t.Errorf("%q is known: %v", name, got)
		}
	}
}

func headReaders() []Reader {
	return []Reader{opengraphReader(), twitterReader(), dublincoreReader(), metaReader(), htmlReader(), httpReader()}
}

func TestHeadReadersAreBounded(t *testing.T) {
	many := func(format string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	for _, tt := range []struct{ name, body, key string }{
		{"10^5 metas", many(`<meta property="og:a%d" content=x>`, 100_000), "metas"},
		{"a bomb of images", `<meta property="og:image" content=x>` + many(`<meta property="og:image:width" content=%d>`, 100_000), "metas"},
		{"a list of properties to each", many(`<meta property="og:a og:b og:c og:d og:e og:f og:g og:h og:i" content=%d>`, 999), "opengraph_values"},
		{"long texts", many(`<meta name="author" content="%d`+strings.Repeat("x", 7000)+`">`, 900), "meta_values"},
		{"a long name", `<meta name="dc.` + strings.Repeat("x", 1<<20) + `" content=x>`, "dublincore_values"},
		{"alternates", many(`<link rel=alternate hreflang=x%d href=/a>`, 900), "relations"},
		{"words of one rel", `<link href=/a rel="` + strings.Repeat("next me ", 100_000) + `">`, ""},
		{"anchors that name licenses", many(`<a rel=license href=/%d>`, 100_000), "licenses"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			readers := headReaders()
			all := make([]Findings, len(readers))
			for i, reader := range readers {
				readers[i].Read = func(s *Source) Findings {
					all[i] = reader.Read(s)
					return all[i]
				}
			}
			r := readPage(document(t, tt.body), readers)
			if len(r.Unread) > 0 || tt.key != "" && r.LeftOut[tt.key] == 0 {
				t.Errorf("left out %v, want %s counted; unread %v", r.LeftOut, tt.key, r.Unread)
			}
			for i, found := range all {
				if leaves := sound(t, readers[i].Name, found); len(leaves) > MaxMetaValues || len(found.Relations) > MaxRelations {
					t.Errorf("%s: %d leaves, %d relations", readers[i].Name, len(leaves), len(found.Relations))
				}
			}
		})
	}
}

// FuzzHead reads pages and headers with the readers of the head and the header, and
// holds their findings against what all readers promise, and their places against
// the page's tree.
func FuzzHead(f *testing.F) {
	for _, seed := range []string{
		`<meta property="og:image" content=/1><meta property="og:image:width" content=2><meta property="og:image:url" content=3>`,
		`<meta name="DC.title" content=a><meta name="dcterms:issued" content=b><meta name=twitter:card content=c><meta name=author content=d>`,
		`<template><meta name=author content=d></template><link rel="alternate previous" hreflang=de href=/de type="application/rss+xml" title="x">`,
		`<a rel=license href=/l>x</a><svg><a rel=license href=/m /></svg><area rel=copyright href=n><script type="application/rsl+xml"><rsl/></script>`,
		`<table><a rel=license href=1><tr><td><a rel=license href=2></table><p><a href=3 rel=license><a href=4 rel=license>`,
	} {
		f.Add(seed, `<a>; rel=next; title*=utf-8''a%20b, </b>; rel="license hub"`)
	}
	f.Fuzz(func(t *testing.T, body, link string) {
		if len(body) > 1<<12 {
			return
		}
		for _, reader := range headReaders() {
			found, r := foundBy(t, reader, body, "Link: "+link)
			leaves := sound(t, reader.Name, found)
			elements := elementsOf(r.Type, body)
			for _, leaf := range leaves {
				if leaf.Where != "" && elements != nil && !elements[leaf.Where] {
					t.Errorf("%s: %q is no place in %q", reader.Name, leaf.Where, body)
				}
			}
			for _, relation := range found.Relations {
				if relation.Rel == "" || relationOf(relation.Rel) != relation.Rel && relation.Rel != "oembed" || !strings.HasPrefix(relation.URL, "http") {
					t.Errorf("relation %+v", relation)
				}
				if relation.Where != "" && elements != nil && !elements[relation.Where] {
					t.Errorf("%q is no place in %q", relation.Where, body)
				}
			}
		}
	})
}

// elementsOf gives the place of every element of a page; nil when the pass over the
// tags does not promise the places of the tree, as of pages that are misnested.
func elementsOf(mediaType, body string) map[string]bool {
	built, err := tree.Parse([]byte(body))
	if err != nil || mediaType != typeHTML || misnested(body) {
		return nil
	}
	all := map[string]bool{}
	for e := range tree.Elements(built.Root) {
		all[built.Where(e)] = true
	}
	return all
}

// misnested says whether a page has what makes places miss by the package's own word.
func misnested(body string) bool {
	lower := strings.ToLower(body)
	for _, part := range []string{"<table", "</", "<frameset", "<select", "<template", "<plaintext", "<form", "<b", "<i", "<svg", "<math", "\x00", "<noscript"} {
		if strings.Contains(lower, part) {
			return true
		}
	}
	return false
}

// TestOfTwoAttributesTheFirstCounts: as a browser has it, whichever way a tag is read.
func TestOfTwoAttributesTheFirstCounts(t *testing.T) {
	for _, entity := range []string{"", " data-x='&amp;'"} {
		r := pageOf(t, `<html><head><link rel=canonical rel=next href=/a href=/b`+entity+`><meta name=robots name=x content=noindex content=all`+entity+
			`><script type=application/ld+json type=text/plain`+entity+`>{"@type":"A"}</script><body><a href=/c href=/d rel=ugc rel=nofollow`+entity+`>x</a>`)
		if r.Canonical != "https://shop.test/a" || !r.NoIndex || len(r.Records) != 1 || len(r.All) != 1 || r.All[0].Address.String() != "https://shop.test/c" || r.All[0].Rel != UGC {
			t.Errorf("with%s: canonical %s, noindex %v, records %v, links %v", entity, r.Canonical, r.NoIndex, r.Records, r.All)
		}
	}
}

func TestWhatStandsInATemplateDeclaresNothing(t *testing.T) {
	const thing, state = `<script type=application/ld+json>{"@type":"A"}</script>`, `<script>window.__STATE__={"p":{"name":"x","price":1}}</script>`
	r := pageOf(t, `<body><template><title>T</title>`+thing+state+`</template>`)
	if r.Title != "" || len(r.Records) > 0 {
		t.Errorf("title %v, records %v", r.Title, r.Records)
	}
	if r = pageOf(t, `<body><template></template><title>T</title>`+thing+state); r.Title != "T" || len(r.Records) != 2 {
		t.Errorf("behind it: title %v, records %v", r.Title, r.Records)
	}
}
