package curtsy

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"curtsy/internal/conform"
	"curtsy/internal/simweb"
	"curtsy/page"
)

var update = flag.Bool("update", false, "write the golden members of the conversations anew")

// TestConversations plays every file of testdata/conversations in virtual time: its
// sites, its commands, then what the sites saw ("log"), what their owners would say
// ("complaints") and what was written ("lines").
//
// A command is a line of "do": fetch, map, crawl or batch, its addresses, and options as
// key=value. Lines after one another run one after another; a line that ends in "&"
// runs beside the next.
func TestConversations(t *testing.T) {
	files, err := filepath.Glob("testdata/conversations/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no conversations: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]string{}
			synctest.Test(t, func(t *testing.T) { got = play(t, text) })
			conversation, err := simweb.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			conversation.Web.Close()
			if *update {
				rewrite(t, file, string(text), conversation, got)
				return
			}
			for _, member := range conversation.Members {
				if member.Name == "do" {
					continue
				}
				if diff := cmp.Diff(member.Text, got[member.Name]); diff != "" {
					t.Errorf("%s: %s (-want +got):\n%s", strings.TrimSpace(conversation.Comment), member.Name, diff)
				}
			}
		})
	}
}

// play runs a conversation and gives its members as they came out.
func play(t *testing.T, text []byte) map[string]string {
	t.Helper()
	conversation, err := simweb.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	defer conversation.Web.Close()
	script, ok := conversation.Member("do")
	if !ok {
		t.Fatal("the conversation has no member \"do\"")
	}
	start := time.Now()
	var lines strings.Builder
	wait := []chan struct{}{}
	least := time.Second
	kept := newMemory()
	for _, command := range strings.Split(strings.TrimSpace(script), "\n") {
		command, beside := strings.CutSuffix(strings.TrimSpace(command), "&")
		c := parseCommand(t, command)
		if c.options.Delay == None {
			least = 0
		}
		if !beside {
			for _, done := range wait {
				<-done
			}
			wait = nil
			lines.WriteString(c.run(t, conversation.Web, &kept))
			continue
		}
		done := make(chan struct{})
		wait = append(wait, done)
		go func() { defer close(done); c.run(t, conversation.Web, &kept) }()
	}
	for _, done := range wait {
		<-done
	}
	log := conversation.Web.Log()
	return map[string]string{
		"log":        simweb.Format(log, start),
		"lines":      lines.String(),
		"complaints": strings.Join(append(simweb.Complaints(log, least), ""), "\n"),
	}
}

// A command is one line of a conversation's "do".
type command struct {
	name      string
	addresses []string
	options   Options
	agent     Agent
	after     time.Duration
	cancel    time.Duration
}

func parseCommand(t *testing.T, text string) command {
	t.Helper()
	words := strings.Fields(text)
	c := command{
		name: words[0], options: Options{Jitter: None},
		agent: Agent{Token: "ExampleBot", Version: "1.0", Page: "https://example.org/bot", Contact: "bot@example.org"},
	}
	for _, word := range words[1:] {
		key, value, option := strings.Cut(word, "=")
		if !option || strings.Contains(key, "/") {
			c.addresses = append(c.addresses, word)
			continue
		}
		if err := c.set(key, value); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
	}
	return c
}

func (c *command) set(key, value string) (err error) {
	o := &c.options
	switch key {
	case "delay":
		o.Delay, err = time.ParseDuration(value)
	case "max-delay":
		o.MaxDelay, err = time.ParseDuration(value)
	case "jitter":
		o.Jitter, err = strconv.ParseFloat(value, 64)
	case "attempts":
		o.Attempts, err = strconv.Atoi(value)
	case "sites":
		o.Sites, err = strconv.Atoi(value)
	case "max-pages":
		o.MaxPages, err = strconv.Atoi(value)
	case "max-depth":
		o.MaxDepth, err = strconv.Atoi(value)
	case "time-budget":
		o.TimeBudget, err = time.ParseDuration(value)
	case "include":
		o.Include = append(o.Include, value)
	case "exclude":
		o.Exclude = append(o.Exclude, value)
	case "any-site":
		o.AnySite = true
	case "no-sitemap":
		o.NoSitemap = true
	case "order":
		o.Order = value
	case "first-visit":
		o.FirstVisit = value
	case "per-machine":
		o.PerMachine, err = strconv.Atoi(value)
	case "site-requests":
		o.SiteRequests, err = strconv.Atoi(value)
	case "site-bytes":
		o.SiteBytes, err = strconv.ParseInt(value, 10, 64)
	case "max-bytes":
		o.MaxBytes, err = strconv.ParseInt(value, 10, 64)
	case "hours":
		o.Hours = value
	case "respect":
		o.Respect = append(o.Respect, value)
	case "header":
		name, text, _ := strings.Cut(value, ":")
		o.Header = map[string][]string{name: {text}}
	case "limit":
		o.Limit, err = strconv.Atoi(value)
	case "state":
		o.State = value
	case "resume":
		o.Resume = true
	case "home":
		o.Home = value
	case "token":
		c.agent.Token = value
	case "contact":
		c.agent.Contact = value
	case "after":
		c.after, err = time.ParseDuration(value)
	case "cancel":
		c.cancel, err = time.ParseDuration(value)
	default:
		err = fmt.Errorf("no option %q", key)
	}
	return err
}

// run does the command and gives its lines in the short form of the golden files.
func (c command) run(t *testing.T, web *simweb.Web, kept *memory) string {
	t.Helper()
	time.Sleep(c.after)
	ctx := context.Background()
	if c.cancel > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.cancel)
		defer cancel()
	}
	c.options.RootCAs = web.CertPool()
	crawler, err := newCrawler(c.agent, &c.options, network{dial: web.Dial, memory: kept})
	if err != nil {
		return "error: " + err.Error() + "\n"
	}
	defer crawler.Close()
	var lines strings.Builder
	show := func(p *page.Page) { lines.WriteString(short(t, p)) }
	switch c.name {
	case "fetch":
		p, err := crawler.Fetch(ctx, c.addresses[0])
		if err != nil {
			return "error: " + err.Error() + "\n"
		}
		show(p)
	case "map":
		m, err := crawler.Map(ctx, c.addresses[0])
		text, _ := json.MarshalIndent(m, "", " ")
		fmt.Fprintf(&lines, "%s\n", text)
		if err != nil {
			fmt.Fprintf(&lines, "error: %v\n", err)
		}
	case "crawl", "batch":
		run := crawler.Crawl(c.addresses...)
		if c.name == "batch" {
			run = crawler.Batch(slices.Values(c.addresses))
		}
		for p := range run.Pages(ctx) {
			show(p)
		}
		if err := run.Err(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
			fmt.Fprintf(&lines, "error: %v\n", err)
		}
		fmt.Fprintf(&lines, "stopped: %s\n", run.Report().Stopped)
		for _, l := range run.Report().Left {
			fmt.Fprintf(&lines, "left: %d %s, such as %s\n", l.Count, l.Name, l.Example)
		}
		for _, b := range run.Report().Blocked {
			fmt.Fprintf(&lines, "blocked: %s, to be written to at %q\n", b.Site, b.Contact)
		}
	default:
		t.Fatalf("no command %q", c.name)
	}
	return lines.String()
}

// short is a page on one line for people, after its real line has passed the schema.
func short(t *testing.T, p *page.Page) string {
	t.Helper()
	line, err := p.Line()
	if err != nil {
		t.Error(err)
	}
	conform.Line(t, line)
	var b strings.Builder
	fmt.Fprintf(&b, "%d %s %s", p.N, p.Via, p.URL)
	if p.Fetch != nil {
		fmt.Fprintf(&b, " %d", p.Fetch.Status)
	}
	for _, retry := range p.Retries {
		fmt.Fprintf(&b, " (%s, again after %.3f s)", retry.Reason, retry.After)
	}
	if p.Err != nil {
		failure := p.Err.(*page.Error)
		fmt.Fprintf(&b, " %s: %s", failure.Code, failure.Message)
		if !failure.After.IsZero() && failure.Class == page.Refused {
			fmt.Fprintf(&b, " (after %s)", failure.After.UTC().Format(time.RFC3339))
		}
	}
	if len(p.LeftOut) > 0 {
		fmt.Fprintf(&b, " left out %v", p.LeftOut)
	}
	return b.String() + "\n"
}

// rewrite puts what came out into the golden members a conversation has.
func rewrite(t *testing.T, file, text string, conversation *simweb.Conversation, got map[string]string) {
	t.Helper()
	for _, member := range conversation.Members {
		if member.Name == "do" {
			continue
		}
		marker := "-- " + member.Name + " --\n"
		head, rest, ok := strings.Cut(text, marker)
		if !ok {
			t.Fatalf("%s has no %q", file, marker)
		}
		text = head + marker + got[member.Name] + strings.TrimPrefix(rest, member.Text)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
