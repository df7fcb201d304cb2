package normal

import "strings"

// currencyCodes are the codes of ISO 4217 in use, those of funds and metals
// included, without the two that name no currency: the one for tests and the one for none.
const currencyCodes = " AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF " +
	"CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF " +
	"IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU " +
	"MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD " +
	"SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAF " +
	"XAG XAU XBA XBB XBC XBD XCD XCG XDR XOF XPD XPF XPT XSU XUA YER ZAR ZMW ZWG "

// withdrawnCodes were withdrawn in the last ten years. Kept pages declare them, and
// none of them has come to mean another currency.
const withdrawnCodes = " ANG BGN BYR CUC HRK MRO SLL STD VEF ZWL "

// Currency writes a currency as its code of ISO 4217. The text is a code in any letter
// case, a sign or a name that only one currency has, or a price with one of those.
//
// country is the two letters of the country the price is meant for, or "": it settles
// the signs that several share, $, kr, ¥, £, Rs and lei. It is not to be taken from a
// page's language: pages say en-US that sell in Australia. The sign £ needs it like
// the others: besides sterling it is Egypt's, Lebanon's, Syria's, Sudan's, Gibraltar's,
// the Falklands' and Saint Helena's pound.
func Currency(text, country string) (string, bool) {
	if len(text) > mostText {
		return "", false
	}
	folded, _ := fold(text)
	if code := strings.ToUpper(folded); isCode(code) {
		return code, true
	}
	first := strings.IndexAny(folded, "0123456789")
	last := strings.LastIndexAny(folded, "0123456789")
	before, after := folded, ""
	if first >= 0 {
		before, after = folded[:first], folded[last+1:]
		if strings.ContainsFunc(folded[first:last+1], func(r rune) bool { return !isSeparator(r) && (r < '0' || r > '9') }) {
			return "", false
		}
	}
	after = strings.TrimLeft(after, ".,-–—")
	around, ok := surroundings(strings.TrimLeft(before, "-"), after)
	if !ok || len(around) == 0 {
		return "", false
	}
	found := ""
	for _, name := range around {
		code := codeOf(name, strings.ToUpper(country))
		if code == "" || found != "" && code != found {
			return "", false
		}
		found = code
	}
	return found, true
}

func isCode(text string) bool {
	return len(text) == 3 && isName(text) && (strings.Contains(currencyCodes, " "+text+" ") || strings.Contains(withdrawnCodes, " "+text+" "))
}

// namesCurrency says whether a word names a currency, or is a sign several share.
// Codes within a price are in capitals: "all" and "top" are words.
func namesCurrency(word string) bool {
	return isCode(word) || signCode(word) != "" || sharedBy(word) != "" ||
		len(word) == 3 && isCode(strings.ToUpper(word)) && isOftenLower(word)
}

func isOftenLower(word string) bool {
	switch key(word) {
	case "eur", "usd", "gbp", "chf", "pln", "czk", "sek", "nok", "dkk", "huf", "jpy", "cad", "aud", "inr", "brl":
		return true
	}
	return false
}

func codeOf(word, country string) string {
	if code := strings.ToUpper(word); isCode(code) {
		return code
	}
	if code := signCode(word); code != "" {
		return code
	}
	for pair := range strings.FieldsSeq(sharedBy(word)) {
		if in, code, _ := strings.Cut(pair, "="); in == country {
			return code
		}
	}
	return ""
}

// signCode gives the code of a sign or a name that one currency has.
func signCode(word string) string {
	switch strings.TrimSuffix(key(word), ".") {
	case "€", "euro", "euros":
		return "EUR"
	case "₹":
		return "INR"
	case "₽":
		return "RUB"
	case "₩", "원":
		return "KRW"
	case "₪":
		return "ILS"
	case "₴", "грн":
		return "UAH"
	case "₺":
		return "TRY"
	case "₫":
		return "VND"
	case "₱":
		return "PHP"
	case "₦":
		return "NGN"
	case "₸":
		return "KZT"
	case "₾":
		return "GEL"
	case "₼":
		return "AZN"
	case "₲":
		return "PYG"
	case "₵":
		return "GHS"
	case "฿":
		return "THB"
	case "৳":
		return "BDT"
	case "円":
		return "JPY"
	case "zl":
		return "PLN"
	case "kc":
		return "CZK"
	case "ft":
		return "HUF"
	case "r$":
		return "BRL"
	case "us$", "$us", "usd$":
		return "USD"
	case "ca$", "cad$", "cdn$":
		return "CAD"
	case "a$", "au$", "aud$":
		return "AUD"
	case "nz$", "nzd$":
		return "NZD"
	case "hk$":
		return "HKD"
	case "s$", "sg$", "sgd$":
		return "SGD"
	case "nt$":
		return "TWD"
	case "mx$":
		return "MXN"
	}
	return ""
}

// sharedBy gives the currencies a sign may be, each after the country that means it.
func sharedBy(word string) string {
	switch strings.TrimSuffix(key(word), ".") {
	case "$":
		return "US=USD CA=CAD AU=AUD NZ=NZD HK=HKD SG=SGD TW=TWD MX=MXN AR=ARS CL=CLP CO=COP BB=BBD BS=BSD BZ=BZD BN=BND FJ=FJD JM=JMD TT=TTD EC=USD SV=USD PR=USD"
	case "kr":
		return "SE=SEK NO=NOK DK=DKK IS=ISK FO=DKK GL=DKK"
	case "¥", "元":
		return "JP=JPY CN=CNY"
	case "£":
		return "GB=GBP IM=GBP JE=GBP GG=GBP GI=GIP FK=FKP SH=SHP EG=EGP LB=LBP SY=SYP"
	case "rs", "₨":
		return "IN=INR PK=PKR LK=LKR NP=NPR MU=MUR SC=SCR"
	case "lei", "leu":
		return "RO=RON MD=MDL"
	case "руб", "р":
		return "RU=RUB BY=BYN"
	case "c$":
		return "CA=CAD NI=NIO"
	case "fr", "sfr":
		return "CH=CHF LI=CHF"
	case "r":
		return "ZA=ZAR"
	}
	return ""
}

// isWhole says whether currencies have no parts in use, so that a comma in their
// amounts parts thousands.
func isWhole(currencies []string) bool {
	for _, name := range currencies {
		switch codeOf(name, "") {
		case "KRW", "VND", "JPY":
			return true
		}
	}
	return false
}
