package identity

import "strings"

// Servers look for these anywhere in a User-Agent, and answer as they would a
// person's browser.
var browserParts = []string{
	"mozilla", "applewebkit", "webkit", "khtml", "gecko", "chrome", "chromium", "crios",
	"safari", "firefox", "fxios", "msie", "trident",
}

// These are looked for as words of their own: "edge" is in "knowledge", too.
var browserWords = []string{"edge", "edg", "opera", "opr", "vivaldi", "brave"}

// browserWord gives the word by which text would be taken for a browser's
// name, or "".
func browserWord(text string) string {
	lower := strings.ToLower(text)
	for _, part := range browserParts {
		if strings.Contains(lower, part) {
			return part
		}
	}
	words := strings.FieldsFunc(lower, func(r rune) bool { return !letter(r) })
	for _, word := range words {
		for _, name := range browserWords {
			if word == name {
				return name
			}
		}
	}
	return ""
}
