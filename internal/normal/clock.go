package normal

// clock takes a clock's reading: "12:00", "at 3:45 p.m. GMT+1", "um 12:30 Uhr",
// "à 12h30", "kl. 12.30", "오후 3:00", "12時30分". It takes nothing unless all of it can be read.
func (t *tokens) clock(m *moment, language string) bool {
	if m.clock {
		return false
	}
	rest := *t
	joined := rest.clockWord()
	half := rest.half()
	sign, read := "", false
	now := *m
	if now.hour, sign, now.minute, read = rest.hourAndMinute(joined); !read {
		return false
	}
	if !rest.seconds(&now, sign) {
		return false
	}
	if half == 0 {
		half = rest.half()
	}
	if half != 0 {
		if now.hour < 1 || now.hour > 12 {
			return false
		}
		now.hour = now.hour%12 + half - 1
	}
	if half == 0 {
		rest.take("uhr", "uur", "h", "hs", "hrs", "hod")
		rest.take(".")
	}
	if !rest.zone(&now) {
		return false
	}
	now.clock = true
	*m, *t = now, rest
	return true
}

// clockWord takes what stands between a day and its clock. dotted says that it is one
// behind which the hour may be parted from the minutes by a stop.
func (t *tokens) clockWord() (dotted bool) {
	t.take(",")
	if (t.is("-") || t.is("–") || t.is("|") || t.is("·") || t.is("•")) && t.at(0).spaced && t.at(1).spaced {
		*t = (*t)[1:]
	}
	switch {
	case t.take("kl", "klo"):
		t.take(".")
		return true
	case t.take("a"): // à, às, a las, alle
		t.take("las", "la")
	case t.take("alle"):
		return t.take("ore")
	case t.take("o"):
		if t.take("godz") {
			t.take(".")
		}
	case t.take("ore"):
		return true
	default:
		t.take("at", "um", "as", "om", "v", "в", "о", "saat", "ob")
	}
	return false
}

// hourAndMinute takes "12:30", "12h30", "12.30" where a stop is known to part them,
// "12時30分". sign is what parted them.
func (t *tokens) hourAndMinute(dotted bool) (hour int, sign string, minute int, ok bool) {
	if hour, ok = t.number(1, 2); !ok {
		return 0, "", 0, false
	}
	switch {
	case t.take(":"):
		sign = ":"
	case t.take("h"):
		sign = "h"
	case t.is(".") && (dotted || t.at(2).isWord() && isZone(t.at(2).text)):
		*t = (*t)[1:]
		sign = "."
	case t.take("時", "时", "点", "點", "시"):
		sign = "分"
		minute, ok = t.number(1, 2)
		return hour, sign, minute, ok && t.take("分", "분")
	default:
		return 0, "", 0, false
	}
	if t.at(0).spaced {
		return 0, "", 0, false
	}
	minute, ok = t.number(2, 2)
	return hour, sign, minute, ok
}

// seconds takes the seconds behind the minutes, where there are any.
func (t *tokens) seconds(m *moment, sign string) (ok bool) {
	switch {
	case sign == "分" && t.at(0).isNumber():
		m.second, ok = t.number(1, 2)
		return ok && t.take("秒", "초")
	case sign != ":" || !t.take(":"):
		return true
	}
	if m.second, ok = t.number(2, 2); !ok {
		return false
	}
	if t.is(".") && t.at(1).isNumber() && !t.at(1).spaced {
		m.fraction = t.at(1).text
		*t = (*t)[2:]
	}
	return len(m.fraction) <= 9
}

// half takes the half of the day: 1 before noon, 13 after it, 0 where none is named.
func (t *tokens) half() int {
	switch {
	case t.take("am", "上午", "午前", "오전"):
		return 1
	case t.take("pm", "下午", "午後", "오후"):
		return 13
	case t.is("a", ".", "m"), t.is("p", ".", "m"):
		half := 1
		if t.is("p") {
			half = 13
		}
		*t = (*t)[3:]
		t.take(".")
		return half
	}
	return 0
}

// zone takes an offset and the comment behind it, or nothing. The names of zones other
// than Greenwich's are taken and leave the clock without an offset: EST and CST
// are several, and CET is written in summer too.
func (t *tokens) zone(m *moment) bool {
	bracket := t.take("(")
	name := ""
	if next := t.at(0); next.isWord() {
		if !isZone(next.text) {
			return false
		}
		name = next.text
		*t = (*t)[1:]
	}
	if (t.is("+") || t.is("-")) && (name == "" || name == "GMT" || name == "UTC") {
		sign := t.at(0).text
		*t = (*t)[1:]
		digits := t.at(0).text
		if !t.at(0).isNumber() || t.at(0).spaced {
			return false
		}
		*t = (*t)[1:]
		if t.take(":") {
			if len(digits) > 2 || len(t.at(0).text) != 2 || !t.at(0).isNumber() {
				return false
			}
			digits += t.at(0).text
			*t = (*t)[1:]
		}
		if len(digits)%2 == 1 {
			digits = "0" + digits
		}
		if !m.setZone(sign + digits) {
			return false
		}
	} else if name == "Z" || name == "z" || name == "GMT" || name == "UTC" || name == "UT" {
		m.zone = "Z"
	}
	if bracket && !t.take(")") {
		return false
	}
	if m.zone != "" && t.is("(") {
		for len(*t) > 0 && !t.take(")") {
			*t = (*t)[1:]
		}
	}
	return true
}

func isZone(name string) bool {
	switch name {
	case "Z", "z", "GMT", "UTC", "UT", "ET", "EST", "EDT", "CT", "CST", "CDT", "MT", "MST", "MDT", "PT", "PST", "PDT",
		"CET", "CEST", "MEZ", "MESZ", "BST", "IST", "JST", "KST", "MSK", "WET", "WEST", "EET", "EEST", "AEST", "AEDT":
		return true
	}
	return false
}
