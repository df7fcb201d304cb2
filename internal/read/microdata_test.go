package read

import (
	"fmt"
	"strings"
	"testing"

	"curtsy/page"
)

func TestMicrodata(t *testing.T) {
	const thing, end = `<div itemscope itemtype="https://schema.org/Product">`, `</div>`
	for _, tt := range []struct{ name, body, want string }{
		{"nothing inside an item that says nothing", `<div itemscope><p>x</p></div><p itemprop=>x</p>`, ""},
		{"a name alone is no thing", `<div itemscope itemid="/p/1"></div>`, ""},
		{"a type alone is one", `<div itemscope itemtype="https://schema.org/Product"></div>`, "Product{}\n"},
		{"no type", `<div itemscope><b itemprop=name>x</b></div>`, "{name=x}\n"},
		{"several types, http and www", `<div itemscope itemtype="http://schema.org/Product https://www.schema.org/Car http://other.test/T"></div>`, "Product+Car+http://other.test/T{}\n"},
		{"a type twice", `<div itemscope itemtype="https://schema.org/Car http://schema.org/Car https://schema.org/Car"></div>`, "Car{}\n"},
		{"a name for itself", `<div itemscope itemtype="https://schema.org/Product" itemid="/p/1#it"><b itemprop=name>x</b></div>`, "Product{@id=https://shop.test/p/1#it name=x}\n"},
		{"one that is no address", `<div itemscope itemtype="https://schema.org/Book" itemid="urn:isbn:1"></div>`, "Book{@id=urn:isbn:1}\n"},
		{"text, tidy", thing + "<p itemprop=name> a\n<b>b</b>&amp;<i>c</i> <script>no</script></p>" + end, "Product{name=a b&c}\n"},
		{"blank is no value", thing + `<p itemprop=name> </p><meta itemprop=sku content=" "><div itemprop=brand itemscope></div>` + end, "Product{}\n"},
		{"several names for one value", thing + `<p itemprop="name  alternateName name">x</p>` + end, "Product{name=x alternateName=x}\n"},
		{"a name given again", thing + `<p itemprop=color>red</p><p itemprop=name>x</p><p itemprop=color>blue</p>` + end, "Product{color=[red blue] name=x}\n"},
		{"names that are addresses", thing + `<p itemprop="http://schema.org/name">x</p><p itemprop="http://other.test/n">y</p>` + end, "Product{name=x http://other.test/n=y}\n"},
		{"attributes in capitals", `<DIV ITEMSCOPE ITEMTYPE="https://schema.org/Product"><B ITEMPROP=name>x</B></DIV>`, "Product{name=x}\n"},
		{"items in items", thing + `<div itemprop=offers itemscope itemtype="https://schema.org/Offer"><b itemprop=price>3</b><div itemprop=seller itemscope><b itemprop=name>s</b></div></div><b itemprop=name>x</b>` + end,
			"Product{offers=Offer{price=3 seller={name=s}} name=x}\n"},
		{"an item in an item that is none of its properties", thing + `<div itemscope itemtype="https://schema.org/Offer"><b itemprop=price>3</b></div><b itemprop=name>x</b>` + end, "Product{name=x}\nOffer{price=3}\n"},
		{"a property that is an item, of nothing", `<div itemprop=offers itemscope itemtype="https://schema.org/Offer"><b itemprop=price>3</b></div>`, "Offer{price=3}\n"},
		{"in a template there is nothing", thing + `<template><b itemprop=name>x</b></template>` + end, "Product{}\n"},
		{"in a noscript there is", thing + `<noscript><img itemprop=image src=/i.jpg></noscript>` + end, "Product{image=https://shop.test/i.jpg}\n"},
		{"svg has no items", thing + `<svg><text itemprop=name>x</text></svg>` + end, "Product{}\n"},
		{"the page itself", `<html itemscope itemtype="https://schema.org/WebPage"><meta itemprop=name content=x><body><p itemprop=text>y`, "WebPage{name=x text=y}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := readBy(t, tt.body, microdataReader())
			if got := sketch(r.Records); got != tt.want || len(r.LeftOut) > 0 || len(r.Unread) > 0 {
				t.Errorf("records\n%swant\n%sleft out %v, failures %v", got, tt.want, r.LeftOut, r.Unread)
			}
		})
	}
}

func TestMicrodataItemref(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"what it names, where it stands", `<p id=a>no<b itemprop=x>1</b></p><div itemscope itemref="b a none a"><b itemprop=x>2</b></div><b id=b itemprop=x>3</b>`, "{x=[1 2 3]}\n"},
		{"without a scope it does nothing", `<p id=a><b itemprop=x>1</b></p><div itemref=a></div>`, ""},
		{"inside the item already", `<div itemscope itemref=a><b id=a itemprop=x>1</b></div>`, "{x=1}\n"},
		{"of two ids the first", `<p id=a><b itemprop=x>1</b></p><p id=a><b itemprop=x>2</b></p><div itemscope itemref=a></div>`, "{x=1}\n"},
		{"one part for two items", `<div itemscope itemref=a><b itemprop=n>1</b></div><div itemscope itemref=a><b itemprop=n>2</b></div><p id=a itemprop=x>y</p>`, "{n=1 x=y}\n{n=2 x=y}\n"},
		{"a property that is an item", `<div itemscope itemtype="https://schema.org/Product" itemref=o></div><div id=o itemprop=offers itemscope itemtype="https://schema.org/Offer"><b itemprop=price>3</b></div>`, "Product{offers=Offer{price=3}}\n"},
		{"an item that is no property", `<div itemscope itemref=o><b itemprop=x>1</b></div><div id=o itemscope><b itemprop=y>2</b></div>`, "{x=1}\n{y=2}\n"},
		{"itself", `<div id=a itemscope itemref=a><b itemprop=x>1</b></div>`, "{x=1}\n"},
		{"itself, and it would be a property", `<div id=a itemprop=p itemscope itemref=a><b itemprop=x>1</b></div>`, "{x=1}\n"},
		{"what stands around it", `<div id=a><b itemprop=y>1</b><div itemscope itemref=a><b itemprop=x>2</b></div></div>`, "{y=1 x=2}\n"},
		{"a circle is broken", `<div itemscope itemref=a></div><div id=a itemprop=a itemscope itemref=b></div><div id=b itemprop=b itemscope itemref=a><b itemprop=x>1</b></div>`, "{a={b={x=1}}}\n"},
		{"a template holds nothing to be named", `<template><b id=a itemprop=x>1</b></template><div itemscope itemref=a><b itemprop=y>2</b></div>`, "{y=2}\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := readBy(t, tt.body, microdataReader())
			if got := sketch(r.Records); got != tt.want || len(r.LeftOut) > 0 {
				t.Errorf("records\n%swant\n%sleft out %v", got, tt.want, r.LeftOut)
			}
		})
	}
}

func TestMicrodataValues(t *testing.T) {
	for _, tt := range []struct{ element, want string }{
		{`<meta itemprop=x content=" a  b ">`, "a b"},
		{`<audio itemprop=x src=a></audio>`, "https://shop.test/dir/a"},
		{`<embed itemprop=x src=a>`, "https://shop.test/dir/a"},
		{`<iframe itemprop=x src=a></iframe>`, "https://shop.test/dir/a"},
		{`<img itemprop=x src="/a b.jpg">`, "https://shop.test/a%20b.jpg"},
		{`<video itemprop=x src=//v.test/a#t=1>text</video>`, "https://v.test/a#t=1"},
		{`<video><source itemprop=x src=a></video>`, "https://shop.test/dir/a"},
		{`<video><track itemprop=x src=a></video>`, "https://shop.test/dir/a"},
		{`<a itemprop=x href="?q">text</a>`, "https://shop.test/dir/page?q"},
		{`<map><area itemprop=x href=a></map>`, "https://shop.test/dir/a"},
		{`<link itemprop=x href="https://schema.org/InStock">`, "https://schema.org/InStock"},
		{`<object itemprop=x data=a>text</object>`, "https://shop.test/dir/a"},
		{`<a itemprop=x href="mailto:a@b.test">text</a>`, "mailto:a@b.test"},
		{`<a itemprop=x href="data:x,1#2">text</a>`, "data:x,1#2"},
		{`<a itemprop=x>text</a>`, "text"},
		{`<a itemprop=x href="">text</a>`, "text"},
		{`<link itemprop=x content="In stock">`, "In stock"},
		{`<data itemprop=x value=41.90>41,90</data>`, "41.90"},
		{`<meter itemprop=x value=4 max=5>four</meter>`, "4"},
		{`<time itemprop=x datetime="2024-03-01">1 March</time>`, "2024-03-01"},
		{`<time itemprop=x>2024-03-01</time>`, "2024-03-01"},
		{`<span itemprop=x content=1000.00>1,000.00</span>`, "1000.00"},
		{`<span itemprop=x content="">1,000.00</span>`, "1,000.00"},
		{`<span itemprop=x value=1>one</span>`, "one"},
		{`<div itemprop=x>a<div>b</div>c<br>d</div>`, "a b c d"},
	} {
		r := readBy(t, `<div itemscope>`+tt.element+`</div>`, microdataReader())
		if got, want := sketch(r.Records), "{x="+tt.want+"}\n"; got != want {
			t.Errorf("%s gives %q, want %q", tt.element, got, want)
		}
	}
}

func TestMicrodataIsResolvedAgainstTheBase(t *testing.T) {
	r := readBy(t, `<base href="https://b.test/d/"><div itemscope itemid=i><a itemprop=x href=c>t</a></div>`, microdataReader())
	if got, want := sketch(r.Records), "{@id=https://b.test/d/i x=https://b.test/d/c}\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestMicrodataPlaces(t *testing.T) {
	r := readBy(t, `<p>a<p id=r><b itemprop=y>2</b></p><table><tr><td itemscope itemref=r itemid=/i><i></i><i itemprop="x z">1</i><div itemprop=o itemscope><b itemprop=p>3</b></div></table>`, microdataReader())
	var got strings.Builder
	leaves(&r.Records[0], func(name string, v page.Value) { fmt.Fprintf(&got, "%s %s %s\n", name, v.Where, v.Source) })
	const cell = "/html/body/table[1]/tbody[1]/tr[1]/td[1]"
	want := "@id " + cell + " microdata\ny /html/body/p[2]/b[1] microdata\nx " + cell + "/i[2] microdata\nz " + cell + "/i[2] microdata\np " + cell + "/div[1]/b[1] microdata\n"
	if got.String() != want || r.Records[0].Where != cell {
		t.Errorf("leaves at\n%swant\n%sand the record at %s", got.String(), want, r.Records[0].Where)
	}
}

func TestAPropertyOfNoItemSpeaksOfThePage(t *testing.T) {
	found, r := findingsOf(t, `<meta itemprop="datePublished" content="2024-03-01"><div itemscope><b itemprop=name>x</b></div>
		<span itemprop="Author https://schema.org/creator">A B</span><p itemprop=blank> </p><div itemscope itemref=used></div><b id=used itemprop=u>y</b>`, microdataReader())
	want := "itemprop:datepublished|<meta itemprop=datePublished>=2024-03-01@/html/head/meta[1]\n" +
		"itemprop:author|<span itemprop=Author>=A B@/html/body/span[1]\n" +
		"itemprop:creator|<span itemprop=creator>=A B@/html/body/span[1]\n"
	if got := tagLines(found); got != want {
		t.Errorf("tags\n%swant\n%s", got, want)
	}
	if found.Tags[0].Source != "microdata" || strings.Join(r.Sources, " ") != "microdata" {
		t.Errorf("the tag is of %q, the sources are %v", found.Tags[0].Source, r.Sources)
	}
	found, r = findingsOf(t, strings.Repeat("<p itemprop=x>y</p>", MaxThingTags+3), microdataReader())
	if len(found.Tags) != MaxThingTags || r.LeftOut["microdata_tags"] != 3 {
		t.Errorf("%d tags, left out %v", len(found.Tags), r.LeftOut)
	}
}
