package cli

import (
	"fmt"
	"time"
)

// spell writes a length of time as a person would: "0.4 s", "1 min 12 s".
func spell(d time.Duration) string {
	if d < 10*time.Second {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	d = d.Round(time.Second)
	if d < time.Minute {
		return fmt.Sprintf("%d s", int(d/time.Second))
	}
	if d < time.Hour {
		return parts(int(d/time.Minute), "min", int(d/time.Second)%60, "s")
	}
	return parts(int(d/time.Hour), "h", int(d/time.Minute)%60, "min")
}

func parts(greater int, unit string, less int, lessUnit string) string {
	if less == 0 {
		return fmt.Sprintf("%d %s", greater, unit)
	}
	return fmt.Sprintf("%d %s %d %s", greater, unit, less, lessUnit)
}

// size writes a number of bytes as a person would: "812 B", "16 MiB".
func size(n int64) string {
	amount, units := float64(n), []string{"B", "KiB", "MiB", "GiB", "TiB"}
	for amount >= 1024 && len(units) > 1 {
		amount /= 1024
		units = units[1:]
	}
	if units[0] == "B" || amount >= 10 {
		return fmt.Sprintf("%.0f %s", amount, units[0])
	}
	return fmt.Sprintf("%.1f %s", amount, units[0])
}

// plural writes a count with its noun.
func plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
