package read

import (
	"bytes"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const typeJavaScript = "text/javascript"

// maxBroken is how many states of one page may turn out not to be JSON: each may cost
// as much as its whole script. Past it no more code is looked through.
const maxBroken = 20

// findState finds the first name of a known state in a script, and where it ends; or
// gives -1. It costs next to nothing on scripts that have none.
func findState(text []byte) (start, end int) {
	for at := 0; ; {
		i := bytes.Index(text[at:], []byte("__"))
		if i < 0 {
			return -1, -1
		}
		at += i
		if n := stateName(text[at:]); n > 0 && (at == 0 || !isWord(text[at-1])) && (n != len("__data") || bytes.HasSuffix(text[:at], []byte("window."))) {
			return at, at + n
		}
		for at < len(text) && text[at] == '_' {
			at++
		}
	}
}

// stateName gives the length of the known name that a text begins with, or 0.
func stateName(text []byte) int {
	for _, name := range []string{
		"__NUXT__", "__NEXT_DATA__", "__next_f", "__APOLLO_STATE__", "__INITIAL_STATE__", "__PRELOADED_STATE__", "__INITIAL_DATA__",
		"__STATE__", "__REDUX_STATE__", "__remixContext", "__reactRouterContext", "__staticRouterHydrationData", "__INITIAL_PROPS__",
		"__APP_STATE__", "__REACT_QUERY_STATE__", "__SERVER_DATA__", "__data",
	} {
		if bytes.HasPrefix(text, []byte(name)) && (len(text) == len(name) || !isWord(text[len(name)])) {
			return len(name)
		}
	}
	if n := len(kitName); len(text) > n && string(text[:n]) == kitName {
		for n < len(text) && isWord(text[n]) {
			n++
		}
		return n
	}
	return 0
}

func isWord(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '$'
}

// readCode takes the states that a script sets, without running it.
func (h *hydrator) readCode(script *Script) {
	where := script.String()
	var did repairs
	kit := false
	for text := script.Text; h.broken < maxBroken; {
		start, end := findState(text)
		if start < 0 {
			break
		}
		name := string(text[start:end])
		text = text[end:]
		a := assignment{hydrator: h, where: where, cache: name == "__APOLLO_STATE__"}
		read := a.value
		switch {
		case name == "__next_f":
			read = a.push
		case bytes.HasPrefix(text, []byte(streamCall)):
			read = a.stream
		case strings.HasPrefix(name, kitName):
			if kit { // the data stands behind the first
				continue
			}
			read, kit = a.kit, true
		}
		rest, ok := read(text)
		switch {
		case ok:
			text, did = rest, did|a.did
		case a.none:
		default:
			h.broken++
			h.LeaveOut("hydration_states", 1)
		}
	}
	did.report(h.Source, "hydration", where)
}

// An assignment is the place in a script where a state may be set.
type assignment struct {
	*hydrator
	where string
	cache bool // what is set are things by their names
	none  bool // nothing is set here
	did   repairs
	base  string // the pointer of what is set
}

// value reads what is set where text begins, right behind the state's name. ok: a
// state was read, and rest is what follows it.
func (a *assignment) value(text []byte) (rest []byte, ok bool) {
	text = bytes.TrimLeft(text, "'\"] \t\r\n")
	if len(text) == 0 || text[0] != '=' {
		a.none = true
		return nil, false
	}
	text = skipFallback(blankless(text[1:]))
	parsed, encoded := false, false
	for again := true; again; {
		again = false
		for _, call := range []string{"JSON.parse(", "decodeURIComponent("} {
			if bytes.HasPrefix(text, []byte(call)) {
				text, again = blankless(text[len(call):]), true
				parsed, encoded = parsed || call[0] == 'J', encoded || call[0] == 'd'
			}
		}
	}
	switch {
	case len(text) == 0:
		a.none = true
	case text[0] == '{' || text[0] == '[':
		return a.json(text)
	case text[0] == '"' || text[0] == '\'' || text[0] == '`':
		content, rest, ok := literal(text)
		if !ok {
			return nil, false
		}
		if !parsed && !strings.HasPrefix(content, "{") && !strings.HasPrefix(content, "[") && !strings.HasPrefix(content, "%7B") {
			a.none = true // a text that is no state
			return nil, false
		}
		if encoded || strings.HasPrefix(content, "%7B") {
			if plain, err := url.PathUnescape(content); err == nil {
				content = plain
			}
		}
		return rest, a.readText(a.where, content, a.cache)
	default:
		// A call, which only running it would answer; anything else is no state.
		a.none = !bytes.HasPrefix(bytes.TrimLeft(text, "(!"), []byte("function")) && text[0] != '('
	}
	return nil, false
}

// json reads the object or list that text begins with: as JSON, or as the literal of
// JavaScript that it is.
func (a *assignment) json(text []byte) (rest []byte, ok bool) {
	n, length, err := a.readOne(text)
	if err != nil {
		var p plainer
		if length, ok = p.plainly(text); !ok {
			return nil, false
		}
		if n, _, err = a.readOne(p.out); err != nil {
			return nil, false
		}
		if p.undefined {
			a.did |= repairedUndefined
		}
		if p.other {
			a.did |= repairedLiteral
		}
	}
	if n != nil {
		a.add(state{where: a.where, pointer: a.base, root: n, cache: a.cache})
	}
	return text[length:], true
}

func (a *assignment) readOne(text []byte) (n *node, length int, err error) {
	budget := a.budget
	d := newDecoder(text)
	if n, err = readValue(d, &budget, 0); err != nil {
		return nil, 0, err
	}
	a.budget = budget
	return n, int(d.InputOffset()), nil
}

// skipFallback skips what a state is set to if it is there: "window.state ||".
func skipFallback(text []byte) []byte {
	end := 0
	for end < len(text) && (isWord(text[end]) || text[end] == '.') {
		end++
	}
	if after := blankless(text[end:]); end > 0 && bytes.HasPrefix(after, []byte("||")) {
		return blankless(after[2:])
	}
	return text
}

func blankless(text []byte) []byte { return bytes.TrimLeft(text, " \t\r\n") }

// literal reads the JavaScript string that text begins with (ECMA-262 section 12.9.4).
// A template with a place to fill in is none.
func literal(text []byte) (content string, rest []byte, ok bool) {
	quote := text[0]
	var b strings.Builder
	for i := 1; i < len(text); {
		switch c := text[i]; {
		case c == quote:
			return b.String(), text[i+1:], true
		case c == '$' && quote == '`' && i+1 < len(text) && text[i+1] == '{':
			return "", nil, false
		case c == '\\' && i+1 < len(text):
			i += 1 + escape(&b, text[i+1:])
		default:
			b.WriteByte(c)
			i++
		}
	}
	return "", nil, false
}

// escape writes what an escape stands for, and gives its length without the backslash.
func escape(b *strings.Builder, text []byte) int {
	switch c := text[0]; c {
	case 'n', 'r', 't', 'b', 'f', 'v', '0':
		b.WriteByte("\n\r\t\b\f\v\x00"[strings.IndexByte("nrtbfv0", c)])
	case '\n':
	case 'x':
		if r, ok := hex(text[1:], 2); ok {
			b.WriteRune(r)
			return 3
		}
	case 'u':
		if len(text) > 1 && text[1] == '{' {
			end := bytes.IndexByte(text[:min(len(text), 10)], '}')
			if end > 2 {
				if r, ok := hex(text[2:], end-2); ok {
					b.WriteRune(r)
					return end + 1
				}
			}
			return 1
		}
		r, ok := hex(text[1:], 4)
		if !ok {
			return 1
		}
		if utf16.IsSurrogate(r) && len(text) > 6 && text[5] == '\\' && text[6] == 'u' {
			if low, ok := hex(text[7:], 4); ok {
				if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
					b.WriteRune(pair)
					return 11
				}
			}
		}
		b.WriteRune(r)
		return 5
	default:
		b.WriteByte(c)
	}
	return 1
}

func hex(text []byte, n int) (rune, bool) {
	if len(text) < n {
		return 0, false
	}
	v, err := strconv.ParseUint(string(text[:n]), 16, 32)
	return rune(v), err == nil
}
