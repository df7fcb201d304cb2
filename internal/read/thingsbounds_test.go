package read

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// bombs are pages that are small and would be large to read.
func bombs() map[string]string {
	var all, nested, refs, dag, big, prefixes strings.Builder
	for i := range 1100 { // each item refers to all
		fmt.Fprintf(&all, "id%d ", i)
	}
	var everyone strings.Builder
	for i := range 1100 {
		fmt.Fprintf(&everyone, `<p id=id%d itemprop=x itemscope itemref="%s"></p>`, i, all.String())
	}
	for i := range 20_000 {
		fmt.Fprintf(&nested, `<div itemprop=x itemscope typeof="schema:T" property="schema:x" resource="#%d">`, i)
	}
	big.WriteString(`<p id=big>` + strings.Repeat(`<i itemprop=x>y</i>`, 12_000) + `</p>`)
	for range 12_000 {
		refs.WriteString(`<p itemscope itemref=big></p>`)
	}
	for i := range 40 { // each thing twice in the one before: 2^40 ways to the last
		fmt.Fprintf(&dag, `<p id=a%d itemprop="x y z" itemscope itemref="a%d a%d" typeof="schema:T" resource="#%d"><link property="schema:x" resource="#%d"><link property="schema:y" resource="#%d"></p>`,
			i, i+1, i+2, i, i+1, i+1)
	}
	for i := range 20_000 {
		fmt.Fprintf(&prefixes, "p%d: http://p.test/%d ", i, i)
	}
	long := strings.Repeat("x", MaxText)
	words := make([]string, 20_000)
	for i := range words {
		words[i] = fmt.Sprintf("schema:n%d", i)
	}
	return map[string]string{
		"each item refers to all others":    `<div itemscope itemref="id1">` + everyone.String(),
		"nested scopes":                     nested.String(),
		"one large part of many items":      big.String() + refs.String(),
		"many ways to one thing":            `<p itemscope itemref=a0></p>` + dag.String(),
		"names without end":                 `<div itemscope typeof="schema:T"><p itemprop="` + strings.Join(words, " ") + `" property="` + strings.Join(words, " ") + `">x</p></div>`,
		"types without end":                 `<div itemscope itemtype="` + strings.Join(words, " ") + `" typeof="` + strings.Join(words, " ") + `"><p itemprop=x property="schema:x">x</p></div>`,
		"prefixes without end":              `<div prefix="` + prefixes.String() + `" typeof="p99:T p99999:T"></div>`,
		"values without end":                `<div itemscope typeof="schema:T">` + strings.Repeat(`<i itemprop=x property="schema:x">y</i>`, 12_000),
		"long texts without end":            `<div itemscope typeof="schema:T">` + strings.Repeat(`<i itemprop=x property="schema:x">`+long+`</i>`, 530),
		"a large text in many properties":   `<div itemscope typeof="schema:T">` + strings.Repeat(`<div itemprop=y property="schema:y">`, 100) + strings.Repeat("<i></i>", 12_000),
		"blank parts of many items":         `<p id=big>` + strings.Repeat(`<i itemprop=x></i>`, 12_000) + `</p>` + refs.String(),
		"things without end":                strings.Repeat(`<div itemscope itemtype=T typeof="schema:T"></div>`, 12_000),
		"things of the page without end":    strings.Repeat(`<p property="dc:x" itemprop=x>y</p>`, 12_000),
		"relations that wait, without end":  `<div typeof="schema:T"><div rel="` + strings.Join(words, " ") + `">` + strings.Repeat(`<a href="/x">y</a><p about="/y" property="schema:x">z</p>`, 5_000),
		"a large address in many items":     `<a id=big itemprop=x href="/` + strings.Repeat("y", 1<<20) + `"></a>` + refs.String(),
		"many names of one item in another": strings.Repeat(`<div itemscope itemprop="`+strings.Join(words[:maxWords], " ")+`">`, 12) + "<i itemprop=x>y</i>",
	}
}

// cuts says what is left out of each page: how often, or some when it says 0.
func cuts() map[string]map[string]int {
	return map[string]map[string]int{
		"each item refers to all others":    {"microdata_refs": 0},
		"nested scopes":                     {"depth": 0, "microdata_depth": 0, "rdfa_depth": 0},
		"one large part of many items":      {"microdata_refs": 0},
		"many ways to one thing":            {"microdata_values": 0, "rdfa_values": 0},
		"names without end":                 {"microdata_words": 20_000 - maxWords, "rdfa_words": 20_000 - maxWords},
		"types without end":                 {"microdata_words": 20_000 - maxWords, "rdfa_words": 20_000 - maxWords},
		"prefixes without end":              {"rdfa_prefixes": 20_000 - MaxPrefixes},
		"values without end":                {"microdata_values": 12_000 - MaxThingValues + 1, "rdfa_values": 12_000 - MaxThingValues + 1},
		"long texts without end":            {"microdata_values": 530 - MaxThingText/MaxText, "rdfa_values": 530 - MaxThingText/MaxText},
		"a large text in many properties":   {"microdata_values": 0, "rdfa_values": 0},
		"things without end":                {"microdata_values": 12_000 - MaxThingValues, "rdfa_values": 12_000 - MaxThingValues},
		"things of the page without end":    {"microdata_tags": 12_000 - MaxThingTags, "rdfa_tags": MaxThingValues - MaxThingTags, "rdfa_values": 12_000 - MaxThingValues},
		"blank parts of many items":         {"microdata_refs": 0},
		"relations that wait, without end":  {"rdfa_words": 0, "rdfa_values": 0},
		"a large address in many items":     {"text": 1, "microdata_values": 0},
		"many names of one item in another": {"microdata_values": 0},
	}
}

func TestBombsAreBoundedAndWhatIsCutIsCounted(t *testing.T) {
	for name, body := range bombs() {
		t.Run(name, func(t *testing.T) {
			left := map[string]int{}
			for _, reader := range []Reader{microdataReader(), rdfaReader()} {
				found, r := findingsOf(t, body, reader)
				holdThings(t, body, found, r)
				maps.Copy(left, r.LeftOut)
			}
			want, known := cuts()[name]
			if !known {
				t.Error("nobody says what is left out of it")
			}
			for what, n := range want {
				if got := left[what]; got == 0 || n > 0 && got != n {
					t.Errorf("left out %v, want %d of %s (0: some)", left, n, what)
				}
			}
		})
	}
}

// TestStepsAreBounded counts what is looked at, for the pages that are made to have
// the same looked at again and again.
func TestStepsAreBounded(t *testing.T) {
	pages := bombs()
	for _, name := range []string{"each item refers to all others", "one large part of many items", "blank parts of many items", "a large text in many properties"} {
		s := &Source{Document: document(t, pages[name]), reading: &Reading{}}
		s.Text = s.Body
		gather(s)
		parsed, err := s.Tree()
		if err != nil {
			t.Fatal(err)
		}
		m := &microdata{leafer: newLeafer(s, "microdata", parsed), reach: maxItemReach}
		m.said = map[*html.Node]string{}
		m.collect()
		m.collectRefs()
		props := 0
		for i := range m.elements {
			if m.elements[i].scope {
				m.associate(int32(i))
			}
			props += len(m.elements[i].props)
		}
		if most := maxItemReach + len(m.elements); props > most {
			t.Errorf("%s: %d properties of items, more than the %d that may be looked at", name, props, most)
		}
		for i := range m.elements {
			m.property(m.elements[i].node)
		}
		if m.steps < 0 || m.leafer.steps < 0 {
			t.Errorf("%s: %d and %d steps are left", name, m.steps, m.leafer.steps)
		}
	}
}

func TestAPageOfItemsIsKeptInPart(t *testing.T) {
	s := Open(document(t, strings.Repeat("<b itemprop=x>", 3)+strings.Repeat("<p itemscope><i itemprop=y></i></p>", maxItemElements/2+10)))
	parsed, err := s.Tree()
	if err != nil {
		t.Fatal(err)
	}
	m := &microdata{leafer: newLeafer(s, "microdata", parsed)}
	m.collect()
	if len(m.elements) != maxItemElements || m.lost != 23 {
		t.Errorf("%d elements are kept and %d counted", len(m.elements), m.lost)
	}
}
