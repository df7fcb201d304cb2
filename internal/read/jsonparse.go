package read

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// A node is one JSON value. Numbers, truth values and strings are all texts.
type node struct {
	kind    nodeKind
	bare    bool // a text without quotes: a number, true or false
	text    string
	names   []string // of an object's members, each once
	members []*node
	where   string // its place, once it was asked for
	thing   *thing // what JSON-LD makes of an object
}

type nodeKind uint8

const (
	isNull nodeKind = iota
	isText
	isList
	isObject
)

// member gives an object's member of a name as it is written, or nil.
func (n *node) member(name string) *node {
	for i, own := range n.names {
		if own == name {
			return n.members[i]
		}
	}
	return nil
}

// maxName is the most octets of a member's name. A longer one is no name of anything,
// and would stand in the place of all that is below it.
const maxName = 1 << 10

// A jsonBudget bounds what one page may make of its scripts.
type jsonBudget struct {
	values int // still to be kept
	depth  int // objects and lists inside one another, from the script's own value
	left   int // values that were not kept
	deep   int // values that stood too deep
	long   int // members whose name is too long
	mended int // octets given to the mender
}

// A parse is what came of one try to read a text as JSON.
type parse struct {
	nodes   []*node // the values that stand one after another, before the error if there was one
	partial *node   // what was read of the value that broke
	err     error
	budget  jsonBudget // what is left when the nodes are kept
	after   jsonBudget // the same, with partial kept too
}

func parseValues(text []byte, budget jsonBudget) (p parse) {
	p.budget = budget
	d := newDecoder(text)
	for {
		p.after = p.budget
		n, err := readValue(d, &p.after, 0)
		if errors.Is(err, io.EOF) && d.StackDepth() == 0 {
			return p
		}
		if err != nil {
			p.partial, p.err = n, shorten(err)
			return p
		}
		p.budget = p.after
		if n != nil {
			p.nodes = append(p.nodes, n)
		}
	}
}

func newDecoder(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// shorten says where it broke without repeating the page's text.
func shorten(err error) error {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		return fmt.Errorf("%w at octet %d", syntax.Err, syntax.ByteOffset)
	}
	return err
}

// readValue reads the next value; nil when a bound cut it. On an error it gives what
// was read of the value until then.
func readValue(d *jsontext.Decoder, budget *jsonBudget, depth int) (*node, error) {
	kind := d.PeekKind()
	if (kind == '{' || kind == '[') && depth >= budget.depth {
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
		n.kind, n.bare = isText, kind != '"'
		if keep {
			n.text = token.String()
		}
	case '{':
		n.kind = isObject
		err = n.readMembers(d, budget, depth)
	case '[':
		n.kind = isList
		err = n.readItems(d, budget, depth)
	}
	if !keep {
		return nil, err
	}
	return n, err
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
		if len(name) > maxName && member != nil {
			budget.long++
			member = nil
		}
		if member != nil {
			if i := n.find(name, &at); i >= 0 {
				n.members[i] = member // of two members of one name the last counts, as in a browser
			} else {
				n.names, n.members = append(n.names, name), append(n.members, member)
			}
		}
		if err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// find gives the member of a name, or -1, and then expects it to be added.
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
		if err != nil && item == nil {
			return err
		}
		if item == nil {
			item = &node{} // holds the place, so that the pointers of those after it stay true
		}
		n.members = append(n.members, item)
		if err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// appendToken writes a reference token of a JSON pointer (RFC 6901 section 3).
func appendToken(b []byte, token string) []byte {
	for i := range len(token) {
		switch token[i] {
		case '~':
			b = append(b, "~0"...)
		case '/':
			b = append(b, "~1"...)
		default:
			b = append(b, token[i])
		}
	}
	return b
}

func itoa(i int) string { return strconv.Itoa(i) }
