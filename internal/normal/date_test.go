package normal

import (
	"strings"
	"testing"
)

type dateRow struct{ name, text, language, want string }

func checkDates(t *testing.T, rows []dateRow) {
	t.Helper()
	for _, row := range rows {
		got, ok := Date(row.text, row.language)
		if ok != (row.want != "") || got != row.want {
			t.Errorf("%s: Date(%q, %q) = %q, %v; want %q", row.name, row.text, row.language, got, ok, row.want)
		}
	}
}

func TestDateRefuses(t *testing.T) {
	checkDates(t, []dateRow{
		{"nothing", "", "en", ""},
		{"blanks", " \u00A0 ", "en", ""},
		{"words", "yesterday", "en", ""},
		{"ago", "3 days ago", "en", ""},
		{"a year alone", "2026", "en", ""},
		{"a clock alone", "12:30", "en", ""},
		{"a Unix time", "1764500000", "", ""},
		{"six digits", "202611", "", ""},
		{"seven digits, read in three ways", "2026113", "", ""},
		{"a week without a day", "2026-W49", "", ""},
		{"an hour without minutes", "2026-11-30T12", "", ""},
		{"a date with an offset and no clock", "2026-11-30+02:00", "", ""},
		{"an offset that looks like a clock", "2026-11-30 -05:00", "", ""},
		{"a zone's name for an offset", "2026-11-30T12:00:00[Europe/Paris]", "", ""},
		{"30 February", "2026-02-30", "", ""},
		{"29 February of no leap year", "29 February 2026", "en", ""},
		{"29 February of a century", "1900-02-29", "", ""},
		{"day 0", "2026-11-00", "", ""},
		{"day 0, in words", "0 November 2026", "en", ""},
		{"month 13", "2026-13-01", "", ""},
		{"month 13, year first", "2026/13/04", "", ""},
		{"ordinal 366 of no leap year", "2026-366", "", ""},
		{"ordinal 0", "2026-000", "", ""},
		{"week 54", "2026-W54-1", "", ""},
		{"week 53 of a year with 52", "2025-W53-1", "", ""},
		{"weekday 8", "2026-W49-8", "", ""},
		{"hour 25", "2026-11-30T25:00:00Z", "", ""},
		{"hour 24", "2026-11-30T24:00:00Z", "", ""},
		{"minute 60", "2026-11-30T12:60", "", ""},
		{"a leap second", "2016-12-31T23:59:60Z", "", ""},
		{"an offset no place has", "2026-11-30T12:00:00+15:00", "", ""},
		{"an offset's minute 60", "2026-11-30T12:00:00+01:60", "", ""},
		{"more digits of a second than can be compared", "2026-11-30T12:00:00.1234567891Z", "", ""},
		{"a clock behind a month", "2026-11T12:00", "", ""},
		{"a year of three digits", "0999-11-30", "", ""},
		{"a year too far", "3000-01-01", "", ""},
		{"month or day first", "03/04/2025", "en-GB", ""},
		{"month or day first, with dashes", "03-04-2025", "de", ""},
		{"dots where no language says", "03.04.2025", "", ""},
		{"dots where the language has slashes", "03.04.2025", "en", ""},
		{"two digits of a year", "30/11/26", "en", ""},
		{"two digits of a year, in words", "30 Nov 26", "en", ""},
		{"two kinds of sign", "13/04-2025", "", ""},
		{"blanks around a slash", "13 / 04 / 2025", "", ""},
		{"the 31st of a short month, by numbers", "31/11/2025", "", ""},
		{"two numbers over 12", "13/14/2025", "", ""},
		{"a range", "30 November – 2 December 2026", "en", ""},
		{"a date and more", "30 November 2026 · 5 min read", "en", ""},
		{"a date and a name", "Bob, 30 November 2026", "en", ""},
		{"two dates", "30 November 2026 30 November 2026", "en", ""},
		{"another weekday", "Tue, 30 Nov 2026 12:00:00 GMT", "", ""},
		{"another weekday, in German", "Sonntag, 30. November 2026", "de", ""},
		{"another weekday, behind", "2026年11月30日（火）", "ja", ""},
		{"a month that is October in Croatian and November in Polish", "30 listopada 2026", "", ""},
		{"the same in a language not known", "30 listopada 2026", "sl", ""},
		{"afternoon of an hour past noon", "November 30, 2026 15:30 pm", "en", ""},
		{"afternoon of no hour", "November 30, 2026 0:30 pm", "en", ""},
		{"a word for no zone", "November 30, 2026 12:30 sharp", "en", ""},
		{"a bracket left open", "November 30, 2026 12:30 (", "en", ""},
		{"a year of the Persian calendar", "1405/09/09", "fa", ""},
		{"the same in ISO's form", "1405-09-09", "fa-IR", ""},
		{"the same by its digits alone", "۱۴۰۵/۰۹/۰۹", "", ""},
		{"a Hijri year", "٠٩-١٢-١٤٤٨", "ar", ""},
		{"a Buddhist year", "30/11/2569", "th", ""},
		{"a year of Nepal", "2083-08-14", "ne", ""},
		{"a year of an era", "令和8年11月30日", "ja", ""},
		{"a text without end", "30 November 2026" + string(make([]byte, 200)), "en", ""},
	})
}

func TestDateStandards(t *testing.T) {
	checkDates(t, []dateRow{
		{"a day", "2026-11-30", "", "2026-11-30"},
		{"a month", "2026-11", "", "2026-11"},
		{"basic", "20261130", "", "2026-11-30"},
		{"ordinal", "2026-334", "", "2026-11-30"},
		{"ordinal, of a leap year", "2024-366", "", "2024-12-31"},
		{"week", "2026-W49-1", "", "2026-11-30"},
		{"week, basic", "2026W491", "", "2026-11-30"},
		{"week 1 that begins in the year before", "2026-W01-1", "", "2025-12-29"},
		{"week 53", "2026-W53-7", "", "2027-01-03"},
		{"to the minute", "2026-11-30T12:00", "", "2026-11-30T12:00:00"},
		{"to the second", "2026-11-30T12:00:05", "", "2026-11-30T12:00:05"},
		{"basic clock", "20261130T1200Z", "", "2026-11-30T12:00:00Z"},
		{"basic clock with seconds", "20261130T120005+0100", "", "2026-11-30T12:00:05+01:00"},
		{"UTC", "2026-11-30T12:00:00Z", "", "2026-11-30T12:00:00Z"},
		{"small letters", "2026-11-30t12:00:00z", "", "2026-11-30T12:00:00Z"},
		{"fraction", "2026-11-30T12:00:00.250Z", "", "2026-11-30T12:00:00.25Z"},
		{"fraction of nothing", "2026-11-30T12:00:00.000Z", "", "2026-11-30T12:00:00Z"},
		{"fraction behind a comma", "2026-11-30T12:00:00,5Z", "", "2026-11-30T12:00:00.5Z"},
		{"offset without a colon", "2026-11-30T12:00:00+0200", "", "2026-11-30T12:00:00+02:00"},
		{"offset of hours", "2026-11-30T12:00:00-05", "", "2026-11-30T12:00:00-05:00"},
		{"offset of half an hour", "2026-11-30T12:00:00+05:30", "", "2026-11-30T12:00:00+05:30"},
		{"offset nothing is known of", "2026-11-30T12:00:00-00:00", "", "2026-11-30T12:00:00Z"},
		{"offset nought", "2026-11-30T12:00:00+00:00", "", "2026-11-30T12:00:00+00:00"},
		{"offset with a minus sign", "2026-11-30T12:00:00−05:00", "", "2026-11-30T12:00:00-05:00"},
		{"offset and its zone", "2026-11-30T12:00:00+01:00[Europe/Paris]", "", "2026-11-30T12:00:00+01:00"},
		{"blank for T", "2026-11-30 12:00:00", "", "2026-11-30T12:00:00"},
		{"blank for T, and before the offset", "2026-11-30 12:00:00.120 +0200", "", "2026-11-30T12:00:00.12+02:00"},
		{"blank for T, and UTC", "2026-11-30 12:00:00 UTC", "", "2026-11-30T12:00:00Z"},
		{"a short hour", "2026-11-30 9:05", "", "2026-11-30T09:05:00"},
		{"RFC 9110", "Mon, 30 Nov 2026 12:00:00 GMT", "", "2026-11-30T12:00:00Z"},
		{"RFC 9110, asctime", "Mon Nov 30 12:00:00 2026", "", "2026-11-30T12:00:00"},
		{"RFC 5322", "Mon, 30 Nov 2026 12:00:00 +0100", "", "2026-11-30T12:00:00+01:00"},
		{"RFC 5322 without a weekday", "30 Nov 2026 12:00 -0000", "", "2026-11-30T12:00:00Z"},
		{"RFC 5322 with a comment", "Mon, 30 Nov 2026 12:00:00 +0100 (CET)", "de", "2026-11-30T12:00:00+01:00"},
		{"as scripts write it", "Mon Nov 30 2026 12:00:00 GMT+0100 (Central European Standard Time)", "", "2026-11-30T12:00:00+01:00"},
		{"blanks about it", "\n 2026-11-30\u00A0", "", "2026-11-30"},
		{"fullwidth", "２０２６－１１－３０", "ja", "2026-11-30"},
		{"Arabic digits", "٢٠٢٦-١١-٣٠", "ar", "2026-11-30"},
	})
}

func TestDateNumbers(t *testing.T) {
	checkDates(t, []dateRow{
		{"day over 12", "13/04/2025", "", "2025-04-13"},
		{"day over 12, month first", "04/13/2025", "", "2025-04-13"},
		{"day over 12, dashes", "13-04-2025", "", "2025-04-13"},
		{"day over 12, dots", "13.04.2025", "", "2025-04-13"},
		{"day and month the same", "04/04/2025", "", "2025-04-04"},
		{"year first", "2025/04/03", "", "2025-04-03"},
		{"year first, short", "2025/4/3", "", "2025-04-03"},
		{"year first, dots", "2025. 04. 03.", "ko", "2025-04-03"},
		{"German", "03.04.2025", "de-AT", "2025-04-03"},
		{"German, short", "3.4.2025", "de", "2025-04-03"},
		{"Czech", "3. 4. 2025", "cs", "2025-04-03"},
		{"Polish", "03.04.2025 r.", "pl", "2025-04-03"},
		{"Russian", "03.04.2025", "ru", "2025-04-03"},
		{"Norwegian", "03.04.2025", "nb-NO", "2025-04-03"},
		{"Finnish", "3.4.2025 klo 12.30", "fi", "2025-04-03T12:30:00"},
		{"with a clock", "13/04/2025 15:30", "", "2025-04-13T15:30:00"},
		{"with a comma and a clock", "03.04.2025, 12:00 Uhr", "de", "2025-04-03T12:00:00"},
		{"with a dash and a clock", "03.04.2025 - 12:00", "de", "2025-04-03T12:00:00"},
		{"a year of ours on a Persian page", "2025/04/03", "fa", "2025-04-03"},
		{"an old year", "2.4.1605", "de", "1605-04-02"},
	})
}

func TestDateWords(t *testing.T) {
	checkDates(t, []dateRow{
		{"English", "30 November 2026", "en", "2026-11-30"},
		{"English, with an ordinal", "Monday, 30th November 2026", "en-GB", "2026-11-30"},
		{"English, with of", "the 30th of November, 2026", "en", "2026-11-30"},
		{"American", "November 30, 2026", "en-US", "2026-11-30"},
		{"American, short", "Nov. 30, 2026", "en-US", "2026-11-30"},
		{"American, afternoon", "Nov 30, 2026, 3:45 p.m. ET", "en-US", "2026-11-30T15:45:00"},
		{"American, noon", "November 30, 2026 at 12:05 PM", "en-US", "2026-11-30T12:05:00"},
		{"American, midnight", "November 30, 2026 12:05am", "en-US", "2026-11-30T00:05:00"},
		{"British newspaper", "Mon 30 Nov 2026 12.30 GMT", "en-GB", "2026-11-30T12:30:00Z"},
		{"with dashes", "30-Nov-2026", "", "2026-11-30"},
		{"the year first", "2026-Nov-30", "", "2026-11-30"},
		{"a month", "November 2026", "en", "2026-11"},
		{"May needs no stop", "1 May 2026", "en", "2026-05-01"},
		{"German", "30. November 2026", "de", "2026-11-30"},
		{"German, all of it", "Montag, den 30. November 2026 um 12:30 Uhr", "de", "2026-11-30T12:30:00"},
		{"German March", "1. März 2026", "de", "2026-03-01"},
		{"German March in two code points", "1. Ma\u0308rz 2026", "de", "2026-03-01"},
		{"Austrian January", "1. Jänner 2026", "de-AT", "2026-01-01"},
		{"French", "lundi 30 novembre 2026 à 12h30", "fr", "2026-11-30T12:30:00"},
		{"French, first", "1er août 2026", "fr", "2026-08-01"},
		{"French, in a hurry", "1 aout 2026", "fr", "2026-08-01"},
		{"French, short", "Le 30 déc. 2026", "fr", "2026-12-30"},
		{"Spanish", "30 de noviembre de 2026", "es", "2026-11-30"},
		{"Spanish, the year with del", "lunes, 30 de noviembre del 2026 a las 12:30", "es", "2026-11-30T12:30:00"},
		{"Italian", "30 novembre 2026 alle ore 12:30", "it", "2026-11-30T12:30:00"},
		{"Italian January", "1 gen 2026", "it", "2026-01-01"},
		{"Portuguese", "Segunda-feira, 30 de novembro de 2026 às 12h30", "pt-BR", "2026-11-30T12:30:00"},
		{"Portuguese, first", "1º de março de 2026", "pt", "2026-03-01"},
		{"Dutch", "maandag 30 november 2026 om 12:30 uur", "nl", "2026-11-30T12:30:00"},
		{"Dutch March", "1 mrt. 2026", "nl", "2026-03-01"},
		{"Polish", "30 listopada 2026 r.", "pl", "2026-11-30"},
		{"Polish, short", "1 paź 2026, 12:30", "pl", "2026-10-01T12:30:00"},
		{"Swedish", "den 30 november 2026 kl. 12.30", "sv", "2026-11-30T12:30:00"},
		{"Danish", "30. maj 2026", "da", "2026-05-30"},
		{"Norwegian", "mandag 30. november 2026", "nb", "2026-11-30"},
		{"Norwegian December", "24. des. 2026", "nn-NO", "2026-12-24"},
		{"Czech", "30. listopadu 2026", "cs", "2026-11-30"},
		{"Czech June", "1. června 2026", "cs", "2026-06-01"},
		{"Czech July", "1. července 2026", "cs", "2026-07-01"},
		{"Croatian, where it is October", "30. listopada 2026.", "hr", "2026-10-30"},
		{"Russian", "30 ноября 2026 г., 12:30", "ru", "2026-11-30T12:30:00"},
		{"Russian, with the word", "понедельник, 30 ноября 2026 года в 12:30", "ru", "2026-11-30T12:30:00"},
		{"Ukrainian", "30 листопада 2026 р.", "uk", "2026-11-30"},
		{"Turkish", "30 Kasım 2026 Pazartesi", "tr", "2026-11-30"},
		{"Turkish in capitals", "30 EKİM 2026", "tr", "2026-10-30"},
		{"Finnish", "30. marraskuuta 2026", "fi", "2026-11-30"},
		{"Hungarian", "2026. november 30., hétfő", "hu", "2026-11-30"},
		{"Greek", "30 Νοεμβρίου 2026", "el", "2026-11-30"},
		{"Japanese", "2026年11月30日", "ja", "2026-11-30"},
		{"Japanese, all of it", "２０２６年１１月３０日（月） 12時30分", "ja", "2026-11-30T12:30:00"},
		{"Chinese", "2026 年 11 月 30 日 星期一 下午3:05", "zh", "2026-11-30T15:05:00"},
		{"Chinese, without a blank", "2026年11月30日星期一", "zh-Hant", "2026-11-30"},
		{"a month in Chinese", "2026年11月", "", "2026-11"},
		{"Korean", "2026년 11월 30일 (월) 오후 3:00", "ko", "2026-11-30T15:00:00"},
		{"English on a German page", "October 30, 2026", "de", "2026-10-30"},
		{"no language", "30 novembre 2026", "", "2026-11-30"},
		{"a language without a table", "30 March 2026", "sw", "2026-03-30"},
		{"digits of Arabic", "٣٠ November ٢٠٢٦", "", "2026-11-30"},
		{"narrow blanks", "30\u202Fnovembre\u00A02026", "fr", "2026-11-30"},
	})
}

func TestSameInstant(t *testing.T) {
	for _, row := range []struct {
		name, a, b string
		want       bool
	}{
		{"nothing", "", "", false},
		{"no date", "2026-11-30", "soon", false},
		{"no such date", "2026-02-30", "2026-02-30", false},
		{"one day", "2026-11-30", "2026-11-30", true},
		{"two days", "2026-11-30", "2026-12-01", false},
		{"one instant in two offsets", "2026-11-30T12:00:00Z", "2026-11-30T14:00:00+02:00", true},
		{"one instant west", "2026-11-30T12:00:00Z", "2026-11-30T06:30:00-05:30", true},
		{"one instant on two days", "2026-11-30T23:00:00Z", "2026-12-01T01:00:00+02:00", true},
		{"an hour apart", "2026-11-30T12:00:00Z", "2026-11-30T12:00:00+01:00", false},
		{"a quarter of a second apart", "2026-11-30T12:00:00.25Z", "2026-11-30T12:00:00Z", false},
		{"a day and its noon", "2026-11-30", "2026-11-30T12:00:00+02:00", true},
		{"a day and the next", "2026-11-30", "2026-12-01T00:30:00+02:00", false},
		{"a month and its day", "2026-11", "2026-11-30", true},
		{"a month and the next's day", "2026-11", "2026-12-01", false},
		{"one reading, one offset", "2026-11-30T12:00:00", "2026-11-30T12:00:00+02:00", true},
		{"two readings, one offset", "2026-11-30T12:00:00", "2026-11-30T10:00:00Z", false},
	} {
		if got := SameInstant(row.a, row.b); got != row.want {
			t.Errorf("%s: SameInstant(%q, %q) = %v", row.name, row.a, row.b, got)
		}
		if got := SameInstant(row.b, row.a); got != row.want {
			t.Errorf("%s, the other way: SameInstant(%q, %q) = %v", row.name, row.b, row.a, got)
		}
	}
}

// TestNamesOfTwoMonths: names that are two months in two languages are known, so that
// a new language is not added without looking at what it shares.
func TestNamesOfTwoMonths(t *testing.T) {
	months, _ := readCalendar()
	known := map[string]bool{"listopad": true, "listopada": true, "lis": true, "lip": true}
	for name, in := range months {
		different := map[int]bool{}
		for _, month := range in {
			different[month] = true
		}
		if (len(different) > 1) != known[name] {
			t.Errorf("%q is %v", name, in)
		}
	}
	for _, table := range []map[string]string{monthNames, weekdayNames} {
		for language, names := range table {
			if n := strings.Count(names, "|") + 1; n != 12 && n != 7 {
				t.Errorf("%s has %d names: %s", language, n, names)
			}
		}
	}
}
