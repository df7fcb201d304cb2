package read

import (
	"slices"
	"strconv"
	"strings"
)

// A flight is the text that a page's scripts push piece by piece, and whose lines are
// rows: a number, a colon, and JSON or something else.
type flight struct {
	text   strings.Builder
	pieces []piece
	rows   map[string]*state // by number: those that are a value
}

// A piece is where in the text one script's part begins.
type piece struct {
	start int
	where string
}

// push takes a piece of the flight: ".push([1, text])".
func (a *assignment) push(text []byte) (rest []byte, ok bool) {
	const call = ".push("
	if len(text) < len(call) || string(text[:len(call)]) != call {
		a.none = true
		return nil, false
	}
	n, length, err := a.readOne(blankless(text[len(call):]))
	if err != nil {
		return nil, false
	}
	rest = blankless(text[len(call):])[length:]
	if n == nil || n.kind != isList || len(n.members) < 2 || n.members[0].text != "1" || n.members[1].kind != isText || n.members[1].bare {
		return rest, true // how a flight begins, and what is no text
	}
	f := &a.flight
	if f.text.Len()+len(n.members[1].text) > MaxJSONScript {
		a.LeaveOut("hydration_scripts", 1)
		return rest, true
	}
	f.pieces = append(f.pieces, piece{f.text.Len(), a.where})
	f.text.WriteString(n.members[1].text)
	return rest, true
}

// land takes the rows of the flight that are JSON. A row that is a text says how long
// it is, and has no end but that.
func (h *hydrator) land() {
	text := h.flight.text.String()
	h.flight.rows = map[string]*state{}
	for at, next := 0, 0; at < len(text); {
		id, row, ok := strings.Cut(text[at:min(len(text), at+16)], ":")
		if _, err := strconv.ParseUint(id, 16, 32); !ok || err != nil {
			if at, ok = lineEnd(text, at); !ok {
				return
			}
			continue
		}
		start := at
		at += len(id) + 1
		if strings.HasPrefix(row, "T") {
			length, _, _ := strings.Cut(text[at+1:min(len(text), at+16)], ",")
			n, err := strconv.ParseUint(length, 16, 31)
			if err != nil || uint64(len(text)-at) < n {
				return
			}
			at += 1 + len(length) + 1
			said := &node{kind: isText, text: text[min(at, len(text)):min(at+int(n), len(text))]}
			h.flight.rows[id] = &state{where: h.flight.place(start, &next), pointer: "/" + id, root: said, rows: h.flight.rows}
			at += int(n)
			continue
		}
		end, _ := lineEnd(text, at)
		h.row(h.flight.place(start, &next), id, strings.TrimSpace(text[at:end]))
		at = end
	}
	for i := range h.states {
		if st := &h.states[i]; st.rows != nil {
			st.rows[st.pointer[1:]] = st
		}
	}
}

// place gives the script in which the octet at start of the text stands. next is the
// piece that was found last.
func (f *flight) place(start int, next *int) string {
	for *next+1 < len(f.pieces) && f.pieces[*next+1].start <= start {
		*next++
	}
	return f.pieces[*next].where
}

// lineEnd gives where the next line begins.
func lineEnd(text string, at int) (end int, ok bool) {
	i := strings.IndexByte(text[at:], '\n')
	if i < 0 {
		return len(text), false
	}
	return at + i + 1, true
}

func (h *hydrator) row(where, id, text string) {
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		return // an import, a hint, a text
	}
	if h.budget.values <= 0 {
		h.budget.left++
		return
	}
	p := parseValues([]byte(text), h.budget)
	if p.err != nil || len(p.nodes) != 1 {
		h.LeaveOut("hydration_states", 1)
		return
	}
	h.budget = p.budget
	h.add(state{where: where, pointer: "/" + id, root: p.nodes[0], rows: h.flight.rows})
}

// linkedFlight follows a text of a flight that begins with "$", which is never the text
// itself: a row or a part of one by its number, a date, a large number, a text that
// itself begins so; or what only running the page would give, which is no value.
func (s *stop) linkedFlight() *stop {
	n := s.node
	if n.kind != isText || n.bare || len(n.text) < 2 || n.text[0] != '$' || s.state.made[n] == n {
		return nil
	}
	switch rest := n.text[1:]; rest[0] {
	case '$':
		return s.meaning(rest)
	case 'D', 'n':
		return s.meaning(rest[1:])
	case '@':
		return s.row(rest[1:])
	default:
		return s.row(rest)
	}
}

// meaning gives a text at the place of the one that stands for it.
func (s *stop) meaning(text string) *stop {
	to := s.instead(&node{kind: isText, text: text})
	if s.state.made[to.node] == nil {
		s.state.made[to.node] = to.node // it leads nowhere, whatever it begins with
	}
	return to
}

// Bounds on a reference to a part of a row: its steps, and the names looked at for each.
const (
	maxRowSteps = 32
	maxRowNames = 200
)

// row gives the row of a number, or the part of it that names behind colons lead to.
func (s *stop) row(path string) *stop {
	id, path, _ := strings.Cut(path, ":")
	row, ok := s.state.rows[id]
	if !ok {
		return s.instead(&node{})
	}
	to := &stop{node: row.root, state: row, base: row.pointer}
	for range maxRowSteps {
		if path == "" {
			return to
		}
		var name string
		name, path, _ = strings.Cut(path, ":")
		i := memberOf(to.node, name)
		if i < 0 {
			break
		}
		to = to.member(i)
	}
	return s.instead(&node{})
}

// memberOf gives the number of a member of an object or a list, or -1. The properties
// of an element, ["$", what it is, key, properties], go by their name too.
func memberOf(n *node, name string) int {
	if n.kind == isObject {
		return slices.Index(n.names[:min(len(n.names), maxRowNames)], name)
	}
	i, err := strconv.Atoi(name)
	if err != nil && name == "props" {
		i, err = 3, nil
	}
	if n.kind != isList || err != nil || i < 0 || i >= len(n.members) {
		return -1
	}
	return i
}
