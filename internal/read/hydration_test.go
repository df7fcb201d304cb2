package read

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"curtsy/page"
)

func hydrated(t testing.TB, body string) *Reading {
	t.Helper()
	return readPage(document(t, body), []Reader{hydrationReader()})
}

func next(state string) string {
	return `<script id="__NEXT_DATA__" type="application/json">` + state + `</script>`
}

func code(code string) string { return `<script>` + code + `</script>` }

func TestThingsInStatesAreFoundWhereverTheStateStands(t *testing.T) {
	kettle := `{"name":"Kettle","price":41.90}`
	const found = " name%[1]s/name=Kettle price%[1]s/price=41.90\n"
	for _, tt := range []struct{ name, body, pointer string }{
		{"Next", next(`{"props":{"pageProps":{"product":` + kettle + `}},"page":"/p/[id]"}`), "/props/pageProps/product"},
		{"any island", `<script type="application/json" data-component="x">{"a":[` + kettle + `]}</script>`, "/a/0"},
		{"an island of a kind of JSON", `<script type="application/vnd.shop+json; v=1">` + kettle + `</script>`, ""},
		{"an answer that was fetched", `<script type="application/json" data-sveltekit-fetched data-url="/api">{"status":200,"statusText":"OK","headers":{},"body":"{\"p\":{\"name\":\"Kettle\",\"price\":41.90}}"}</script>`, "/p"},
		{"a global", code(`window.__INITIAL_STATE__ = {"p":` + kettle + `};`), "/p"},
		{"a global by its name in brackets", code(`window["__PRELOADED_STATE__"]={"p":` + kettle + `}`), "/p"},
		{"without window", code(`var a=1;__STATE__={"p":` + kettle + `};more()`), "/p"},
		{"a list", code(`self.__INITIAL_DATA__=[` + kettle + `]`), "/0"},
		{"Remix", code(`window.__remixContext = {"state":{"loaderData":{"p":` + kettle + `}}};__remixContext.p = function(v){return v};`), "/state/loaderData/p"},
		{"in a module", `<script type=module>window.__REDUX_STATE__={"p":` + kettle + `}</script>`, "/p"},
		{"Nuxt, plain", code(`window.__NUXT__={"data":[{"p":` + kettle + `}]};`), "/data/0/p"},
		{"what was there before, or", code(`window.__INITIAL_STATE__ = window.__INITIAL_STATE__ || {"p":` + kettle + `}`), "/p"},
		{"the second of two", code(`window.__STATE__={};window.__INITIAL_STATE__={"p":` + kettle + `}`), "/p"},
		{"after a use of the name", code(`if(window.__STATE__==null||window.__STATE__.x){}; window.__STATE__={"p":` + kettle + `}`), "/p"},
		{"a text, parsed", code(`window.__INITIAL_STATE__ = JSON.parse("{\"p\":{\"name\":\"\u004bettle\",\"price\":41.90}}")`), "/p"},
		{"a text in single quotes", code(`window.__INITIAL_STATE__ = JSON.parse('{"p":{"name":"Ket\x74le","price":41.90}}');`), "/p"},
		{"a text, encoded", code(`window.__INITIAL_STATE__=JSON.parse(decodeURIComponent("%7B%22p%22%3A%7B%22name%22%3A%22Kettle%22%2C%22price%22%3A41.90%7D%7D"))`), "/p"},
		{"a text alone", code("window.__INITIAL_STATE__=`{\"p\":{\"name\":\"Kettle\",\"price\":41.90}}`"), "/p"},
		{"escaped slashes", code(`window.__INITIAL_STATE__={"a\u002Fb":` + kettle + `}`), "/a~1b"},
		{"a flight", code(`self.__next_f.push([0])`) + code(`self.__next_f.push([1,"0:I[\"x\"]\n1:{\"p\":{\"name\":\"Ket"])`) + code(`self.__next_f.push([1,"tle\",\"price\":41.90}}\n2:T3,a\nb3:[\"$\",\"div\",null,{\"x\":\"$undefined\"}]\n"])`), "/1/p"},
		{"Nuxt, flat", `<script type="application/json" id="__NUXT_DATA__">[["ShallowReactive",1],{"data":2},["Reactive",3],{"p":4,"self":2},{"name":5,"price":6,"when":7,"self":4,"none":-1,"far":99},"Kettle",41.90]</script>`, "FLAT"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := hydrated(t, tt.body)
			want := fmt.Sprintf(found, tt.pointer)
			if tt.pointer == "FLAT" {
				want = " name/5=Kettle price/6=41.90\n"
			}
			if got := told(r.Records); got != want || len(r.LeftOut) > 0 || len(r.Unread) > 0 {
				t.Errorf("records %q, want %q; left out %v, failures %v", got, want, r.LeftOut, r.Unread)
			}
		})
	}
}

// TestATextOfAFlightHasNoRows: whatever it holds, it ends where it says.
func TestATextOfAFlightHasNoRows(t *testing.T) {
	r := hydrated(t, code(`self.__next_f.push([1,"1:T1a,a\n2:{\"name\":\"x\",\"price\":1}3:{\"name\":\"y\",\"price\":2}\n"])`))
	if got := told(r.Records); got != " name/3/name=y price/3/price=2\n" {
		t.Errorf("records %q", got)
	}
}

func TestAThingStandsInItsScript(t *testing.T) {
	r := hydrated(t, code(`a()`)+code(`self.__next_f.push([1,"1:{\"a\":1}\n2:{\"p\":{\"name\":"])`)+`<body><div>`+code(`self.__next_f.push([1,"\"x\",\"price\":\"1\"}}\n3:{\"p\":{\"name\":\"y\",\"price\":\"1\"}}"])`)+next(`{"p":{"name":"z","price":"2"}}`))
	var got []string
	for _, record := range r.Records {
		got = append(got, record.Where+" "+record.Fields[0].Value.Where)
	}
	want := []string{
		"/html/head/script[2]#/2/p /html/head/script[2]#/2/p/name", // where its row begins
		"/html/body/div[1]/script[1]#/3/p /html/body/div[1]/script[1]#/3/p/name",
		"/html/body/div[1]/script[2]#/p /html/body/div[1]/script[2]#/p/name",
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("places\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestWhatIsNoStateIsNotRead(t *testing.T) {
	for _, tt := range []struct{ name, body, leftOut string }{
		{"other scripts", code(`var state={"name":"x","price":1}`), "map[]"},
		{"JSON-LD", ld(`{"@type":"Product","name":"x","price":1}`), "map[]"},
		{"an import map", `<script type="application/importmap+json">{"name":"x","price":1}</script>`, "map[]"},
		{"a longer name", code(`window.__INITIAL_STATE__2={"name":"x","price":1};my__STATE__={"name":"x","price":1}`), "map[]"},
		{"a use of the name", code(`f(window.__STATE__, {"name":"x","price":1}); __STATE__ == {"a":1}`), "map[]"},
		{"a text that is no state", code(`window.__STATE__="ready"`), "map[]"},
		{"a template to fill in", code("window.__STATE__=`{\"name\":\"${x}\",\"price\":1}`"), "map[hydration_states:1]"},
		{"a call", code(`window.__NUXT__=(function(a,b){return {name:a,price:b}}("x",1));`), "map[hydration_states:1]"},
		{"an object with what must be run", code(`window.__STATE__={name:"x",price:p()}`), "map[hydration_states:1]"},
		{"a broken text", code(`window.__STATE__=JSON.parse('{"name":"x","price":')`), "map[hydration_states:1]"},
		{"a script of another type", `<script type="text/template">__STATE__={"name":"x","price":1}</script>`, "map[]"},
		{"a style", `<style>__STATE__={"name":"x","price":1}</style>`, "map[]"},
	} {
		r := hydrated(t, tt.body)
		if got := fmt.Sprint(r.LeftOut); len(r.Records) > 0 || strings.Replace(got, "map[]", "map[]", 1) != tt.leftOut {
			t.Errorf("%s: records %q, left out %s, want %s", tt.name, told(r.Records), got, tt.leftOut)
		}
	}
	if r := hydrated(t, `<script type="application/json">{"a"</script>`); len(r.Unread) != 1 || r.Unread[0].Source != "hydration" {
		t.Errorf("a broken island: failures %v", r.Unread)
	}
}

func TestUndefinedIsNull(t *testing.T) {
	r := hydrated(t, code(`window.__STATE__={"a":undefined,"p":{"name":"undefined","price":"1","b":[undefined,2]}};`))
	if got := told(r.Records); got != " name/p/name=undefined price/p/price=1 b/p/b/1=2\n" {
		t.Errorf("records %q", got)
	}
	if want := []page.Repair{{Source: "hydration", Where: "/html/head/script[1]", What: "undefined"}}; !slices.Equal(r.Repairs, want) {
		t.Errorf("repaired %v", r.Repairs)
	}
	r = hydrated(t, `<script type="application/json">{"name":"x","price":"1",}</script><script id=state type="application/json">{&q;name&q;:&q;y &a; z&q;,&q;price&q;:2}</script>`)
	if got := plainly(r.Records); got != " name=x price=1\n name=y & z price=2" || repairsOf(r) != "trailing commas, entities" {
		t.Errorf("records %q, repaired %q", got, repairsOf(r))
	}
}

func TestThingsAreKnown(t *testing.T) {
	for _, tt := range []struct{ name, state, want string }{
		{"by its type", `{"x":{"__typename":"Boat","name":"x","n":1}}`, "Boat name=x n=1"},
		{"by schema.org's type", `{"x":{"@type":["http://schema.org/Product","schema:Car"],"name":"x"}}`, "Product+Car name=x"},
		{"a type without a name", `{"x":{"__typename":"Boat","n":1}}`, ""},
		{"a name alone", `{"x":{"name":"x","n":1}}`, ""},
		{"a sale price", `{"x":{"title":"x","sale_price":"1"}}`, " title=x sale_price=1"},
		{"a price in parts", `{"x":{"title":"x","price":{"amount":"1.00"}}}`, " title=x amount=1.00"},
		{"a range", `{"x":{"title":"x","priceRange":{"min":{"amount":"1.00"}}}}`, " title=x amount=1.00"},
		{"offers", `{"x":{"name":"x","offers":[{"price":"1"}]}}`, " name=x price=1"},
		{"variants of a graph", `{"x":{"name":"x","variants":{"edges":[{"node":{"price":"1"}}]}}}`, " name=x price=1"},
		{"variants without a price", `{"x":{"name":"x","variants":[{"size":"1"}]}}`, ""},
		{"labels", `{"x":{"name":"Name","price":"Price"}}`, ""},
		{"no price", `{"x":{"name":"x","price":null}}`, ""},
		{"an article", `{"x":{"title":"x","publishedAt":"2026-01-02","body":[{"p":"y"}]}}`, " title=x publishedAt=2026-01-02 p=y"},
		{"an article by its author", `{"x":{"headline":"x","created_at":1767312000,"author":{"name":"A"}}}`, " headline=x created_at=1767312000 name=A"},
		{"an article, rendered", `{"x":{"title":{"rendered":"x"},"date_published":"2026","excerpt":"y"}}`, " rendered=x date_published=2026 excerpt=y"},
		{"a date without a body", `{"x":{"title":"x","createdAt":"2026-01-02"}}`, ""},
		{"what is in a product is part of it", `{"x":{"name":"x","price":"1","variants":[{"name":"y","price":"2"}]}}`, " name=x price=1 name=y price=2"},
		{"what is in a typed thing is known too", `{"x":{"__typename":"Page","name":"p","y":{"name":"y","price":"2"}}}`, "Page name=p name=y price=2\n name=y price=2"},
	} {
		if got := plainly(hydrated(t, next(tt.state)).Records); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestThePagesOwnThingComesFirst: however many others a page recommends.
func TestThePagesOwnThingComesFirst(t *testing.T) {
	others := make([]string, 50)
	for i := range others {
		others[i] = fmt.Sprintf(`{"name":"other %d","price":"%d"}`, i, i+1)
		if i%3 == 0 {
			others[i] = fmt.Sprintf(`{"name":"other %d","price":"%d","badge":"new"}`, i, i+1)
		}
	}
	list := strings.Join(others, ",")
	keyed := make([]string, len(others))
	edges := make([]string, len(others))
	elements := make([]string, len(others))
	entries := make([]string, len(others))
	for i := range others {
		keyed[i] = fmt.Sprintf(`"%d":%s`, i, others[i])
		edges[i] = `{"node":` + others[i] + `}`
		elements[i] = `["$","$L1",null,{"item":` + others[i] + `}]`
		entries[i] = fmt.Sprintf(`"Product:%d":{"__typename":"Product","name":"other %d","price":"%d"}`, i, i, i+1)
	}
	unlike := make([]string, len(others))
	for i := range others {
		unlike[i] = fmt.Sprintf(`{"name":"other %d","price":"%d","sku":"s","x%d":1}`, i, i+1, i)
	}
	own := `{"name":"own","price":"9","sku":"S"}`
	for _, tt := range []struct{ name, state string }{
		{"a list before it", `{"also":[` + list + `],"product":` + own + `}`},
		{"a list nearer the top", `{"also":[` + list + `],"a":{"b":{"c":{"d":{"product":` + own + `}}}}}`},
		{"each a little different", `{"also":[` + strings.Join(unlike, ",") + `],"a":{"b":{"c":` + own + `}}}`},
		{"by their numbers", `{"byId":{` + strings.Join(keyed, ",") + `},"a":{"b":{"c":` + own + `}}}`},
		{"a graph's connection", `{"also":{"edges":[` + strings.Join(edges, ",") + `]},"a":{"b":{"c":{"d":` + own + `}}}}`},
		{"elements of a flight", `{"also":[` + strings.Join(elements, ",") + `],"a":{"b":{"c":{"d":{"e":` + own + `}}}}}`},
		{"sections of a page, one of them its own", `{"sections":[{"type":"head","x":{"a":1}},{"type":"detail","x":` + own + `},{"type":"also","x":{"all":[` + list + `]}}]}`},
		{"a cache", `{"apolloState":{` + strings.Join(entries, ",") + `,"Product:own":{"__typename":"Product","name":"own","price":"9"},"ROOT_QUERY":{"product({\"slug\":\"own\"})":{"__ref":"Product:own"},"products":[{"__ref":"Product:1"},{"__ref":"Product:2"},{"__ref":"Product:3"}]}}}`},
	} {
		r := hydrated(t, next(tt.state))
		if len(r.Records) != MaxHydrationThings || !strings.Contains(plainly(r.Records[:1]), "name=own price=9") {
			t.Errorf("%s: %d things, first %.100q", tt.name, len(r.Records), plainly(r.Records))
		}
		if r.LeftOut["hydration_things"] != 51-MaxHydrationThings {
			t.Errorf("%s: left out %v", tt.name, r.LeftOut)
		}
	}
}

func TestReferencesInACacheAreFollowed(t *testing.T) {
	state := `{"ROOT_QUERY":{"__typename":"Query","product({\"id\":1})":{"__ref":"Product:1"}},
		"Product:1":{"__typename":"Product","name":"x","brand":{"__ref":"Brand:1"},"old":{"type":"id","generated":false,"id":"Brand:1"},"like":[{"__ref":"Product:1"}],"none":{"__ref":"Brand:2"}},
		"Brand:1":{"__typename":"Brand","name":"b","products":[{"__ref":"Product:1"}]}}`
	want := "Product{name:x brand:Brand{name:b products:[{__ref:Product:1}]} old:Brand{name:b products:[{__ref:Product:1}]} like:[{__ref:Product:1}] none:{__ref:Brand:2}}"
	r := hydrated(t, code(`window.__APOLLO_STATE__=`+state+`;`))
	if got, _, _ := strings.Cut(shapely(r.Records), "\n"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got := told(r.Records[:1]); !strings.Contains(got, " name/Product:1/name=x name/Brand:1/name=b __ref/Brand:1/products/0/__ref=Product:1") {
		t.Errorf("places: %s", got)
	}
	r = hydrated(t, code(`window.__APOLLO_STATE__={"P:1":{"__typename":"P","name":"x","b":{"__ref":"B:1"}},"B:1":{"y":"z"}}`))
	if got := shapely(r.Records); got != "P{name:x b:{y:z}}" {
		t.Errorf("a cache without its root: %s", got)
	}
}

func TestFlatStates(t *testing.T) {
	r := hydrated(t, `<script type="application/json" id="__NUXT_DATA__">[{"p":1},{"name":2,"price":3,"when":4,"tags":5,"odd":6,"map":7,"big":8,"self":1,"loop":9,"out":-3},"x","1.50",["Date","2026-01-02T00:00:00.000Z"],["Set",2,3],["null","k",2],["Map",2,3],["BigInt","123"],["Set",9,2]]</script>`)
	if got := shapely(r.Records); got != "{name:x price:1.50 when:2026-01-02T00:00:00.000Z tags:[x 1.50] odd:{k:x} map:[x 1.50] big:123 loop:[x]}" {
		t.Errorf("records %s", got)
	}
	if got := told(r.Records); !strings.HasPrefix(got, " name/2=x price/3=1.50 when/4/1=2026-01-02T00:00:00.000Z big/8/1=123 ") && !strings.Contains(got, "when/4/1=") {
		t.Errorf("places %s", got)
	}
}

func TestTheWholeStateIsGivenWhereItIsAskedFor(t *testing.T) {
	doc := document(t, next(`{"a":{"b":[1,null,{"c":"d"}]}}`)+code(`window.__STATE__=[1,[2]];window.__INITIAL_STATE__={}`)+next(`{"name":"x","price":"1"}`))
	if r := readPage(doc, []Reader{hydrationReader()}); shapely(r.Records) != "{name:x price:1}" {
		t.Errorf("not asked for: %s", shapely(r.Records))
	}
	doc.Want.Hydration = true
	r := readPage(doc, []Reader{hydrationReader()})
	if got, want := shapely(r.Records), "{name:x price:1}\n{a:{b:[1 {c:d}]}}\n{@list:[1 [2]]}\n{name:x price:1}"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	doc.Body = []byte(next(`[` + strings.Repeat(`{"x":1},`, MaxHydrationWhole+9) + `1]`))
	if r = readPage(doc, []Reader{hydrationReader()}); r.LeftOut["hydration_values"] == 0 || strings.Count(told(r.Records), "=") != MaxHydrationWhole {
		t.Errorf("%d values, left out %v", strings.Count(told(r.Records), "="), r.LeftOut)
	}
}
