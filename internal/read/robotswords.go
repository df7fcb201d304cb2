package read

import (
	"strings"
	"time"

	"curtsy/page"
)

// A directive is what one robots meta or header line says to one agent.
type directive struct {
	agent string // "" for all
	words []word // in order
	text  string // as written
}

// A word is one rule, in lower case, with its value if it takes one.
type word struct{ name, value string }

// hearRobots reads every robots meta, X-Robots-Tag and Robots-Tag, and the signals
// about use. What any of them restricts stays restricted: the strictest of all that
// speak to everyone or to us holds, and none lifts another.
func (r *Reading) hearRobots(s *Source) {
	now := s.Document.answeredAt()
	hear := func(source, key, where string, ds []directive) {
		for _, d := range ds {
			signal := page.Signal{Name: "robots", Value: d.text, Source: source, Key: key, Agent: d.agent, Where: where}
			r.addSignal(signal)
			if d.agent != "" && d.agent != "*" && !s.Document.ours(d.agent) {
				continue
			}
			for _, w := range d.words {
				r.obey(w, now)
			}
			foldRobots(r.Rights, d.words)
		}
	}
	for i := range s.Metas {
		m := &s.Metas[i]
		name := strings.ToLower(strings.TrimSpace(m.Name))
		switch {
		case name == "robots":
			hear("meta", "meta name=robots", m.String(), []directive{{text: m.Content, words: metaWords(m.Content)}})
		case s.Document.ours(name), knownAgent(name):
			hear("meta", "meta name="+name, m.String(), []directive{{agent: name, text: m.Content, words: metaWords(m.Content)}})
		}
	}
	for _, line := range s.Document.Header.Values("X-Robots-Tag") {
		hear("header", "X-Robots-Tag", "", headerDirectives(line))
	}
	for _, line := range s.Document.Header.Values("Robots-Tag") {
		hear("header", "Robots-Tag", "", robotsTag(line))
	}
	r.hearRights(s)
}

// obey takes one rule that is meant for us.
func (r *Reading) obey(w word, now time.Time) {
	switch w.name {
	case "noindex":
		r.NoIndex = true
	case "nofollow":
		r.NoFollow = true
	case "none":
		r.NoIndex, r.NoFollow = true, true
	case "unavailable_after":
		if at, ok := parseDate(w.value); ok && !now.IsZero() && at.Before(now) {
			r.NoIndex = true
		}
	}
}

// knownAgent says whether a meta's name is that of a crawler whose metas are worth
// recording: a site that forbids one use to one of them says what it thinks of it.
func knownAgent(name string) bool {
	switch name {
	case "googlebot", "googlebot-news", "googlebot-image", "googlebot-video", "googleother", "bingbot", "msnbot", "slurp",
		"duckduckbot", "yandex", "yandexbot", "baiduspider", "applebot": // of search
		return true
	case "google-extended", "applebot-extended", "gptbot", "chatgpt-user", "oai-searchbot", "ccbot", "claudebot", "claude-web",
		"anthropic-ai", "perplexitybot", "amazonbot", "bytespider", "meta-externalagent", "facebookbot", "cohere-ai", "ai": // of models
		return true
	case "ia_archiver", "archive.org_bot", "petalbot", "diffbot": // of others
		return true
	}
	return false
}

// valued lists the rules that take a value after a colon; any other name before a
// colon is an agent's.
func valued(name string) bool {
	switch name {
	case "unavailable_after", "max-snippet", "max-image-preview", "max-video-preview":
		return true
	}
	return false
}

// metaWords reads a robots meta: rules apart by commas or blanks.
func metaWords(content string) []word {
	return pieces(content)
}

// headerDirectives reads one X-Robots-Tag line. Rules before any agent's name are
// for all; after "name:", the rules that follow on the line are for that agent,
// until the next name. That reads lines joined by an intermediary as they were.
func headerDirectives(line string) []directive {
	var list []directive
	var agent string
	var pending []word
	begin := 0
	flush := func(end int) {
		text := strings.Trim(line[begin:end], " \t,")
		if len(pending) > 0 || text != "" && agent != "" {
			list = append(list, directive{agent: agent, words: pending, text: text})
		}
		pending = nil
	}
	at := 0
	for at < len(line) {
		end := at + strings.IndexByte(line[at:]+",", ',')
		piece := line[at:end]
		if name, _, ok := agentOf(piece); ok {
			flush(at)
			agent = name
			begin = at + strings.IndexByte(piece, ':') + 1
			piece = line[begin:end]
		}
		next := min(end+1, len(line))
		if i := strings.Index(strings.ToLower(piece), "unavailable_after"); i >= 0 {
			// A date may hold a comma ("Friday, 25-Jun-2010"): pieces are joined until
			// one parses, three at most.
			joined, joinedEnd := piece, end
			for range 2 {
				if _, ok := parseDate(afterColon(joined)); ok || joinedEnd >= len(line) {
					break
				}
				joinedEnd = joinedEnd + 1 + strings.IndexByte(line[joinedEnd+1:]+",", ',')
				joined = strings.TrimLeft(line[end-len(piece):joinedEnd], " \t")
			}
			if _, ok := parseDate(afterColon(joined)); ok {
				piece, next = joined, min(joinedEnd+1, len(line))
			}
		}
		pending = append(pending, wordsOf(piece)...)
		at = next
	}
	flush(len(line))
	return list
}

// agentOf gives the agent's name that a piece of a header line begins with.
func agentOf(piece string) (name, rest string, ok bool) {
	name, rest, ok = strings.Cut(piece, ":")
	if !ok {
		return "", "", false
	}
	fields := strings.Fields(name)
	if len(fields) == 0 || valued(strings.ToLower(fields[len(fields)-1])) {
		return "", "", false
	}
	return strings.ToLower(strings.Join(fields, " ")), rest, true
}

func afterColon(s string) string {
	_, after, _ := strings.Cut(s, ":")
	return strings.TrimSpace(after)
}

// pieces reads rules apart by commas, joining the pieces of a date.
func pieces(content string) (words []word) {
	parts := strings.Split(content, ",")
	for i := 0; i < len(parts); i++ {
		piece := parts[i]
		if strings.Contains(strings.ToLower(piece), "unavailable_after") {
			for n := 1; n <= 2 && i+n < len(parts); n++ {
				if _, ok := parseDate(afterColon(piece)); ok {
					break
				}
				joined := strings.Join(parts[i:i+n+1], ",")
				if _, ok := parseDate(afterColon(joined)); ok {
					piece, i = joined, i+n
					break
				}
			}
		}
		words = append(words, wordsOf(piece)...)
	}
	return words
}

// wordsOf reads one piece: words apart by blanks, the last of which may take the
// rest of the piece as its value.
func wordsOf(piece string) (words []word) {
	for rest := strings.TrimSpace(piece); rest != ""; {
		token, after := rest, ""
		if i := strings.IndexAny(rest, " \t\r\n\f"); i >= 0 {
			token, after = rest[:i], rest[i+1:]
		}
		after = strings.TrimSpace(after)
		name, value, colon := strings.Cut(strings.ToLower(token), ":")
		switch {
		case colon && name == "unavailable_after":
			return append(words, word{name, strings.TrimSpace(rest[len(name)+1:])})
		case colon && valued(name):
			if value == "" {
				value, after, _ = strings.Cut(after, " ")
			}
			words = append(words, word{name, strings.ToLower(value)})
		case valued(name) && strings.HasPrefix(after, ":"):
			return append(words, word{name, strings.TrimSpace(after[1:])})
		default:
			words = append(words, word{name: strings.ToLower(token)})
		}
		rest = strings.TrimSpace(after)
	}
	return words
}

// robotsTag reads a Robots-Tag line (draft-illyes-repext section 3): a structured
// list of agents, "*" for all, whose parameters are the rules.
func robotsTag(line string) (list []directive) {
	for member := range strings.SplitSeq(line, ",") {
		agent, rules, ok := strings.Cut(member, ";")
		if !ok {
			continue
		}
		agent = strings.ToLower(strings.Trim(strings.TrimSpace(agent), `"`))
		d := directive{agent: agent, text: strings.TrimSpace(rules)}
		if agent == "*" {
			d.agent = ""
		}
		for rule := range strings.SplitSeq(rules, ";") {
			name, value, _ := strings.Cut(strings.TrimSpace(rule), "=")
			if value == "?0" {
				continue
			}
			d.words = append(d.words, word{strings.ToLower(name), strings.Trim(value, `"`)})
		}
		list = append(list, d)
	}
	return list
}

// parseDate reads the forms of date that unavailable_after is seen with: RFC 822,
// RFC 850 and ISO 8601.
func parseDate(text string) (time.Time, bool) {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) < len("2006-01-02") || len(text) > 64 {
		return time.Time{}, false
	}
	for _, layout := range dateLayouts() {
		if at, err := time.Parse(layout, text); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

func dateLayouts() []string {
	return []string{
		time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02 15:04:05", "2006-01-02 15:04:05 MST", "2006-01-02",
		time.RFC1123, time.RFC1123Z, time.RFC850, "Monday, 2-Jan-2006 15:04:05 MST", "Mon, 2 Jan 2006 15:04:05 MST",
		"Mon, 2 Jan 2006", "2 Jan 2006 15:04:05 MST", "2 Jan 2006 15:04:05 -0700", "2 Jan 2006 15:04:05", "2 Jan 2006 15:04 MST",
		"2-Jan-2006 15:04:05 MST", "2-Jan-2006 15:04:05", "02-Jan-06 15:04:05 MST", "2 Jan 2006", "2-Jan-2006",
		"2 January 2006", "January 2, 2006", "Jan 2, 2006",
	}
}
