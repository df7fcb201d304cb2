package read

import (
	"strings"
	"testing"

	"curtsy/internal/tree"
	"curtsy/page"
)

func TestMicroformats(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"an entry", `<article class="h-entry"><h1 class="p-name">The <b>river</b></h1><time class="dt-published" datetime="2026-11-29T06:00:00+01:00">Sunday</time><a class="u-url" href="river#top">x</a><div class="e-content"><p>One.</p><p>Two.<script>x()</script></div></article>`,
			"h-entry name=The river published=2026-11-29T06:00:00+01:00 url=https://shop.test/dir/river#top content=One. Two.\n"},
		{"an item in a property", `<div class=h-entry><p class=p-name>A</p><a class="p-author h-card" href="/ada">Ada Low</a></div>`,
			"h-entry name=A author={h-card name=Ada Low url=https://shop.test/ada}\n"},
		{"an item in an item is a child", `<div class=h-feed><b class=p-name>F</b><p class=h-entry>One</p><p class=h-entry>Two</p></div>`,
			"h-feed name=F children=[{h-entry name=One} | {h-entry name=Two}]\n"},
		{"a property belongs to the innermost item", `<div class=h-entry><div class="p-author h-card"><i class=p-name>Ada</i></div><i class=p-name>A</i></div>`,
			"h-entry author={h-card name=Ada} name=A\n"},
		{"an item that says nothing is its text", `<div class=h-entry><span class="p-location h-adr"><b class=p-locality></b>Graz</span></div>`, "h-entry location=Graz\n"},
		{"of two kinds, and two properties", `<div class="h-review h-entry h-review"><a class="p-name u-url" href=/r>R</a><i class="p-category p-category">a</i><i class=p-category>b</i></div>`,
			"h-review+h-entry name=R url=https://shop.test/r category=[a | b]\n"},
		{"nothing that is no property", `<div class="h-card"><i class="p- p-4 p--x p-X u-1x x-name name">no</i><i class=p-note>yes</i></div>`, "h-card note=yes\n"},
		{"nor what style sheets say", `<div class="h-card p-4"><i class="u-flex u-pull-left p-absolute">no</i><i class=p-note>yes</i></div>`, "h-card note=yes\n"},
		{"not in a template", `<template><p class=h-card>x</p></template><p class=h-card>y<template><b class=p-name>z</b></template></p>`, "h-card name=y\n"},
		{"a property outside of any item is none", `<p class=p-name>x</p><p class=h-card>y</p>`, "h-card name=y\n"},
		{"blanks say nothing, and imply nothing", `<p class=h-card><b class=p-note> </b>x</p>`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, _ := foundBy(t, microformatsReader(), tt.body)
			if got := declared(found.Records); got != tt.want {
				t.Errorf("records\n%swant\n%s", got, tt.want)
			}
			sound(t, "microformats", found)
		})
	}
}

func TestMicroformatsValues(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"abbr", `<abbr class=p-x title="long form">s</abbr>`, "x=long form"},
		{"data and input", `<data class=p-x value=1>one</data><input class=p-y value=2>`, "x=1 y=2"},
		{"alt", `<img class=p-x alt="A cup" src=/1><area class=p-y alt=B>`, "x=A cup y=B"},
		{"a text with images, as their alt", `<p class=p-x>a<img alt=b src=/c>d<img src=/e>f</p>`, "x=a b d f"},
		{"lines and blocks part words", `<div class=p-x>a<br>b<p>c</p>d<i>e</i></div>`, "x=a b c de"},
		{"addresses", `<a class=u-a href="/a?b">x</a><img class=u-b src=b.jpg alt=c><video class=u-c poster=/p></video><object class=u-d data=/d></object><a class=u-e href="mailto:a@b.test">x</a><video class=u-f src=/v poster=/p></video>`,
			"a=https://shop.test/a?b b=https://shop.test/dir/b.jpg c=https://shop.test/p d=https://shop.test/d e=mailto:a@b.test f=https://shop.test/v"},
		{"an address in a text, a title or a value", `<b class=u-a>/a</b><abbr class=u-b title=/b>x</abbr><data class=u-c value=/c>x</data><a class=u-d>/d</a>`,
			"a=https://shop.test/a b=https://shop.test/b c=https://shop.test/c d=https://shop.test/d"},
		{"moments", `<time class=dt-a datetime=2026-01-02>x</time><abbr class=dt-b title=2026-01-03>x</abbr><data class=dt-c value=2026>x</data><del class=dt-d datetime=2025>x</del><b class=dt-e>May</b>`,
			"a=2026-01-02 b=2026-01-03 c=2026 d=2025 e=May"},
		{"markup as its text", `<div class=e-x><h2>A</h2><ul><li>b<li>c</ul></div>`, "x=A b c"},
		{"the value alone", `<p class=p-tel><b class=type>home</b> <b class=value>+44</b> (0) <b class=value>123</b></p>`, "tel=+44123"},
		{"a value of each kind", `<p class=p-x><img class=value alt=a><data class=value value=b>x</data><abbr class=value title=c>x</abbr><i class=value-title title=d> </i></p>`, "x=abcd"},
		{"not the value of another property", `<p class=p-x>a<b class=p-y><i class=value>1</i>b</b></p>`, "x=a1b y=1"},
		{"nor of markup", `<p class=e-x>a<i class=value>1</i></p>`, "x=a1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, _ := foundBy(t, microformatsReader(), `<div class=h-item><b class=p-name>N</b><a class=u-uid href=/0></a>`+tt.body+`</div>`)
			if got := strings.TrimPrefix(strings.TrimSpace(declared(found.Records)), "h-item name=N uid=https://shop.test/0 "); got != tt.want {
				t.Errorf("%s\nwant\n%s", got, tt.want)
			}
			sound(t, "microformats", found)
		})
	}
}

func TestMicroformatsMoments(t *testing.T) {
	v := func(texts ...string) string {
		return `<b class=value>` + strings.Join(texts, `</b> at <b class=value>`) + `</b>`
	}
	for _, tt := range []struct{ name, body, want string }{
		{"day and time", v("2026-05-09", "19:30"), "2026-05-09T19:30"},
		{"in any order, with a zone", v("19:30:05", "+0200", "2026-05-09"), "2026-05-09T19:30:05+02:00"},
		{"twelve hours", v("2026-05-09", "7:30pm"), "2026-05-09T19:30"},
		{"midnight and noon", v("2026-05-09", "12am"), "2026-05-09T00:00"},
		{"noon", v("2026-05-09", "12:05 P.M."), "2026-05-09T12:05"},
		{"a zone behind the time", v("2026-05-09", "9:00-7"), "2026-05-09T09:00-07:00"},
		{"a day of the year", v("2026-129", "09:00Z"), "2026-129T09:00Z"},
		{"whole", v("2026-05-09 19:30"), "2026-05-09T19:30"},
		{"a day alone", v("2026-05-09"), "2026-05-09"},
		{"a time alone, of no day", v("19:30"), "19:30"},
		{"no such thing", v("next", "week"), "nextweek"},
		{"by attributes", `<time class=value datetime=2026-05-09>Saturday</time> <abbr class=value title="19:30">half past seven</abbr>`, "2026-05-09T19:30"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, _ := foundBy(t, microformatsReader(), `<div class=h-event><b class=p-name>N</b><p class=dt-start>`+tt.body+`</p></div>`)
			if got := strings.TrimPrefix(strings.TrimSpace(declared(found.Records)), "h-event name=N start="); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	found, _ := foundBy(t, microformatsReader(), `<div class=h-event><b class=p-x>N</b><p class=dt-start>`+v("2026-05-09", "19:30")+`</p><p class=dt-end>`+v("21:00")+`</p></div>
		<div class=h-event><b class=p-x>N</b><time class=dt-start datetime="2026-06-01T10:00">x</time><p class=dt-end>`+v("11am")+`</p></div><div class=h-event><b class=p-x>N</b><p class=dt-end>`+v("11am")+`</p></div>`)
	want := "h-event x=N start=2026-05-09T19:30 end=2026-05-09T21:00\nh-event x=N start=2026-06-01T10:00 end=2026-06-01T11:00\nh-event x=N end=11:00\n"
	if got := declared(found.Records); got != want {
		t.Errorf("a time alone is of the day its own item told last:\n%swant\n%s", got, want)
	}
}

func TestMicroformatsImplied(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"a name", `<p class=h-card>Ada <b>Low</b></p>`, "name=Ada Low"},
		{"a link", `<a class=h-card href=/a>Ada</a>`, "name=Ada url=https://shop.test/a"},
		{"a picture", `<img class=h-card src=/a.jpg alt=Ada>`, "name=Ada photo=https://shop.test/a.jpg"},
		{"an abbreviation", `<abbr class=h-card title="Ada Low">AL</abbr>`, "name=Ada Low"},
		{"a linked picture", `<a class=h-card href=/a><img src=/a.jpg alt=Ada></a>`, "name=Ada photo=https://shop.test/a.jpg url=https://shop.test/a"},
		{"a picture in a link in it", `<div class=h-card><a href=/a><img src=/a.jpg alt=Ada></a></div>`, "name=Ada photo=https://shop.test/a.jpg url=https://shop.test/a"},
		{"no alt, then the text", `<div class=h-card><img src=/a.jpg alt=""> Ada</div>`, "name=Ada photo=https://shop.test/a.jpg"},
		{"none of two pictures or links", `<div class=h-card><img src=/a.jpg><img src=/b.jpg><a href=/a>A</a><a href=/b>B</a></div>`, "name=AB"},
		{"no name beside another text", `<a class=h-card href=/a>Ada <b class=p-org>Low</b></a>`, "org=Low url=https://shop.test/a"},
		{"no url beside another address", `<a class=h-card href=/a><img class=u-logo src=/l alt=x>Ada</a>`, "logo=https://shop.test/l name=x"},
		{"nothing beside an item in it", `<div class=h-card><a href=/a>A</a><p class=h-geo>1</p></div>`, "children={h-geo name=1}"},
		{"not the picture of an item", `<div class=h-feed><img class=h-card src=/a.jpg alt=A></div>`, "children={h-card name=A photo=https://shop.test/a.jpg}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, _ := foundBy(t, microformatsReader(), tt.body)
			_, got, _ := strings.Cut(strings.TrimSpace(declared(found.Records)), " ")
			if got != tt.want {
				t.Errorf("%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestClassicMicroformats(t *testing.T) {
	for _, tt := range []struct{ name, body, want string }{
		{"an entry", `<article class="post hentry"><h1 class=entry-title><a href=/p rel=bookmark>T</a></h1><span class="author vcard"><a class="url fn n" href=/ada>Ada</a></span><time class="entry-date published updated" datetime=2026-01-02>x</time><div class=entry-content>Text</div><a rel=tag href=/t>tea</a></article>`,
			"h-entry name=T url=https://shop.test/p author={h-card url=https://shop.test/ada name=Ada} published=2026-01-02 updated=2026-01-02 content=Text category=tea\n"},
		{"a theme's empty shell is none", `<article class="post hentry"><h1>T</h1></article>`, ""},
		{"a card", `<div class=vcard><b class=fn>Ada</b><i class=title>Boss</i><div class=adr><b class=locality>Graz</b></div><p class=tel><b class=type>x</b><b class=value>1</b></p></div>`,
			"h-card name=Ada job-title=Boss adr={h-adr locality=Graz} tel=1\n"},
		{"an event", `<div class=vevent><b class=summary>Fair</b><abbr class=dtstart title=2026-05-09>x</abbr><i class=location>Graz</i></div>`, "h-event name=Fair start=2026-05-09 location=Graz\n"},
		{"a review", `<div class=hreview><div class=item><a class="fn url" href=/k>Kettle</a></div><b class=rating><i class=value>4</i>/<i class=best>5</i></b><p class=description>Good.</p><b class="reviewer vcard"><i class=fn>Ada</i></b></div>`,
			"h-review item={h-item name=Kettle url=https://shop.test/k} rating=4 best=5 content=Good. author={h-card name=Ada}\n"},
		{"a product and a recipe", `<div class=hproduct><b class=fn>Kettle</b><i class=price>4</i></div><div class=hrecipe><b class=fn>Tea</b><i class=ingredient>water</i><i class=ingredient>tea</i></div>`,
			"h-product name=Kettle price=4\nh-recipe name=Tea ingredient=[water | tea]\n"},
		{"microformats2 counts where both stand", `<div class="h-entry hentry"><b class="p-name entry-title">A</b><b class=entry-content>no</b></div>`, "h-entry name=A\n"},
		{"words in common use make no item", `<div class=item><b class=fn>x</b></div><div class=geo>1</div><i class=xvcard>x</i>`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, _ := foundBy(t, microformatsReader(), tt.body)
			if got := declared(found.Records); got != tt.want {
				t.Errorf("records\n%swant\n%s", got, tt.want)
			}
			sound(t, "microformats", found)
		})
	}
}

func TestEveryLeafOfMicroformatsHasItsPlace(t *testing.T) {
	found, _ := foundBy(t, microformatsReader(), `<div class=h-entry><p>x<p><b class="p-name p-summary">A</b><a class="p-author h-card" href=/a>Ada</a></div>`)
	want := "/html/body/div[1]/p[2]/b[1] /html/body/div[1]/p[2]/b[1] /html/body/div[1]/p[2]/a[1] /html/body/div[1]/p[2]/a[1]"
	var got []string
	for _, leaf := range sound(t, "microformats", found) {
		got = append(got, leaf.Where)
	}
	if strings.Join(got, " ") != want || found.Records[0].Where != "/html/body/div[1]" {
		t.Errorf("leaves at %q, record at %q; want %s", got, found.Records[0].Where, want)
	}
}

// TestAStyleSheetsClassesAreNoMicroformats: pages whose classes only look alike cost
// no tree and make no record.
func TestAStyleSheetsClassesAreNoMicroformats(t *testing.T) {
	for _, body := range []string{
		`<div class="h-full h-10 h-screen h-auto h-px min-h-screen p-4 u-flex e-1"><p class="p-name dt-x">x</p></div>`,
		`<div class="search-card fresh-product each-item b-vcard my_hentry"><a class="p-name" href="/watch-item">x</a></div>`,
		`<p class="h-card2 h-cards h-card_title">x</p>`, "h-", "",
	} {
		var asked bool
		reader := microformatsReader()
		readPage(document(t, body), []Reader{{Name: "microformats", Read: func(s *Source) Findings {
			found := reader.Read(s)
			asked = s.tree != nil
			if len(found.Records) > 0 {
				t.Errorf("%s: records %s", body, declared(found.Records))
			}
			return found
		}}})
		if asked {
			t.Errorf("%s: a tree was built", body)
		}
	}
	for _, body := range []string{`<p class=h-card>`, `<p class="a h-card">`, "<p class='a\nh-review-aggregate'>", `<p class=vcard>`, `<p class="h-h-card h-card">`} {
		if r := readWith(t, microformatsReader(), body+`<b class="p-name fn">x</b>`); len(r.Records) != 1 {
			t.Errorf("%s: not seen", body)
		}
	}
}

func TestMicroformatsAreBounded(t *testing.T) {
	for _, tt := range []struct{ name, body, key string }{
		{"items in items", strings.Repeat("<div class=h-card>", 100) + "x", "microformats_depth"},
		{"many items", strings.Repeat("<p class=h-card>x</p>", 30_000), "microformats_values"},
		{"many properties", "<div class=h-card>" + strings.Repeat("<b class=p-name>x</b>", 30_000), "microformats_values"},
		{"properties in properties, over much", "<div class=h-card>" + strings.Repeat("<i class='p-a p-b p-c p-d'>", 140) + strings.Repeat("<u></u>", 20_000), "microformats_values"},
		{"values in values", "<div class=h-card>" + strings.Repeat("<i class=p-name><i class=x-value>", 70) + strings.Repeat("<u class=value></u>", 20_000), ""},
		{"values looked for, over much", "<div class=h-card><u class=value></u>" + "<abbr title=x class='" + many("p-a", maxProperties) + "'>" + strings.Repeat("<u></u>", 2*maxMicroformatsSteps/maxProperties), "microformats_values"},
		{"long addresses", "<base href='/" + strings.Repeat("x", 8_000) + "/'><div class=h-card>" + strings.Repeat("<a class=u-url href=y></a>", 600), "microformats_values"},
		{"long addresses that are implied", "<base href='/" + strings.Repeat("x", 8_000) + "/'>" + strings.Repeat("<a class=h-card href=y></a>", 600), "microformats_values"},
		{"a long text", "<p class=h-card>" + strings.Repeat("word ", 1<<16), "text"},
		{"blanks before a text", "<p class=h-card>a" + strings.Repeat(" ", 1<<20) + "b", "text"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			found, r := foundBy(t, microformatsReader(), tt.body)
			if leaves := sound(t, "microformats", found); len(leaves) > MaxMicroformats {
				t.Errorf("%d leaves", len(leaves))
			}
			octets := 0
			for i := range found.Records {
				leaves(&found.Records[i], func(_ string, v page.Value) { octets += len(v.Value.(string)) })
			}
			if octets > MaxThingText {
				t.Errorf("%d octets of texts", octets)
			}
			if tt.key != "" && r.LeftOut[tt.key] == 0 {
				t.Errorf("left out %v, want %s counted", r.LeftOut, tt.key)
			}
		})
	}
}

func TestAnElementIsAFewPropertiesAtMost(t *testing.T) {
	found, _ := foundBy(t, microformatsReader(), "<div class=h-card><b class='"+many("p-a", 1000)+"'>x</b></div>")
	if n := len(found.Records[0].Fields); n != maxProperties {
		t.Errorf("%d properties, want %d", n, maxProperties)
	}
}

// many gives different names, apart by blanks.
func many(prefix string, n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(prefix)
		for ; i > 0; i /= 26 {
			b.WriteByte(byte('a' + i%26))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// FuzzMicroformats holds the records against what all readers promise, every place
// against the tree, and every item against the classes of the page.
func FuzzMicroformats(f *testing.F) {
	for _, seed := range []string{
		`<div class=h-entry><p class="p-name e-x">a<b class=value>b</b></p><a class="p-author h-card" href=/a><img alt=x src=y></a></div>`,
		`<div class="h-event vevent"><p class=dt-start><i class=value>2026-01-02</i><i class=value-title title=7pm></i></p><p class=dt-end><i class=value>9:00-7</i></div>`,
		`<div class=hentry><a rel="bookmark tag" href=x>a</a><p class="author vcard"><b class="fn url">x</b><i class=geo><b class=latitude>1`,
		`<div class=hreview><p class="item vcard"><b class=fn>x</b></p><table class=rating><td class=value>1<p class=best>2`,
		`<svg class=h-card><title class=p-name>x</title></svg><template class=h-card><p class=h-card>`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		if len(body) > 1<<12 {
			return
		}
		found, r := foundBy(t, microformatsReader(), body)
		leaves := sound(t, "microformats", found)
		if len(found.Records) == 0 {
			return
		}
		s := &Source{Document: &Document{Body: []byte(body)}, reading: &Reading{}}
		s.Text, _, _ = decode([]byte(body), document(t, "").Header)
		built, err := tree.Parse(s.Text)
		if err != nil {
			t.Fatal(err)
		}
		elements := map[string]bool{}
		for e := range tree.Elements(built.Root) {
			elements[built.Where(e)] = true
		}
		for _, leaf := range leaves {
			if !elements[leaf.Where] {
				t.Errorf("%q is no place in %q (left out %v)", leaf.Where, body, r.LeftOut)
			}
		}
		for _, record := range found.Records {
			if !isRootClass(record.Type) || !elements[record.Where] {
				t.Errorf("a record %q at %q in %q", record.Type, record.Where, body)
			}
		}
	})
}
