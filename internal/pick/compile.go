package pick

import (
	"fmt"
	"strings"

	"github.com/andybalholm/cascadia"
)

// Bounds on a selector.
const (
	MaxSelector = 4 << 10 // octets
	MaxInside   = 8       // of :not, :is and :has inside one another
)

// A Selector finds elements, and says which value of each is wanted. It is not
// changed by use, and may be used by several goroutines.
type Selector struct {
	members []member
}

// A member is one of the selectors that stand between commas.
type member struct {
	steps []step
	attr  string // the attribute wanted; "" for the text
}

// A step is one compound selector and what joins it to the one before it.
type step struct {
	join      byte // ' ', '>', '+', '~'; 0 for the first
	plain     cascadia.Sel
	positions []position
	costly    []cascadia.Sel // those that look at more than the element itself
	nested    []nested
}

// nested is a selector of selectors: "not", "is" or "has".
type nested struct {
	name    string
	members []member
}

// Compile reads a selector of CSS (Selectors Level 4 as far as a page that nobody
// looks at can answer it, and :contains("text")), or several with commas between
// them. Each may end in @name to ask for the value of an attribute: a.more@href.
// The error is one sentence that says what is wrong.
func Compile(selector string) (*Selector, error) {
	if len(selector) > MaxSelector {
		return nil, fmt.Errorf("the selector is %d octets long, over the bound of %d", len(selector), MaxSelector)
	}
	p := parser{text: selector}
	members, err := p.members(true)
	if err == nil && p.at < len(p.text) {
		err = fmt.Errorf("%q closes nothing", p.text[p.at:p.at+1])
	}
	if bare := strings.TrimSpace(selector); err != nil && strings.HasPrefix(bare, "/") && !strings.HasPrefix(bare, "/*") {
		err = errXPath
	}
	if err != nil {
		return nil, fmt.Errorf("the selector %s: %w", shown(selector), err)
	}
	return &Selector{members: members}, nil
}

// shown quotes a selector for an error, cut when it is long.
func shown(s string) string {
	const most = 100
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return fmt.Sprintf("%q", s)
}

// simple compiles a piece that says something of one element alone.
func simple(piece string) (cascadia.Sel, error) {
	sel, err := cascadia.Parse(piece)
	if err != nil {
		_, reason, ok := strings.Cut(err.Error(), "left over")
		if ok && reason == "" {
			return nil, fmt.Errorf("%s is not understood", shown(piece))
		}
		return nil, fmt.Errorf("%s: %w", shown(piece), err)
	}
	return sel, nil
}
