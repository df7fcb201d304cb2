package visible

import (
	"strings"
)

func oneHeading(s *sight) []candidate {
	var all []candidate
	for _, h := range s.headings {
		if h.node.Data != "h1" || h.zone&(apart|inSiteHeader) != 0 {
			continue
		}
		if text := whole(h.node); text != "" {
			all = append(all, candidate{node: h.node, value: text})
		}
	}
	return all
}

// leastTitle is how long a heading is that a title element may begin with by more
// than chance.
const leastTitle = 8

func titledHeading(s *sight) []candidate {
	var all []candidate
	for _, h := range s.headings {
		text := whole(h.node)
		if h.zone&apart != 0 || len(text) < leastTitle || len(text) > len(s.title) || !strings.EqualFold(s.title[:len(text)], text) {
			continue
		}
		all = append(all, candidate{node: h.node, value: text})
	}
	return all
}
