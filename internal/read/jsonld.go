package read

import (
	"cmp"
	"fmt"
)

// Bounds on JSON-LD.
const (
	MaxJSONDepth      = 16      // objects and lists inside one another, from the script's own value
	MaxJSONValues     = 10_000  // of all the page's scripts
	MaxJSONScript     = 2 << 20 // octets of one script
	MaxJSONPlaces     = 4 << 20 // octets of places of all the page's values; those past it have none
	MaxJSONReferenced = 10_000  // values told again where a reference names them, of the whole page
)

// jsonldReader reads JSON-LD 1.1 as pages use it: typed things, their fields, and what
// they refer to. It is no JSON-LD processor: contexts only say how names are spelled,
// and none is fetched.
//
// A value that is no more than the name of a node ({"@id": ...}) is told as that node,
// wherever on the page it is defined, each leaf at its place there. Definitions under
// one name are one node, unless they say what cannot be true of one.
func jsonldReader() Reader {
	return Reader{
		Name:  "jsonld",
		Doc:   "application/ld+json scripts: every thing they declare, nested, with the place of every leaf",
		Takes: TakesGathered,
		Read:  readJSONLD,
	}
}

func readJSONLD(s *Source) (found Findings) {
	budget := jsonBudget{values: MaxJSONValues, depth: MaxJSONDepth}
	x := newIndex(s)
	var scripts []ldScript
	for i := range s.Scripts {
		script := &s.Scripts[i]
		if script.Type != "application/ld+json" {
			continue
		}
		if len(script.Text) > MaxJSONScript {
			s.LeaveOut("jsonld_scripts", 1)
			continue
		}
		where := script.String()
		nodes, did, err := parseJSON(script.Text, &budget, true)
		if err != nil {
			s.Fail("jsonld", fmt.Sprintf("%s: the script is no JSON: %v", cmp.Or(where, "a script"), err))
		}
		if len(nodes) > 0 {
			did.report(s, "jsonld", where)
			scripts = append(scripts, ldScript{where, nodes})
		}
	}
	for i, script := range scripts {
		x.script = i
		script.each(&x.pointer, func(n *node) { x.look(n, x.origin, true) })
	}
	x.gather()
	c := collector{index: x}
	for _, script := range scripts {
		script.each(&c.pointer, c.top)
	}
	found.Records = c.records
	s.LeaveOut("jsonld_values", budget.left)
	s.LeaveOut("jsonld_depth", budget.deep)
	s.LeaveOut("jsonld_names", budget.long)
	s.LeaveOut("jsonld_contexts", max(0, -x.contexts))
	s.LeaveOut("jsonld_references", x.unfollowed)
	s.LeaveOut("jsonld_places", x.places.left)
	return found
}

// An ldScript is one script's values.
type ldScript struct {
	where string
	nodes []*node
}

// each looks at a script's values. Several one after another, which is no JSON but is
// seen, are placed as if in a list.
func (l ldScript) each(p *pointer, look func(*node)) {
	p.text = append(append(p.text[:0], l.where...), '#')
	if len(l.nodes) == 1 {
		look(l.nodes[0])
		return
	}
	for i, n := range l.nodes {
		p.inside(itoa(i), func() { look(n) })
	}
}

// A pointer is the place of what is being looked at: XPath, "#", JSON pointer.
type pointer struct{ text []byte }

// inside looks at a member: its pointer is one token longer.
func (p *pointer) inside(token string, look func()) {
	before := len(p.text)
	p.text = appendToken(append(p.text, '/'), token)
	look()
	p.text = p.text[:before]
}

// A placeList gives places out, each written once, until their octets are used up.
type placeList struct {
	octets int // still to be given out
	left   int // places that were not
}

func (p *placeList) of(n *node, at *pointer) string {
	if n.where == "" {
		if len(at.text) > p.octets {
			p.left++
			return ""
		}
		p.octets -= len(at.text)
		n.where = string(at.text)
	}
	return n.where
}
