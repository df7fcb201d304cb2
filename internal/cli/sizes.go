package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// A byteCount is a flag's number of bytes: "500000", "64MB", "1.5GiB". Never 0.
type byteCount int64

// byteUnits are the units of a number of bytes, longest first.
var byteUnits = []struct {
	name  string
	bytes float64
}{
	{"kib", 1 << 10}, {"mib", 1 << 20}, {"gib", 1 << 30}, {"tib", 1 << 40},
	{"kb", 1e3}, {"mb", 1e6}, {"gb", 1e9}, {"tb", 1e12}, {"b", 1}, {"", 1},
}

// Set reads a number of bytes.
func (b *byteCount) Set(text string) error {
	number, unit := strings.ToLower(strings.TrimSpace(text)), 1.0
	for _, u := range byteUnits {
		if bare, ok := strings.CutSuffix(number, u.name); ok {
			number, unit = strings.TrimSpace(bare), u.bytes
			break
		}
	}
	value, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(value) || strings.ContainsAny(number, "xp_i") {
		return errors.New("is not a number of bytes; write 500000, 64MB or 1.5GiB")
	}
	if value *= unit; value < 1 || value > 1<<60 {
		return errors.New("is not between one byte and a million TiB")
	}
	*b = byteCount(value)
	return nil
}

// String gives the number.
func (b *byteCount) String() string { return strconv.FormatInt(int64(*b), 10) }

// Type names the kind of value, for completions.
func (b *byteCount) Type() string { return "bytes" }
