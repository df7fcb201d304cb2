package cli

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// longest is the longest a length of time may be: beyond it, it was a slip.
const longest = 366 * 24 * time.Hour

// A duration is a flag's length of time: "90s", "20ms", "1m30s", "7d" for days, or
// plain seconds such as "1.5". Never negative.
type duration time.Duration

// Set reads a length of time.
func (d *duration) Set(text string) error {
	value, err := time.ParseDuration(text)
	if err != nil {
		number, unit := text, 1.0
		if days, is := strings.CutSuffix(text, "d"); is {
			number, unit = days, (24 * time.Hour).Seconds()
		}
		seconds, wrong := strconv.ParseFloat(number, 64)
		seconds *= unit
		if wrong != nil || math.IsNaN(seconds) || math.IsInf(seconds, 0) {
			return errors.New("is not a length of time; write 90s, 20ms or plain seconds such as 1.5")
		}
		if math.Abs(seconds) > longest.Seconds() {
			return errors.New("is longer than a year")
		}
		value = time.Duration(math.Round(seconds * float64(time.Second)))
	}
	switch {
	case value < 0:
		return errors.New("is negative; no length of time is")
	case value > longest:
		return errors.New("is longer than a year")
	}
	*d = duration(value)
	return nil
}

// String gives the length as Go writes it.
func (d *duration) String() string { return time.Duration(*d).String() }

// Type names the kind of value, for completions.
func (d *duration) Type() string { return "duration" }
