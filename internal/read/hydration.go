package read

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"curtsy/page"
)

// Bounds on hydration state, besides those of JSON-LD on a script's octets, on the
// depth of what is given and on the octets of places.
const (
	MaxStateDepth       = 64      // objects and lists inside one another that are looked through
	MaxStateValues      = 100_000 // of all the page's states that are looked through
	MaxHydrationThings  = 20      // things of one page
	MaxHydrationThing   = 200     // values of one thing
	MaxHydrationValues  = 2_000   // values of all the things of one page
	MaxHydrationWhole   = 10_000  // values of all the states of one page, where the whole is asked for
	maxHydrationObjects = 5       // times as many objects and lists may be given as values
)

// hydrationReader reads the state that a page's scripts start from: JSON islands, known
// globals, the rows of a flight. No script is run: a state that only running it would
// give is left out and counted.
//
// What is given are the things known in it, the likeliest to be the page's own first:
// those that stand by themselves before those among three or more of the same shape,
// and of each the nearest to the top first. A thing either says what it is (@type,
// __typename) and has a name, or has the shape of a product or an article; its type is
// then "". With Want.Hydration each state is given as a record too, after the things:
// its fields are the members of the state, or "@list" of a list, or "@value" of a text.
//
// A place is the script's, or that of the element whose attribute holds the state, "#"
// and the JSON pointer within the state. The state of a text that is parsed (JSON.parse, the body a framework fetched) is what the text
// holds. In a flat state, whose values name one another by their number, the pointer
// is into the list as written. A flight's rows are placed as members of one object.
func hydrationReader() Reader {
	return Reader{
		Name:  "hydration",
		Doc:   "the state scripts start from (JSON islands, Next and its flight rows, Nuxt, Apollo, SvelteKit, React Router, Inertia, Astro, known globals): products, articles and typed things",
		Takes: TakesGathered,
		Read:  readHydration,
	}
}

func readHydration(s *Source) (found Findings) {
	if !slices.ContainsFunc(s.Scripts, func(script Script) bool { return isState(script.Type) }) {
		return found
	}
	h := hydrator{Source: s, budget: jsonBudget{values: MaxStateValues, depth: MaxStateDepth}, places: placeList{octets: MaxJSONPlaces}, octets: MaxThingText}
	for i := range s.Scripts {
		if script := &s.Scripts[i]; isState(script.Type) {
			h.octets += 2 * len(script.Text) // in a thing, and in the whole
			h.read(script)
		}
	}
	h.land()
	finds := h.find()
	if left := len(finds) - MaxHydrationThings; left > 0 {
		s.LeaveOut("hydration_things", left)
		finds = finds[:MaxHydrationThings]
	}
	values := MaxHydrationValues
	for _, f := range finds {
		if record, ok := h.record(f.at, min(values, MaxHydrationThing), &values); ok {
			found.Records = append(found.Records, *record)
		}
	}
	if s.Want.Hydration {
		values = MaxHydrationWhole
		for i := range h.states {
			if record, ok := h.record(h.states[i].top(), values, &values); ok {
				found.Records = append(found.Records, *record)
			}
		}
	}
	s.LeaveOut("hydration_values", h.budget.left+h.cut)
	s.LeaveOut("hydration_depth", h.budget.deep+h.deep)
	s.LeaveOut("hydration_names", h.budget.long)
	s.LeaveOut("hydration_places", h.places.left)
	return found
}

// isState says whether scripts of a type may hold state.
func isState(kind string) bool {
	switch kind {
	case "application/ld+json", "importmap+json", "application/importmap+json":
		return false
	case typeJavaScript, typeInertia, typeAstro, "application/json", "text/json":
		return true
	}
	return strings.HasSuffix(kind, "+json")
}

// A hydrator reads the states of one page.
type hydrator struct {
	*Source
	budget jsonBudget
	states []state
	caches []cache
	flight flight
	seen   map[*node]sight // nodes that references lead to
	places placeList
	broken int // states that turned out not to be JSON
	octets int // of texts that may still be given: references could tell a long one without end
	cut    int // values left out of records
	deep   int // values that stood too deep for a record
}

// A state is one value that a script starts from.
type state struct {
	where   string // the script's place
	pointer string // of the root
	root    *node
	flat    []*node           // of a flat state, its values by number
	stream  bool              // it is flat as a stream of values is
	wrapped bool              // each of its values stands in a list, behind the number of its kind
	made    map[*node]*node   // of a flat state, what some of its values stand for
	cache   bool              // its members are things by their names
	rows    map[string]*state // of a row of a flight, the rows by number
}

func (st *state) top() *stop {
	return (&stop{node: st.root, state: st, base: st.pointer}).resolved(nil)
}

func (h *hydrator) add(st state) {
	if st.root.kind == isObject || st.root.kind == isList {
		h.states = append(h.states, st)
	}
}

// read takes the states of a script.
func (h *hydrator) read(script *Script) {
	switch {
	case len(script.Text) > MaxJSONScript:
		h.LeaveOut("hydration_scripts", 1)
	case script.Type == typeJavaScript:
		h.readCode(script)
	default:
		h.readIsland(script)
	}
}

// readIsland takes the value of a script that is JSON.
func (h *hydrator) readIsland(script *Script) {
	where := script.String()
	nodes, did, err := parseJSON(script.Text, &h.budget, false)
	if err != nil {
		h.Fail("hydration", fmt.Sprintf("%s: the state is no JSON: %v", cmp.Or(where, "a script"), err))
	}
	if len(nodes) == 0 {
		return
	}
	did.report(h.Source, "hydration", where)
	for i, n := range nodes {
		st := state{where: where, root: n, wrapped: script.Type == typeAstro}
		if len(nodes) > 1 {
			st.pointer = "/" + itoa(i)
		}
		if strings.HasPrefix(script.ID, "__NUXT_DATA__") && n.kind == isList && len(n.members) > 0 {
			st.flat, st.root, st.pointer = n.members, n.members[0], st.pointer+"/0"
		}
		h.add(st)
		h.readBody(where, n)
	}
}

// readBody takes the body of an answer that a framework fetched while it made the
// page, and put into it as a text.
func (h *hydrator) readBody(where string, n *node) {
	if n.kind != isObject || n.member("status") == nil {
		return
	}
	if body := n.member("body"); body != nil && body.kind == isText {
		h.readText(where, body.text, false)
	}
}

// readText takes a state that was written as a text.
func (h *hydrator) readText(where, text string, cache bool) bool {
	if text = strings.TrimSpace(text); !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return false
	}
	p := parseValues([]byte(text), h.budget)
	if p.err != nil || len(p.nodes) != 1 {
		return false
	}
	h.budget = p.budget
	h.add(state{where: where, root: p.nodes[0], cache: cache})
	return true
}

// record gives the record of what stands somewhere, with at most some values; those it
// takes are taken from left.
func (h *hydrator) record(at *stop, most int, left *int) (*page.Record, bool) {
	if at == nil {
		return nil, false
	}
	c := copier{hydrator: h, left: most}
	top := c.copy(at)
	*left -= most - c.left
	v, ok := top.value()
	if !ok {
		return nil, false
	}
	if record, is := v.Value.(*page.Record); is {
		return record, true
	}
	name := "@value"
	if at.node.kind == isList {
		name = "@list"
	}
	return &page.Record{Types: []string{}, Fields: page.Fields{{Name: name, Value: v}}, Source: "hydration", Where: top.where}, true
}
