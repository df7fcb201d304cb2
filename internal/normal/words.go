package normal

import (
	"strings"

	"golang.org/x/text/language"
)

// Language writes a language tag in the letter case of RFC 5646 section 2.1.1:
// "de_AT" is "de-AT", "ZH-hans-cn" is "zh-Hans-CN". Nothing is added, dropped or put
// in another's place. Names such as "English", subtags that are not registered, and
// tags that name no language are refused.
func Language(text string) (string, bool) {
	if len(text) > mostText {
		return "", false
	}
	folded, _ := fold(text)
	subtags := strings.Split(strings.ReplaceAll(folded, "_", "-"), "-")
	if len(subtags[0]) != 2 && len(subtags[0]) != 3 {
		return "", false
	}
	single := false
	for i, subtag := range subtags {
		subtag = strings.ToLower(subtag)
		switch {
		case i == 0 || single:
		case len(subtag) == 2:
			subtag = strings.ToUpper(subtag)
		case len(subtag) == 4 && isName(subtag):
			subtag = strings.ToUpper(subtag[:1]) + subtag[1:]
		}
		if !single && isNoRegion(subtag) {
			return "", false
		}
		single = single || len(subtag) == 1
		subtags[i] = subtag
	}
	tag := strings.Join(subtags, "-")
	if _, err := language.Raw.Parse(tag); err != nil || subtags[0] == "und" || subtags[0] == "mul" || subtags[0] == "zxx" {
		return "", false
	}
	return tag, true
}

// isNoRegion lists what tables of locales take for a region and the registry of BCP 47
// does not have.
func isNoRegion(subtag string) bool {
	switch subtag {
	case "UK", "EU", "EZ", "UN":
		return true
	}
	return false
}

// Availability writes an offer's availability as the bare name of schema.org's
// ItemAvailability: "InStock". It reads the names, their addresses, and the spellings
// of shops' feeds, "in stock", "out_of_stock", "oos".
func Availability(text string) (string, bool) {
	if len(text) > mostText {
		return "", false
	}
	folded, _ := fold(text)
	name := strings.ToLower(folded)
	for _, prefix := range []string{"https://", "http://", "www.", "schema.org/", "schema:"} {
		name = strings.TrimPrefix(name, prefix)
	}
	name = strings.TrimSuffix(name, "/")
	switch strings.Map(dropJoins, name) {
	case "instock":
		return "InStock", true
	case "outofstock", "oos":
		return "OutOfStock", true
	case "preorder":
		return "PreOrder", true
	case "backorder":
		return "BackOrder", true
	case "presale":
		return "PreSale", true
	case "soldout":
		return "SoldOut", true
	case "discontinued":
		return "Discontinued", true
	case "instoreonly":
		return "InStoreOnly", true
	case "onlineonly":
		return "OnlineOnly", true
	case "limitedavailability":
		return "LimitedAvailability", true
	case "madetoorder":
		return "MadeToOrder", true
	case "reserved":
		return "Reserved", true
	}
	return "", false
}

func dropJoins(r rune) rune {
	if r == ' ' || r == '\u00A0' || r == '-' || r == '_' {
		return -1
	}
	return r
}
