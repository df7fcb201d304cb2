package normal

// written reads a date that is made of words and numbers, then perhaps a clock's
// reading, then nothing more.
func written(text, language string) (moment, bool) {
	all := split(text)
	for _, form := range []func(*tokens, string) (moment, bool){eastAsian, numbers, dayFirst, monthFirst, yearFirst, monthAlone} {
		t := all
		days, named := t.weekday(language)
		if len(t) != len(all) {
			t.take(",")
		}
		t.take("le", "el", "den", "am", "on", "dnia", "il", "op", "the")
		m, ok := form(&t, language)
		if !ok {
			continue
		}
		if after, also := t.weekday(language); also {
			if named && after != days {
				return moment{}, false
			}
			days, named = after, true
		}
		if len(t) > 0 && !t.clock(&m, language) || len(t) > 0 {
			continue
		}
		return m, !named || m.isOn(days)
	}
	return moment{}, false
}

// isOn says whether the days that a weekday's name may be hold the moment's own. One
// that is not tells of an error, and not of which.
func (m moment) isOn(days [7]bool) bool { return m.exists() && m.day > 0 && days[m.weekday()] }

// weekday takes the name of a weekday, before a date or behind it, with a comma, a
// stop or brackets.
func (t *tokens) weekday(language string) (days [7]bool, ok bool) {
	rest := *t
	rest.take(",")
	bracket := rest.take("(")
	if !rest.at(0).isWord() {
		return days, false
	}
	days, ok = weekdaysOf(rest.at(0).text, language)
	if !ok {
		return days, false
	}
	rest = rest[1:]
	if rest.is("-", "feira") {
		rest = rest[2:]
	}
	rest.take(".")
	if bracket && !rest.take(")") {
		return days, false
	}
	*t = rest
	return days, true
}

// eastAsian reads 2026年11月30日, 2026년 11월 30일 and the same without the day.
func eastAsian(t *tokens, _ string) (m moment, ok bool) {
	if m.year, ok = t.number(4, 4); !ok || !t.take("年", "년") {
		return m, false
	}
	if m.month, ok = t.number(1, 2); !ok || !t.take("月", "월") {
		return m, false
	}
	if !t.at(0).isNumber() {
		return m, true
	}
	m.day, ok = t.number(1, 2)
	return m, ok && m.day > 0 && t.take("日", "일")
}

// numbers reads a date of numbers alone, where their order is beyond doubt: the year
// stands first, a number is too great for a month, day and month are the same, or
// dots stand between them in a language that writes them so.
func numbers(t *tokens, language string) (m moment, ok bool) {
	first, sign, second, again, third := t.at(0), t.at(1).text, t.at(2), t.at(3).text, t.at(4)
	if !first.isNumber() || !second.isNumber() || !third.isNumber() || sign != again || sign != "/" && sign != "-" && sign != "." {
		return m, false
	}
	if sign != "." && (second.spaced || third.spaced || (*t)[1].spaced || (*t)[3].spaced) {
		return m, false
	}
	if len(second.text) > 2 {
		return m, false
	}
	a, b, c := number(first.text), number(second.text), number(third.text)
	switch {
	case len(first.text) == 4 && len(third.text) <= 2:
		m.year, m.month, m.day = a, b, c
	case len(first.text) > 2 || len(third.text) != 4:
		return m, false
	case a > 12, a == b, sign == "." && dotsDayFirst(language):
		m.day, m.month, m.year = a, b, c
	case b > 12:
		m.month, m.day, m.year = a, b, c
	default:
		return m, false
	}
	*t = (*t)[5:]
	if sign == "." {
		t.take(".")
	}
	t.yearWord()
	return m, m.day > 0
}

// dayFirst reads "30 November 2026", "30. listopadu 2026", "1er janvier 2026",
// "30 de noviembre de 2026", "30-Nov-2026".
func dayFirst(t *tokens, language string) (m moment, ok bool) {
	if m.day, ok = t.number(1, 2); !ok || m.day == 0 {
		return m, false
	}
	t.ordinal()
	joined := t.join()
	t.take("of", "de", "do", "di", "da")
	if m.month, ok = t.month(language); !ok {
		return m, false
	}
	if joined != "" && !t.take(joined) {
		return m, false
	}
	t.take(",")
	t.take("of", "de", "del", "do")
	return m, t.year(&m)
}

// monthFirst reads "November 30, 2026" and "Nov 30 12:00:00 2026".
func monthFirst(t *tokens, language string) (m moment, ok bool) {
	if m.month, ok = t.month(language); !ok {
		return m, false
	}
	if m.day, ok = t.number(1, 2); !ok || m.day == 0 {
		return m, false
	}
	t.ordinal()
	if t.at(1).text == ":" && !t.clock(&m, language) {
		return m, false
	}
	t.take(",")
	return m, t.year(&m)
}

// yearFirst reads "2026. november 30." and "2026-Nov-30".
func yearFirst(t *tokens, language string) (m moment, ok bool) {
	if !t.year(&m) {
		return m, false
	}
	joined := t.join()
	t.take(",")
	if m.month, ok = t.month(language); !ok || joined != "" && !t.take(joined) {
		return m, false
	}
	m.day, ok = t.number(1, 2)
	t.ordinal()
	return m, ok && m.day > 0
}

// monthAlone reads "November 2026", "noviembre de 2026".
func monthAlone(t *tokens, language string) (m moment, ok bool) {
	if m.month, ok = t.month(language); !ok {
		return m, false
	}
	t.take(",")
	t.take("of", "de", "del")
	return m, t.year(&m)
}

func (t *tokens) month(language string) (month int, ok bool) {
	if !t.at(0).isWord() {
		return 0, false
	}
	if month = monthOf(t.at(0).text, language); month == 0 {
		return 0, false
	}
	*t = (*t)[1:]
	t.take(".")
	return month, true
}

// join takes the sign that joins the parts of 30-Nov-2026.
func (t *tokens) join() string {
	for _, sign := range []string{"-", "/"} {
		if !t.at(0).spaced && t.take(sign) {
			return sign
		}
	}
	return ""
}

// ordinal takes what makes a number a day's: a stop, a raised letter, an ending.
func (t *tokens) ordinal() {
	if t.take(".", "º", "ª", "°") {
		return
	}
	if !t.at(0).spaced {
		t.take("st", "nd", "rd", "th", "er", "re", "e", "a", "o")
	}
}

// year takes a year of four digits and the words that follow it in a date.
func (t *tokens) year(m *moment) (ok bool) {
	if m.year, ok = t.number(4, 4); ok {
		t.take(".")
		t.yearWord()
	}
	return ok
}

// yearWord takes the word for a year that Polish, Russian and Ukrainian write behind it.
func (t *tokens) yearWord() {
	if t.take("г", "р", "r") {
		t.take(".")
		return
	}
	t.take("года", "году", "року", "roku")
}
