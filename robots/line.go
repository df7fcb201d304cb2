package robots

import (
	"iter"
	"strings"
)

// longestLine is how long a line may be, in octets and without its comment. A pattern
// longer than an address can be is a mistake or a trap, and half of one would say
// something its author did not.
const longestLine = 16 << 10

type keyword uint8

const (
	unknown keyword = iota
	userAgent
	allow
	disallow
	sitemap
	crawlDelay
	requestRate
	visitTime
	right
)

// A spelling is one way of writing a key. Its name is what the key is called in an
// [Entry].
type spelling struct {
	text     string
	key      keyword
	misspelt bool
}

// The misspellings are those that Google documents for its own reader: to read them
// is what an owner who tried the file there expects.
var spellings = [...]spelling{
	{"disallow", disallow, false},
	{"allow", allow, false},
	{"user-agent", userAgent, false},
	{"sitemap", sitemap, false},
	{"crawl-delay", crawlDelay, false},
	{"request-rate", requestRate, false},
	{"visit-time", visitTime, false},
	{"content-signal", right, false},
	{"content-usage", right, false},
	{"license", right, false},
	{"disallowaitraining", right, false},
	{"noindex", right, false},
	{"useragent", userAgent, true},
	{"user agent", userAgent, true},
	{"site-map", sitemap, true},
	{"dissallow", disallow, true},
	{"dissalow", disallow, true},
	{"disalow", disallow, true},
	{"diasllow", disallow, true},
	{"disallaw", disallow, true},
}

// keyOf reads a key. Its length is compared in octets first, so no letter outside
// ASCII folds into one of ours.
func keyOf(name string) spelling {
	for _, s := range &spellings {
		if len(s.text) == len(name) && strings.EqualFold(s.text, name) {
			return s
		}
	}
	return spelling{}
}

// A line is one line of the file that says something.
type line struct {
	text    string // as written, without its comment and outer blanks
	key     spelling
	value   string
	noColon bool // the colon was missing and is read as if it stood there
}

// readLine reads raw, which holds no line end and no comment.
func readLine(raw string) line {
	l := line{text: trim(raw)}
	if name, value, found := strings.Cut(l.text, ":"); found {
		if l.key = keyOf(trim(name)); l.key.key != unknown {
			l.value = trim(value)
			return l
		}
	}
	// "disallow /private" is plain when it is just two words, and read for the two
	// keys whose loss would open what its author closed.
	if i := strings.IndexAny(l.text, " \t"); i > 0 {
		s, value := keyOf(l.text[:i]), trim(l.text[i:])
		if (s.key == disallow || s.key == userAgent) && !strings.ContainsAny(value, " \t") {
			l.key, l.value, l.noColon = s, value, true
		}
	}
	return l
}

// almostKey says whether the key of a line holds the name of a rule: readers that
// compare keys by their beginning, as Google's does, may take it for one.
func almostKey(text string) bool {
	name, _, found := strings.Cut(text, ":")
	name = strings.ToLower(name)
	return found && (strings.Contains(name, "allow") || strings.Contains(name, "user-agent"))
}

func trim(s string) string { return strings.Trim(s, " \t\v\f") }

// withoutComment cuts at the first "#". There is no way to escape one: RFC 9309
// section 2.2.3 has "%23" for it.
func withoutComment(s string) string {
	before, _, _ := strings.Cut(s, "#")
	return before
}

// lines gives each line with its number from 1. CR, LF and CRLF end a line and
// nothing else does.
func lines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for number := 1; text != ""; number++ {
			i := strings.IndexAny(text, "\r\n")
			if i < 0 {
				yield(number, text)
				return
			}
			raw, rest := text[:i], text[i+1:]
			if text[i] == '\r' && strings.HasPrefix(rest, "\n") {
				rest = rest[1:]
			}
			text = rest
			if !yield(number, raw) {
				return
			}
		}
	}
}
