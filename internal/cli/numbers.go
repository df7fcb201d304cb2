package cli

import (
	"errors"
	"fmt"
	"math"
	"strconv"
)

// A fraction is a flag's share of something: 0 to 1.
type fraction float64

// Set reads a number from 0 to 1.
func (f *fraction) Set(text string) error {
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(value) || value < 0 || value > 1 {
		return errors.New("is not a number from 0 to 1")
	}
	*f = fraction(value)
	return nil
}

// String gives the number.
func (f *fraction) String() string { return strconv.FormatFloat(float64(*f), 'g', -1, 64) }

// Type names the kind of value, for completions.
func (f *fraction) Type() string { return "fraction" }

// A count is a flag's whole number within bounds of its own.
type count struct {
	value       int
	least, most int
}

// Set reads a whole number within the bounds.
func (c *count) Set(text string) error {
	value, err := strconv.Atoi(text)
	if err != nil || value < c.least || value > c.most {
		return fmt.Errorf("is not a whole number from %d to %d", c.least, c.most)
	}
	c.value = value
	return nil
}

// String gives the number.
func (c *count) String() string { return strconv.Itoa(c.value) }

// Type names the kind of value, for completions.
func (c *count) Type() string { return "count" }
