package read

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"curtsy/page"
)

// A claim is one line of a .want file.
type claim struct {
	line  string
	verb  string
	about []string // the words between the verb and what it says
	says  []string // what follows " = ", taken apart at " | "
	where string   // a place it names, or ""
}

func parseClaim(line string) (s claim) {
	s.line = line
	verb, rest, _ := strings.Cut(line, " ")
	s.verb = verb
	switch verb {
	case "record", "field", "repair":
		if i := strings.LastIndex(rest, " @ "); i >= 0 {
			rest, s.where = rest[:i], rest[i+len(" @ "):]
		}
	}
	before, after, said := strings.Cut(rest, " = ")
	s.about = strings.Fields(strings.ReplaceAll(before, ",", " "))
	if said {
		s.says = strings.Split(after, " | ")
		for i := range s.says {
			s.says[i] = strings.TrimSpace(s.says[i])
		}
	}
	if verb == "summary" && len(s.says) > 3 {
		s.where = s.says[3]
	}
	return s
}

// check says what was read in place of what a claim says, or "".
func (s *claim) check(r *Reading) string {
	switch s.verb {
	case "summary", "normalised", "bare", "none", "oneof":
		return s.checkSummary(r.Summary)
	case "conflict", "agree":
		return s.checkConflict(r.Conflicts)
	case "record":
		return s.checkRecord(r.Records)
	case "field":
		return s.checkField(r.Records)
	case "relation":
		return s.checkRelation(r.Relations)
	case "repair":
		return s.checkRepair(r.Repairs)
	case "right":
		return s.checkRight(r.Rights.Signals)
	case "use":
		if got := r.Rights.Uses[s.about[0]]; got != s.says[0] {
			return fmt.Sprintf("the use is %q", got)
		}
	case "charset":
		if r.Charset != s.about[0] {
			return fmt.Sprintf("it was read as %s, by %s", r.Charset, r.CharsetBy)
		}
	default:
		return "there is no such verb"
	}
	return ""
}

func (s *claim) checkSummary(summary page.Summary) string {
	got, answered := summary[s.about[0]]
	switch s.verb {
	case "none":
		if answered {
			return fmt.Sprintf("it was answered: %+v", got)
		}
	case "bare":
		if !answered || got.Normalised != "" {
			return fmt.Sprintf("the answer is %+v", got)
		}
	case "normalised":
		if got.Normalised != s.says[0] {
			return fmt.Sprintf("the answer is %+v", got)
		}
	case "summary":
		have := []string{got.Value, got.Source, got.Key, got.Where}
		for i, said := range s.says {
			if said != "" && said != have[i] {
				return fmt.Sprintf("the answer is %+v", got)
			}
		}
	case "oneof":
		values := make([]string, len(s.about))
		for i, field := range s.about {
			values[i] = "none"
			if answer, ok := summary[field]; ok {
				values[i] = answer.Value
			}
		}
		if got := strings.Join(values, ", "); !slices.Contains(s.says, got) {
			return fmt.Sprintf("the answers are %s", got)
		}
	}
	return ""
}

func (s *claim) checkConflict(conflicts []page.Conflict) string {
	var values []string
	for _, c := range conflicts {
		if c.Field == s.about[0] {
			for _, answer := range c.Answers {
				values = append(values, answer.Value)
			}
		}
	}
	if !slices.Equal(values, s.says) {
		return fmt.Sprintf("the answers in conflict are %q", values)
	}
	return ""
}

// of gives the records of a claim's reader and type, and what to say when none serves.
func (s *claim) of(records []page.Record) (found []page.Record, seen string) {
	var all []string
	for i := range records {
		if r := &records[i]; r.Source == s.about[0] {
			all = append(all, fmt.Sprintf("%v at %s", r.Types, r.Where))
			if slices.Contains(r.Types, s.about[1]) {
				found = append(found, *r)
			}
		}
	}
	return found, "that reader's records are " + strings.Join(all, ", ")
}

func (s *claim) checkRecord(records []page.Record) string {
	found, seen := s.of(records)
	for _, r := range found {
		if s.where == "" || s.where == r.Where {
			return ""
		}
	}
	return seen
}

func (s *claim) checkField(records []page.Record) string {
	found, seen := s.of(records)
	for _, r := range found {
		v, ok := along(page.Value{Value: &r}, s.about[2])
		if ok && v.Value == s.says[0] && (s.where == "" || s.where == v.Where) {
			return ""
		}
		seen += fmt.Sprintf("; there %v at %q", v.Value, v.Where)
	}
	return seen
}

// along follows a path such as "offers[1].price".
func along(v page.Value, path string) (page.Value, bool) {
	for step := range strings.SplitSeq(path, ".") {
		name, index, indexed := strings.Cut(step, "[")
		r, ok := v.Value.(*page.Record)
		if !ok {
			return v, false
		}
		if v, ok = field(r, name); !ok {
			return v, false
		}
		if indexed {
			list, ok := v.Value.([]page.Value)
			i, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
			if !ok || err != nil || i >= len(list) {
				return v, false
			}
			v = list[i]
		}
	}
	return v, true
}

func (s *claim) checkRelation(relations []page.Relation) string {
	var all []string
	for _, r := range relations {
		if r.Rel != s.about[0] {
			continue
		}
		all = append(all, r.Hreflang+" "+r.URL)
		if r.URL == s.says[0] && (len(s.about) == 1 || r.Hreflang == s.about[1]) {
			return ""
		}
	}
	return fmt.Sprintf("those of that kind are %q", all)
}

func (s *claim) checkRepair(repairs []page.Repair) string {
	for _, r := range repairs {
		if r.Source == s.about[0] && r.What == strings.Join(s.about[1:], " ") && (s.where == "" || s.where == r.Where) {
			return ""
		}
	}
	return fmt.Sprintf("the repairs are %v", repairs)
}

func (s *claim) checkRight(signals []page.Signal) string {
	_, value, _ := strings.Cut(strings.TrimPrefix(s.line, "right "), " ")
	for _, signal := range signals {
		if signal.Name == s.about[0] && signal.Value == value {
			return ""
		}
	}
	return fmt.Sprintf("the signals are %v", signals)
}

// malformed says what is wrong with how a claim is written.
func (s *claim) malformed() string {
	words, says := 1, 0
	switch s.verb {
	case "summary", "normalised", "use", "conflict", "relation", "oneof":
		says = 1
	case "record", "repair", "right":
		words = 2
	case "field":
		words, says = 3, 1
	case "bare", "none", "agree", "charset":
	default:
		return "there is no such verb"
	}
	if len(s.about) < words || (says > 0) != (len(s.says) > 0) || s.verb == "summary" && len(s.says) > 4 {
		return "it is not complete"
	}
	switch s.verb {
	case "summary", "normalised", "bare", "none", "oneof", "conflict", "agree":
		for _, field := range s.about {
			if !slices.Contains(page.SummaryFields(), field) {
				return "the summary has no such field"
			}
		}
	}
	return ""
}

func field(r *page.Record, name string) (page.Value, bool) {
	for i := range r.Fields {
		if r.Fields[i].Name == name {
			return r.Fields[i].Value, true
		}
	}
	return page.Value{}, false
}
