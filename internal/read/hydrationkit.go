package read

import "bytes"

// kitName begins the name of the global that a page of SvelteKit keeps its settings in.
const kitName = "__sveltekit_"

// Bound on where the data of a page of SvelteKit begins behind the call it is for.
const maxKitCall = 4 << 10

// kit reads the data that a page of SvelteKit starts from: an argument of a call,
// "start(app, element, {node_ids: [0, 2], data: [...], ...})", or a variable before it,
// "const data = [...]", that the argument names. Its pointer is that in the argument.
func (a *assignment) kit(text []byte) (rest []byte, ok bool) {
	a.base = "/data"
	const call, ids = ".start(", "node_ids:"
	start := bytes.Index(text, []byte(call))
	if start < 0 {
		a.none = true
		return nil, false
	}
	rest = text[start+len(call):]
	rest = rest[:min(len(rest), maxKitCall)]
	at := bytes.Index(rest, []byte(ids))
	if at < 0 {
		a.none = true
		return nil, false
	}
	end := bytes.IndexByte(rest[at:], ']')
	if end < 0 {
		a.none = true
		return nil, false
	}
	at = start + len(call) + at + end + 1
	rest = blankless(bytes.TrimPrefix(blankless(text[at:]), []byte(",")))
	if !bytes.HasPrefix(rest, []byte("data")) {
		a.none = true
		return nil, false
	}
	switch rest = blankless(rest[len("data"):]); {
	case bytes.HasPrefix(rest, []byte(":")):
		rest = blankless(rest[1:])
	case bytes.HasPrefix(rest, []byte(",")), bytes.HasPrefix(rest, []byte("}")):
		const before = "const data ="
		at := bytes.Index(text[:start], []byte(before))
		if at < 0 {
			return nil, false
		}
		rest = blankless(text[at+len(before):])
	default:
		return nil, false
	}
	if !bytes.HasPrefix(rest, []byte("[")) {
		a.none = bytes.HasPrefix(rest, []byte("null"))
		return nil, false
	}
	return a.json(rest)
}
