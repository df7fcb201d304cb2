package summary

import (
	"math/big"
	"strings"
	"unicode"

	"curtsy/internal/normal"
	"curtsy/page"
)

// oneNumber says whether a text holds just one number: one run of digits, with the
// marks that group and part them.
func oneNumber(text string) bool {
	runs, inside := 0, false
	for _, r := range text {
		switch {
		case unicode.IsDigit(r):
			if !inside {
				runs++
			}
			inside = true
		case !strings.ContainsRune(".,'’٫٬\u00A0\u202F\u2009 ", r):
			inside = false
		}
	}
	return runs == 1
}

func sameAmount(a, b page.Answer) bool {
	if a.Value == "" || b.Value == "" {
		return false
	}
	if a.Value == b.Value {
		return true
	}
	x, xok := normal.Amount(a.Value, "")
	y, yok := normal.Amount(b.Value, "")
	if !xok || !yok {
		return fold(a.Value) == fold(b.Value)
	}
	return !lessAmount(x, y) && !lessAmount(y, x)
}

// otherAmount says whether two amounts differ beyond doubt.
func otherAmount(a, b page.Answer) bool {
	_, aok := normal.Amount(a.Value, "")
	_, bok := normal.Amount(b.Value, "")
	return aok && bok && !sameAmount(a, b)
}

// lessAmount compares two normalised amounts.
func lessAmount(a, b string) bool {
	x, xok := new(big.Rat).SetString(a)
	y, yok := new(big.Rat).SetString(b)
	return xok && yok && x.Cmp(y) < 0
}

func isZero(text string) bool {
	amount, ok := normal.Amount(text, "")
	return ok && strings.Trim(amount, "0.-") == ""
}
