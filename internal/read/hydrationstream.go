package read

import (
	"strconv"
	"strings"
	"time"
)

// streamCall is what hands a piece of a stream of values to a page of Remix or React
// Router.
const streamCall = ".streamController.enqueue("

// stream reads a piece of a stream in the form of the turbo-stream library, version 2:
// lines, of which the first is a flat list of values and the others answer the promises
// in it. An answer is counted as left out.
func (a *assignment) stream(text []byte) (rest []byte, ok bool) {
	text = blankless(text[len(streamCall):])
	if len(text) == 0 || text[0] != '"' && text[0] != '\'' {
		a.none = true
		return nil, false
	}
	content, rest, ok := literal(text)
	if !ok {
		return nil, false
	}
	for line := range strings.Lines(content) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if !strings.HasPrefix(line, "[") || !a.streamed(line) {
			a.LeaveOut("hydration_states", 1)
		}
	}
	return rest, true
}

// streamed takes the first line of a stream.
func (a *assignment) streamed(line string) bool {
	p := parseValues([]byte(line), a.budget)
	if p.err != nil || len(p.nodes) != 1 || len(p.nodes[0].members) == 0 {
		return false
	}
	a.budget = p.budget
	flat := p.nodes[0].members
	for _, n := range flat {
		if n.kind == isList && len(n.members) == 2 && n.members[0].text == "N" && !n.members[0].bare {
			n = n.members[1]
		}
		nameStreamed(n, flat)
	}
	a.add(state{where: a.where, pointer: "/0", root: flat[0], flat: flat, stream: true})
	return true
}

// nameStreamed gives an object's members the names that theirs are the numbers of:
// "_4" is the text with the number 4. Of what is no such name the member is dropped.
func nameStreamed(n *node, flat []*node) {
	if n.kind != isObject {
		return
	}
	kept := 0
	for i, name := range n.names {
		number, is := strings.CutPrefix(name, "_")
		at, err := strconv.Atoi(number)
		if !is || err != nil || at < 0 || at >= len(flat) || flat[at].kind != isText || flat[at].bare || len(flat[at].text) > maxName {
			continue
		}
		n.names[kept], n.members[kept] = flat[at].text, n.members[i]
		kept++
	}
	n.names, n.members = n.names[:kept], n.members[:kept]
}

// linkedStream follows a stream's flat list: members are numbers of values, those below
// zero what is nothing, and a list that begins with a text says of what kind it is.
func (s *stop) linkedStream() *stop {
	n := s.node
	direct := s.up == nil // it is a value of the list, not the number of one
	switch {
	case !direct && n.kind == isText && n.bare:
		return s.numbered(n)
	case !direct || n.kind != isList || len(n.members) == 0 || n.members[0].kind != isText || n.members[0].bare:
		return nil
	}
	tag, rest := n.members[0].text, n.members[1:]
	switch {
	case tag == "S" || tag == "M":
		return s.instead(&node{kind: isList, members: rest})
	case len(rest) == 0:
	case tag == "N" && rest[0].kind == isObject:
		return s.instead(rest[0])
	case tag == "Z" && rest[0].bare, tag == "SingleFetchClassInstance" && rest[0].bare:
		return s.numbered(rest[0])
	case tag == "D" && rest[0].bare:
		if ms, err := strconv.ParseInt(rest[0].text, 10, 64); err == nil && ms > -62135596800000 && ms < 253402300800000 { // the years that RFC 3339 can write
			return s.instead(&node{kind: isText, text: time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")})
		}
	case (tag == "U" || tag == "B") && rest[0].kind == isText:
		m := s.member(1)
		m.up, m.base = nil, s.base+"/1"
		return m
	}
	return s.instead(&node{}) // a promise, an error, what is no data
}
