package cli

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"curtsy/address"
)

// addressCommand is "curtsy address": exit 0 when every reference is an
// address, 1 when one is not.
func addressCommand(s *streams) *cobra.Command {
	set := newSettings()
	cmd := &cobra.Command{
		Use:   "address REF...",
		Short: "print the one spelling of an address, or why it is none",
		Example: `  curtsy address HTTP://Shop.Example:80/a/../b
  curtsy address --base https://shop.example/docs/ ../p/1 '?page=2'
  curtsy address 'https://bücher.example/%7eme' --json`,
		Long: `address prints each reference as curtsy would ask for it, or says why it never would.
It costs the site nothing: no request is made. Exit code 1: a reference is no address.`,
		Args: needs(1, 1<<20, "a reference", "curtsy address https://shop.example/"),
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	set.take(cmd, "base", "json")
	cmd.RunE = func(_ *cobra.Command, args []string) error { return s.spell(set, args) }
	return cmd
}

// A spelling is one line of "curtsy address --json".
type spelling struct {
	Reference string  `json:"reference"`
	Address   *string `json:"address"` // null: refused
	Origin    *string `json:"origin"`
	Site      *string `json:"site"`
	Error     *string `json:"error"` // null: taken
}

func (s *streams) spell(set *settings, references []string) error {
	read := address.Parse
	if set.base != "" {
		base, err := address.Parse(string(set.base))
		if err != nil {
			return badValue("--base", "base", string(set.base), errors.New("is no address: "+reasonOf(err)))
		}
		read = base.Resolve
	}
	code := exitGave
	for _, reference := range references {
		a, err := read(reference)
		if err != nil {
			code = exitNothing
		}
		if err := s.spellOne(bool(set.asJSON), reference, a, err); err != nil {
			return err
		}
	}
	if code != exitGave {
		return exitCode(code)
	}
	return nil
}

func (s *streams) spellOne(asJSON bool, reference string, a address.Address, refused error) error {
	if !asJSON {
		if refused != nil {
			s.say("%s", clean(refused.Error()))
			return nil
		}
		_, err := fmt.Fprintln(s.out, a)
		return err
	}
	line := spelling{Reference: reference}
	if refused != nil {
		reason := reasonOf(refused)
		line.Reference = referenceOf(refused, reference)
		line.Error = &reason
	} else {
		text, origin, site := a.String(), string(a.Origin()), string(a.Site())
		line.Address, line.Origin, line.Site = &text, &origin, &site
	}
	return s.writeJSON(line)
}

// reasonOf is why a reference is no address, without the reference again.
func reasonOf(err error) string {
	var refused *address.Error
	if errors.As(err, &refused) {
		return refused.Reason
	}
	return err.Error()
}

// referenceOf is what was refused, without the password it may hold.
func referenceOf(err error, given string) string {
	var refused *address.Error
	if errors.As(err, &refused) {
		return refused.Reference
	}
	return given
}

// writeJSON writes one object on a line of its own, its text as it is.
func (s *streams) writeJSON(value any) error {
	encoder := json.NewEncoder(s.out)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}
