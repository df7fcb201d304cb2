package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	_ "time/tzdata" // --hours names zones, on machines that have none too; 0.4 MB of 32

	"github.com/spf13/cobra"

	"curtsy/internal/identity"
)

// The exit codes, over a whole run.
const (
	exitGave        = 0   // a page gave something; a question was answered yes
	exitNothing     = 1   // pages were read and none gave anything; some answer was no
	exitNotStarted  = 2   // none could be read, or the command could not start
	exitInterrupted = 130 // stopped by the operator; everything written is intact
)

// streams is all a command has of the world outside its arguments.
type streams struct {
	in  io.Reader
	out io.Writer // data
	err io.Writer // talk
	env func(string) string
}

// Main runs one command line and gives its exit code. Args are without the
// program's name; env reads one variable of the environment, as os.Getenv does.
func Main(args []string, in io.Reader, out, err io.Writer, env func(string) string) int {
	defer keepPipes()()
	s := &streams{in: in, out: out, err: err, env: env}
	root := rootCommand(s)
	if mistaken := unknownCommand(root, args); mistaken != nil {
		return s.close(mistaken)
	}
	root.SetArgs(append([]string{}, args...)) // never nil, which would mean the process's own
	return s.close(root.Execute())
}

// keepPipes makes writing to a pipe that nobody reads an error, and no longer the end
// of the process, until the function it gives is called.
func keepPipes() func() {
	pipe := make(chan os.Signal, 1)
	signal.Notify(pipe, syscall.SIGPIPE)
	return func() { signal.Stop(pipe) }
}

// close turns what a command came to into its last words and its exit code.
func (s *streams) close(err error) int {
	var code exitCode
	var wrong *mistake
	switch {
	case err == nil:
		return exitGave
	case errors.As(err, &code):
		return int(code)
	case errors.Is(err, syscall.EPIPE):
		// Who read our output has gone; that is their choice and no failure.
		return exitGave
	case errors.As(err, &wrong):
		s.say("%s", wrong.text)
		if wrong.hint != "" {
			s.hint("%s", wrong.hint)
		}
	default:
		s.say("%s", clean(err.Error()))
	}
	return exitNotStarted
}

// An exitCode ends a command without a word: what there was to say is said.
type exitCode int

func (c exitCode) Error() string { return fmt.Sprintf("exit code %d", int(c)) }

// A mistake is what a person can mend: one sentence, and what to type instead.
type mistake struct {
	text string
	hint string // "" when nothing is sure to help
}

func (m *mistake) Error() string { return m.text }

func mistakef(hint, format string, args ...any) error {
	return &mistake{text: fmt.Sprintf(format, args...), hint: hint}
}

// say writes one line of talk.
func (s *streams) say(format string, args ...any) {
	fmt.Fprintf(s.err, "curtsy: %s\n", oneLine(fmt.Sprintf(format, args...)))
}

// hint writes what to type instead, after a line that said what is wrong.
func (s *streams) hint(format string, args ...any) {
	fmt.Fprintf(s.err, "curtsy: hint: %s\n", oneLine(fmt.Sprintf(format, args...)))
}

// oneLine keeps a sentence that quotes others on its line.
func oneLine(text string) string {
	return strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(strings.TrimSpace(text))
}

// rootCommand builds the whole command tree for one command line: nothing of
// it outlives the call.
func rootCommand(s *streams) *cobra.Command {
	root := &cobra.Command{
		Use:               "curtsy",
		Version:           identity.Version(),
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              cobra.ArbitraryArgs,
		RunE:              func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.SetIn(s.in)
	root.SetOut(s.out)
	root.SetErr(s.err)
	root.SetVersionTemplate("curtsy {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { io.WriteString(s.out, helpText(cmd)) })
	root.SetHelpCommand(helpCommand(s))
	root.AddCommand(commands(s)...)
	return root
}

// unknownCommand says so when the first argument names no command. Cobra would
// complain of the flags after it first.
func unknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") || strings.HasPrefix(args[0], "__complete") {
		return nil
	}
	names := []string{"help", "completion"}
	for _, cmd := range root.Commands() {
		names = append(names, cmd.Name())
	}
	for _, name := range names {
		if name == args[0] {
			return nil
		}
	}
	hint := "curtsy --help"
	if near := nearest(args[0], names); near != "" {
		hint = "curtsy " + near
	}
	return mistakef(hint, "there is no command %q", args[0])
}
