package write

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"curtsy/page"
)

// A Line is what a resumed run needs of a page's line; the rest is not decoded.
type Line struct {
	Place
	OK                bool
	Landed, Canonical string
	Links             []string  // in their one spelling, in document order
	Gave              bool      // it holds a record or a summary answer
	Code              page.Code // "" when the page is ok
	Class             page.Class
	Retryable         bool
	Target            string // where a redirect off the site leads
	Status            int    // of the last answer; 0 when none came
	SHA256            string // of the decoded body
	Fingerprint       string
}

// A Place is what a line says of where its page stands in the run.
type Place struct {
	URL     string
	N       int
	Depth   int
	FoundOn string // "" for a seed or a listed address
	Via     page.Via
}

// lineReader reads lines without decoding what resume does not need. It still
// checks that every line is one whole JSON object in which no name stands twice.
type lineReader struct {
	dec     *jsontext.Decoder
	text    bytes.Buffer
	links   bool // keep Links
	urlEnd  int  // where the value of url ends, when the keys stand in our order
	viaEnd  int  // where the value of via ends, likewise
	inOrder int  // how many keys stood in our order so far
}

// placeKeys are the first keys of a line, in their order.
func placeKeys() [6]string { return [6]string{"url", "n", "ok", "depth", "found_on", "via"} }

// read reads one line, without its line break.
func (r *lineReader) read(text []byte, links bool) (*Line, error) {
	r.text.Reset()
	r.text.Write(text)
	if r.dec == nil {
		r.dec = jsontext.NewDecoder(&r.text)
	} else {
		r.dec.Reset(&r.text)
	}
	r.links, r.urlEnd, r.viaEnd, r.inOrder = links, 0, 0, 0
	l, seen := new(Line), 0
	err := r.object(func(key string) error {
		if err := r.member(l, key); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		for i, name := range placeKeys() {
			if key == name {
				seen |= 1 << i
			}
		}
		r.note(key)
		return nil
	})
	if err != nil {
		return nil, err
	}
	if tail := bytes.TrimSpace(text[r.dec.InputOffset():]); len(tail) > 0 {
		return nil, fmt.Errorf("%.20q follows the object", tail)
	}
	if keys := placeKeys(); seen != 1<<len(keys)-1 {
		return nil, fmt.Errorf("it has not all of %q", keys)
	}
	return l, nil
}

// note remembers where url and via end, while the keys stand in our order.
func (r *lineReader) note(key string) {
	keys := placeKeys()
	if r.inOrder >= len(keys) || keys[r.inOrder] != key {
		r.inOrder = len(keys) + 1
		return
	}
	switch r.inOrder++; r.inOrder {
	case 1:
		r.urlEnd = int(r.dec.InputOffset())
	case len(keys):
		r.viaEnd = int(r.dec.InputOffset())
	}
}

func (r *lineReader) member(l *Line, key string) (err error) {
	switch key {
	case "url":
		l.URL, err = r.string(false)
	case "n":
		l.N, err = r.int()
	case "ok":
		l.OK, err = r.bool()
	case "depth":
		l.Depth, err = r.int()
	case "found_on":
		l.FoundOn, err = r.string(true)
	case "via":
		var via string
		via, err = r.string(false)
		l.Via = page.Via(via)
	case "landed":
		l.Landed, err = r.string(false)
	case "canonical":
		l.Canonical, err = r.string(true)
	case "links":
		err = r.list(func() error {
			if !r.links {
				return r.dec.SkipValue()
			}
			link, err := r.string(false)
			l.Links = append(l.Links, link)
			return err
		})
	case "fingerprint":
		l.Fingerprint, err = r.string(false)
	case "records":
		err = r.list(func() error { l.Gave = true; return r.dec.SkipValue() })
	case "summary":
		err = r.object(func(string) error { l.Gave = true; return r.dec.SkipValue() })
	case "fetch":
		err = r.object(func(key string) (err error) {
			switch key {
			case "status":
				l.Status, err = r.int()
			case "sha256":
				l.SHA256, err = r.string(false)
			default:
				err = r.dec.SkipValue()
			}
			return err
		})
	case "error":
		err = r.object(func(key string) error { return r.error(l, key) })
	default:
		err = r.dec.SkipValue()
	}
	return err
}

func (r *lineReader) error(l *Line, key string) (err error) {
	var text string
	switch key {
	case "code":
		text, err = r.string(false)
		l.Code = page.Code(text)
	case "class":
		text, err = r.string(false)
		l.Class = page.Class(text)
	case "retryable":
		l.Retryable, err = r.bool()
	case "target":
		l.Target, err = r.string(false)
	default:
		err = r.dec.SkipValue()
	}
	return err
}

func (r *lineReader) object(each func(key string) error) error {
	if err := r.open('{'); err != nil {
		return err
	}
	for r.dec.PeekKind() != '}' {
		key, err := r.string(false)
		if err != nil {
			return err
		}
		if err := each(key); err != nil {
			return err
		}
	}
	_, err := r.dec.ReadToken()
	return err
}

func (r *lineReader) list(each func() error) error {
	if err := r.open('['); err != nil {
		return err
	}
	for r.dec.PeekKind() != ']' {
		if err := each(); err != nil {
			return err
		}
	}
	_, err := r.dec.ReadToken()
	return err
}

func (r *lineReader) open(kind jsontext.Kind) error {
	token, err := r.dec.ReadToken()
	if err == nil && token.Kind() != kind {
		err = fmt.Errorf("%s stands where %s is due", token.Kind(), kind)
	}
	return err
}

func (r *lineReader) string(null bool) (string, error) {
	token, err := r.dec.ReadToken()
	switch {
	case err != nil:
		return "", err
	case token.Kind() == '"':
		return token.String(), nil
	case token.Kind() == 'n' && null:
		return "", nil
	}
	return "", fmt.Errorf("%s stands where text is due", token.Kind())
}

func (r *lineReader) bool() (bool, error) {
	token, err := r.dec.ReadToken()
	if err == nil && token.Kind() != 't' && token.Kind() != 'f' {
		err = fmt.Errorf("%s stands where true or false is due", token.Kind())
	}
	return err == nil && token.Bool(), err
}

func (r *lineReader) int() (int, error) {
	token, err := r.dec.ReadToken()
	if err != nil {
		return 0, err
	}
	if token.Kind() != '0' {
		return 0, fmt.Errorf("%s stands where a number is due", token.Kind())
	}
	return strconv.Atoi(token.String())
}

// respell gives the line, with its line break, as it reads at another place. Only
// n, depth, found_on and via change; every other octet stays.
func (r *lineReader) respell(text []byte, to Place) ([]byte, error) {
	l, err := r.read(text, false)
	if err != nil {
		return nil, err
	}
	if r.viaEnd == 0 {
		var p page.Page
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, err
		}
		p.N, p.Depth, p.FoundOn, p.Via = to.N, to.Depth, to.FoundOn, to.Via
		return p.Line()
	}
	short := page.Page{URL: "u", N: to.N, OK: false, Depth: to.Depth, FoundOn: to.FoundOn, Via: to.Via}
	place, err := short.MarshalJSON()
	if err != nil {
		return nil, err
	}
	place = bytes.TrimPrefix(place, []byte(`{"url":"u"`))
	place = bytes.TrimSuffix(place, []byte("}"))
	if l.OK {
		place = bytes.Replace(place, []byte(`"ok":false`), []byte(`"ok":true`), 1)
	}
	out := make([]byte, 0, len(text)+len(place))
	out = append(append(append(out, text[:r.urlEnd]...), place...), bytes.TrimRight(text[r.viaEnd:], "\n")...)
	return append(out, '\n'), nil
}
