package cli

import "curtsy/internal/hours"

// windows is a flag's hours in which sites may be asked.
type windows string

// Set reads the windows, so that what is wrong is found before a site is asked anything.
func (w *windows) Set(text string) error {
	if _, err := hours.Parse(text); err != nil {
		return reasoned{err}
	}
	*w = windows(text)
	return nil
}

// String gives the windows as written.
func (w *windows) String() string { return string(*w) }

// Type names the kind of value, for completions.
func (w *windows) Type() string { return "hours" }

// reasoned is a reason that follows the value it is about.
type reasoned struct{ err error }

func (r reasoned) Error() string { return "names no hours: " + r.err.Error() }
