package identity

import (
	"runtime/debug"
	"strings"
	"testing"
)

func example() Agent {
	return Agent{Token: "ExampleBot", Version: "1.0", Page: "https://example.org/bot", Contact: "bot@example.org"}
}

func TestUserAgentSaysWhoIsAskingAndWithWhat(t *testing.T) {
	own := Curtsy + "/" + Version()
	for _, c := range []struct {
		agent      Agent
		want, from string
	}{
		{example(), "ExampleBot/1.0 (+https://example.org/bot; bot@example.org) " + own, "bot@example.org"},
		{Agent{Page: "https://example.org/bot", Contact: "bot@example.org"}, own + " (+https://example.org/bot; bot@example.org)", "bot@example.org"},
		{Agent{Token: "Curtsy", Version: "7", Contact: "bot@example.org"}, "Curtsy/7 (bot@example.org)", "bot@example.org"},
		{Agent{Contact: "https://example.org/write"}, own + " (https://example.org/write)", ""},
		{Agent{Page: "https://example.org/bot"}, own + " (+https://example.org/bot; loopback only)", ""},
		{Agent{}, own + " (loopback only)", ""},
	} {
		if err := c.agent.Check(); err != nil {
			t.Errorf("%+v: %v", c.agent, err)
		}
		if got := c.agent.UserAgent(); got != c.want {
			t.Errorf("User-Agent %q, want %q", got, c.want)
		}
		if got := c.agent.From(); got != c.from {
			t.Errorf("From %q, want %q", got, c.from)
		}
		if c.agent.Reachable() != (c.agent.Contact != "") {
			t.Errorf("%+v: Reachable is %v", c.agent, c.agent.Reachable())
		}
	}
}

func TestAnAgentThatCannotBeSentIsRefusedByPart(t *testing.T) {
	for _, c := range []struct {
		part string
		with func(*Agent, string)
		bad  []string
	}{
		{"token", func(a *Agent, s string) { a.Token = s }, []string{
			"Example Bot", "Bot2", "Bot/1", "Böt", "Bot\r\nX-Evil: 1", "*", "Mozilla", "chrome-reader", "Edge", strings.Repeat("b", 65),
		}},
		{"version", func(a *Agent, s string) { a.Version = s }, []string{
			"", "1 0", "1.0)", "1\n0", "1/2", "1.0-chrome", strings.Repeat("1", 33),
		}},
		{"page", func(a *Agent, s string) { a.Page = s }, []string{
			"example.org/bot", "ftp://example.org/", "https://", "https://me:pw@example.org/", "https://example.org/a b",
			"https://example.org/)", "https://example.org/;x", "https://example.org/\x1b[31m", "https://exämple.org/", "https://example.org/Safari",
			"javascript:alert(1)", "https://example.org/" + strings.Repeat("p", 300),
		}},
		{"contact", func(a *Agent, s string) { a.Contact = s }, []string{
			"bot", "bot@localhost", "bot@", "Bot <bot@example.org>", "mailto:bot@example.org", "bot@example.org\r\nBcc: x", "a@b@c.example",
			"bot@exa mple.org", "ftp://example.org/", "firefox@example.org", "bot@example..org", strings.Repeat("b", 250) + "@example.org",
		}},
		{"purpose", func(a *Agent, s string) { a.Purpose = s }, []string{"search\n", "zweck: prüfung", strings.Repeat("p", 201)}},
	} {
		for _, bad := range c.bad {
			a := example()
			c.with(&a, bad)
			problems := a.Problems()
			if len(problems) != 1 {
				t.Errorf("%s %q: %d problems, want 1: %v", c.part, bad, len(problems), problems)
				continue
			}
			if got := problems[0].(*Problem); got.Part != c.part {
				t.Errorf("%s %q: the problem is with the %s: %v", c.part, bad, got.Part, got)
			}
		}
	}
}

func TestWordsThatOnlyHoldABrowsersNameAreTaken(t *testing.T) {
	for _, token := range []string{"KnowledgeBot", "OperaHouseArchive", "BravePages"} {
		a := example()
		a.Token = token
		if err := a.Check(); err != nil {
			t.Errorf("%s: %v", token, err)
		}
	}
}

func TestAnAgentReadsBackFromItsUserAgent(t *testing.T) {
	for _, a := range []Agent{
		example(),
		{Token: "ExampleBot", Version: "1.0-rc.1", Contact: "bot@example.org"},
		{Token: "ExampleBot", Version: "2", Page: "https://example.org/bot", Contact: "https://example.org/write"},
		{Token: "Example_Bot", Version: "2", Page: "http://[2001:db8::1]:8080/bot?x=1"},
		{Token: "curtsy", Version: "9.9", Page: "https://example.org/bot", Contact: "bot@example.org"},
	} {
		got, err := Parse(a.UserAgent())
		if err != nil || got != a {
			t.Errorf("%q read back as %+v, %v; want %+v", a.UserAgent(), got, err, a)
		}
	}
}

func TestAnAgentMayBeNamedByItsTokenAlone(t *testing.T) {
	got, err := Parse("ExampleBot")
	if err != nil || got != (Agent{Token: "ExampleBot"}) {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestAUserAgentThatIsNotOursIsRefused(t *testing.T) {
	for _, text := range []string{
		"", " ", "/1.0", "ExampleBot/1.0 (+https://example.org/bot", "ExampleBot/1.0 (bot@example.org) Other/2",
		"ExampleBot/1.0 bot@example.org", "ExampleBot/1.0 (+https://a.example/; +https://b.example/)",
		"ExampleBot/1.0 (a@example.org; b@example.org)", "curtsy/1.0 (a@example.org) curtsy/2",
		"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36",
		"ExampleBot/1.0 (compatible)", "ExampleBot/1.0 (+https://example.org/bot; bot@example.org\x07)",
	} {
		if got, err := Parse(text); err == nil {
			t.Errorf("%q was taken as %+v", text, got)
		}
	}
}

func TestVersionIsTheTagAndNeverACommit(t *testing.T) {
	for version, want := range map[string]string{
		"v1.2.3":                              "1.2.3",
		"v1.2.3-rc.1":                         "1.2.3-rc.1",
		"(devel)":                             release,
		"":                                    release,
		"v0.0.0-20261130200000-0123456789ab":  release,
		"v1.2.4-0.20261130200000-0123456789a": release,
		"v1.2.3+dirty":                        release,
	} {
		main := &debug.BuildInfo{Main: debug.Module{Path: Curtsy, Version: version}}
		library := &debug.BuildInfo{
			Main: debug.Module{Path: "example.org/theirs", Version: "v9.9.9"},
			Deps: []*debug.Module{{Path: Curtsy, Version: version}},
		}
		for _, info := range []*debug.BuildInfo{main, library} {
			if got := versionOf(info); got != want {
				t.Errorf("%s built at %q: version %q, want %q", info.Main.Path, version, got, want)
			}
		}
	}
}

func FuzzWhatParseTakesIsSafeToSendAndReadsBack(f *testing.F) {
	f.Add(example().UserAgent())
	f.Add("ExampleBot/1.0 (x@y.zz) curtsy/1")
	f.Add("a (+http://h)")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Parse(text)
		if err != nil {
			return
		}
		if a.Version == "" {
			a.Version = "1.0"
		}
		if err := a.Check(); err != nil {
			t.Fatalf("%q was taken, yet: %v", text, err)
		}
		header := a.UserAgent()
		if i := strings.IndexFunc(header, func(r rune) bool { return r < ' ' || r > '~' }); i >= 0 {
			t.Fatalf("%q: byte %d of the User-Agent is not printable ASCII", header, i)
		}
		if again, err := Parse(header); err != nil || again != a {
			t.Fatalf("%q read back as %+v, %v; want %+v", header, again, err, a)
		}
	})
}
