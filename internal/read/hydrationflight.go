package read

import (
	"strconv"
	"strings"
)

// A flight is the text that a page's scripts push piece by piece, and whose lines are
// rows: a number, a colon, and JSON or something else.
type flight struct {
	text   strings.Builder
	pieces []piece
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
			at += 1 + len(length) + 1 + int(n)
			continue
		}
		end, _ := lineEnd(text, at)
		for next+1 < len(h.flight.pieces) && h.flight.pieces[next+1].start <= start {
			next++
		}
		h.row(h.flight.pieces[next].where, id, strings.TrimSpace(text[at:end]))
		at = end
	}
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
	h.add(state{where: where, pointer: "/" + id, root: p.nodes[0], flight: true})
}
