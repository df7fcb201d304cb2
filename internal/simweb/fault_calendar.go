package simweb

import (
	"fmt"
	"strings"
)

// Calendar is a page for each month, made up beneath its target, that links to
// the month before and the month after. It begins with January 2000; Months is
// how far it goes on either side, zero for ever. Text: (calendar) or (calendar 12).
type Calendar struct{ Months int }

func (c Calendar) below(key, target string) bool { return beneath(key, target, '/') }

func (c Calendar) play(x *exchange) {
	base := strings.TrimSuffix(x.asked.key, "/")
	var year, month int
	if n, _ := fmt.Sscanf(x.asked.Target, base+"/%d/%d", &year, &month); n != 2 || month < 1 || month > 12 {
		year, month = 2000, 1
	}
	at := (year-2000)*12 + month - 1 // months since January 2000
	name := func(at int) string {
		year, month := at/12, at%12
		if month < 0 {
			year, month = year-1, month+12
		}
		return fmt.Sprintf("%04d/%02d", 2000+year, month+1)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html><title>Calendar %s</title>\n<h1>%[1]s</h1>\n<p>Nothing happens this month.\n", name(at))
	if c.Months == 0 || at > -c.Months {
		fmt.Fprintf(&b, "<a href=\"%s/%s\">before</a>\n", base, name(at-1))
	}
	if c.Months == 0 || at < c.Months {
		fmt.Fprintf(&b, "<a href=\"%s/%s\">after</a>\n", base, name(at+1))
	}
	x.page.Body = b.String()
	x.answer()
}

func readCalendar(w words) (Fault, error) {
	var c Calendar
	err := w.read(toNumber(&c.Months))
	return c, err
}
