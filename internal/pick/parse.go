package pick

import (
	"errors"
	"fmt"
	"strings"
)

// A parser takes a selector apart at what joins its pieces: commas, combinators, and
// the parentheses of the pseudo-classes that hold selectors. The pieces themselves it
// only looks through, so that a comma or an @ in a string divides nothing.
type parser struct {
	text string
	at   int
	deep int
}

var (
	errNoPiece   = errors.New("a selector is missing where a comma, a combinator or a parenthesis asks for one")
	errString    = errors.New("a string is not closed")
	errBracket   = errors.New("a [ is not closed")
	errParen     = errors.New("a ( is not closed")
	errXPath     = errors.New("an XPath, as places are, is not taken; a CSS selector is")
	errComment   = errors.New("a comment is not closed")
	errDeep      = fmt.Errorf("more than %d selectors inside one another", MaxInside)
	errAttribute = errors.New("behind @ stands the name of one attribute, at the end of the selector")
)

// members reads selectors with commas between them, up to the end or to a closing
// parenthesis. top: each may ask for an attribute; else it may begin with a combinator.
func (p *parser) members(top bool) (members []member, err error) {
	if p.deep > MaxInside {
		return nil, errDeep
	}
	for {
		m, err := p.member(top)
		if err != nil {
			return nil, err
		}
		members = append(members, m)
		if p.peek() != ',' {
			return members, nil
		}
		p.at++
	}
}

func (p *parser) member(top bool) (m member, err error) {
	if _, err = p.blanks(); err != nil {
		return m, err
	}
	join := byte(0)
	if !top && isJoin(p.peek()) {
		join = p.peek()
		p.at++
	}
	for {
		if _, err = p.blanks(); err != nil {
			return m, err
		}
		s, err := p.step()
		if err != nil {
			return m, err
		}
		s.join = join
		m.steps = append(m.steps, s)
		blank, err := p.blanks()
		if err != nil {
			return m, err
		}
		switch c := p.peek(); {
		case c == 0 || c == ',' || c == ')':
			return m, nil
		case c == '@':
			if !top || blank {
				return m, errAttribute
			}
			m.attr, err = p.attribute()
			return m, err
		case isJoin(c):
			join = c
			p.at++
		default:
			join = ' '
		}
	}
}

// attribute reads "@name" and what blanks follow.
func (p *parser) attribute() (string, error) {
	p.at++
	from := p.at
	for isNameOctet(p.peek()) {
		p.at++
	}
	name := strings.ToLower(p.text[from:p.at])
	if _, err := p.blanks(); err != nil {
		return "", err
	}
	if c := p.peek(); name == "" || c != 0 && c != ',' {
		return "", errAttribute
	}
	return name, nil
}

// step reads one compound selector.
func (p *parser) step() (s step, err error) {
	var plain strings.Builder
	empty := true
	for {
		from := p.at
		switch c := p.peek(); {
		case c == 0 || c == ',' || c == ')' || c == '@' || isJoin(c) || isBlank(c) || p.comment():
			if empty {
				return s, errNoPiece
			}
			piece := plain.String()
			if piece == "" {
				piece = "*"
			}
			s.plain, err = simple(piece)
			return s, err
		case c == ':':
			if err = p.pseudo(&s, &plain); err != nil {
				return s, err
			}
		case c == '[':
			if err = p.bracket(); err != nil {
				return s, err
			}
			plain.WriteString(p.text[from:p.at])
		default:
			if p.skip(); p.at > len(p.text) {
				return s, errors.New("it ends in a backslash")
			}
			plain.WriteString(p.text[from:p.at])
		}
		empty = false
	}
}

// pseudo reads a pseudo-class and puts it where it belongs: what is cheap stays with
// the plain piece.
func (p *parser) pseudo(s *step, plain *strings.Builder) error {
	from := p.at
	p.at++
	if p.peek() == ':' {
		return errors.New("a pseudo-element is no element of the page")
	}
	for isNameOctet(p.peek()) && p.peek() != ':' {
		p.at++
	}
	name := strings.ToLower(p.text[from+1 : p.at])
	switch name {
	case "not", "is", "where", "has":
		return p.nest(s, name)
	case "matches", "matchesown", "haschild":
		return fmt.Errorf(":%s is not CSS; :is, :has and :contains are there", name)
	}
	named := p.at
	if p.peek() == '(' {
		if err := p.arguments(); err != nil {
			return err
		}
	}
	if at, ok, err := positionOf(name, p.text[named:p.at]); ok || err != nil {
		s.positions = append(s.positions, at)
		return err
	}
	piece := p.text[from:p.at]
	switch name {
	case "enabled", "disabled": // the library looks through a fieldset again for each of its fields
		return fmt.Errorf(":%s is not taken; :not([disabled]) and [disabled] are", name)
	case "contains", "containsown", "empty":
		sel, err := simple(piece)
		s.costly = append(s.costly, sel)
		return err
	}
	plain.WriteString(piece)
	return nil
}

func (p *parser) nest(s *step, name string) error {
	if p.peek() != '(' {
		return fmt.Errorf(":%s holds selectors in parentheses", name)
	}
	p.at++
	p.deep++
	members, err := p.members(false)
	if err != nil {
		return err
	}
	if p.peek() != ')' {
		return errParen
	}
	p.at++
	p.deep--
	if name == "where" {
		name = "is"
	}
	for _, m := range members {
		if name != "has" && m.steps[0].join != 0 {
			return fmt.Errorf("in :%s a selector does not begin with %q", name, string(m.steps[0].join))
		}
	}
	s.nested = append(s.nested, nested{name, members})
	return nil
}

// bracket passes over an attribute selector.
func (p *parser) bracket() error {
	for p.at++; p.at < len(p.text); {
		switch c := p.text[p.at]; c {
		case ']':
			p.at++
			return nil
		case '"', '\'':
			if err := p.quoted(c); err != nil {
				return err
			}
		case '#':
			return errors.New("an attribute is not matched by a regular expression")
		default:
			p.skip()
		}
	}
	return errBracket
}

// arguments passes over what stands in parentheses.
func (p *parser) arguments() error {
	deep := 0
	for p.at < len(p.text) {
		switch c := p.text[p.at]; c {
		case '"', '\'':
			if err := p.quoted(c); err != nil {
				return err
			}
			continue
		case '(':
			deep++
		case ')':
			if deep--; deep == 0 {
				p.at++
				return nil
			}
		}
		p.skip()
	}
	return errParen
}

func (p *parser) quoted(quote byte) error {
	for p.at++; p.at < len(p.text); p.skip() {
		if p.text[p.at] == quote {
			p.at++
			return nil
		}
	}
	return errString
}

// skip passes over one octet, or a backslash and what it escapes: one octet, or the
// digits of a character and the blank that ends them (CSS Syntax, section 4.3.7).
func (p *parser) skip() {
	p.at++
	if p.text[p.at-1] != '\\' {
		return
	}
	from := p.at
	for p.at < from+6 && isHex(p.peek()) {
		p.at++
	}
	if p.at == from || isBlank(p.peek()) {
		p.at++
	}
}

// blanks passes over blanks and comments, and says whether there were any.
func (p *parser) blanks() (any bool, err error) {
	for {
		switch {
		case p.at < len(p.text) && isBlank(p.text[p.at]):
			p.at++
		case p.comment():
			end := strings.Index(p.text[p.at+2:], "*/")
			if end < 0 {
				return any, errComment
			}
			p.at += end + 4
		default:
			return any, nil
		}
		any = true
	}
}

func (p *parser) comment() bool {
	return p.at < len(p.text) && strings.HasPrefix(p.text[p.at:], "/*")
}

// peek gives the next octet, or 0 at the end; a NUL in the text ends it too.
func (p *parser) peek() byte {
	if p.at >= len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

func isJoin(c byte) bool { return c == '>' || c == '+' || c == '~' }

func isNameOctet(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == ':' || c == '.'
}

func isHex(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'f' }
