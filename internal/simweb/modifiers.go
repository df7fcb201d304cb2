package simweb

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// A writtenPage is a page as a txtar member has it.
type writtenPage struct {
	site, target string
	page         Page
	down         Down
	downAfter    int
	base64       bool
	line         int
}

// readPage reads a page's name, the modifiers behind it and its body.
func readPage(name, modifiers, body string) (*writtenPage, error) {
	p := &writtenPage{}
	var err error
	if p.site, p.target, err = splitName(name); err != nil {
		return nil, err
	}
	if _, err := parseSiteName(p.site); err != nil {
		return nil, err
	}
	for rest := strings.TrimSpace(modifiers); rest != ""; rest = strings.TrimSpace(rest) {
		var one string
		if one, rest, err = cutModifier(rest); err != nil {
			return nil, err
		}
		if err := p.modify(one); err != nil {
			return nil, fmt.Errorf("(%s): %w", one, err)
		}
	}
	if p.down != "" && (p.target != "/*" || body != "") {
		return nil, errors.New("(down) is about a whole site: its target is /* and it has no body")
	}
	if p.base64 {
		plain, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(body), ""))
		if err != nil {
			return nil, fmt.Errorf("the body: %w", err)
		}
		body = string(plain)
	}
	p.page.Body = body
	return p, nil
}

// cutModifier takes the first (…) off, parentheses inside it paired.
func cutModifier(s string) (one, rest string, err error) {
	if s[0] != '(' {
		return "", "", fmt.Errorf("%q: a modifier stands in parentheses", s)
	}
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return strings.TrimSpace(s[1:i]), s[i+1:], nil
			}
		}
	}
	return "", "", fmt.Errorf("%q: a parenthesis is not closed", s)
}

// modify applies one modifier.
func (p *writtenPage) modify(modifier string) error {
	word, rest, _ := strings.Cut(modifier, " ")
	rest = strings.TrimSpace(rest)
	w := words(strings.Fields(rest))
	switch word {
	case "status":
		return w.one(func(s string) error {
			if err := toNumber(&p.page.Status)(s); err != nil || p.page.Status < 200 || p.page.Status > 999 {
				return fmt.Errorf("%q: not a status from 200 to 999", s)
			}
			return nil
		})
	case "header":
		return p.header(rest)
	case "type":
		p.page.Type = rest
		return w.some()
	case "takes":
		return w.one(toDuration(&p.page.Takes))
	case "skew":
		return w.one(toSkew(&p.page.Skew))
	case "times":
		return w.one(toNumber(&p.page.Times))
	case "gzip":
		p.page.Gzip = true
		return w.none()
	case "packed":
		p.page.Packed = true
		return w.none()
	case "base64":
		p.base64 = true
		return w.none()
	case "etag":
		p.page.ETag = quoted(rest)
		return nil
	case "modified":
		p.page.LastModified = rest
		if _, err := http.ParseTime(rest); err != nil {
			return errors.New("not an HTTP-date")
		}
		return nil
	case "down":
		if err := w.some(); err != nil {
			return err
		}
		return w.read(p.readDown, toNumber(&p.downAfter))
	}
	return p.fault(word, w)
}

func (p *writtenPage) header(rest string) error {
	name, value, ok := strings.Cut(rest, ":")
	if name = strings.TrimSpace(name); !ok || name == "" || strings.Contains(name, " ") {
		return errors.New("wants a name, a colon and a value")
	}
	if p.page.Header == nil {
		p.page.Header = map[string]string{}
	}
	p.page.Header[name] = strings.TrimSpace(value)
	return nil
}

// quoted is an ETag as it goes over the wire; "" asks for one made from the body.
func quoted(tag string) string {
	switch {
	case tag == "":
		return "auto"
	case strings.HasSuffix(tag, `"`):
		return tag
	}
	return `"` + tag + `"`
}

func (p *writtenPage) readDown(s string) error {
	switch p.down = Down(s); p.down {
	case Refuses, Hangs, Nameless, BadCertificate:
		return nil
	}
	return fmt.Errorf("%q: not one of %s, %s, %s, %s", s, Refuses, Hangs, Nameless, BadCertificate)
}

func (p *writtenPage) fault(word string, w words) error {
	for _, f := range faultWords {
		if f.word != word {
			continue
		}
		if p.page.Fault != nil {
			return errors.New("a page has one fault at most")
		}
		fault, err := f.read(w)
		p.page.Fault = fault
		return err
	}
	return errors.New("no such modifier")
}
