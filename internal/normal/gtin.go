package normal

import "strings"

// GTIN writes an article's number as its digits alone: a GTIN of 8, 12, 13 or 14 with
// its check digit right (GS1 General Specifications 7.9), an ISBN of 13, or an ISBN
// of 10 as the one of 13. Hyphens and blanks are dropped, leading zeros kept. A number
// of zeros alone is no article's.
func GTIN(text string) (string, bool) {
	if len(text) > mostText {
		return "", false
	}
	folded, _ := fold(text)
	digits := strings.Map(func(r rune) rune {
		if r == ' ' || r == '\u00A0' || r == '-' || r == '–' {
			return -1
		}
		return r
	}, folded)
	if len(digits) == 10 {
		return ofISBN10(digits)
	}
	if !isDigits(digits) || strings.Trim(digits, "0") == "" {
		return "", false
	}
	switch len(digits) {
	case 8, 12, 13, 14:
		return digits, checkDigit(digits[:len(digits)-1]) == digits[len(digits)-1]
	}
	return "", false
}

// SameGTIN says whether two numbers name the same article: they are the same when
// both are written in 14 digits. What is no GTIN is the same as nothing.
func SameGTIN(a, b string) bool {
	x, ok := GTIN(a)
	y, too := GTIN(b)
	return ok && too && strings.TrimLeft(x, "0") == strings.TrimLeft(y, "0")
}

// checkDigit weighs digits by three and one from the right.
func checkDigit(digits string) byte {
	sum := 0
	for i := range len(digits) {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 0 {
			d *= 3
		}
		sum += d
	}
	return byte('0' + (10-sum%10)%10)
}

// ofISBN10 checks an ISBN of ten digits, whose last may be X for ten, and gives the
// one of 13 (ISO 2108).
func ofISBN10(text string) (string, bool) {
	sum := 0
	for i := range 10 {
		d := int(text[i] - '0')
		if i == 9 && (text[i] == 'X' || text[i] == 'x') {
			d = 10
		} else if text[i] < '0' || text[i] > '9' {
			return "", false
		}
		sum += d * (10 - i)
	}
	if sum%11 != 0 || sum == 0 {
		return "", false
	}
	digits := "978" + text[:9]
	return digits + string(checkDigit(digits)), true
}
