package normal

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var (
	dateForm   = regexp.MustCompile(`^[12]\d{3}-[01]\d(-[0-3]\d(T[0-2]\d:[0-5]\d:[0-5]\d(\.\d{0,8}[1-9])?(Z|[+-][01]\d:[0-5]\d)?)?)?$`)
	amountForm = regexp.MustCompile(`^-?(0|[1-9]\d*)(\.\d+)?$`)
)

func fuzzSeeds(f *testing.F, texts ...string) {
	for _, text := range texts {
		for _, language := range []string{"", "de", "en-US", "fr", "ja", "fa"} {
			f.Add(text, language)
		}
	}
}

// FuzzDate: what comes out has the form of RFC 3339, exists, is its own normal form
// in every language, means what it means, and holds no digits the text does not.
func FuzzDate(f *testing.F) {
	fuzzSeeds(f, "2026-11-30T12:00+0200", "Mon, 30 Nov 2026 12:00:00 GMT", "lundi 30 novembre 2026 à 12h30", "2026年11月30日（月）12時30分5秒",
		"2026년 11월 30일 오후 3:00", "03.04.2025, 12:00 Uhr", "13/04/2025 3 pm", "2026-W49-1", "2026-334", "30-Nov-2026", "۱۴۰۵/۰۹/۰۹", "2026. november 30., hétfő")
	f.Fuzz(func(t *testing.T, text, language string) {
		got, ok := Date(text, language)
		if !ok {
			if got != "" {
				t.Fatalf("%q is no date, and is %q", text, got)
			}
			return
		}
		if !dateForm.MatchString(got) {
			t.Fatalf("%q is %q, which has not the form", text, got)
		}
		checkExists(t, got)
		if again, ok := Date(got, language); !ok || again != got {
			t.Fatalf("%q is %q, and that is %q", text, got, again)
		}
		if !SameInstant(got, got) {
			t.Fatalf("%q is not itself", got)
		}
		folded, _ := fold(text)
		if !strings.Contains(folded, got[:4]) && !strings.ContainsAny(folded, "Ww") { // week 1 may begin in the year before
			t.Fatalf("%q is %q: another year", text, got)
		}
	})
}

func checkExists(t *testing.T, date string) {
	t.Helper()
	for _, layout := range []string{"2006-01", time.DateOnly, "2006-01-02T15:04:05", time.RFC3339} {
		if _, err := time.Parse(layout, date); err == nil {
			return
		}
	}
	t.Fatalf("%q does not exist", date)
}

// FuzzAmount: what comes out is a plain decimal number, is its own normal form where
// it is not in doubt, and has the digits of the text in their order.
func FuzzAmount(f *testing.F) {
	fuzzSeeds(f, "41,90 €", "1.299,00", "1'299.–", "1 299,00", "₹1,23,456.00", "1e3", "-1.5E-2", "from $5", "₩12,900", "٤١٫٩٠", "Rs.500", "CHF 1'299.–", "0.999")
	f.Fuzz(func(t *testing.T, text, language string) {
		got, ok := Amount(text, language)
		if number, also := Number(text); also && (!ok || number != got) {
			t.Fatalf("%q is the number %q and the amount %q", text, number, got)
		}
		if !ok {
			return
		}
		if !amountForm.MatchString(got) {
			t.Fatalf("%q is %q, which has not the form", text, got)
		}
		if again, ok := Amount(got, language); ok && again != got || !ok && !strings.Contains(got, ".") {
			t.Fatalf("%q is %q, and that is %q", text, got, again)
		}
		folded, _ := fold(text)
		if _, isSpelt := spelt(folded); !isSpelt && digitsOf(folded) != digitsOf(got) {
			t.Fatalf("%q is %q: other digits", text, got)
		}
	})
}

func digitsOf(text string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, text)
}

// FuzzWords: the small functions give what they give again, and nothing for nothing.
func FuzzWords(f *testing.F) {
	fuzzSeeds(f, "EUR", "US$ 5", "kr", "4006381333931", "080442957X", "zh-hans-cn", "https://schema.org/InStock")
	f.Fuzz(func(t *testing.T, text, country string) {
		for name, form := range map[string]func(string) (string, bool){
			"currency": func(s string) (string, bool) { return Currency(s, country) },
			"gtin":     GTIN, "language": Language, "availability": Availability,
		} {
			got, ok := form(text)
			if !ok {
				continue
			}
			if again, ok := form(got); !ok || again != got || got == "" {
				t.Fatalf("%s: %q is %q, and that is %q", name, text, got, again)
			}
		}
		if code, ok := Currency(text, country); ok && !isCode(code) {
			t.Fatalf("%q is no code", code)
		}
	})
}

// TestDateMeaning: a moment written in any of the forms is that moment.
func TestDateMeaning(t *testing.T) {
	forms := []string{
		time.RFC3339, time.RFC1123Z, "20060102T150405Z0700", "2006-01-02 15:04:05 -0700", "2006-002T15:04:05Z07:00",
		"Monday, 2 January 2006 15:04:05 -0700", "January 2, 2006, 3:04:05 PM -0700", "2006年1月2日 15:04:05 -0700", "2006/1/2 15:04:05 GMT-0700",
		"Mon Jan 02 2006 15:04:05 GMT-0700",
	}
	rapid.Check(t, func(t *rapid.T) {
		zone := time.FixedZone("", 900*rapid.IntRange(-12*4, 14*4).Draw(t, "quarters of an hour"))
		at := time.Unix(rapid.Int64Range(-30e9, 32e9).Draw(t, "seconds"), 0).In(zone)
		form := rapid.SampledFrom(forms).Draw(t, "form")
		got, ok := Date(at.Format(form), "en")
		if !ok || !SameInstant(got, at.UTC().Format(time.RFC3339)) {
			t.Fatalf("%q is %q, %v", at.Format(form), got, ok)
		}
	})
}

// TestAmountMeaning: an amount grouped in any of the ways is that amount.
func TestAmountMeaning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.StringMatching(`0|[1-9]\d{0,8}`).Draw(t, "whole")
		decimals := rapid.StringMatching(`\d\d`).Draw(t, "decimals")
		signs := rapid.SampledFrom([][2]string{{"", "."}, {"", ","}, {",", "."}, {".", ","}, {" ", ","}, {"'", "."}, {"\u202F", ","}}).Draw(t, "signs")
		text := grouped(whole, signs[0]) + signs[1] + decimals
		around := rapid.SampledFrom([]string{"%", "% €", "€ %", "CHF %", "from %", "%*", "ab % EUR"}).Draw(t, "around")
		text = strings.Replace(around, "%", text, 1)
		if got, ok := Amount(text, ""); !ok || got != whole+"."+decimals {
			t.Fatalf("%q is %q, %v", text, got, ok)
		}
	})
}

func grouped(digits, sign string) string {
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + sign + digits[at:]
	}
	return digits
}

// TestGTINCheckDigit: of ten last digits one is right, and two neighbours that differ
// by other than five cannot change places.
func TestGTINCheckDigit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		body := rapid.StringMatching(`[1-9]\d{6}(\d{4,6})?`).Draw(t, "body")
		valid := 0
		for last := '0'; last <= '9'; last++ {
			if got, ok := GTIN(body + string(last)); ok {
				valid++
				if !SameGTIN(got, "0"+got) && len(got) != 8 && len(got) != 14 {
					t.Fatalf("%q is not %q with a zero", got, got)
				}
			}
		}
		if len(body) != 9 && valid != 1 {
			t.Fatalf("%q has %d check digits", body, valid)
		}
	})
}
