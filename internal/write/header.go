package write

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"
)

// Format is the number of the state file's form.
const Format = 1

// A Header is the first line of a state file: whose run it is.
type Header struct {
	Command string         `json:"command"` // "crawl" or "batch"
	Seeds   []string       `json:"seeds"`   // as they decide the run
	Options map[string]any `json:"options"` // those that decide what is admitted, or its order; values JSON can write
	Started time.Time      `json:"started"` // when the run was begun; not compared
}

// An OtherRunError says why a file is not taken up. The file is as it was found.
type OtherRunError struct {
	Path   string
	Reason string
}

func (e *OtherRunError) Error() string { return e.Path + ": " + e.Reason }

// A HeldError says that a file already holds pages and was not touched.
type HeldError struct {
	Path  string
	Pages int
}

func (e *HeldError) Error() string {
	if e.Pages == 1 {
		return e.Path + " already holds 1 page"
	}
	return fmt.Sprintf("%s already holds %d pages", e.Path, e.Pages)
}

// rawHeader is a header as read: its options stay as they are written.
type rawHeader struct {
	Format  int                        `json:"format"`
	Command string                     `json:"command"`
	Seeds   []string                   `json:"seeds"`
	Options map[string]json.RawMessage `json:"options"`
	Started time.Time                  `json:"started"`
}

// headerStart is how every state file starts.
const headerStart = `{"curtsy":{"format":`

// line gives the header's line. Options stand in the order of their names.
func (h Header) line() ([]byte, error) {
	if h.Seeds == nil {
		h.Seeds = []string{}
	}
	if h.Options == nil {
		h.Options = map[string]any{}
	}
	h.Started = h.Started.UTC().Truncate(time.Microsecond)
	type inner struct {
		Format int `json:"format"`
		Header
	}
	return encode(map[string]inner{"curtsy": {Format: Format, Header: h}})
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

func readHeader(text []byte) (rawHeader, error) {
	var outer struct {
		Curtsy *rawHeader `json:"curtsy"`
	}
	err := json.Unmarshal(text, &outer)
	if err == nil && outer.Curtsy == nil {
		err = fmt.Errorf("it has no \"curtsy\"")
	}
	if err != nil {
		return rawHeader{}, err
	}
	return *outer.Curtsy, nil
}

// grows are the options that may be larger when a run is taken up again.
func grows(option string) bool { return option == "max_pages" || option == "max_depth" }

// compare says how the file's header differs from the run's; "" when it does not.
// grown says that an option that may grow has.
func compare(file, run rawHeader) (difference string, grown bool) {
	if file.Command != run.Command {
		return fmt.Sprintf("it was written by %s, not %s", file.Command, run.Command), false
	}
	for i := range max(len(file.Seeds), len(run.Seeds)) {
		switch {
		case i >= len(file.Seeds):
			return fmt.Sprintf("its run had no seed %q", run.Seeds[i]), false
		case i >= len(run.Seeds):
			return fmt.Sprintf("its run had the seed %q", file.Seeds[i]), false
		case file.Seeds[i] != run.Seeds[i]:
			return fmt.Sprintf("its run had the seed %q where this one has %q", file.Seeds[i], run.Seeds[i]), false
		}
	}
	names := maps.Clone(file.Options)
	if names == nil {
		names = map[string]json.RawMessage{}
	}
	maps.Copy(names, run.Options)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		was, had := file.Options[name]
		now, has := run.Options[name]
		if had && has && sameJSON(was, now) {
			continue
		}
		if grows(name) {
			if larger(was, now, had, has) {
				grown = true
				continue
			}
			return fmt.Sprintf("its run had %s %s, and %s is smaller", name, shown(was, had), shown(now, has)), false
		}
		return fmt.Sprintf("its run had %s %s, this one has %s", name, shown(was, had), shown(now, has)), false
	}
	return "", grown
}

// larger says whether a number has grown; one that is not set is no bound.
func larger(was, now json.RawMessage, had, has bool) bool {
	if !has {
		return true
	}
	a, errA := strconv.ParseFloat(string(was), 64)
	b, errB := strconv.ParseFloat(string(now), 64)
	return had && errA == nil && errB == nil && b >= a
}

func shown(value json.RawMessage, has bool) string {
	if !has {
		return "unset"
	}
	return string(value)
}

func sameJSON(a, b json.RawMessage) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

// withStarted gives the header's line with the instant at which the file's run was
// begun: growing its bounds makes no other run of it.
func withStarted(line []byte, file rawHeader) ([]byte, error) {
	h, err := readHeader(line)
	if err != nil {
		return nil, err
	}
	h.Started = file.Started
	return encode(map[string]rawHeader{"curtsy": h})
}

// pendingOf reads the first line of a side file.
func pendingOf(text []byte) (started time.Time, err error) {
	var first pendingLine
	err = json.Unmarshal(text, &first)
	if err == nil && first.Curtsy.Format != Format {
		err = fmt.Errorf("it has format %d, and this curtsy reads %d", first.Curtsy.Format, Format)
	}
	return first.Curtsy.Pending, err
}

// noteOf gives the key of a note's line; false when the line is none.
func noteOf(text []byte) (key string, ok bool, err error) {
	if !bytes.HasPrefix(text, []byte(`{"curtsy":`)) {
		return "", false, nil
	}
	var n noteLine
	err = json.Unmarshal(text, &n)
	return n.Curtsy.Note, true, err
}
