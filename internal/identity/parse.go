package identity

import (
	"fmt"
	"strings"
)

// Parse reads a User-Agent written as we write ours,
// "ExampleBot/1.0 (+https://example.org/bot; bot@example.org)", back into its
// parts. The version, and the whole comment, may be absent; curtsy's own
// product may follow. The agent returned passes Check, but for a version that
// is absent: that is left to the caller, who may know it.
func Parse(text string) (Agent, error) {
	var a Agent
	product, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
	if product == "" {
		return a, fmt.Errorf("it is empty; write it like ExampleBot/1.0 (+https://example.org/bot; bot@example.org)")
	}
	a.Token, a.Version, _ = strings.Cut(product, "/")
	if a.Token == "" {
		return Agent{}, fmt.Errorf("no product token stands before the version in %q", product)
	}
	rest = strings.TrimSpace(rest)
	if strings.HasPrefix(rest, "(") {
		comment, after, closed := strings.Cut(rest[1:], ")")
		if !closed {
			return Agent{}, fmt.Errorf("the comment is not closed: no \")\" in %q", text)
		}
		if err := a.readComment(comment); err != nil {
			return Agent{}, err
		}
		rest = strings.TrimSpace(after)
	}
	if own, version, _ := strings.Cut(rest, "/"); rest != "" && (own != Curtsy || !a.Own() || checkVersion(version) != "") {
		return Agent{}, fmt.Errorf("%q follows the comment; nothing should", rest)
	}
	for _, err := range a.Problems() {
		if problem := err.(*Problem); problem.Part != "version" || a.Version != "" {
			return Agent{}, err
		}
	}
	return a, nil
}

// readComment takes the page, which "+" marks, and the contact from a comment.
func (a *Agent) readComment(comment string) error {
	for part := range strings.SplitSeq(comment, ";") {
		part = strings.TrimSpace(part)
		page, marked := strings.CutPrefix(part, "+")
		switch {
		case part == "" || part == loopback:
		case marked && a.Page == "":
			a.Page = page
		case !marked && a.Contact == "":
			a.Contact = part
		case marked:
			return fmt.Errorf("two pages, %q and %q", a.Page, page)
		default:
			return fmt.Errorf("two contacts, %q and %q; a page is marked with \"+\"", a.Contact, part)
		}
	}
	return nil
}
