package normal

import (
	"unicode"
	"unicode/utf8"
)

// A token is a run of digits, a run of letters, or one other sign.
type token struct {
	text   string
	spaced bool // a blank stands before it
}

func (t token) isNumber() bool { return t.text != "" && '0' <= t.text[0] && t.text[0] <= '9' }

func (t token) isWord() bool {
	r, _ := utf8.DecodeRuneInString(t.text)
	return isLetter(r)
}

func isLetter(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// isUnit says whether a sign names what the number before it counts, in the dates of
// Chinese, Japanese and Korean. It stands for itself: the next word may follow at once.
func isUnit(r rune) bool {
	switch r {
	case '年', '月', '日', '時', '时', '点', '點', '分', '秒', '년', '월', '일', '시', '분', '초':
		return true
	}
	return false
}

// tokens are what of a text is still to be read.
type tokens []token

// split gives the tokens of a folded text.
func split(text string) tokens {
	var all tokens
	spaced := false
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		end := at + size
		switch {
		case r == ' ' || r == '\u00A0':
			spaced, at = true, end
			continue
		case '0' <= r && r <= '9':
			for end < len(text) && '0' <= text[end] && text[end] <= '9' {
				end++
			}
		case isUnit(r) && len(all) > 0 && all[len(all)-1].isNumber():
		case isLetter(r):
			for {
				next, size := utf8.DecodeRuneInString(text[end:])
				if !isLetter(next) {
					break
				}
				end += size
			}
		}
		all = append(all, token{text[at:end], spaced})
		spaced, at = false, end
	}
	return all
}

// at gives the i-th token, an empty one past the end.
func (t tokens) at(i int) token {
	if i < len(t) {
		return t[i]
	}
	return token{}
}

// is says whether the next tokens are these, whatever their case; a word is compared
// by its key.
func (t tokens) is(texts ...string) bool {
	for i, text := range texts {
		if i >= len(t) || t[i].text != text && (!t[i].isWord() || key(t[i].text) != text) {
			return false
		}
	}
	return true
}

// take drops the next token when it is one of some.
func (t *tokens) take(texts ...string) bool {
	for _, text := range texts {
		if t.is(text) {
			*t = (*t)[1:]
			return true
		}
	}
	return false
}

// number takes a number of least to most digits.
func (t *tokens) number(least, most int) (n int, ok bool) {
	next := t.at(0)
	if !next.isNumber() || len(next.text) < least || len(next.text) > most {
		return 0, false
	}
	*t = (*t)[1:]
	return number(next.text), true
}
