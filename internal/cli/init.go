package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"curtsy/internal/identity"
)

// initCommand is "curtsy init".
func initCommand(s *streams) *cobra.Command {
	set := newSettings()
	cmd := &cobra.Command{
		Use:   "init",
		Short: "write down who you are, once",
		Example: `  curtsy init                                   # asks
  curtsy init --contact bot@example.org --page https://example.org/bot
  curtsy init --token ExampleBot --version 1.0 --contact bot@example.org --force`,
		Long: `init writes your identity to the configuration file, so that every site you read can
recognise you in one log line and reach you in one e-mail. On a terminal it asks for what the
flags leave out. Without a contact no public address is asked.
It costs no site anything: no request is made.`,
		Args: needs(0, 0, "no argument", "curtsy init --contact bot@example.org"),
	}
	set.take(cmd, "token", "version", "page", "contact", "purpose", "config", "force")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return s.initialise(set) }
	return cmd
}

func (s *streams) initialise(set *settings) error {
	path, _, err := set.configPath(s)
	if err != nil {
		return err
	}
	there, err := readConfig(path, false)
	if err != nil {
		return err
	}
	if there.named() && !bool(set.force) {
		return mistakef("curtsy init --force replaces it", "%s already holds an identity", path)
	}
	who := identity.Agent{
		Token: string(set.token), Version: string(set.version), Page: string(set.page),
		Contact: string(set.contact), Purpose: string(set.purpose),
	}
	if terminal(s.in) && terminal(s.err) {
		if who, err = s.interview(who); err != nil {
			return err
		}
	}
	if who.Own() && who.Version == "" {
		who.Version = "1.0"
	}
	if who.Contact == "" {
		return mistakef("curtsy init --contact bot@example.org --page https://example.org/bot", "no contact: a site must be able to reach who is asking")
	}
	if err := who.Check(); err != nil {
		var problem *identity.Problem
		errors.As(err, &problem)
		setting, _ := set.flag(problem.Part)
		return mistakef(setting.written(), "--%s %s", problem.Part, problem.Reason)
	}
	if err := writeIdentity(path, who); err != nil {
		return err
	}
	s.say("identity written to %s; this is what a site will see:", path)
	if who.Page == "" {
		s.hint("--page URL: a site owner likes to read what you do before writing to you")
	}
	if from := who.From(); from != "" {
		_, err = fmt.Fprintf(s.out, "User-Agent: %s\nFrom: %s\n", who.UserAgent(), from)
	} else {
		_, err = fmt.Fprintf(s.out, "User-Agent: %s\n", who.UserAgent())
	}
	return err
}

// named says whether the file holds any part of an identity.
func (f *configFile) named() bool {
	for key := range f.keys {
		if strings.HasPrefix(key, "identity.") {
			return true
		}
	}
	return false
}

// terminal says whether a stream is one a person sits at.
func terminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// interview asks for what the flags left out, each until it is good. The
// questions go to the error stream, as all talk does.
func (s *streams) interview(who identity.Agent) (identity.Agent, error) {
	lines := bufio.NewReader(io.LimitReader(s.in, 1<<16))
	for _, question := range []struct {
		part, text string
		answer     *string
		must       bool
	}{
		{"contact", "e-mail address or URL where a person answers", &who.Contact, true},
		{"page", "page about your crawler (a URL; none: empty)", &who.Page, false},
		{"token", "name robots.txt may call you by (none of your own: empty)", &who.Token, false},
		{"version", "version of your crawler (1.0: empty)", &who.Version, false},
		{"purpose", "what the pages are for, such as search (unsaid: empty)", &who.Purpose, false},
	} {
		for *question.answer == "" && !(question.part == "version" && !who.Own()) {
			fmt.Fprintf(s.err, "curtsy: %s: ", question.text)
			line, err := lines.ReadString('\n')
			if err != nil && line == "" {
				return who, mistakef("curtsy init --contact bot@example.org", "the answers ended before the %s", question.part)
			}
			*question.answer = strings.TrimSpace(line)
			if reason := wrongIn(who, question.part); reason != "" {
				s.say("%s %s", question.part, reason)
				*question.answer = ""
				continue
			}
			if !question.must {
				break
			}
		}
	}
	return who, nil
}

// wrongIn is what is wrong with one part of who, or "". A version may still
// be missing.
func wrongIn(who identity.Agent, part string) string {
	for _, err := range who.Problems() {
		var problem *identity.Problem
		if errors.As(err, &problem) && problem.Part == part && (part != "version" || who.Version != "") {
			return problem.Reason
		}
	}
	return ""
}
