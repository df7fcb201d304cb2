package normal

import "strings"

// Amount writes a sum of money as a plain decimal number, with as many decimals as
// are written: "41,90 €" is "41.90", "1'299.–" is "1299", "1e3" is "1000".
//
// The text is one number, and beside it only what belongs to a price: currencies,
// "from", a word of tax. Refused are a text with two numbers, one with any other
// word, a percentage, and "1,299" and "1.299", which may be a thousand or a little
// over one, unless a second sign or a currency without parts settles it. language
// is the page's, or "": it says only whether a blank may part groups of digits.
func Amount(text, language string) (string, bool) {
	if len(text) > mostText {
		return "", false
	}
	folded, _ := fold(text)
	if number, ok := spelt(folded); ok {
		return number, true
	}
	first := strings.IndexAny(folded, "0123456789")
	last := strings.LastIndexAny(folded, "0123456789")
	if first < 0 {
		return "", false
	}
	known := evidence{blanks: partsByBlanks(baseOf(language))}
	before, digits, after := folded[:first], folded[first:last+1], folded[last+1:]
	sign, before, ok := minus(before)
	if !ok {
		return "", false
	}
	for _, tail := range []string{",-", ".-", ",–", ".–", ",—", ".—"} {
		if rest, ok := strings.CutPrefix(after, tail); ok {
			known.decimal, after = tail[0], rest
		}
	}
	around, ok := surroundings(before, after)
	if !ok {
		return "", false
	}
	known.whole = isWhole(around)
	number, ok := numeral(digits, known)
	return signed(sign, number), ok
}

// Priced says whether a text is a price: one number and a currency, though perhaps a
// number in doubt or a sign that several currencies share. What [Amount] takes beside
// them may stand there too.
func Priced(text string) bool {
	if len(text) > mostText {
		return false
	}
	folded, _ := fold(text)
	first := strings.IndexAny(folded, "0123456789")
	last := strings.LastIndexAny(folded, "0123456789")
	if first < 0 || strings.ContainsFunc(folded[first:last+1], func(r rune) bool { return !isSeparator(r) && (r < '0' || r > '9') }) {
		return false
	}
	around, ok := surroundings(folded[:first], strings.TrimLeft(folded[last+1:], ".,-–—"))
	return ok && len(around) > 0
}

// minus takes a sign that stands first and touches the number or its currency.
func minus(before string) (sign, rest string, ok bool) {
	if !strings.ContainsAny(before, "-–—+") {
		return "", before, true
	}
	rest = strings.TrimPrefix(before, "-")
	return "-", rest, !strings.ContainsAny(rest, "-–—+ \u00A0")
}

// surroundings reads what stands around a number; ok says whether all of it belongs
// to a price. currencies are the tokens that name one.
func surroundings(before, after string) (currencies []string, ok bool) {
	last := before[strings.LastIndexAny(before, " \u00A0")+1:]
	if strings.HasSuffix(last, ",") || strings.HasSuffix(last, ".") && !isName(strings.TrimSuffix(last, ".")) {
		return nil, false // ".99" is not 99
	}
	for _, part := range []string{before, after} {
		part = strings.Trim(strings.ReplaceAll(part, "\u00A0", " "), " :*")
		for word := range strings.FieldsSeq(part) {
			name := strings.Trim(word, ":*")
			switch {
			case namesCurrency(name):
				currencies = append(currencies, name)
			case name == "." || !isPriceWord(key(strings.TrimSuffix(name, "."))):
				return nil, false
			}
		}
	}
	return currencies, true
}

func isName(word string) bool {
	for _, r := range word {
		if !isLetter(r) {
			return false
		}
	}
	return word != ""
}

// isPriceWord lists, by their keys, the words that stand beside a price and do not change its number.
func isPriceWord(word string) bool {
	switch word {
	case "", "from", "price", "only", "now", "rrp", "ab", "preis", "nur", "jetzt", "von", "des", "prix", "seulement", "desde", "precio", "prezzo",
		"solo", "da", "preco", "apenas", "vanaf", "prijs", "nu", "od", "cena", "fran", "fra", "pris", "от", "цена", "incl", "inkl", "excl",
		"exkl", "zzgl", "vat", "mwst", "ust", "ttc", "ht", "tva", "iva", "btw", "moms", "dph", "each", "税込", "税抜", "税込み":
		return true
	}
	return false
}

// partsByBlanks lists the languages that part groups of digits by blanks.
func partsByBlanks(language string) bool {
	switch language {
	case "fr", "sv", "no", "fi", "pl", "cs", "sk", "ru", "uk", "be", "bg", "hu", "et", "lv", "lt", "kk":
		return true
	}
	return false
}
