package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// take gives cmd the flags it uses, by name, out of settings.all.
func (s *settings) take(cmd *cobra.Command, names ...string) {
	flags := cmd.Flags()
	flags.SortFlags = false
	for _, setting := range s.all() {
		if !slices.Contains(names, setting.name) {
			continue
		}
		flag := flags.VarPF(setting.value, setting.name, setting.short, setting.doc)
		if setting.holds == "" {
			flag.NoOptDefVal = "true"
		}
	}
	flags.BoolP("help", "h", false, "say what the command does")
}

// flagError says in one sentence what is wrong with a flag, and in the hint
// what to type instead.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var bare *pflag.ValueRequiredError
	var bad *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		return unknownFlag(cmd, unknown)
	case errors.As(err, &bare):
		setting, _ := newSettings().flag(bare.GetFlag().Name)
		return mistakef(setting.written(), "--%s needs a value", setting.name)
	case errors.As(err, &bad):
		return badValue("--"+bad.GetFlag().Name, bad.GetFlag().Name, bad.GetValue(), bad.Unwrap())
	default:
		return mistakef(cmd.CommandPath()+" --help", "%s", clean(err.Error()))
	}
}

// badValue says what is wrong with a value given at a place: a flag, a
// variable, a line of the file.
func badValue(place, name, value string, reason error) error {
	setting, known := newSettings().flag(name)
	if !known || setting.secret {
		return mistakef(setting.written(), "%s %v", place, reason)
	}
	return mistakef(setting.written(), "%s %q %v", place, value, reason)
}

// written is the flag as it could be typed.
func (s setting) written() string {
	if s.name == "" || s.holds == "" {
		return ""
	}
	return "--" + s.name + " " + s.example
}

func unknownFlag(cmd *cobra.Command, unknown *pflag.NotExistError) error {
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		return mistakef(cmd.CommandPath()+" --help", "%s has no -%s", cmd.Name(), clean(unknown.GetSpecifiedName()))
	}
	name := unknown.GetSpecifiedName()
	if takers := takersOf(cmd.Root(), name); len(takers) > 0 {
		return mistakef(cmd.CommandPath()+" --help", "%s takes no --%s: it is for %s", cmd.Name(), name, list(takers, "and"))
	}
	var known []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { known = append(known, flag.Name) })
	hint := cmd.CommandPath() + " --help"
	if near := nearest(name, known); near != "" {
		hint = "--" + near
	}
	return mistakef(hint, "%s has no --%s", cmd.Name(), clean(name))
}

// takersOf names the commands that have the flag.
func takersOf(root *cobra.Command, name string) []string {
	var takers []string
	for _, cmd := range root.Commands() {
		if cmd.Flags().Lookup(name) != nil && name != "help" {
			takers = append(takers, cmd.Name())
		}
	}
	return takers
}

// needs refuses a command line with fewer or more arguments than the command
// has a use for.
func needs(least, most int, what, example string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < least:
			return mistakef(example, "%s needs %s", cmd.Name(), what)
		case len(args) > most:
			return mistakef(example, "%s takes %s; %q is one too many", cmd.Name(), what, args[most])
		}
		return nil
	}
}

// together refuses two flags that disagree, by name.
func together(cmd *cobra.Command, pairs ...[2]string) error {
	for _, pair := range pairs {
		if cmd.Flags().Changed(pair[0]) && cmd.Flags().Changed(pair[1]) {
			return mistakef("leave one of them out", "--%s and --%s disagree", pair[0], pair[1])
		}
	}
	return nil
}

// alone refuses a flag that means nothing without another.
func alone(cmd *cobra.Command, flag, without string) error {
	if cmd.Flags().Changed(flag) && !cmd.Flags().Changed(without) {
		setting, _ := newSettings().flag(without)
		hint := "--" + without
		if setting.holds != "" {
			hint = setting.written()
		}
		return mistakef(hint, "--%s needs --%s", flag, without)
	}
	return nil
}

// completions offers the words a flag takes to the shell.
func (s *settings) completions(cmd *cobra.Command) {
	for _, setting := range s.all() {
		words := []string(nil)
		switch value := setting.value.(type) {
		case *choice:
			words = value.of
		case *choices:
			words = value.of
		}
		if words != nil && setting.name != "" && cmd.Flags().Lookup(setting.name) != nil {
			// The only error is a flag that is not there, or there twice.
			_ = cmd.RegisterFlagCompletionFunc(setting.name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
		}
	}
}

// usage is a setting's column in help: "-o, --out FILE".
func (s setting) usage() string {
	var b strings.Builder
	if s.short != "" {
		fmt.Fprintf(&b, "-%s, ", s.short)
	}
	b.WriteString("--" + s.name)
	if s.holds != "" {
		b.WriteString(" " + s.holds)
	}
	return b.String()
}
