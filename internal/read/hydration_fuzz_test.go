package read

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"curtsy/page"
)

// FuzzHydration: reading never panics and stays in its bounds; every leaf is a text
// that says something; and of an island that is JSON as it stands, each is found again
// at its pointer, flat or not. The same text is read as an island, a flat one, code and
// a flight.
func FuzzHydration(f *testing.F) {
	for _, seed := range []string{
		`{"props":{"product":{"name":"x","price":1.5,"variants":[{"price":"2"}]}}}`, `[["Reactive",1],{"name":2,"price":3,"s":4,"m":5},"x","1",["Set",1,4],["null","k",1]]`,
		`window.__STATE__={"a":undefined,"name":"x","price":"1"};__NUXT__=(function(){})`, `__APOLLO_STATE__=JSON.parse('{"ROOT_QUERY":{"p":{"__ref":"P:1"}},"P:1":{"__typename":"P","name":"\x41\u{42}\ud83d\ude00","p":{"__ref":"P:1"}}}')`,
		`self.__next_f.push([1,"1:{\"name\":\"x\",\"price\":\"1\"}\n2:T4,abcd3:[\"$\",\"a\",null,{}]\n"])`, `{"ROOT_QUERY":{"a":{"__ref":"A"}},"A":{"name":"x","@type":"T","b":{"__ref":"B"}},"B":{"__ref":"A"}}`,
		`{"status":200,"body":"{\"name\":\"x\",\"price\":\"1\"}"}`, `[["Set",0]]`, `[0]`, `[[1],["Ref",0]]`, `{"a":1}{"name":"x","price":"1"}`, `{"name":"x","price":{"~/":["1"]}}`, `__STATE__=decodeURIComponent("%7B%7D"`, `[{"name":1,"price":2},"a","1"]`,
		`[{"_1":2,"_3":4,"_5":6},"name","x","price",1,"d",["D",5],["N",{"_1":0}],["S",7,0],["Z",1],["P",1]]`, `{"filter":[0,{"a":[1,[[0,{"name":[0,"x"],"price":[0,1]}]]]}]}`, `[null,{a:'b',data:{name:"x",price:.5,c:[!0,void 0,]}}]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 1<<14 {
			return
		}
		quoted, _ := json.Marshal(string(text))
		for _, script := range []Script{
			{Type: "application/json", Text: text}, {Type: "application/json", ID: "__NUXT_DATA__", Text: text}, {Type: typeJavaScript, Text: text},
			{Type: typeInertia, Text: text}, {Type: typeAstro, Text: text},
			{Type: typeJavaScript, Text: append([]byte("__sveltekit_x={};kit.start(app, element, {node_ids: [0], data: "), text...)},
			{Type: typeJavaScript, Text: append(append([]byte(`__remixContext.streamController.enqueue(`), quoted...), ")"...)},
			{Type: typeJavaScript, Text: append(append([]byte(`__next_f.push([1,`), quoted...), "])"...)},
			{Type: typeJavaScript, Text: append(append([]byte(`__APOLLO_STATE__=JSON.parse(`), quoted...), ")"...)},
		} {
			script.Place = Place{text: "/s"}
			doc := document(t, "")
			doc.Want.Hydration = true
			r := &Reading{}
			found := readHydration(&Source{Document: doc, Base: doc.Address, Scripts: []Script{script}, reading: r})
			checkHydration(t, &script, found.Records, r)
		}
	})
}

func checkHydration(t *testing.T, script *Script, records []page.Record, r *Reading) {
	t.Helper()
	var whole any
	strict := script.Type != typeJavaScript && json.Valid(script.Text) && json.Unmarshal(script.Text, &whole) == nil
	object, _ := whole.(map[string]any)
	_, answer := object["body"].(string)
	values := 0
	for i := range records {
		leaves(&records[i], func(_ string, v page.Value) {
			values++
			if text := v.Value.(string); !utf8.ValidString(text) || strings.TrimSpace(text) == "" {
				t.Errorf("%q is no leaf", text)
			}
			if strict && !answer {
				checkPointer(t, script.Text, whole, v)
			}
		})
	}
	if d := deepest(records); values > MaxHydrationValues+MaxHydrationWhole || d > MaxJSONDepth+1 {
		t.Errorf("%d values, %d deep", values, d)
	}
	if strict && len(r.Repairs) > 0 {
		t.Errorf("%s: it is JSON, and was called %v", script.Text, r.Repairs)
	}
}

// TestHydrationIsBounded: in depth, in number, in octets, and in what broken states
// cost.
func TestHydrationIsBounded(t *testing.T) {
	many := `{"name":"x","price":"1","l":[` + strings.Repeat(`{"y":"z"},`, 500) + `1]}`
	for _, tt := range []struct {
		name, body string
		values     int
		leftOut    string
	}{
		{"values of a thing", next(many), MaxHydrationThing, "hydration_values"},
		{"values of a page", next(`{"a":[` + strings.Repeat(many+",", 30) + `{}]}`), MaxHydrationValues, "hydration_values"},
		{"things", next(`{"a":[` + strings.Repeat(`{"name":"x","price":"1"},`, 60) + `{}]}`), 2 * MaxHydrationThings, "hydration_things"},
		{"a deep thing", next(`{"name":"x","price":"1","d":` + strings.Repeat(`{"d":`, MaxJSONDepth) + "1" + strings.Repeat("}", MaxJSONDepth) + `}`), 2, "hydration_depth"},
		{"a deep state", next(strings.Repeat("[", 100) + `{"name":"x","price":"1"}` + strings.Repeat("]", 100)), 0, "hydration_depth"},
		{"values looked through", next(`[` + strings.Repeat("1,", MaxStateValues) + `{"name":"x","price":"1"}]`), 0, "hydration_values"},
		{"a long script", next(`{"name":"x","price":"` + strings.Repeat("1", MaxJSONScript) + `"}`), 0, "hydration_scripts"},
		{"states that are none", code(strings.Repeat(`__STATE__=function(){};`, 300)), 0, "hydration_states"},
		{"a long name", next(`{"name":"x","price":"1","` + strings.Repeat("n", maxName+1) + `":"1"}`), 2, "hydration_names"},
		{"scripts", strings.Repeat(code(`__STATE__={}`), maxScripts+1), 0, "scripts"},
		{"a list that holds itself twice", `<script type="application/json" id="__NUXT_DATA__">[{"name":1,"price":2,"l":3},"x","1",["Set",4,4],["Set",3,3]]</script>`, 2, ""},
		{"lists of doubles", `<script type="application/json" id="__NUXT_DATA__">[{"name":1,"price":2,"l":3},"x","1",[4,4],[5,5],[6,6],[7,7],[8,8],[9,9],[10,10],[11,11],[12,12],[13,13],[1,1]]</script>`, -1, "hydration_values"},
	} {
		r := hydrated(t, tt.body)
		values := 0
		for i := range r.Records {
			leaves(&r.Records[i], func(string, page.Value) { values++ })
		}
		if tt.values >= 0 && values != tt.values || values > MaxHydrationValues || (r.LeftOut[tt.leftOut] == 0) != (tt.leftOut == "") {
			t.Errorf("%s: %d values, left out %v; want %d, %s", tt.name, values, r.LeftOut, tt.values, tt.leftOut)
		}
	}
}

func TestHydrationCostsLittleOnHostileScripts(t *testing.T) {
	for name, body := range map[string]string{
		"names without end":       code(strings.Repeat("__STATE__=[", MaxJSONScript/16)),
		"names in texts":          code(strings.Repeat(`__STATE__=["`, MaxJSONScript/16)),
		"underlines":              code(strings.Repeat("_", MaxJSONScript)),
		"pairs of underlines":     code(strings.Repeat("__a", MaxJSONScript/4)),
		"pieces of a flight":      code(strings.Repeat(`__next_f.push([1,"1:{}\n"])`, MaxJSONScript/32)),
		"rows without end":        code(`__next_f.push([1,"` + strings.Repeat(`1:`, MaxJSONScript/4) + `"])`),
		"rows":                    code(`__next_f.push([1,"` + strings.Repeat(`1:{}\n`, MaxJSONScript/8) + `"])`),
		"undefined":               code(`__STATE__=[` + strings.Repeat(`undefined,`, MaxJSONScript/16) + `1`),
		"numbers of numbers":      `<script type="application/json" id="__NUXT_DATA__">[` + strings.Repeat("[1,0],", 30_000) + `1]</script>`,
		"objects of many members": next(`{` + manyMembers(90_000) + `"z":{}}`),
		"many shapes":             next(`[` + strings.Repeat(`{"a":{},"b":{},"c":{},"d":[]},`, 15_000) + `{}]`),
		"literals without end":    code(strings.Repeat("__STATE__={a:[", MaxJSONScript/16)),
		"brackets of literals":    code(`__STATE__={a:` + strings.Repeat("[", MaxJSONScript/2)),
		"commas of literals":      code(`__STATE__={a:[` + strings.Repeat("1, ,", MaxJSONScript/8) + `]}`),
		"names of literals":       code(`__STATE__=` + strings.Repeat("{a :", MaxJSONScript/8)),
		"texts of literals":       code(`__STATE__=[` + strings.Repeat(`'',`, MaxJSONScript/4) + `]`),
		"blanks of literals":      code(`__STATE__={` + strings.Repeat("a"+strings.Repeat(" ", 1000)+":b,", MaxJSONScript/1100) + `}`),
		"kits":                    code(strings.Repeat(`__sveltekit_a=1;`, MaxJSONScript/32) + strings.Repeat(`.start(`, MaxJSONScript/32)),
		"streams": code(strings.Repeat(`__remixContext.streamController.enqueue("[0]
[0]
");`, MaxJSONScript/64)),
		"a stream of names":        code(`__remixContext.streamController.enqueue('[{` + strings.Repeat(`"_1":1,`, 100_000) + `"_1":1},"name"]')`),
		"lists of a stream":        code(`__remixContext.streamController.enqueue('[{"_1":2,"_3":4,"_5":6},"name","x","price","1","l"` + strings.Repeat(`,[6,7,8,9]`, 20_000) + `]')`),
		"islands":                  strings.Repeat(`<astro-island props='{"a":[0,{"name":[0,"x"],"price":[0,1]}]}'>`, 2000),
		"an island of wrappings":   `<astro-island props='{"a":` + strings.Repeat(`[1,[`, 4_000) + strings.Repeat(`]]`, 4_000) + `}` + `'>`,
		"escapes":                  code(`__STATE__=JSON.parse("` + strings.Repeat(`\u{`, MaxJSONScript/4) + `")`),
		"things in things":         next(strings.Repeat(`{"__typename":"A","name":"x","a":`, 60) + "1" + strings.Repeat("}", 60)),
		"references to references": code(`__APOLLO_STATE__={` + manyRefs(30_000) + `"ROOT_QUERY":{}}`),
	} {
		start := time.Now()
		r := hydrated(t, body)
		if len(r.Unread) > 0 {
			t.Errorf("%s: failures %v", name, r.Unread)
		}
		if took := time.Since(start); took > 30*time.Second { // each takes a tenth of a second; squares of these sizes take hours
			t.Errorf("%s: it took %v", name, took)
		}
	}
}

func manyMembers(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`"` + strconv.Itoa(i) + `":1,`)
	}
	return b.String()
}

func manyRefs(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(`"` + strconv.Itoa(i) + `":{"__ref":"` + strconv.Itoa((i+1)%n) + `"},`)
	}
	return b.String()
}
