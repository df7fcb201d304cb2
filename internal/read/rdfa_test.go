package read

import (
	"fmt"
	"strings"
	"testing"

	"curtsy/page"
)

func TestRDFa(t *testing.T) {
	const thing, end = `<div vocab="https://schema.org/" typeof="Product">`, `</div>`
	for _, tt := range []struct{ name, body, want string }{
		{"without a vocabulary a bare name means nothing", `<div typeof=Product><b property=name>x</b></div>`, ""},
		{"a type alone", thing + end, "Product{}\n"},
		{"a vocabulary without its slash", `<div vocab="http://schema.org" typeof=Product><b property=name>x</b></div>`, "Product{name=x}\n"},
		{"a vocabulary given up", thing + `<div vocab=""><b property=name>x</b></div>` + end, "Product{}\n"},
		{"a vocabulary that is not well known", `<div vocab="http://other.test/#" typeof=T><b property=p>x</b></div>`, "http://other.test/#T{http://other.test/#p=x}\n"},
		{"prefixes every page has", `<div typeof="schema:Product foaf:Thing"><b property="schema:name dcterms:title dc:creator">x</b></div>`, "Product+foaf:Thing{name=x dcterms:title=x dcterms:creator=x}\n"},
		{"prefixes of its own", `<div prefix="S: http://schema.org/ o: http://other.test/ dc: http://purl.org/dc/elements/1.1/" typeof="s:Product"><b property="o:p dc:creator">x</b></div>`, "Product{http://other.test/p=x dc:creator=x}\n"},
		{"prefixes as XML has them", `<div xmlns:s="https://schema.org/" typeof="s:Product"><b property="s:name">x</b></div>`, "Product{name=x}\n"},
		{"a prefix holds inside", `<p prefix="o: http://other.test/">x</p><div typeof="schema:Product"><b property="o:p">x</b></div>`, "Product{o:p=x}\n"},
		{"the inner of two prefixes", `<div prefix="o: http://a.test/" typeof="o:T"><p prefix="o: http://b.test/" property="o:p">x</p><p property="o:p">y</p></div>`, "http://a.test/T{http://b.test/p=x http://a.test/p=y}\n"},
		{"names in full", `<div typeof="http://schema.org/Product"><b property="https://schema.org/name">x</b></div>`, "Product{name=x}\n"},
		{"text, tidy", thing + "<p property=name> a\n<b>b</b>&amp;c </p>" + end, "Product{name=a b&c}\n"},
		{"blank is no value", thing + `<p property=name> </p><meta property=sku content=" ">` + end, "Product{}\n"},
		{"a name given again", thing + `<p property=color>red</p><p property=name>x</p><p property=color>blue</p>` + end, "Product{color=[red blue] name=x}\n"},
		{"nested", thing + `<div property=offers typeof=Offer><b property=price>3</b><div property=seller typeof=Person><b property=name>s</b></div></div><b property=name>x</b>` + end,
			"Product{offers=Offer{price=3 seller=Person{name=s}} name=x}\n"},
		{"a type inside that is no property", thing + `<div typeof=Offer><b property=price>3</b></div><b property=name>x</b>` + end, "Product{name=x}\nOffer{price=3}\n"},
		{"a thing's own name", `<div vocab="https://schema.org/" typeof=Product resource="/p/1#it"><b property=name>x</b></div>`, "Product{@id=https://shop.test/p/1#it name=x}\n"},
		{"about names it too", `<div vocab="https://schema.org/" about="#it" typeof=Product><b property=name>x</b></div>`, "Product{@id=https://shop.test/dir/page?x=1#it name=x}\n"},
		{"about of another thing", thing + `<b about="#o" property=name>y</b><b property=name>x</b>` + end, "Product{name=x}\n{@id=https://shop.test/dir/page?x=1#o name=y}\n"},
		{"a link's target is its type's", thing + `<a property=brand typeof=Brand href="/b"><b property=name>x</b></a>` + end, "Product{brand=Brand{@id=https://shop.test/b name=x}}\n"},
		{"and an image's source, though nothing else is said", thing + `<img property=image typeof=ImageObject src="/i.png"><a typeof=Person href="#me"><b property=name>x</b></a>` + end,
			"Product{image=ImageObject{@id=https://shop.test/i.png}}\nPerson{@id=https://shop.test/dir/page?x=1#me name=x}\n"},
		{"but the page's own address names nothing", `<div vocab="https://schema.org/"><a typeof=Article href=""><b property=name>x</b></a></div>`, "Article{name=x}\n"},
		{"a plain link is not what stands in it", thing + `<a href="/b"><b property=name>x</b></a>` + end, "Product{name=x}\n"},
		{"the page itself", `<html vocab="https://schema.org/"><meta property="dc:title" content=t><body typeof=Article><b property=headline>x</b>`, "Article{dcterms:title=t headline=x}\n"},
		{"a body that is typed and says something", `<body vocab="https://schema.org/" typeof=Article property=text>x`, "Article{text=x}\n"},
		{"in a template there is nothing", thing + `<template><b property=name>x</b></template>` + end, "Product{}\n"},
		{"in svg there is", `<svg vocab="https://schema.org/" typeof="ImageObject"><text property="name">x</text></svg>`, "ImageObject{name=x}\n"},
		{"metas of other readers", thing + `<meta property="og:title" content=x><meta property="product:price" content=1><meta property="what:ever" content=1><meta property="schema:sku" content=2>` + end, "Product{sku=2}\n"},
		{"a type in two spellings", `<div typeof="schema:Car http://schema.org/Car"></div>`, "Car{}\n"},
		{"rel", `<div vocab="https://schema.org/" typeof=Person><a rel="foaf:homepage nofollow" href="/h">x</a><a rel=url href=/u>y</a></div>`, "Person{foaf:homepage=https://shop.test/h url=https://shop.test/u}\n"},
		{"rel and property on one link", `<div xmlns:v="http://rdf.data-vocabulary.org/#" typeof="v:Breadcrumb"><a rel="v:url" property="v:title" href="/a">A</a></div>`, "v:Breadcrumb{v:url=https://shop.test/a v:title=A}\n"},
		{"a type beside a rel is the object's", `<div typeof="foaf:Person" rel="foaf:knows"><p typeof="foaf:Person"><b property="foaf:name">x</b></p></div>`, "foaf:Person{}\nfoaf:Person{foaf:name=x}\n"},
		{"rel around things of a thing", `<div typeof="foaf:Person"><div rel="foaf:knows"><p typeof="foaf:Person"><b property="foaf:name">x</b></p><p typeof="foaf:Agent"></p><a href="/z">z</a></div></div>`,
			"foaf:Person{foaf:knows=[foaf:Person{foaf:name=x} foaf:Agent{} https://shop.test/z]}\n"},
		{"rel around properties", `<div typeof="foaf:Person"><div rel="foaf:knows"><b property="foaf:name">x</b><b property="foaf:nick">y</b></div></div>`, "foaf:Person{foaf:knows={foaf:name=x foaf:nick=y}}\n"},
		{"a stylesheet's rel is none", `<body vocab="https://schema.org/" typeof=WebPage><link rel=stylesheet href=a.css><link rel=odd href=b><b property=name>x</b>`, "WebPage{name=x}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := readBy(t, tt.body, rdfaReader())
			if got := sketch(r.Records); got != tt.want || len(r.LeftOut) > 0 || len(r.Unread) > 0 {
				t.Errorf("records\n%swant\n%sleft out %v, failures %v", got, tt.want, r.LeftOut, r.Unread)
			}
		})
	}
}

func TestRDFaFollowsNames(t *testing.T) {
	const id = "https://shop.test/dir/page?x=1#"
	for _, tt := range []struct{ name, body, want string }{
		{"to their definition before it", `<p typeof=Brand resource="#b"><b property=name>b</b></p><p typeof=Product><link property=brand resource="#b"></p>`,
			"Brand{@id=" + id + "b name=b}\nProduct{brand=Brand{@id=" + id + "b name=b}}\n"},
		{"and behind it, from each place", `<p typeof=Product><link property=brand href="#b"></p><p typeof=Car><link property=brand href="#b"></p><p typeof=Brand resource="#b"></p>`,
			"Product{brand=Brand{@id=" + id + "b}}\nCar{brand=Brand{@id=" + id + "b}}\nBrand{@id=" + id + "b}\n"},
		{"no definition: the name", `<p typeof=Product><link property=brand resource="#b"></p>`, "Product{brand=" + id + "b}\n"},
		{"defined inside another thing", `<p typeof=Product><i property=brand typeof=Brand resource="#b"></i></p><p typeof=Car><link property=brand resource="#b"></p>`,
			"Product{brand=Brand{@id=" + id + "b}}\nCar{brand=Brand{@id=" + id + "b}}\n"},
		{"names of this page alone", `<p typeof=Product><link property=brand resource="_:b"></p><p typeof=Brand resource="_:b"><b property=name>b</b></p>`,
			"Product{brand=Brand{name=b}}\nBrand{name=b}\n"},
		{"names in brackets and compact", `<p typeof=Product><link property=brand resource="[ex:b]"></p><p typeof=Brand resource="ex:b"></p>`,
			"Product{brand=Brand{@id=https://ex.test/b}}\nBrand{@id=https://ex.test/b}\n"},
		{"a circle is broken", `<p typeof=A resource="#a"><link property=to resource="#b"></p><p typeof=B resource="#b"><link property=back resource="#a"></p>`,
			"A{@id=" + id + "a to=B{@id=" + id + "b back=" + id + "a}}\nB{@id=" + id + "b back=A{@id=" + id + "a to=" + id + "b}}\n"},
		{"two that are only part of each other", `<p about="#b"><i property=x typeof=A resource="#a"></i></p><p about="#a"><i property=y typeof=B resource="#b"></i></p>`,
			"A{@id=" + id + "a y=B{@id=" + id + "b x=" + id + "a}}\n"},
		{"two parts of one thing", `<p typeof=A resource="#a"><b property=x>1</b></p><p resource="#a"><b property=y>2</b></p>`, "A{@id=" + id + "a x=1 y=2}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := readBy(t, `<div vocab="https://schema.org/" prefix="ex: https://ex.test/">`+tt.body, rdfaReader())
			if got := sketch(r.Records); got != tt.want || len(r.LeftOut) > 0 {
				t.Errorf("records\n%swant\n%sleft out %v", got, tt.want, r.LeftOut)
			}
		})
	}
}

func TestRDFaValues(t *testing.T) {
	for _, tt := range []struct{ element, want string }{
		{`<meta property=x content=" a  b ">`, "a b"},
		{`<span property=x content=41.90>41,90</span>`, "41.90"},
		{`<a property=x content=c href=/u>t</a>`, "c"},
		{`<a property=x href=/u>t</a>`, "https://shop.test/u"},
		{`<a property=x resource="#r" href=/u>t</a>`, "https://shop.test/dir/page?x=1#r"},
		{`<a property=x datatype="xsd:string" href=/u>t</a>`, "t"},
		{`<a property=x rel=foaf:y href=/u>t</a>`, "T{foaf:y=https://shop.test/u x=t}"},
		{`<img property=x src=i.jpg>`, "https://shop.test/dir/i.jpg"},
		{`<a property=x href="mailto:a@b.test">t</a>`, "mailto:a@b.test"},
		{`<time property=x datetime=2024-03-01>1 March</time>`, "2024-03-01"},
		{`<time property=x datetime=2024-03-01 content=2024>1 March</time>`, "2024"},
		{`<time property=x>2024-03-01</time>`, "2024-03-01"},
		{`<p property=x>a<br>b<p>`, "a b"},
		{`<a property=x>t</a>`, "t"},
	} {
		r := readBy(t, `<div vocab="https://schema.org/" typeof=T>`+tt.element+`</div>`, rdfaReader())
		want := tt.want
		if !strings.HasPrefix(want, "T{") {
			want = "T{x=" + want + "}"
		}
		if got := sketch(r.Records); got != want+"\n" {
			t.Errorf("%s gives %q, want %q", tt.element, got, want)
		}
	}
}

func TestRDFaPlaces(t *testing.T) {
	r := readBy(t, `<p>a</p><div vocab="https://schema.org/" typeof=A><link property=b resource="#b"><i></i><i property=x>1</i></div><p typeof="schema:B" resource="#b"><b property="schema:y">2</b></p>`, rdfaReader())
	var got strings.Builder
	leaves(&r.Records[0], func(name string, v page.Value) { fmt.Fprintf(&got, "%s %s %s\n", name, v.Where, v.Source) })
	want := "@id /html/body/p[2] rdfa\ny /html/body/p[2]/b[1] rdfa\nx /html/body/div[1]/i[2] rdfa\n"
	if got.String() != want || r.Records[0].Where != "/html/body/div[1]" {
		t.Errorf("leaves at\n%swant\n%sand the record at %s: what is named is placed where it is defined", got.String(), want, r.Records[0].Where)
	}
}

func TestRDFaOfThePageItself(t *testing.T) {
	found, r := findingsOf(t, `<meta property="og:title" content=x><meta property="dc:title" content="T"><meta property="un:known" content=x>
		<body><p property="DCTerms:Creator dcterms:title">A B</p><a rel="cc:license nofollow" href="/l">x</a><a property="foaf:page" href="/u">x</a>
		<p property="bare">x</p><p property="article:tag">x</p><div property="dcterms:publisher" typeof="foaf:Agent"><b property="foaf:name">P</b></div>`, rdfaReader())
	want := "dcterms:title|property=dcterms:title=T@/html/head/meta[2]\n" +
		"dcterms:creator|property=dcterms:Creator=A B@/html/body/p[1]\n" +
		"dcterms:title|property=dcterms:title=A B@/html/body/p[1]\n" +
		"cc:license|rel=cc:license=https://shop.test/l@/html/body/a[1]\n" +
		"foaf:page|property=foaf:page=https://shop.test/u@/html/body/a[2]\n"
	if got := tagLines(found); got != want || found.Tags[0].Source != "rdfa" {
		t.Errorf("tags\n%swant\n%s", got, want)
	}
	if got, want := sketch(r.Records), "foaf:Agent{foaf:name=P}\n"; got != want {
		t.Errorf("records %q, want %q", got, want)
	}
	found, _ = findingsOf(t, `<body vocab="https://schema.org/"><p property="datePublished">2024</p>`, rdfaReader())
	if got, want := tagLines(found), "datepublished|property=datePublished=2024@/html/body/p[1]\n"; got != want {
		t.Errorf("tags %q, want %q", got, want)
	}
	found, r = findingsOf(t, strings.Repeat(`<p property="dc:x">y</p>`, MaxThingTags+3), rdfaReader())
	if len(found.Tags) != MaxThingTags || r.LeftOut["rdfa_tags"] != 3 {
		t.Errorf("%d tags, left out %v", len(found.Tags), r.LeftOut)
	}
}
