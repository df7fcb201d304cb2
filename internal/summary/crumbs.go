package summary

import (
	"slices"
	"strconv"
	"strings"

	"curtsy/page"
)

// mostCrumbs is the most steps of a trail that are read.
const mostCrumbs = 50

// trail answers with the page's last trail of breadcrumbs: of several the last leads
// to the page most closely.
func trail() From {
	return From{Doc: "the names of the last BreadcrumbList, in order of position", find: func(q *inquiry) (all []page.Answer) {
		sources := map[string]bool{}
		for i := range slices.Backward(q.Things) {
			r := &q.Things[i]
			if r.Type == "BreadcrumbList" && !sources[r.Source] {
				if a, ok := trailOf(r, keyOf(r)); ok {
					sources[r.Source] = true
					all = append(all, a)
				}
			}
		}
		slices.Reverse(all)
		if len(all) > 0 {
			return all
		}
		for i := range q.Things {
			r := &q.Things[i]
			for _, s := range spots(r, keyOf(r), "breadcrumb") {
				if list := s.record(); list != nil && list.Type == "BreadcrumbList" {
					if a, ok := trailOf(list, s.key); ok {
						return []page.Answer{a}
					}
				}
			}
		}
		return nil
	}}
}

type crumb struct {
	name     string
	position float64
}

// trailOf joins the names of a trail in the order of their positions, or as they
// stand when some position is no number.
func trailOf(r *page.Record, key string) (page.Answer, bool) {
	var steps []crumb
	numbered := true
	for _, s := range spots(r, key, "itemListElement") {
		if len(steps) >= mostCrumbs {
			break
		}
		name := crumbName(s)
		if name == "" {
			continue
		}
		_, text, _ := s.text("position")
		position, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		numbered = numbered && err == nil && position == position && position < 1e9 && position > -1e9
		steps = append(steps, crumb{name, position})
	}
	if len(steps) == 0 {
		return page.Answer{}, false
	}
	if numbered {
		slices.SortStableFunc(steps, func(a, b crumb) int {
			switch {
			case a.position < b.position:
				return -1
			case a.position > b.position:
				return 1
			}
			return 0
		})
	}
	texts := make([]string, len(steps))
	for i := range steps {
		texts[i] = steps[i].name
	}
	return page.Answer{Value: strings.Join(texts, " > "), Source: r.Source, Key: key + ".itemListElement", Where: r.Where}, true
}

// crumbName gives a step's name: its own, or that of the item it leads to.
func crumbName(s spot) string {
	r := s.record()
	if r == nil {
		return ""
	}
	if _, name, ok := s.text("name"); ok {
		return strings.Join(strings.Fields(name), " ")
	}
	for _, inner := range spots(r, s.key, "item") {
		if inner.record() == nil {
			continue
		}
		if _, name, ok := inner.text("name"); ok {
			return strings.Join(strings.Fields(name), " ")
		}
	}
	return ""
}
