package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"curtsy/address"
	"curtsy/internal/identity"
	"curtsy/robots"
)

// robotsCommand is "curtsy robots": exit 0 when every address is allowed, 1
// when one is not.
func robotsCommand(s *streams) *cobra.Command {
	set := newSettings()
	cmd := &cobra.Command{
		Use:   "robots (SITE | --file F) URL...",
		Short: "say whether robots.txt allows an address, and by which line",
		Example: `  curtsy robots https://shop.example/ /cart /p/1
  curtsy robots --file robots.txt --agent ExampleBot /cart /p/1
  curtsy robots --file robots.txt https://shop.example/cart --json`,
		Long: `robots says for each address whether robots.txt allows it, by which line of which group,
and how far apart the site wants its requests. With --file it costs the site nothing; with
SITE it asks for the site's robots.txt once, at its turn, or uses the copy kept from the last
day. Exit code 1: an address is not allowed.`,
		Args: cobra.ArbitraryArgs,
	}
	set.take(cmd, "file", "agent", "json", "contact", "proxy", "resolve", "home", "config")
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return s.judge(cmd, set, args) }
	return cmd
}

// A judgement is one line of "curtsy robots --json".
type judgement struct {
	URL     string  `json:"url"`
	Allowed bool    `json:"allowed"`
	Line    *int    `json:"line"` // null: no rule matched
	Rule    string  `json:"rule"`
	Group   string  `json:"group"`
	Delay   float64 `json:"delay"` // seconds; 0: none asked for
	File    string  `json:"file"`
}

func (s *streams) judge(cmd *cobra.Command, set *settings, args []string) error {
	if !cmd.Flags().Changed("file") {
		return s.judgeSite(cmd, set, args)
	}
	for _, name := range []string{"contact", "proxy", "resolve", "home"} {
		if cmd.Flags().Changed(name) {
			return mistakef("leave it out", "--%s means nothing with --file: no site is asked", name)
		}
	}
	if len(args) == 0 {
		return mistakef("curtsy robots --file robots.txt /cart", "robots needs an address to judge")
	}
	tokens, err := s.tokens(cmd, set)
	if err != nil {
		return err
	}
	body, err := s.readInput(string(set.file), robots.Bound+1)
	if err != nil {
		return err
	}
	file := robots.Parse(body)
	for _, note := range file.Notes() {
		s.say("%s: %s", clean(string(set.file)), clean(note.String()))
	}
	code := exitGave
	for _, text := range args {
		url, target, err := targetOf(text)
		if err != nil {
			return err
		}
		j := judgeBy(file, tokens, target)
		j.URL, j.File = url, string(set.file)
		if !j.Allowed {
			code = exitNothing
		}
		if err := s.writeJudgement(bool(set.asJSON), j); err != nil {
			return err
		}
	}
	if code != exitGave {
		return exitCode(code)
	}
	return nil
}

// tokens are who the file is judged for: the token --agent gives, alone, or with curtsy
// too when it gives a whole User-Agent; else the configured token and curtsy, as a crawl
// is.
func (s *streams) tokens(cmd *cobra.Command, set *settings) ([]string, error) {
	if cmd.Flags().Changed("agent") {
		who, err := identity.Parse(string(set.agent))
		if err != nil {
			return nil, mistakef("--agent ExampleBot", "--agent %q: %v", string(set.agent), err)
		}
		if who.Version != "" && who.Own() {
			return []string{who.Token, identity.Curtsy}, nil // a whole User-Agent, as a log has it: judged as a crawl is
		}
		return []string{who.Token}, nil
	}
	if err := set.settle(cmd, s); err != nil {
		return nil, err
	}
	who, err := set.whoAmI()
	if err != nil {
		return nil, err
	}
	if who.Own() {
		return []string{who.ProductToken(), identity.Curtsy}, nil
	}
	return []string{identity.Curtsy}, nil
}

// judgeBy asks for each token; the first that is refused decides, and the
// longest rest holds.
func judgeBy(file *robots.File, tokens []string, target string) judgement {
	var found judgement
	for i, token := range tokens {
		if i > 0 && !file.Names(token) {
			continue // only a group that names the second token binds the first
		}
		verdict := file.Judge(token, target)
		if i == 0 || found.Allowed && !verdict.Allowed {
			found.Allowed, found.Rule, found.Group, found.Line = verdict.Allowed, verdict.Rule, verdict.Group, nil
			if verdict.Line > 0 {
				found.Line = &verdict.Line
			}
		}
		if delay, asked := file.Delay(token); asked {
			found.Delay = max(found.Delay, delay.Every.Seconds())
		}
	}
	return found
}

// targetOf gives the address as asked and its path and query; a path alone
// stands for that path of the file's own site.
func targetOf(text string) (url, target string, err error) {
	parse, base := address.Parse, ""
	if strings.HasPrefix(text, "/") && !strings.HasPrefix(text, "//") {
		base = "http://site.invalid"
		site, err := address.Parse(base)
		if err != nil {
			return "", "", err
		}
		parse = site.Resolve
	}
	a, err := parse(text)
	if err != nil {
		return "", "", mistakef("curtsy robots --file robots.txt https://shop.example/cart", "%s", clean(err.Error()))
	}
	return strings.TrimPrefix(a.String(), base), a.Target(), nil
}

func (s *streams) writeJudgement(asJSON bool, j judgement) error {
	if asJSON {
		return s.writeJSON(j)
	}
	verdict := "refused"
	if j.Allowed {
		verdict = "allowed"
	}
	why := "no rule matches"
	switch {
	case j.Line != nil:
		why = fmt.Sprintf("line %d of group %s (%s)", *j.Line, clean(j.Group), clean(j.Rule))
	case j.Group == "":
		why = "no rule matches"
	}
	if j.Delay > 0 {
		why += fmt.Sprintf("; %g s between requests", j.Delay)
	}
	_, err := fmt.Fprintf(s.out, "%s %s: %s\n", verdict, j.URL, why)
	return err
}

// readInput reads a file, or the input stream for "-", up to most bytes.
func (s *streams) readInput(name string, most int64) ([]byte, error) {
	from := s.in
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, mistakef("", "%s: %v", clean(name), plainPathError(err))
		}
		defer file.Close()
		from = file
	}
	body, err := io.ReadAll(io.LimitReader(from, most))
	if err != nil {
		return nil, mistakef("", "%s: %v", clean(name), plainPathError(err))
	}
	return body, nil
}
