package read

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/kaptinlin/jsonrepair"
)

// A node is one JSON value. Numbers, truth values and strings are all texts.
type node struct {
	kind    nodeKind
	text    string
	names   []string // of an object's members, each once
	members []*node
}

type nodeKind uint8

const (
	isNull nodeKind = iota
	isText
	isList
	isObject
)

// A jsonBudget bounds what one page may make of its scripts.
type jsonBudget struct {
	values int // still to be kept
	left   int // values that were not
	deep   int // values that stood too deep
	mended int // octets given to the mender
}

// Bounds on what is mended. The mender calls itself for each bracket, and its time
// grows with the square of some texts: 64 KiB of bare words take it seconds.
const (
	maxMended   = 24 << 10 // octets of all of a page's scripts
	maxBrackets = 2000
)

// parseJSON reads a script's values, as strictly as it can be read: as JSON, once
// its wrapping is off; then without comments, trailing commas and raw control
// characters; then mended, which is a guess and reported as such. Values before
// the place where all of that fails are given beside the error.
func parseJSON(script []byte, budget *jsonBudget) (nodes []*node, repaired bool, err error) {
	text := unwrap(script)
	if len(text) == 0 {
		return nil, false, nil
	}
	before := *budget
	nodes, err = readValues(text, budget)
	if err == nil {
		return nodes, false, nil
	}
	firstErr := err
	best, bestBudget := nodes, *budget
	try := func(text []byte) bool {
		*budget = before
		nodes, err = readValues(text, budget)
		if err == nil || len(nodes) > len(best) {
			best, bestBudget = nodes, *budget
		}
		return err == nil
	}
	cleaned := clean(text)
	if try(cleaned) {
		return best, false, nil
	}
	if bytes.Contains(cleaned, []byte("&quot;")) && try(clean([]byte(html.UnescapeString(string(text))))) {
		return best, true, nil
	}
	if len(best) == 0 && before.mended+len(cleaned) <= maxMended && brackets(cleaned) <= maxBrackets {
		before.mended += len(cleaned)
		bestBudget.mended = before.mended
		if mended, mendErr := jsonrepair.Repair(string(cleaned)); mendErr == nil && try([]byte(mended)) && holdsObject(best) {
			return best, true, nil
		}
		if !holdsObject(best) {
			best, bestBudget = nil, before
		}
	}
	*budget = bestBudget
	return best, true, firstErr
}

func brackets(text []byte) int {
	return bytes.Count(text, []byte("{")) + bytes.Count(text, []byte("["))
}

// holdsObject guards against a mender that makes a string of anything.
func holdsObject(nodes []*node) bool {
	for _, n := range nodes {
		if n.kind == isObject || n.kind == isList && holdsObject(n.members) {
			return true
		}
	}
	return false
}

// readValues reads the values that stand one after another in text.
func readValues(text []byte, budget *jsonBudget) (nodes []*node, err error) {
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for {
		kept := *budget
		n, err := readValue(d, budget, 0)
		if errors.Is(err, io.EOF) && d.StackDepth() == 0 {
			return nodes, nil
		}
		if err != nil {
			*budget = kept
			return nodes, shorten(err)
		}
		if n != nil {
			nodes = append(nodes, n)
		}
	}
}

// shorten says where it broke without repeating the page's text.
func shorten(err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return fmt.Errorf("%w at octet %d", syntax.Err, syntax.ByteOffset)
	}
	return err
}

// readValue reads the next value; nil when a bound cut it.
func readValue(d *jsontext.Decoder, budget *jsonBudget, depth int) (*node, error) {
	kind := d.PeekKind()
	if (kind == '{' || kind == '[') && depth >= MaxJSONDepth {
		budget.deep++
		return nil, d.SkipValue()
	}
	token, err := d.ReadToken()
	if err != nil {
		return nil, err
	}
	n := &node{}
	keep := budget.values > 0
	if keep {
		budget.values--
	} else {
		budget.left++
	}
	switch kind {
	case 't', 'f', '0', '"':
		n.kind, n.text = isText, token.String()
	case '{':
		n.kind = isObject
		err = n.readMembers(d, budget, depth)
	case '[':
		n.kind = isList
		err = n.readItems(d, budget, depth)
	}
	if err != nil || !keep {
		return nil, err
	}
	return n, nil
}

func (n *node) readMembers(d *jsontext.Decoder, budget *jsonBudget, depth int) error {
	var at map[string]int // once there are many
	for d.PeekKind() != '}' {
		token, err := d.ReadToken()
		if err != nil {
			return err
		}
		name := token.String()
		member, err := readValue(d, budget, depth+1)
		if err != nil {
			return err
		}
		if member == nil {
			continue
		}
		if i := n.find(name, &at); i >= 0 {
			n.members[i] = member // of two members of one name the last counts, as in a browser
			continue
		}
		n.names, n.members = append(n.names, name), append(n.members, member)
	}
	_, err := d.ReadToken()
	return err
}

// find gives the member of a name, or -1.
func (n *node) find(name string, at *map[string]int) int {
	if len(n.names) < 32 {
		for i, own := range n.names {
			if own == name {
				return i
			}
		}
		return -1
	}
	if *at == nil {
		*at = make(map[string]int, 2*len(n.names))
		for i, own := range n.names {
			(*at)[own] = i
		}
	}
	if i, ok := (*at)[name]; ok {
		return i
	}
	(*at)[name] = len(n.names)
	return -1
}

func (n *node) readItems(d *jsontext.Decoder, budget *jsonBudget, depth int) error {
	for d.PeekKind() != ']' {
		item, err := readValue(d, budget, depth+1)
		if err != nil {
			return err
		}
		if item == nil {
			item = &node{} // holds the place, so that the pointers of those after it stay true
		}
		n.members = append(n.members, item)
	}
	_, err := d.ReadToken()
	return err
}

func itoa(i int) string { return strconv.Itoa(i) }
