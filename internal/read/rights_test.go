package read

import (
	"fmt"
	"strings"
	"testing"

	"curtsy/page"
)

func TestUsesComeFromEverySignal(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		header     []string
		want       string
	}{
		{"nothing said", "<p>", nil, "map[]"},
		{"noai", `<meta name=robots content=noai>`, nil, "map[ai-train:reserved]"},
		{"noindex", "", []string{"X-Robots-Tag: noindex"}, "map[index:reserved]"},
		{"tdm header", "", []string{"TDM-Reservation: 1"}, "map[tdm:reserved]"},
		{"tdm, quoted by mistake", "", []string{`tdm-reservation: "1"`}, "map[tdm:reserved]"},
		{"tdm, no value of it", "", []string{"tdm-reservation: yes"}, "map[]"},
		{"the meta decides over the header", `<meta name=TDM-Reservation content=0>`, []string{"tdm-reservation: 1"}, "map[tdm:allowed]"},
		{"an invalid meta decides nothing", `<meta name=tdm-reservation content=no>`, []string{"tdm-reservation: 1"}, "map[tdm:reserved]"},
		{"content-usage", "", []string{"Content-Usage: train-ai=n, search=y"}, "map[ai-train:reserved search:allowed]"},
		{"the last of two keys counts", "", []string{"Content-Usage: train-ai=n, train-ai=y"}, "map[ai-train:allowed]"},
		{"a value that is no token is unknown", "", []string{`Content-Usage: train-ai="n", search`}, "map[]"},
		{"keys are case-sensitive", "", []string{"Content-Usage: Train-AI=n"}, "map[]"},
		{"what does not parse says nothing", "", []string{"Content-Usage: train-ai=n, =x"}, "map[]"},
		{"parameters are ignored", "", []string{"Content-Usage: train-ai=n;exceptions=1"}, "map[ai-train:reserved]"},
		{"older labels", "", []string{"Content-Usage: genai=n"}, "map[ai-train:reserved]"},
		{"content-signal", "", []string{"Content-Signal: Search=yes, ai-train=no,ai-input=no, use=reference"}, "map[ai-input:reserved ai-train:reserved search:allowed]"},
		{"any reservation wins", "", []string{"Content-Signal: ai-train=yes", "Content-Usage: train-ai=n"}, "map[ai-train:reserved]"},
		{"whatever the order", "", []string{"Content-Usage: train-ai=y", "Content-Signal: ai-train=no"}, "map[ai-train:reserved]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := pageOf(t, tt.body, tt.header...)
			got := strings.ReplaceAll(fmt.Sprint(r.Rights.Uses), "map[]", "map[]")
			if got != tt.want {
				t.Errorf("uses %s, want %s", got, tt.want)
			}
		})
	}
}

func TestMergeRights(t *testing.T) {
	line := func(name, value, source string) page.Signal {
		return page.Signal{Name: name, Value: value, Source: source, Key: name}
	}
	for _, tt := range []struct {
		name   string
		header []string
		lines  []page.Signal
		want   string
	}{
		{"added to an empty page", nil, []page.Signal{line("Content-Signal", "ai-train=no", "robots")}, "map[ai-train:reserved]"},
		{"a header does not lift a line", []string{"Content-Usage: train-ai=y"}, []page.Signal{line("content-signal", "ai-train=no", "robots")}, "map[ai-train:reserved]"},
		{"nor a line a header", []string{"Content-Usage: train-ai=n"}, []page.Signal{line("content-usage", "train-ai=y", "robots")}, "map[ai-train:reserved]"},
		{"a TDM header decides over the file", []string{"tdm-reservation: 0"}, []page.Signal{line("tdm-reservation", "1", "file")}, "map[tdm:allowed]"},
		{"the file decides alone", nil, []page.Signal{line("tdm-reservation", "1", "file")}, "map[tdm:reserved]"},
		{"lines of their own name", nil, []page.Signal{line("DisallowAITraining", "/", "robots"), line("Noindex", "/", "robots"), line("License", "https://x.test", "robots")}, "map[ai-train:reserved index:reserved]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := pageOf(t, "", tt.header...).Rights
			before := len(r.Signals)
			MergeRights(r, tt.lines)
			if got := fmt.Sprint(r.Uses); got != tt.want || len(r.Signals) != before+len(tt.lines) {
				t.Errorf("uses %s, %d signals; want %s, %d", got, len(r.Signals), tt.want, before+len(tt.lines))
			}
		})
	}
}

func TestLinesForATarget(t *testing.T) {
	lines := []page.Signal{
		{Name: "content-usage", Value: "train-ai=n"},
		{Name: "content-usage", Value: "/open/ train-ai=y"},
		{Name: "content-usage", Value: "/open/*.jpg$ train-ai=n"},
		{Name: "content-signal", Value: "search=yes"},
	}
	for target, want := range map[string]string{
		"/a":            "map[ai-train:reserved search:allowed]",
		"/open/a":       "map[ai-train:allowed search:allowed]",
		"/open/a.jpg":   "map[ai-train:reserved search:allowed]",
		"/open/a.jpg?x": "map[ai-train:allowed search:allowed]",
	} {
		var r page.Rights
		MergeRights(&r, LinesFor(lines, target))
		if got := fmt.Sprint(r.Uses); got != want {
			t.Errorf("%s: uses %s, want %s", target, got, want)
		}
	}
}

func TestReserves(t *testing.T) {
	for _, tt := range []struct {
		signal, body string
		header       []string
		want         string // the value of the signal that reserves
	}{
		{"tdm", "", []string{"tdm-reservation: 1"}, "1"},
		{"tdm", `<meta name=tdm-reservation content=0>`, []string{"tdm-reservation: 1"}, ""},
		{"tdm", "", []string{"Content-Usage: train-ai=n"}, ""},
		{"noai", `<meta name=robots content="index, noai">`, nil, "index, noai"},
		{"noai", "", []string{"X-Robots-Tag: noimageai"}, "noimageai"},
		{"noai", "", []string{"X-Robots-Tag: otherbot: noai"}, ""},
		{"noai", "", []string{"X-Robots-Tag: shopbot: noai"}, "noai"},
		{"noai", "", []string{"X-Robots-Tag: noindex"}, ""},
		{"content-usage", "", []string{"Content-Usage: search=y, train-ai=n"}, "search=y, train-ai=n"},
		{"content-usage", "", []string{"Content-Usage: search=y"}, ""},
		{"content-signal", "", []string{"Content-Signal: ai-input=no"}, "ai-input=no"},
		{"content-signal", "", []string{"Content-Usage: train-ai=n"}, ""},
		{"unheard-of", "", []string{"Content-Usage: train-ai=n"}, ""},
	} {
		s, ok := Reserves(pageOf(t, tt.body, tt.header...).Rights, tt.signal, "shopbot")
		if ok != (tt.want != "") || ok && s.Value != tt.want {
			t.Errorf("%s in %q %q: %v by %q, want by %q", tt.signal, tt.body, tt.header, ok, s.Value, tt.want)
		}
	}
	if _, ok := Reserves(nil, "tdm"); ok {
		t.Error("no rights reserve nothing")
	}
}

func TestSignalsAreBoundedAndStillHeard(t *testing.T) {
	body := strings.Repeat(`<meta name=robots content=all>`, maxSignals+20) + `<meta name=robots content="noindex,noai">`
	r := pageOf(t, body)
	if len(r.Rights.Signals) != maxSignals || r.LeftOut["signals"] != 21 || !r.NoIndex || r.Rights.Uses[UseAITrain] != Reserved {
		t.Errorf("%d signals, left out %v, noindex %v, uses %v", len(r.Rights.Signals), r.LeftOut, r.NoIndex, r.Rights.Uses)
	}
}
