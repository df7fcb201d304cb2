package read

import (
	"strings"

	"curtsy/page"
)

// usage reads a Content-Usage (draft-ietf-aipref-vocab): a structured dictionary
// (RFC 9651 section 3.2) whose keys are categories and whose values are the tokens
// y and n. Keys are case-sensitive, the last of two alike counts, an unknown key
// or value says nothing, and what does not parse says nothing at all. The labels of
// 2025's drafts, "ai" and "genai", mean train-ai.
func usage(text string) map[string]string {
	said := map[string]string{}
	for member := range strings.SplitSeq(text, ",") {
		member, _, _ = strings.Cut(strings.TrimSpace(member), ";")
		key, value, ok := strings.Cut(member, "=")
		if !isKey(key) || ok && value == "" {
			return nil
		}
		what := ""
		switch key {
		case "train-ai", "ai", "genai":
			what = UseAITrain
		case "search":
			what = UseSearch
		case "tdm":
			what = UseTDM
		default:
			continue
		}
		switch value {
		case "y":
			said[what] = Allowed
		case "n":
			said[what] = Reserved
		default:
			delete(said, what)
		}
	}
	return said
}

// isKey says whether s is a key of a structured dictionary.
func isKey(s string) bool {
	for i := range len(s) {
		c := s[i]
		lower := 'a' <= c && c <= 'z' || c == '*'
		if !lower && (i == 0 || !('0' <= c && c <= '9' || strings.IndexByte("_-.", c) >= 0)) {
			return false
		}
	}
	return s != ""
}

// contentSignal reads a Content-Signal: search, ai-input and ai-train, yes or no.
// "use" names a manner, not a permission, and is only recorded.
func contentSignal(text string) map[string]string {
	said := map[string]string{}
	for member := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ';' }) {
		key, value, _ := strings.Cut(strings.ToLower(member), "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		switch key {
		case UseSearch, UseAIInput, UseAITrain:
		default:
			continue
		}
		switch {
		case value == "no":
			said[key] = Reserved
		case value == "yes" && said[key] == "":
			said[key] = Allowed
		}
	}
	return said
}

// Reserves says whether a page reserves itself by one kind of signal, and by which:
// "tdm", "noai", "content-usage" or "content-signal". Any use the signal reserves
// is enough: which use the operator means to make of a page is not asked here. Of
// robots words addressed to one agent, those to curtsy and to the tokens given are
// ours. An unknown kind of signal reserves nothing.
func Reserves(r *page.Rights, signal string, tokens ...string) (page.Signal, bool) {
	if r == nil {
		return page.Signal{}, false
	}
	if signal == "tdm" {
		s, _ := tdmSignal(r)
		return s, reservation(s.Value) == Reserved
	}
	for _, s := range r.Signals {
		if s.Source != "robots" && !addressed(s.Agent, tokens) {
			continue
		}
		var said page.Rights
		switch {
		case signal == "noai" && (s.Name == "robots" || s.Name == "disallowaitraining"):
			fold(&said, s)
			if said.Uses[UseAITrain] == Reserved || said.Uses[UseAITrainImages] == Reserved {
				return s, true
			}
		case signal == s.Name && (signal == "content-usage" || signal == "content-signal"):
			fold(&said, s)
			for _, value := range said.Uses {
				if value == Reserved {
					return s, true
				}
			}
		}
	}
	return page.Signal{}, false
}

func addressed(agent string, tokens []string) bool {
	if agent == "" || agent == "*" || strings.EqualFold(agent, ownToken) {
		return true
	}
	for _, token := range tokens {
		if strings.EqualFold(agent, token) {
			return true
		}
	}
	return false
}

// tdmSignal gives the TDM reservation that decides: the last valid one of the layer
// nearest the page. nearer: it stands in the page or its header.
func tdmSignal(r *page.Rights) (decides page.Signal, nearer bool) {
	layer := map[string]int{"robots": 1, "file": 1, "header": 2, "meta": 3}
	best := 0
	for _, s := range r.Signals {
		if s.Name == "tdm-reservation" && reservation(s.Value) != "" && layer[s.Source] >= best && layer[s.Source] > 0 {
			decides, best = s, layer[s.Source]
		}
	}
	return decides, best > 1
}
