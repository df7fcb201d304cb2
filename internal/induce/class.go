package induce

import (
	"strings"

	"golang.org/x/net/html"

	"curtsy/internal/tree"
)

// Bounds on the classes of an element that are looked at.
const (
	maxWords = 16
	maxWord  = 64 // octets
)

// words gives the classes of an element that say what it is: not those that say how
// it looks, in which state it is or from which build it came.
func (o *outline) words(n *html.Node) []string {
	class, ok := tree.Attr(n, "class")
	if !ok {
		return nil
	}
	if words, ok := o.classes[class]; ok {
		return words
	}
	var stable []string
	looked := 0
	for word := range strings.FieldsSeq(class) {
		if looked++; looked > maxWords {
			break
		}
		if word = stableWord(word); word != "" {
			stable = append(stable, word)
		}
	}
	o.classes[class] = stable
	return stable
}

// stableWord gives the part of a class that stays when a site is built again or a
// row stands elsewhere; "" when there is none. A number at its end is such a place.
func stableWord(word string) string {
	if len(word) > maxWord || strings.ContainsAny(word, ":[]()/%!@.,#&=*<>\"'{}|~^$+?\\`;") || !isText(word) {
		return ""
	}
	switch first, rest, _ := strings.Cut(strings.ToLower(word), "-"); first {
	case "is", "has", "js", "css", "sc", "jsx", "svelte", "astro", "emotion", "ng", "data", "u", "wp", "elementor":
		if rest != "" {
			return ""
		}
	}
	word = strings.TrimRight(withoutHash(word), "0123456789")
	word = strings.TrimRight(word, "-_")
	lower := strings.ToLower(word)
	if len(word) < 2 || !strings.ContainsFunc(word, isLetter) || isState(lower) || isLook(lower) {
		return ""
	}
	if strings.HasPrefix(word, "_") && len(word) < 8 || isHash(lower, word) {
		return ""
	}
	return word
}

// withoutHash cuts the hash that a build hangs on a class of a module.
func withoutHash(word string) string {
	at := strings.LastIndexAny(word, "_-")
	if at <= 0 || len(word)-at-1 < 4 || !isHash(strings.ToLower(word[at+1:]), word[at+1:]) {
		return word
	}
	return strings.TrimRight(word[:at], "_-")
}

// isHash says whether a word without separators looks drawn by chance: digits among
// its letters, capitals that begin no syllable, or no vowel.
func isHash(lower, word string) bool {
	word = strings.TrimLeft(word, "_-")
	if len(word) < 4 || strings.ContainsAny(word, "-_") {
		return false
	}
	groups, capitals, vowels, letters := 0, 0, 0, 0
	before := byte(0)
	for i := range len(word) {
		c := word[i]
		switch {
		case '0' <= c && c <= '9':
			if before < '0' || before > '9' {
				groups++
			}
		case 'A' <= c && c <= 'Z':
			letters++
			if 'a' <= before && before <= 'z' {
				capitals++
			}
		default:
			letters++
		}
		if strings.IndexByte("aeiouy", lower[len(lower)-len(word)+i]) >= 0 || c >= 0x80 {
			vowels++
		}
		before = c
	}
	last := word[len(word)-1]
	switch {
	case letters == 0:
		return false
	case groups >= 2, groups == 1 && '0' <= word[0] && word[0] <= '9':
		return true
	case groups == 1 && capitals > 0 && (last < '0' || last > '9'):
		return true
	case capitals >= 2 && letters < 3*(capitals+1):
		return true
	}
	return len(word) > 4 && vowels == 0
}

// isState says whether a class says how things stand with a row, not what it is.
func isState(word string) bool {
	switch word {
	case "active", "current", "selected", "first", "last", "odd", "even", "open", "closed", "opened", "disabled", "enabled", "hidden",
		"visible", "show", "shown", "hide", "fade", "in", "out", "lazy", "lazyload", "lazyloaded", "lazyloading", "loaded", "loading",
		"alt", "clearfix", "cf", "new", "hover", "focus", "checked", "expanded", "collapsed", "collapse", "animated", "visited", "unread":
		return true
	}
	return false
}

// isLook says whether a class is one of those that utility frameworks give each
// element by how it looks. word is in lower case, numbers at its end cut off.
func isLook(word string) bool {
	word = strings.TrimPrefix(word, "-")
	switch word {
	case "flex", "grid", "block", "inline", "inline-block", "inline-flex", "table", "contents", "row", "col", "column", "columns",
		"container", "container-fluid", "wrapper", "relative", "absolute", "fixed", "sticky", "static", "truncate", "uppercase", "lowercase",
		"capitalize", "italic", "underline", "line-through", "antialiased", "rounded", "shadow", "border", "transition", "transform",
		"group", "peer", "sr-only", "visually-hidden", "grow", "shrink", "isolate", "invisible", "ring", "outline", "filter", "blur",
		"list-none", "list-unstyled", "list-inline", "no-underline", "no-gutters", "img-fluid", "img-responsive", "small", "large",
		"left", "right", "center", "pull-left", "pull-right", "cursor-pointer", "select-none", "pointer-events-none", "h", "w", "m", "p",
		"gap", "space", "z", "order", "top", "bottom", "d", "g", "fs", "lh", "fw":
		return true
	}
	name, value, ok := strings.Cut(word, "-")
	if !ok {
		return isSpacing(word)
	}
	if isSpacing(name) {
		return true
	}
	switch name {
	case "text", "font", "bg", "border", "rounded", "shadow", "flex", "grid", "items", "justify", "self", "content", "align", "float",
		"overflow", "object", "leading", "tracking", "opacity", "space", "divide", "ring", "order", "col", "row", "duration", "ease",
		"line", "aspect", "whitespace", "break", "min", "max", "inset", "top", "left", "right", "bottom", "transition", "fill", "stroke",
		"place", "list", "decoration", "cursor", "d", "fw", "fs", "lh", "position", "offset", "container", "delay", "scale", "rotate", "translate":
		for part := range strings.SplitSeq(value, "-") {
			if !isLooksValue(part) {
				return false
			}
		}
		return true
	}
	return false
}

func isSpacing(name string) bool {
	switch name {
	case "m", "mt", "mb", "ml", "mr", "mx", "my", "ms", "me", "p", "pt", "pb", "pl", "pr", "px", "py", "ps", "pe", "w", "h", "z", "gap", "g", "gx", "gy":
		return true
	}
	return false
}

func isLooksValue(part string) bool {
	switch part {
	case "", "xs", "sm", "md", "lg", "xl", "xxl", "base", "auto", "full", "none", "center", "left", "right", "start", "end", "between", "around",
		"evenly", "baseline", "stretch", "top", "bottom", "middle", "bold", "semibold", "medium", "light", "normal", "thin", "black", "white",
		"gray", "grey", "slate", "zinc", "neutral", "stone", "red", "orange", "amber", "yellow", "lime", "green", "emerald", "teal", "cyan",
		"sky", "blue", "indigo", "violet", "purple", "fuchsia", "pink", "rose", "muted", "primary", "secondary", "success", "danger",
		"warning", "info", "dark", "body", "col", "row", "cols", "rows", "span", "wrap", "nowrap", "reverse", "hidden", "scroll", "visible",
		"cover", "contain", "fill", "x", "y", "t", "b", "l", "r", "w", "h", "tight", "snug", "relaxed", "loose", "wide", "wider", "widest",
		"italic", "mono", "sans", "serif", "clamp", "through", "square", "video", "screen", "transparent", "current", "inherit", "xsmall",
		"pre", "words", "all", "colors", "out", "in", "pointer", "disc", "decimal", "inside", "outside", "fluid", "relative", "absolute",
		"block", "inline", "flex", "grid", "table", "cell", "items", "opacity", "px", "justify", "decoration", "offset", "uppercase", "break":
		return true
	}
	return strings.Trim(part, "0123456789") == "" || len(part) < 4 && strings.ContainsAny(part, "0123456789")
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r >= 0x80 }
