package visible

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"curtsy/internal/normal"
	"curtsy/internal/tree"
)

// mostPrices is how often a page about one thing says its price: at its head, beside
// the button, and in a bar that stays in view. A list says one for each thing.
const mostPrices = 3

func classPrice(s *sight) []candidate {
	return s.prices(func(c spot) bool {
		return c.zone&inPriceClass != 0 && (c.article == s.entitled.article || s.articles <= 1)
	})
}

func nearPrice(s *sight) []candidate { return s.prices(s.near) }

// prices gives the prices that stand where one asks, unless they are of a list, or a
// bound kept some from being seen. One that is not the thing's own is left out.
func (s *sight) prices(here func(spot) bool) []candidate {
	if s.entitled == nil || s.cut {
		return nil
	}
	var all []candidate
	for _, c := range s.numbers {
		if c.zone&(inStruck|inLink) != 0 || !here(c) || leadsToOther(c.before) {
			continue
		}
		if found, ok := s.priceOf(c); ok {
			all = append(all, found)
		}
	}
	if len(all) > mostPrices {
		return nil
	}
	return all
}

// priceOf reads the price that a text with digits is part of: the text's element, or
// one of the three around it. Digits of one price stand in one text: where cents are
// raised and the sign before them is only drawn, "41" and "90" would be 4190.
func (s *sight) priceOf(c spot) (candidate, bool) {
	n := c.node
	for range 4 {
		if n == nil || n.Type != html.ElementNode {
			break
		}
		text := whole(n)
		if text == "" || digits(text) != digits(c.text) {
			break
		}
		if normal.Priced(text) {
			if saysOther(wordsOf(text)) || isPartOf(behind(n)) {
				break
			}
			amount, _ := normal.Amount(text, s.language)
			return candidate{n, text, amount}, true
		}
		n = n.Parent
	}
	return candidate{}, false
}

func digits(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// leadsToOther says whether the last words before a price make it another price than
// the thing's own. Words before an earlier number are that number's.
func leadsToOther(before string) bool {
	if at := strings.LastIndexFunc(before, unicode.IsDigit); at >= 0 {
		before = before[at:]
	}
	all := wordsOf(before)
	return saysOther(all[max(0, len(all)-2):])
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
}

// saysOther says whether a word makes a price another than the thing's own: one it
// begins at, one it had, one for members, what is saved, what the way costs.
func saysOther(all []string) bool {
	for _, word := range all {
		switch word {
		case "from", "ab", "partir", "desde", "da", "od", "vanaf", "fra", "från", "от", "starting", "starts", "bis", "to",
			"was", "statt", "war", "rrp", "msrp", "uvp", "list", "regular", "original", "originally", "old", "before", "previously", "avant", "antes", "prima", "bisher", "voor", "før",
			"member", "members", "mitglied", "mitglieder", "mitgliederpreis", "club", "prime", "card", "karte", "abonnenten", "subscribers", "adhérent", "adhérents", "socios", "soci",
			"save", "saving", "savings", "spare", "sparen", "ersparnis", "rabatt", "discount", "off", "économisez", "ahorra", "risparmi",
			"shipping", "versand", "versandkosten", "livraison", "delivery", "envío", "spedizione", "verzending", "over", "über", "deposit", "kaution", "pfand",
			"monthly", "monatlich", "month", "rate", "per", "pro":
			return true
		}
	}
	return false
}

// isPartOf says whether what follows a price makes it the price of a part: of a month,
// of a kilogram.
func isPartOf(text string) bool {
	if strings.HasPrefix(text, "/") {
		return true
	}
	word, _, _ := strings.Cut(strings.ToLower(text), " ")
	switch strings.Trim(word, ".,:") {
	case "per", "pro", "je", "par", "al", "por", "each", "mtl", "monatlich", "monthly", "month", "mo", "off", "saved", "gespart", "rabatt", "and", "up":
		return true
	}
	return false
}

// behind gives the text that follows an element, within the two elements around it.
func behind(n *html.Node) string {
	for range 3 {
		for e, near := n.NextSibling, 0; e != nil && near < 8; e, near = e.NextSibling, near+1 {
			text := ""
			switch e.Type {
			case html.TextNode:
				text = strings.TrimSpace(e.Data)
			case html.ElementNode:
				if tree.IsBlock(e) {
					return ""
				}
				text = whole(e)
			}
			if text != "" {
				return text
			}
		}
		if n = n.Parent; n == nil || tree.IsBlock(n) {
			return ""
		}
	}
	return ""
}
