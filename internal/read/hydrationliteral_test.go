package read

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"curtsy/page"
)

// TestLiteralsOfJavaScriptAreRead: what says its value without being run.
func TestLiteralsOfJavaScriptAreRead(t *testing.T) {
	for _, tt := range []struct{ name, literal, want string }{
		{"names without quotes", `{a:1,$b_2:[{größe:3}]}`, `{"a":1,"$b_2":[{"größe":3}]}`},
		{"names that are words", `{true:true,null:null,undefined:1,void:2}`, `{"true":true,"null":null,"undefined":1,"void":2}`},
		{"names that are numbers", `{0:"a",12 :"b"}`, `{"0":"a","12":"b"}`},
		{"texts in single quotes", `['it\'s "x"','\x41\u{42}',"a\
b"]`, `["it's \"x\"","AB","ab"]`},
		{"a template without places to fill in", "[`a\nb`]", `["a\nb"]`},
		{"what is nothing", `[undefined,void 0,NaN,Infinity,-Infinity]`, `[null,null,null,null,null]`},
		{"truth, made short", `[!0,!1]`, `[true,false]`},
		{"numbers", `[.5,-.5,1e3,-0,1.5E-7]`, `[0.5,-0.5,1000,-0,0.00000015]`},
		{"commas before a bracket", "{a:[1,2, ],b:{c:1,}\n,}", `{"a":[1,2],"b":{"c":1}}`},
		{"comments", "{// x\na:/*:*/1}", `{"a":1}`},
		{"colons and brackets in texts", `{a:"}:,]",b:'{['}`, `{"a":"}:,]","b":"{["}`},
	} {
		var p plainer
		length, ok := p.plainly([]byte(tt.literal + ";more()"))
		var got, want any
		if err := json.Unmarshal(p.out, &got); !ok || err != nil || length != len(tt.literal) {
			t.Errorf("%s: %v, %v: %s", tt.name, ok, err, p.out)
			continue
		}
		if err := json.Unmarshal([]byte(tt.want), &want); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || !p.other && !p.undefined {
			t.Errorf("%s: %s, want %s", tt.name, p.out, tt.want)
		}
	}
}

// TestWhatMustBeRunIsNotRead: nothing of it, and it is counted.
func TestWhatMustBeRunIsNotRead(t *testing.T) {
	for _, literal := range []string{
		`f()`, `new Date(1)`, `a`, `a.b`, `1+1`, `"a"+"b"`, `a?1:2`, `...a`, `function(){}`, `()=>1`, `-a`, `+1`, `!2`, `!0.5`, `0x10`, `010`, `1_000`, `10n`, `5.`, `/x/`, "`${a}`",
		`void 1`, `void 0.5`, `void(0)`, `undefined.x`, `1 2`, `[1,,2]`, `[,1]`, `[1,,]`, `[,]`, `"a`, `'a`, `[1}`, `nul`, `true.x`, `{"b"}`, `{,}`, `{b}`, `{b,c:1}`, `{[b]:1}`, `{b(){}}`, `{get b(){}}`, `{1.5:1}`, `{-1:1}`, `{01:1}`, `{a-b:1}`, "{`b`:1}", `{b:c:1}`, `[b:1]`,
	} {
		r := hydrated(t, code(`window.__STATE__={name:'x',price:'1',a:`+literal+`}`))
		if len(r.Records) > 0 || r.LeftOut["hydration_states"] != 1 || len(r.Repairs) > 0 {
			t.Errorf("%s: %s, left out %v, repaired %v", literal, told(r.Records), r.LeftOut, r.Repairs)
		}
	}
}

// TestALiteralIsARepair: a page whose state is JSON needs none.
func TestALiteralIsARepair(t *testing.T) {
	for _, tt := range []struct{ state, want string }{
		{`{"name":"x","price":"1"}`, ""},
		{`{"name":"x","price":"1","a":undefined}`, "undefined"},
		{`{name:"x","price":"1"}`, "javascript literal"},
		{`{'name':"x","price":"1","a":undefined}`, "undefined, javascript literal"},
	} {
		r := hydrated(t, code(`window.__NUXT__=`+tt.state))
		if got := repairsOf(r); got != tt.want || told(r.Records) != " name/name=x price/price=1\n" {
			t.Errorf("%s: repaired %q, want %q; records %s", tt.state, got, tt.want, told(r.Records))
		}
	}
	r := hydrated(t, code(`window.__NUXT__={layout:"default",data:[{product:{name:'Kettle',price:"41.90",sale:!1,old:void 0}}],fetch:{},serverRendered:!0};window.__STATE__={a:1}`))
	if got := told(r.Records); got != " name/data/0/product/name=Kettle price/data/0/product/price=41.90 sale/data/0/product/sale=false\n" {
		t.Errorf("records %q", got)
	}
	if want := []page.Repair{{Source: "hydration", Where: "/html/head/script[1]", What: "javascript literal"}}; !slices.Equal(r.Repairs, want) {
		t.Errorf("repaired %v", r.Repairs)
	}
}

// FuzzLiteral: what is JSON means the same when it is read as a literal, and what
// comes of a literal that the JSON reader takes is no longer than it may be.
func FuzzLiteral(f *testing.F) {
	for _, seed := range []string{`{"a":[1,-2.5e3,"\u00e9\n",true,null],"b":{}}`, `{a:'b',c:[!0,void 0,],}`, `[/*x*/1]`, "[`a`]", `[`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var p plainer
		length, ok := p.plainly(text)
		if ok && (length > len(text) || len(p.out) > 6*len(text)) {
			t.Errorf("%d octets of %d, %d written", length, len(text), len(p.out))
		}
		var want, got any
		if trimmed := strings.TrimSpace(string(text)); json.Unmarshal(text, &want) != nil || !strings.HasPrefix(trimmed, "{") && !strings.HasPrefix(trimmed, "[") || strings.Contains(trimmed, `\`) {
			return
		}
		if err := json.Unmarshal(p.out, &got); !ok || err != nil || fmt.Sprint(got) != fmt.Sprint(want) || p.other || p.undefined {
			t.Errorf("%s: %s, %v", text, p.out, err)
		}
	})
}
