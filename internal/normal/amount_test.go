package normal

import (
	"strings"
	"testing"
)

func TestAmount(t *testing.T) {
	for _, row := range []struct{ name, text, language, want string }{
		{"nothing", "", "en", ""},
		{"free", "Free", "en", ""},
		{"free, in German", "kostenlos", "de", ""},
		{"a currency alone", "€", "", ""},
		{"two numbers", "41,90 € 39,90 €", "de", ""},
		{"a range", "41,90–59,90 €", "de", ""},
		{"a range with a dash", "41-59", "", ""},
		{"a multiple", "2 x 41,90 €", "de", ""},
		{"cents behind the sign", "41€90", "fr", ""},
		{"a percentage", "20%", "", ""},
		{"a percentage with a blank", "20 %", "", ""},
		{"a quantity", "3 pieces", "en", ""},
		{"a multiplier", "1.2M", "", ""},
		{"a fraction", "1½", "", ""},
		{"raised cents", "41⁹⁰ €", "", ""},
		{"a comma and three digits", "1,299", "en", ""},
		{"a stop and three digits", "1.299", "de", ""},
		{"the same with a currency", "1.299 €", "de", ""},
		{"the same with one of two decimals", "$1,299", "en", ""},
		{"one that may have decimals", "¥1,299", "", ""},
		{"a blank and three digits, no language", "1 299", "", ""},
		{"a blank and three digits, English", "1 299", "en", ""},
		{"a blank and two digits", "41 90", "fr", ""},
		{"groups of no length", "12,34,5", "", ""},
		{"a short group", "1,29,900.00", "", "129900.00"},
		{"an Indian group between long ones", "123,45,678", "", ""},
		{"Indian groups with stops", "1.23.456,00", "", ""},
		{"two kinds in groups", "1,299 000.00", "fr", ""},
		{"the decimal sign twice", "1,299.00.00", "", ""},
		{"signs the wrong way round", "1.29,900.00", "", ""},
		{"a stop before", ".99", "", ""},
		{"a stop behind a sign", "$.99", "", ""},
		{"a comma before", ",5", "", ""},
		{"a stop at the end", "41.90.", "", ""},
		{"two signs in a row", "41,.90", "", ""},
		{"leading zeros", "007", "", ""},
		{"a plus", "+5", "", ""},
		{"a minus that is a dash", "Preis - 5", "de", ""},
		{"a minus in the middle", "EUR-5", "", ""},
		{"a minus behind", "5-", "", ""},
		{"brackets", "(5.00)", "", ""},
		{"a huge exponent", "1e99", "", ""},
		{"an exponent of nothing", "1e", "", ""},
		{"a code that is a word", "all 5", "", ""},
		{"a date", "2026-11-30", "", ""},
		{"digits of another script", "৪১", "", ""},

		{"whole", "1299", "", "1299"},
		{"a comma", "41,90", "", "41.90"},
		{"a stop", "41.90", "", "41.90"},
		{"one decimal stays one", "41.9", "", "41.9"},
		{"four decimals", "0.1299", "", "0.1299"},
		{"nought", "0", "", "0"},
		{"nought with decimals", "0,00 €", "de", "0.00"},
		{"nothing less than nothing", "-0.00", "", "0.00"},
		{"less", "-5.00", "", "-5.00"},
		{"less, with a minus sign", "−5,00 €", "de", "-5.00"},
		{"less, before the currency", "-€5", "", "-5"},
		{"a third decimal that cannot be a group", "0.999", "", "0.999"},
		{"a third decimal of a long number", "1299.000", "", "1299.000"},
		{"German", "1.299,00 €", "de", "1299.00"},
		{"English", "$1,299.00", "en", "1299.00"},
		{"English with three decimals", "KWD 1,299.000", "en", "1299.000"},
		{"Swiss", "CHF 1'299.–", "de-CH", "1299"},
		{"Swiss, curled", "1’299.50", "de-CH", "1299.50"},
		{"Swiss, no decimals", "1'299", "", "1299"},
		{"a dash for cents", "41,- €", "de", "41"},
		{"a dash that settles the comma", "1.299,-", "", "1299"},
		{"a dash that settles the stop", "1,299.–", "", "1299"},
		{"a dash that contradicts", "1.299.-", "", ""},
		{"French", "1 299,00 €", "fr", "1299.00"},
		{"French, joined", "1\u202F299,00\u00A0€", "", "1299.00"},
		{"French, whole", "1 299 €", "fr", "1299"},
		{"joined, whole", "1\u00A0299\u00A0€", "", "1299"},
		{"blanks in a row", "1 299 000", "", "1299000"},
		{"commas in a row", "1,299,000", "", "1299000"},
		{"stops in a row", "1.299.000", "", "1299000"},
		{"Indian", "₹1,23,456.00", "", "123456.00"},
		{"Indian, whole", "1,23,45,678", "", "12345678"},
		{"Indian abbreviation", "Rs.500", "", "500"},
		{"from", "from $5", "en", "5"},
		{"from, in German", "ab 5,00 EUR", "de", "5.00"},
		{"from, in French", "à partir de 5 €", "fr", ""},
		{"tax", "41,90 € inkl. MwSt.", "de", "41.90"},
		{"a label", "Price: 41.90 USD", "en", "41.90"},
		{"a code in small letters", "41.90 usd", "", "41.90"},
		{"a footnote", "41,90 €*", "de", "41.90"},
		{"won", "₩12,900", "ko", "12900"},
		{"won, in letters", "12,900원", "ko", "12900"},
		{"yen", "1,980円", "ja", "1980"},
		{"yen, fullwidth", "１，９８０円", "ja", "1980"},
		{"dong", "129.000 ₫", "vi", "129000"},
		{"Arabic", "٤١٫٩٠", "ar", "41.90"},
		{"Arabic, grouped", "١٬٢٩٩٫٠٠", "ar", "1299.00"},
		{"Arabic, a group alone", "١٬٢٩٩", "ar", "1299"},
		{"JSON", "1e3", "", "1000"},
		{"JSON with a fraction", "1.5E2", "", "150"},
		{"JSON, small", "125e-2", "", "1.25"},
		{"JSON, smaller", "-1e-3", "", "-0.001"},
		{"too long", strings.Repeat("1", 200), "", ""},
	} {
		if got, ok := Amount(row.text, row.language); ok != (row.want != "") || ok && got != row.want {
			t.Errorf("%s: Amount(%q, %q) = %q, %v; want %q", row.name, row.text, row.language, got, ok, row.want)
		}
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "four": "", "4.5/5": "", "4.5 / 5": "", "4.5 stars": "", "87%": "", "(12)": "", "1,234": "", "1.234": "", "1 234": "",
		"4,5": "4.5", "4.5": "4.5", "5": "5", "12": "12", "0": "0", "-1": "-1", "1,234,567": "1234567", "1,234.5": "1234.5",
		"1\u00A0234": "1234", "1e2": "100", " 4.5 ": "4.5", "４．５": "4.5", "$5": "", "--5": "", "4.": "",
		strings.Repeat("1", 200): "",
	} {
		if got, ok := Number(text); ok != (want != "") || ok && got != want {
			t.Errorf("Number(%q) = %q, %v; want %q", text, got, ok, want)
		}
	}
}

func TestCurrency(t *testing.T) {
	for _, row := range []struct{ text, country, want string }{
		{"", "", ""},
		{"5", "", ""},
		{"money", "", ""},
		{"XXX", "", ""},
		{"XTS", "", ""},
		{"ABC", "", ""},
		{"$", "", ""},
		{"$5", "", ""},
		{"kr", "", ""},
		{"¥", "", ""},
		{"£", "", ""},
		{"£5", "", ""},
		{"Rs.", "", ""},
		{"lei", "", ""},
		{"C$", "", ""},
		{"руб.", "", ""},
		{"$", "DE", ""},
		{"EUR USD", "", ""},
		{"€ $", "US", ""},
		{"5 € / 6 $", "", ""},
		{"all 5", "", ""},
		{"EUR", "", "EUR"},
		{"eur", "", "EUR"},
		{"Eur", "", "EUR"},
		{" USD ", "", "USD"},
		{"all", "", "ALL"},
		{"XCG", "", "XCG"},
		{"BGN", "", "BGN"},
		{"€", "", "EUR"},
		{"Euro", "", "EUR"},
		{"₹", "", "INR"}, {"₽", "", "RUB"}, {"₩", "", "KRW"}, {"₪", "", "ILS"}, {"₴", "", "UAH"}, {"₺", "", "TRY"}, {"₫", "", "VND"},
		{"₱", "", "PHP"}, {"₦", "", "NGN"}, {"zł", "", "PLN"}, {"Kč", "", "CZK"}, {"Ft", "", "HUF"}, {"R$", "", "BRL"}, {"US$", "", "USD"},
		{"CA$", "", "CAD"}, {"A$", "", "AUD"}, {"AU$", "", "AUD"}, {"NZ$", "", "NZD"}, {"HK$", "", "HKD"}, {"S$", "", "SGD"}, {"CHF", "", "CHF"},
		{"円", "", "JPY"}, {"원", "", "KRW"},
		{"41,90 €", "", "EUR"},
		{"EUR 41,90", "", "EUR"},
		{"€ 41,90 EUR", "", "EUR"},
		{"from US$1,299", "", "USD"},
		{"CHF 12.–", "", "CHF"},
		{"-5 €", "", "EUR"},
		{"129 zł", "pl", "PLN"},
		{"R$ 1.299,00", "", "BRL"},
		{"$", "US", "USD"},
		{"$5", "au", "AUD"},
		{"kr", "SE", "SEK"},
		{"129 kr.", "DK", "DKK"},
		{"¥", "CN", "CNY"},
		{"£5", "GB", "GBP"},
		{"£", "EG", "EGP"},
		{"lei", "RO", "RON"},
		{strings.Repeat("€", 100), "", ""},
	} {
		if got, ok := Currency(row.text, row.country); ok != (row.want != "") || ok && got != row.want {
			t.Errorf("Currency(%q, %q) = %q, %v; want %q", row.text, row.country, got, ok, row.want)
		}
	}
}

func TestPriced(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "5": false, "€": false, "5 apples": false, "5 € 6 €": false, "5 € / kg": false, "20%": false, strings.Repeat("€", 99) + "5": false,
		"5 €": true, "$5": true, "1.299 €": true, "kr 129": true, "from £5": true, "CHF 12.–": true, "12,- €": true, "1,980円": true,
	} {
		if got := Priced(text); got != want {
			t.Errorf("Priced(%q) = %v", text, got)
		}
	}
}

// TestCurrencyCodes: the tables are what they look like.
func TestCurrencyCodes(t *testing.T) {
	seen := map[string]bool{}
	for code := range strings.FieldsSeq(currencyCodes + withdrawnCodes) {
		if len(code) != 3 || strings.ToUpper(code) != code || seen[code] {
			t.Errorf("%q is no code, or stands twice", code)
		}
		seen[code] = true
	}
}

func TestGTIN(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "4006381333932": "", "40063813339": "", "400638133393X": "", "00000000": "", "00000000000000": "", "0000000000": "",
		"123456789012345": "", "978-0-306-40615-8": "", "0-306-40615-3": "", "X306406152": "", "ISBN": "", "0306406152X": "",
		"4006381333931": "4006381333931", "04006381333931": "04006381333931", "96385074": "96385074", "036000291452": "036000291452",
		"978-0-306-40615-7": "9780306406157", "0-306-40615-2": "9780306406157", "080442957X": "9780804429573", "0-8044-2957-x": "9780804429573",
		" 4006 3813 3393 1 ": "4006381333931", "２００１２３４５６７８９３": "2001234567893", "0000096385074": "0000096385074",
		"978‑0‑306‑40615‑7": "9780306406157",
	} {
		if got, ok := GTIN(text); ok != (want != "") || ok && got != want {
			t.Errorf("GTIN(%q) = %q, %v; want %q", text, got, ok, want)
		}
	}
	for _, row := range []struct {
		a, b string
		want bool
	}{
		{"", "", false},
		{"4006381333932", "4006381333932", false},
		{"4006381333931", "04006381333931", true},
		{"96385074", "0000096385074", true},
		{"0-306-40615-2", "9780306406157", true},
		{"4006381333931", "96385074", false},
		{"4006381333931", "14006381333938", false},
	} {
		if got := SameGTIN(row.a, row.b); got != row.want {
			t.Errorf("SameGTIN(%q, %q) = %v", row.a, row.b, got)
		}
	}
}

func TestLanguage(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "English": "", "Deutsch": "", "x-default": "", "und": "", "mul": "", "zxx": "", "root": "", "C": "", "xx": "", "en-UK": "",
		"en_US.UTF-8": "", "en,de": "", "en-": "", "en-QX1": "", "de DE": "",
		"EN": "en", "de_AT": "de-AT", "ZH-hans-cn": "zh-Hans-CN", "es-419": "es-419", "de-CH-1996": "de-CH-1996", "iw": "iw",
		"en-us-X-Foo": "en-US-x-foo", "sr-latn": "sr-Latn", "pt-br": "pt-BR", "nb": "nb", "eng": "eng", " fr ": "fr", "de-u-CO-phonebk": "de-u-co-phonebk",
		strings.Repeat("en-", 100): "",
	} {
		if got, ok := Language(text); ok != (want != "") || ok && got != want {
			t.Errorf("Language(%q) = %q, %v; want %q", text, got, ok, want)
		}
	}
}

func TestAvailability(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "yes": "", "available": "", "https://example.org/InStock": "", "https://schema.org/Product": "", "not in stock": "",
		"https://schema.org/": "", "in stock at 3 shops": "", "ask": "",
		"InStock": "InStock", "https://schema.org/InStock": "InStock", "http://www.schema.org/OutOfStock/": "OutOfStock", "schema:PreOrder": "PreOrder",
		"in stock": "InStock", "instock": "InStock", "In_Stock": "InStock", "out of stock": "OutOfStock", "OOS": "OutOfStock", "pre-order": "PreOrder",
		"preorder": "PreOrder", "backorder": "BackOrder", "BackOrder": "BackOrder", "sold out": "SoldOut", "Discontinued": "Discontinued",
		"LimitedAvailability": "LimitedAvailability", "InStoreOnly": "InStoreOnly", "OnlineOnly": "OnlineOnly", "MadeToOrder": "MadeToOrder",
		"Reserved": "Reserved", "PreSale": "PreSale", strings.Repeat("oos", 100): "",
	} {
		if got, ok := Availability(text); ok != (want != "") || got != want {
			t.Errorf("Availability(%q) = %q, %v; want %q", text, got, ok, want)
		}
	}
}
