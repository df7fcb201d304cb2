package read

import (
	"strings"
	"testing"
)

func TestScriptsThatSetAStateAreGathered(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		kept       bool
	}{
		{"a known state", `<script>window.__STATE__={}</script>`, true},
		{"as a module", `<script type=" Module ">__INITIAL_STATE__={}</script>`, true},
		{"by an old type", `<script type="application/javascript">__INITIAL_STATE__={}</script>`, true},
		{"in the body", `<body><p><script>__next_f.push([0])</script>`, true},
		{"underlines alone", `<script>a__b=__;___STATE__={};__dirname</script>`, false},
		{"a name within another", `<script>$__STATE__=1;x__NUXT__y</script>`, false},
		{"SvelteKit", `<script>__sveltekit_1a = {}</script>`, true},
		{"a name of one's own on the window", `<script>window.__data={}</script>`, true},
		{"the same elsewhere", `<script>this.__data={};x.__data=1</script>`, false},
		{"no code", `<script type="text/x-template">__STATE__={}</script>`, false},
		{"elsewhere", `<script src="/__STATE__.js"></script><p>__STATE__</p><textarea>__STATE__</textarea>`, false},
	} {
		s := &Source{Document: &Document{}, Text: []byte(tt.body), reading: &Reading{}}
		gather(s)
		if (len(s.Scripts) == 1) != tt.kept {
			t.Errorf("%s: scripts %v", tt.name, s.Scripts)
		}
		if tt.kept && (s.Scripts[0].Type != typeJavaScript || s.Scripts[0].String() == "" || !strings.Contains(tt.body, string(s.Scripts[0].Text))) {
			t.Errorf("%s: %+v", tt.name, s.Scripts[0])
		}
	}
}

// TestStateScriptsTakeNoPlaceFromDataScripts: each kind has a bound of its own.
func TestStateScriptsTakeNoPlaceFromDataScripts(t *testing.T) {
	r := pageOf(t, strings.Repeat(`<script>__STATE__={}</script>`, maxScripts+2)+strings.Repeat(ld(`{"@type":"A"}`), maxScripts))
	if len(r.Records) != maxScripts || r.LeftOut["scripts"] != 2 {
		t.Errorf("%d records, left out %v", len(r.Records), r.LeftOut)
	}
}

// TestAttributesThatHoldAState: they share the bound of the scripts that set one.
func TestAttributesThatHoldAState(t *testing.T) {
	for _, tt := range []struct {
		body string
		kept int
	}{
		{`<DIV ID=app data-page={"a":1}></div>`, 1},
		{`<ASTRO-ISLAND PROPS={"a":1}>`, 1},
		{`<div id=app data-pages={"a":1} class="a b c"></div>`, 0},
		{`<astro-islands props={"a":1}></astro-islands><astro-island data-props={"a":1}>`, 0},
		{`<svg><astro-island props={"a":1}></svg>`, 0},
		{`<!-- <astro-island props={"a":1}> -->`, 0},
	} {
		s := &Source{Document: &Document{}, Text: []byte(tt.body), reading: &Reading{}}
		gather(s)
		if len(s.Scripts) != tt.kept || tt.kept > 0 && string(s.Scripts[0].Text) != `{"a":1}` {
			t.Errorf("%s: %+v", tt.body, s.Scripts)
		}
	}
	s := &Source{Document: &Document{}, Text: []byte(strings.Repeat("<p>"+strings.Repeat("z", 500)+"</p>", 7) + `<astro-island props='{"a":1}'>` + strings.Repeat("<p>"+strings.Repeat("z", 900)+"</p>", 200)), reading: &Reading{}}
	if gather(s); string(s.Scripts[0].Text) != `{"a":1}` {
		t.Errorf("what comes after was written over it: %q", s.Scripts[0].Text)
	}
	r := pageOf(t, strings.Repeat(`<astro-island props={}></astro-island><script>__STATE__={}</script>`, maxScripts/2+1))
	if r.LeftOut["scripts"] != 2 {
		t.Errorf("left out %v", r.LeftOut)
	}
}
