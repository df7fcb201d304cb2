package read

import (
	"fmt"
	"strings"
	"testing"

	"curtsy/page"
)

// plainly writes records as told does, without pointers.
func plainly(records []page.Record) string {
	var lines []string
	for i := range records {
		line := strings.Join(records[i].Types, "+")
		leaves(&records[i], func(name string, v page.Value) { line += fmt.Sprintf(" %s=%s", name, v.Value) })
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// shapely writes records with what stands in what.
func shapely(records []page.Record) string {
	var b strings.Builder
	var value func(v page.Value)
	record := func(r *page.Record) {
		b.WriteString(strings.Join(r.Types, "+") + "{")
		for i, f := range r.Fields {
			if i > 0 {
				b.WriteString(" ")
			}
			b.WriteString(f.Name + ":")
			value(f.Value)
		}
		b.WriteString("}")
	}
	value = func(v page.Value) {
		switch inner := v.Value.(type) {
		case string:
			b.WriteString(inner)
		case []page.Value:
			b.WriteString("[")
			for i, v := range inner {
				if i > 0 {
					b.WriteString(" ")
				}
				value(v)
			}
			b.WriteString("]")
		case *page.Record:
			record(inner)
		}
	}
	for i := range records {
		if i > 0 {
			b.WriteString("\n")
		}
		record(&records[i])
	}
	return b.String()
}

func TestReferencesAreFollowed(t *testing.T) {
	for _, tt := range []struct{ name, scripts, want string }{
		{"within a graph", `{"@graph":[{"@type":"A","b":{"@id":"#b"}},{"@type":"B","@id":"#b","x":"1"}]}`, "A{b:B{@id:#b x:1}}\nB{@id:#b x:1}"},
		{"backwards", `[{"@type":"B","@id":"#b","x":"1"},{"@type":"A","b":{"@id":"#b"}}]`, "B{@id:#b x:1}\nA{b:B{@id:#b x:1}}"},
		{"to another script", `{"@type":"A","b":{"@id":"#b"}}|{"@type":"B","@id":"#b","x":"1"}`, "A{b:B{@id:#b x:1}}\nB{@id:#b x:1}"},
		{"to what is nested elsewhere", `[{"@type":"A","b":{"@id":"#b"}},{"@type":"C","d":{"@type":"B","@id":"#b","x":"1"}}]`, "A{b:B{@id:#b x:1}}\nC{d:B{@id:#b x:1}}"},
		{"in a list", `[{"@type":"A","b":[{"@id":"#b"},"y",{"@id":"#c"}]},{"@id":"#b","x":"1"},{"@id":"#c","x":"2"}]`, "A{b:[{@id:#b x:1} y {@id:#c x:2}]}\n{@id:#b x:1}\n{@id:#c x:2}"},
		{"to nothing known", `{"@type":"A","b":{"@id":"#b"}}`, "A{b:{@id:#b}}"},
		{"with a type alone", `[{"@type":"A","b":{"@type":"B","@id":"#b"}},{"@type":["C","B"],"@id":"#b","x":"1"}]`, "A{b:C+B{@id:#b x:1}}\nC+B{@id:#b x:1}"},
		{"with a type its definition has not", `[{"@type":"A","b":{"@type":"B","@id":"#b"}},{"@type":"C","@id":"#b","x":"1"}]`, "A{b:C+B{@id:#b x:1}}\nC{@id:#b x:1}"},
		{"through several", `[{"@type":"A","b":{"@id":"#b"}},{"@id":"#b","c":{"@id":"#c"}},{"@id":"#c","x":"1"}]`, "A{b:{@id:#b c:{@id:#c x:1}}}\n{@id:#b c:{@id:#c x:1}}\n{@id:#c x:1}"},
		{"to itself", `{"@type":"A","@id":"#a","a":{"@id":"#a"}}`, "A{@id:#a a:{@id:#a}}"},
		{"to itself, with its type", `{"@type":"A","@id":"#a","x":"1","a":{"@type":"A","@id":"#a"}}`, "A{@id:#a x:1 a:A{@id:#a}}"},
		{"in a ring", `[{"@type":"A","@id":"#a","b":{"@id":"#b"}},{"@type":"B","@id":"#b","a":{"@id":"#a"}}]`, "A{@id:#a b:B{@id:#b a:{@id:#a}}}\nB{@id:#b a:A{@id:#a b:{@id:#b}}}"},
		{"each where the record itself names it", `[{"@type":"A","b":{"@id":"#c"},"c":{"@id":"#c"},"d":{"x":{"@id":"#c"}}},{"@id":"#c","x":"1"}]`, "A{b:{@id:#c x:1} c:{@id:#c x:1} d:{x:{@id:#c x:1}}}\n{@id:#c x:1}"},
		{"once further in", `[{"@type":"A","b":{"@id":"#b"}},{"@id":"#b","c":{"@id":"#c"},"d":{"@id":"#c"}},{"@id":"#c","x":"1"}]`, "A{b:{@id:#b c:{@id:#c x:1} d:{@id:#c}}}\n{@id:#b c:{@id:#c x:1} d:{@id:#c x:1}}\n{@id:#c x:1}"},
		{"by a text that the context says is one", `{"@context":{"b":{"@type":"@id"},"c":{"@id":"http://schema.org/brand","@type":"@id"}},"@graph":[{"@type":"A","b":"#b","c":["#b","#none"],"d":"#b"},{"@id":"#b","x":"1"}]}`, "A{b:{@id:#b x:1} brand:[{@id:#b x:1} #none] d:#b}\n{@id:#b x:1}"},
		{"by keywords of another name", `{"@context":{"id":"@id"},"@graph":[{"@type":"A","b":{"id":"#b"}},{"id":"#b","x":"1"}]}`, "A{b:{@id:#b x:1}}\n{@id:#b x:1}"},
		{"against the page's address", `[{"@type":"A","b":{"@id":"https://SHOP.test/dir/page?x=1#b"},"c":{"@id":"?x=1#b"}},{"@id":"#b","x":"1"}]`, "A{b:{@id:#b x:1} c:{@id:#b x:1}}\n{@id:#b x:1}"},
		{"against another base", `{"@context":{"@base":"https://other.test/"},"@graph":[{"@type":"A","b":{"@id":"https://other.test/b"}},{"@id":"b","x":"1"}]}|{"@type":"C","b":{"@id":"b"}}`, "A{b:{@id:b x:1}}\n{@id:b x:1}\nC{b:{@id:b}}"},
		{"by a compact name", `{"@context":{"o":"https://other.test/"},"@graph":[{"@type":"A","b":{"@id":"o:b"}},{"@id":"https://other.test/b","x":"1"}]}`, "A{b:{@id:https://other.test/b x:1}}\n{@id:https://other.test/b x:1}"},
		{"a blank node is its own script's", `[{"@type":"A","b":{"@id":"_:b"}},{"@id":"_:b","x":"1"}]|{"@type":"C","b":{"@id":"_:b"}}`, "A{b:{@id:_:b x:1}}\n{@id:_:b x:1}\nC{b:{@id:_:b}}"},
		{"definitions in pieces", `[{"@type":"A","b":{"@id":"#b"}},{"@type":"B","@id":"#b","name":"n"},{"@id":"#b","y":"2","name":"n"}]|{"@id":"#b","@type":["B","C"],"y":"3","z":"4"}`, "A{b:B+C{@id:#b name:n y:2 z:4}}\nB+C{@id:#b name:n y:2 z:4}"},
		{"a nested piece is filled too", `[{"@type":"A","b":{"@type":"B","@id":"#b","x":"1"}},{"@id":"#b","y":"2"}]`, "A{b:B{@id:#b x:1 y:2}}\nB{@id:#b y:2 x:1}"},
		{"one name for different things", `[{"@type":"P","@id":"#p","name":"a","x":"1"},{"@type":"P","@id":"#p","name":"b","y":"2"}]`, "P{@id:#p name:a x:1}\nP{@id:#p name:b y:2}"},
		{"one name for the page and what it is about", `[{"@type":"ItemPage","@id":"/p","mainEntity":{"@id":"/p"}},{"@type":"Product","@id":"/p","name":"a"}]`, "ItemPage{@id:/p mainEntity:Product{@id:/p name:a}}\nProduct{@id:/p name:a}"},
		{"from the other side", `[{"@type":"Person","@id":"#p","@reverse":{"author":[{"@id":"#b"},{"@id":"#c"}]}},{"@type":"Book","@id":"#b","x":"1"},{"@type":"Book","@id":"#c","author":"known"}]`,
			"Person{@id:#p @reverse:{author:[Book{@id:#b x:1} Book{@id:#c author:known}]}}\nBook{@id:#b x:1 author:Person{@id:#p @reverse:{author:[{@id:#b} Book{@id:#c author:known}]}}}\nBook{@id:#c author:known}"},
		{"from the other side, by a term for it", `{"@context":{"wrote":{"@reverse":"http://schema.org/author"}},"@type":"Person","@id":"#p","wrote":[{"@type":"Book","@id":"#b","x":"1"},{"@id":"#c"}]}|{"@type":"Book","@id":"#c","x":"2"}`,
			"Person{@id:#p wrote:[Book{@id:#b x:1} Book{@id:#c x:2}]}\nBook{@id:#c x:2 author:Person{@id:#p wrote:[Book{@id:#b x:1} {@id:#c}]}}"},
		{"and neither without a name", `{"@context":{"wrote":{"@reverse":"author"}},"@type":"Person","wrote":{"@type":"Book","x":"1"}}`, "Person{wrote:Book{x:1}}"},
		{"what stands in a holder of a graph with a name", `{"@id":"#g","@graph":[{"@type":"A","g":{"@id":"#g"}}]}`, "A{g:{@id:#g}}"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body := ""
			for script := range strings.SplitSeq(tt.scripts, "|") {
				body += ld(script)
			}
			if got := shapely(pageOf(t, body).Records); got != tt.want {
				t.Errorf("%s\nis read as\n%s\nwant\n%s", tt.scripts, got, tt.want)
			}
		})
	}
}

func TestAReferencedNodeIsPlacedAtItsDefinition(t *testing.T) {
	r := pageOf(t, ld(`{"@type":"A","b":{"@id":"#b"},"c":{"@id":"#none"}}`)+`<body>`+ld(`{"@graph":[{},{"@id":"#b","x":{"y":"1"}}]}`)+ld(`{"@id":"#b","z":"2"}`))
	b := r.Records[0].Fields[0].Value.Value.(*page.Record)
	if b.Where != "/html/body/script[1]#/@graph/1" {
		t.Errorf("B stands at %q", b.Where)
	}
	if got := told(r.Records[:1]); got != "A @id/@graph/1/@id=#b y/@graph/1/x/y=1 z/z=2 @id/c/@id=#none\n" {
		t.Errorf("places: %s", got)
	}
	if c := r.Records[0].Fields[1].Value.Value.(*page.Record); c.Where != "/html/head/script[1]#/c" {
		t.Errorf("a reference to nothing stands at %q", c.Where)
	}
}

// TestReferencesDoNotExplode: what may be told again is bounded in each record and on
// the page, and what is not is counted.
func TestReferencesDoNotExplode(t *testing.T) {
	count := func(r *Reading) (n int) {
		for i := range r.Records {
			leaves(&r.Records[i], func(string, page.Value) { n++ })
		}
		return n
	}
	all := func(n int, node func(i int) string) string {
		nodes := make([]string, n)
		for i := range nodes {
			nodes[i] = node(i)
		}
		return ld(`{"@graph":[` + strings.Join(nodes, ",") + `]}`)
	}
	var every strings.Builder
	for i := range 60 {
		fmt.Fprintf(&every, `,"f%d":{"@id":"#%d"}`, i, i)
	}
	for _, tt := range []struct{ name, body string }{
		{"each names each", all(60, func(i int) string { return fmt.Sprintf(`{"@type":"A","@id":"#%d"%s}`, i, every.String()) })},
		{"many name a long one", all(900, func(i int) string {
			if i == 0 {
				return `{"@id":"#0","x":[` + strings.Repeat("1,", 900) + `1]}`
			}
			return `{"@type":"A","x":{"@id":"#0"}}`
		})},
		{"a ladder of doubles", all(200, func(i int) string {
			return fmt.Sprintf(`{"@id":"#%d","a":{"@id":"#%d"},"b":{"@id":"#%d"}}`, i, i+1, i+2)
		})},
		{"one name for a thousand", all(1500, func(i int) string { return fmt.Sprintf(`{"@id":"#x","f%d":{"@id":"#x"}}`, i) })},
		{"one name for a thousand that differ", all(1500, func(i int) string { return fmt.Sprintf(`{"@id":"#x","name":"%d","y":{"@id":"#x"}}`, i) })},
	} {
		r := pageOf(t, tt.body)
		if n := count(r); n > MaxJSONValues+MaxJSONReferenced || len(r.Unread) > 0 {
			t.Errorf("%s: %d values, failures %v", tt.name, n, r.Unread)
		}
		if d := deepest(r.Records); d > MaxJSONDepth {
			t.Errorf("%s: %d deep", tt.name, d)
		}
		if r.LeftOut["jsonld_references"] == 0 && tt.name != "one name for a thousand that differ" {
			t.Errorf("%s: nothing is counted as left out", tt.name)
		}
	}
	long := strings.Repeat("x", MaxJSONScript/2)
	r := pageOf(t, all(50, func(i int) string {
		if i == 0 {
			return `{"@id":"#0","x":"` + long + `"}`
		}
		return `{"@type":"A","x":{"@id":"#0"}}`
	}))
	octets := 0
	for i := range r.Records {
		leaves(&r.Records[i], func(_ string, v page.Value) { octets += len(v.Value.(string)) })
	}
	if octets > 2*MaxJSONScript || r.LeftOut["jsonld_references"] == 0 {
		t.Errorf("%d octets of texts, left out %v", octets, r.LeftOut)
	}
}

// deepest is how many objects and lists stand inside one another.
func deepest(records []page.Record) (depth int) {
	var of func(v page.Value) int
	record := func(r *page.Record) (d int) {
		for _, f := range r.Fields {
			d = max(d, of(f.Value))
		}
		return d + 1
	}
	of = func(v page.Value) (d int) {
		switch inner := v.Value.(type) {
		case []page.Value:
			for _, v := range inner {
				d = max(d, of(v))
			}
			return d + 1
		case *page.Record:
			return record(inner)
		}
		return 0
	}
	for i := range records {
		depth = max(depth, record(&records[i]))
	}
	return depth
}

func TestPlacesAndNamesOfJSONAreBounded(t *testing.T) {
	name := strings.Repeat("n", maxName)
	r := pageOf(t, ld(`{"@type":"A","x`+name+`":"cut","`+name+`":{"`+name+`":[`+strings.Repeat(`"1",`, 8000)+`"1"]},"y":"2"}`))
	octets := 0
	for i := range r.Records {
		leaves(&r.Records[i], func(_ string, v page.Value) { octets += len(v.Where) })
	}
	if octets > MaxJSONPlaces || r.LeftOut["jsonld_places"] == 0 || r.LeftOut["jsonld_names"] != 1 {
		t.Errorf("%d octets of places, left out %v", octets, r.LeftOut)
	}
	if got := told(r.Records); !strings.HasSuffix(got, " y/y=2\n") {
		t.Errorf("the last field is lost: %.60q", got[len(got)-60:])
	}
}
