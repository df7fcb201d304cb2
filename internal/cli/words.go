package cli

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A text is a flag's word or path, as written; never empty.
type text string

// Set takes any text but none.
func (t *text) Set(value string) error {
	if value == "" {
		return errors.New("is empty")
	}
	*t = text(value)
	return nil
}

// String gives the text.
func (t *text) String() string { return string(*t) }

// Type names the kind of value, for completions.
func (t *text) Type() string { return "text" }

// A target is the path of a file to write. "-" is none: elsewhere it means stdin, and
// who writes it here means stdout, where the output goes anyway.
type target string

// Set takes any path but "-".
func (t *target) Set(value string) error {
	switch value {
	case "":
		return errors.New("is empty")
	case "-":
		return errors.New("is no file: without --out, stdout is written to")
	}
	*t = target(value)
	return nil
}

// String gives the path.
func (t *target) String() string { return string(*t) }

// Type names the kind of value, for completions.
func (t *target) Type() string { return "text" }

// A toggle is a flag that is given or not.
type toggle bool

// Set takes what the flag's presence stands for.
func (t *toggle) Set(value string) error {
	if value != "true" && value != "false" {
		return errors.New("is one value too many: the flag stands alone")
	}
	*t = value == "true"
	return nil
}

// String gives "true" or "false".
func (t *toggle) String() string { return fmt.Sprint(bool(*t)) }

// Type names the kind of value, for completions.
func (t *toggle) Type() string { return "bool" }

// A choice is a flag's one word of a few.
type choice struct {
	value string
	of    []string
}

// Set takes one of the words.
func (c *choice) Set(value string) error {
	if !slices.Contains(c.of, value) {
		return fmt.Errorf("is not %s", list(c.of, "or"))
	}
	c.value = value
	return nil
}

// String gives the word.
func (c *choice) String() string { return c.value }

// Type names the kind of value, for completions.
func (c *choice) Type() string { return "word" }

// choices is a flag's several words of a few, each once: after commas, or the
// flag again.
type choices struct {
	values []string
	of     []string
}

// Set adds the words.
func (c *choices) Set(value string) error {
	values := slices.Clone(c.values)
	for word := range strings.SplitSeq(value, ",") {
		word = strings.TrimSpace(word)
		if !slices.Contains(c.of, word) {
			return fmt.Errorf("names %q; known are %s", word, list(c.of, "and"))
		}
		if !slices.Contains(values, word) {
			values = append(values, word)
		}
	}
	c.values = values
	return nil
}

// String gives the words.
func (c *choices) String() string { return strings.Join(c.values, ",") }

// Type names the kind of value, for completions.
func (c *choices) Type() string { return "words" }

// patterns is a flag's regular expressions (RE2), compiled when read, so that
// one that is wrong is found before a site is asked anything.
type patterns []string

// Set adds one expression.
func (p *patterns) Set(value string) error {
	if value == "" {
		return errors.New("is empty, and would match everything")
	}
	if _, err := regexp.Compile(value); err != nil {
		return fmt.Errorf("is not a regular expression: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	*p = append(*p, value)
	return nil
}

// String gives the expressions.
func (p *patterns) String() string { return strings.Join(*p, " ") }

// Type names the kind of value, for completions.
func (p *patterns) Type() string { return "regexp" }

// list writes words as a sentence does: "a, b or c".
func list(words []string, last string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + last + " " + words[len(words)-1]
}
