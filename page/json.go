package page

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode"
)

// line is a page's JSON: the keys of docs/output.md in their order.
type line struct {
	URL       string           `json:"url"`
	N         int              `json:"n"`
	OK        bool             `json:"ok"`
	Depth     int              `json:"depth"`
	FoundOn   *string          `json:"found_on"`
	Via       Via              `json:"via"`
	AskedAt   time.Time        `json:"asked_at,omitzero"`
	Landed    string           `json:"landed,omitempty"`
	Fetch     *Fetch           `json:"fetch,omitempty"`
	Retries   []Retry          `json:"retries,omitempty"`
	Robots    *Robots          `json:"robots,omitempty"`
	Rights    *Rights          `json:"rights,omitempty"`
	Canonical *json.RawMessage `json:"canonical,omitempty"`
	Summary   *Summary         `json:"summary,omitempty"`
	Conflicts []Conflict       `json:"conflicts,omitempty"`
	Records   *[]Record        `json:"records,omitempty"`
	Relations []Relation       `json:"relations,omitempty"`
	Visible   *Visible         `json:"visible,omitempty"`
	Sources   *[]string        `json:"sources,omitempty"`
	Print     string           `json:"fingerprint,omitempty"`
	Links     *[]string        `json:"links,omitempty"`
	Repairs   []Repair         `json:"repairs,omitempty"`
	Unread    []Unread         `json:"unread,omitempty"`
	LeftOut   map[string]int   `json:"left_out,omitempty"`
	Error     *Error           `json:"error,omitempty"`
}

// MarshalJSON gives the page's line, without the line break.
func (p *Page) MarshalJSON() ([]byte, error) {
	l := line{
		URL: p.URL, N: p.N, OK: p.OK, Depth: p.Depth, Via: p.Via, AskedAt: p.AskedAt.UTC().Truncate(time.Microsecond), Landed: p.Landed,
		Fetch: p.Fetch, Retries: p.Retries, Robots: p.Robots, Rights: p.Rights, LeftOut: p.LeftOut, Print: p.Fingerprint,
		Conflicts: p.Conflicts, Relations: p.Relations, Repairs: p.Repairs, Unread: p.Unread,
	}
	if p.Visible != nil {
		l.Visible = &p.Visible
	}
	if p.FoundOn != "" {
		l.FoundOn = &p.FoundOn
	}
	if p.Fetch != nil && (p.Fetch.Hops == nil || p.Fetch.Climbs == nil) {
		fetch := *p.Fetch
		fetch.Hops, fetch.Climbs = orEmpty(fetch.Hops), orEmpty(fetch.Climbs)
		l.Fetch = &fetch
	}
	if p.Rights != nil && (p.Rights.Signals == nil || p.Rights.Uses == nil) {
		rights := Rights{Signals: orEmpty(p.Rights.Signals), Uses: p.Rights.Uses}
		if rights.Uses == nil {
			rights.Uses = map[string]string{}
		}
		l.Rights = &rights
	}
	if p.Err != nil && !errors.As(p.Err, &l.Error) {
		return nil, fmt.Errorf("page %s: its error is a %T, not a *page.Error", p.URL, p.Err)
	}
	if p.OK {
		canonical, err := orNull(p.Canonical)
		if err != nil {
			return nil, err
		}
		summary, records, sources, links := p.Summary, orEmpty(p.Records), orEmpty(p.Sources), orEmpty(p.Links)
		l.Canonical, l.Summary, l.Records, l.Sources, l.Links = &canonical, &summary, &records, &sources, &links
	} else if len(p.Links) > 0 {
		l.Links = &p.Links // of a page that is not kept: a resumed run learns from them what it led to
	}
	text, err := encode(l)
	return still(text), err
}

// UnmarshalJSON reads a line that MarshalJSON wrote.
func (p *Page) UnmarshalJSON(text []byte) error {
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return err
	}
	*p = Page{
		URL: l.URL, N: l.N, OK: l.OK, Depth: l.Depth, Via: l.Via, AskedAt: l.AskedAt, Landed: l.Landed,
		Fetch: l.Fetch, Retries: l.Retries, Robots: l.Robots, Rights: l.Rights, LeftOut: l.LeftOut, Fingerprint: l.Print,
		Conflicts: l.Conflicts, Relations: l.Relations, Visible: value(l.Visible), Repairs: l.Repairs, Unread: l.Unread,
	}
	if l.FoundOn != nil {
		p.FoundOn = *l.FoundOn
	}
	if l.Canonical != nil {
		if err := json.Unmarshal(*l.Canonical, &p.Canonical); err != nil {
			return err
		}
	}
	p.Summary, p.Records, p.Sources, p.Links = value(l.Summary), value(l.Records), value(l.Sources), value(l.Links)
	if l.Error != nil {
		p.Err = l.Error
	}
	return nil
}

// MarshalJSON writes the answers in the order of [SummaryFields].
func (s Summary) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, field := range SummaryFields() {
		answer, ok := s[field]
		if !ok {
			continue
		}
		if err := member(&b, field, answer); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// MarshalJSON writes an object, its members in the order declared.
func (f Fields) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for _, field := range f {
		if err := member(&b, field.Name, field.Value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// UnmarshalJSON reads an object, keeping the order of its members.
func (f *Fields) UnmarshalJSON(text []byte) error {
	*f = Fields{}
	d := json.NewDecoder(bytes.NewReader(text))
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		field := Field{Name: name.(string)}
		if err := d.Decode(&field.Value); err != nil {
			return err
		}
		*f = append(*f, field)
	}
	return nil
}

// UnmarshalJSON reads a value: text, a list of values, or a record.
func (v *Value) UnmarshalJSON(text []byte) error {
	var shape struct {
		Value         json.RawMessage
		Source, Where string
	}
	if err := json.Unmarshal(text, &shape); err != nil {
		return err
	}
	*v = Value{Source: shape.Source, Where: shape.Where}
	switch {
	case len(shape.Value) == 0:
		return errors.New("a value has no \"value\"")
	case shape.Value[0] == '[':
		var list []Value
		err := json.Unmarshal(shape.Value, &list)
		v.Value = list
		return err
	case shape.Value[0] == '{':
		record := new(Record)
		err := json.Unmarshal(shape.Value, record)
		v.Value = record
		return err
	}
	var s string
	err := json.Unmarshal(shape.Value, &s)
	v.Value = s
	return err
}

func member(b *bytes.Buffer, name string, v any) error {
	if b.Len() > 1 {
		b.WriteByte(',')
	}
	key, err := encode(name)
	if err != nil {
		return err
	}
	text, err := encode(v)
	if err != nil {
		return err
	}
	b.Write(key)
	b.WriteByte(':')
	b.Write(text)
	return nil
}

// encode writes JSON with <, > and & as they are: a line is data, never part of a page.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// still writes what could move a terminal, or turn text around, as escapes: the controls
// U+0080 to U+009F and those of direction (Unicode, Bidi_Control). The text means the
// same; all of it stands in strings.
func still(text []byte) []byte {
	moves := func(r rune) bool {
		return r >= 0x80 && (r <= 0x9f || unicode.Is(unicode.Bidi_Control, r))
	}
	const leads = "\xc2\xd8\xe2" // what each of them begins with in UTF-8
	if !slices.ContainsFunc([]byte(leads), func(c byte) bool { return bytes.IndexByte(text, c) >= 0 }) {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		if moves(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

func orNull(s string) (json.RawMessage, error) {
	if s == "" {
		return json.RawMessage("null"), nil
	}
	return encode(s)
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// Line gives the page's line as it is written to a file, with its line break.
func (p *Page) Line() ([]byte, error) {
	text, err := p.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}
