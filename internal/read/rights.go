package read

import (
	"cmp"
	"strings"

	"curtsy/page"
)

// The uses that signals speak of; the keys of [page.Rights.Uses].
const (
	UseIndex         = "index"           // keeping it in a public index (robots noindex)
	UseSearch        = "search"          // a search index with links and short excerpts
	UseAITrain       = "ai-train"        // training models; IETF writes train-ai
	UseAITrainImages = "ai-train-images" // training models on its images (noimageai)
	UseAIInput       = "ai-input"        // grounding a model's answers in it
	UseTDM           = "tdm"             // text and data mining, DSM directive article 4
	UseArchive       = "archive"         // showing a kept copy (noarchive)
	UseSnippet       = "snippet"         // quoting it (nosnippet)
)

// What a use comes to. A use nothing speaks of is absent.
const (
	Allowed  = "allowed"
	Reserved = "reserved"
)

// maxSignals is the most signals of one page that are recorded; all are heard.
const maxSignals = 100

func (r *Reading) addSignal(s page.Signal) {
	if len(r.Rights.Signals) >= maxSignals {
		r.leaveOut("signals", 1)
		return
	}
	s.Value = strings.ToValidUTF8(strings.TrimSpace(s.Value), "\uFFFD")
	if len(s.Value) > MaxText {
		s.Value = strings.ToValidUTF8(s.Value[:MaxText], "")
		r.leaveOut("text", 1)
	}
	r.Rights.Signals = append(r.Rights.Signals, s)
}

// hearRights records what headers and metas say of use, besides the robots words.
func (r *Reading) hearRights(s *Source) {
	header := s.Document.Header
	tdm := ""
	for _, name := range []string{"TDM-Reservation", "TDM-Policy", "Content-Usage", "Content-Signal"} {
		for _, line := range header.Values(name) {
			signal := page.Signal{Name: strings.ToLower(name), Value: line, Source: "header", Key: name}
			r.addSignal(signal)
			if signal.Name == "tdm-reservation" {
				tdm = cmp.Or(reservation(line), tdm)
				continue
			}
			fold(r.Rights, signal)
		}
	}
	for i := range s.Metas {
		name := strings.ToLower(strings.TrimSpace(s.Metas[i].Name))
		if name != "tdm-reservation" && name != "tdm-policy" {
			continue
		}
		r.addSignal(page.Signal{Name: name, Value: s.Metas[i].Content, Source: "meta", Key: "meta name=" + name, Where: s.Metas[i].String()})
		if name == "tdm-reservation" {
			tdm = cmp.Or(reservation(s.Metas[i].Content), tdm)
		}
	}
	if tdm != "" {
		use(r.Rights)[UseTDM] = tdm
	}
	r.hearLicenses(s)
}

// reservation reads a tdm-reservation: "0" or "1", quoted by mistake or not. Any
// other value is an error and says nothing (TDMRep section 4.1).
func reservation(value string) string {
	switch strings.Trim(value, " \t\"'") {
	case "1":
		return Reserved
	case "0":
		return Allowed
	}
	return ""
}

// MergeRights adds signals that stand outside the page, in robots.txt (Source
// "robots") or tdmrep.json ("file"), to what the page says. A reservation by any
// signal holds; but of TDM reservations the one nearest the page decides: meta,
// then header, then file (TDMRep section 4). Lines must be those that apply to the
// page and to our agent; see [LinesFor].
func MergeRights(r *page.Rights, lines []page.Signal) {
	_, nearer := tdmSignal(r)
	for _, line := range lines {
		line.Name = strings.ToLower(line.Name)
		r.Signals = append(r.Signals, line)
		if line.Name == "tdm-reservation" {
			if v := reservation(line.Value); v != "" && !nearer {
				use(r)[UseTDM] = v
			}
			continue
		}
		fold(r, line)
	}
}

// LinesFor keeps, of robots.txt lines, those that speak of a target (path and
// query). Content-Usage may begin with a path: the longest that matches decides,
// and of two that are equal both are kept, so that the stricter holds
// (draft-ietf-aipref-attach section 5).
func LinesFor(lines []page.Signal, target string) []page.Signal {
	longest := -1
	for _, line := range lines {
		if path, _ := usagePath(line); strings.EqualFold(line.Name, "content-usage") && underPath(target, path) {
			longest = max(longest, len(path))
		}
	}
	var kept []page.Signal
	for _, line := range lines {
		if strings.EqualFold(line.Name, "content-usage") {
			path, _ := usagePath(line)
			if !underPath(target, path) || len(path) != longest {
				continue
			}
		}
		kept = append(kept, line)
	}
	return kept
}

// usagePath parts a Content-Usage line of robots.txt into its path, if it has one,
// and its preferences.
func usagePath(s page.Signal) (path, preferences string) {
	value := strings.TrimSpace(s.Value)
	if !strings.HasPrefix(value, "/") {
		return "", value
	}
	if i := strings.IndexAny(value, " \t"); i >= 0 {
		return value[:i], strings.TrimSpace(value[i:])
	}
	return value, ""
}

// underPath matches a target as robots.txt does: by prefix, "*" for any octets and
// a last "$" for the end.
func underPath(target, path string) bool {
	path, whole := strings.CutSuffix(path, "$")
	parts := strings.Split(path, "*")
	if !strings.HasPrefix(target, parts[0]) {
		return false
	}
	rest := target[len(parts[0]):]
	for i, part := range parts[1:] {
		if whole && i == len(parts)-2 {
			return strings.HasSuffix(rest, part)
		}
		at := strings.Index(rest, part)
		if at < 0 {
			return false
		}
		rest = rest[at+len(part):]
	}
	return !whole || rest == ""
}

func use(r *page.Rights) map[string]string {
	if r.Uses == nil {
		r.Uses = map[string]string{}
	}
	return r.Uses
}

// say combines one statement with those before it: any reservation wins.
func say(r *page.Rights, what, value string) {
	if value == Reserved || use(r)[what] == "" {
		use(r)[what] = value
	}
}

// fold takes one signal, other than a TDM reservation, into what the uses come to.
func fold(r *page.Rights, s page.Signal) {
	switch s.Name {
	case "content-usage":
		_, preferences := usagePath(s)
		for key, value := range usage(preferences) {
			say(r, key, value)
		}
	case "content-signal":
		for key, value := range contentSignal(s.Value) {
			say(r, key, value)
		}
	case "robots":
		foldRobots(r, metaWords(s.Value))
	case "noindex":
		say(r, UseIndex, Reserved)
	case "disallowaitraining":
		say(r, UseAITrain, Reserved)
	}
}

// foldRobots takes robots words into what the uses come to.
func foldRobots(r *page.Rights, words []word) {
	for _, w := range words {
		switch w.name {
		case "noindex", "none":
			say(r, UseIndex, Reserved)
		case "noarchive", "nocache":
			say(r, UseArchive, Reserved)
		case "nosnippet":
			say(r, UseSnippet, Reserved)
		case "max-snippet":
			if w.value == "0" {
				say(r, UseSnippet, Reserved)
			}
		case "noai", "noml":
			say(r, UseAITrain, Reserved)
		case "noimageai":
			say(r, UseAITrainImages, Reserved)
		}
	}
}
