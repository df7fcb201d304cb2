package curtsy_test

import (
	"bytes"
	"crypto/x509"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"curtsy/internal/cli"
	"curtsy/internal/simweb"
)

// fillDocs writes what a session printed under those of its commands that show nothing.
var fillDocs = flag.Bool("fill-docs", false, "write the output of sessions in the documentation that show none")

// TestDocsSessions runs every session the documentation shows. A session is a fenced
// block that begins with "$ curtsy "; the blocks of one page are one person's, in order,
// in a folder of their own, who has run curtsy init before (but in docs/identity.md).
// The sites are those of curtsy try without their delays, reached by a --resolve that
// is not shown, asked 5 ms apart. Beside sessions there are
//
//	```json           after a session: a part of the JSON its last command printed
//	```text FILE      a file: one a command wrote is compared, any other is written
//	```text access.log   what the sites wrote in their logs since the page began
//
// In what is shown "..." is any text in a line, and alone on a line any lines; in JSON
// "..." is any value, and at a list's end the rest of it. Seconds, sizes on the wire,
// instants and the person's home are not compared.
func TestDocsSessions(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the sessions show Linux's places and words")
	}
	web, at := practise(t)
	for _, path := range docs(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(text, []byte("\n$ curtsy ")) {
			continue
		}
		full, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(path, func(t *testing.T) {
			web.ClearLog()
			reader := &docReader{t: t, path: path, home: t.TempDir(), web: web, at: at}
			reader.moveIn(filepath.Base(path) != "identity.md")
			filled := reader.read(string(text))
			if *fillDocs {
				if err := os.WriteFile(full, []byte(filled), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// docs lists the pages that are this test's to judge.
func docs(t *testing.T) []string {
	t.Helper()
	paths, err := filepath.Glob("docs/*.md")
	if err != nil || len(paths) == 0 {
		t.Fatal("no documentation is found", err)
	}
	return append(paths, "README.md")
}

// playing is the web of every session, and where it is reached. It outlives the test:
// its authority is trusted once for the whole process.
var playing = sync.OnceValues(func() (*simweb.Web, string) {
	web := simweb.Practice()
	for site, rules := range map[string]string{
		"shop.example":    "User-agent: *\nDisallow: /cart\nDisallow: /*?sort=\nAllow: /cart/help\n\nSitemap: https://shop.example/sitemap.xml\n",
		"library.example": "User-agent: *\nAllow: /\n",
		"events.example":  "User-agent: *\nAllow: /\n",
	} {
		web.Put(site+"/robots.txt", simweb.Page{Body: rules})
	}
	at, err := web.Listen("")
	if err != nil {
		panic(err)
	}
	x509.SetFallbackRoots(web.CertPool())
	return web, at.String()
})

func practise(t *testing.T) (*simweb.Web, string) {
	t.Helper()
	// The binary believes the system's authorities; here the practice web's stand for them.
	t.Setenv("GODEBUG", "x509usefallbackroots=1")
	return playing()
}

// identityFile is where the person's configuration stands, in their home.
const identityFile = ".config/curtsy/config.toml"

// A docReader reads one page as its person would work through it.
type docReader struct {
	t    *testing.T
	path string
	home string
	web  *simweb.Web
	at   string

	code    int             // of the last command
	printed []byte          // by the last command, on its output stream
	wrote   map[string]bool // files that commands wrote
}

// moveIn makes the person's home.
func (r *docReader) moveIn(known bool) {
	r.t.Helper()
	r.wrote = map[string]bool{}
	r.t.Chdir(r.home)
	if known {
		r.command("curtsy init --token ExampleBot --version 1.0 --page https://example.org/bot --contact bot@example.org")
	}
}

var fence = regexp.MustCompile("^```(\\w*)(?: (\\S+))?$")

// read works through the page, and gives it with what was not shown filled in.
func (r *docReader) read(text string) string {
	lines := strings.Split(text, "\n")
	var filled []string
	for i := 0; i < len(lines); i++ {
		filled = append(filled, lines[i])
		opened := fence.FindStringSubmatch(lines[i])
		if opened == nil {
			if strings.HasPrefix(lines[i], "$ curtsy ") {
				r.t.Errorf("%s, line %d: a session that its block does not begin with", r.path, i+1)
			}
			continue
		}
		end := i + 1 + slices.Index(lines[i+1:], "```")
		if end <= i {
			r.t.Fatalf("%s, line %d: the block has no end", r.path, i+1)
		}
		filled = append(filled, r.block(i+1, opened[1], opened[2], lines[i+1:end])...)
		filled = append(filled, lines[end])
		i = end
	}
	return strings.Join(filled, "\n")
}

func (r *docReader) block(line int, language, name string, body []string) []string {
	shown := strings.Join(append(slices.Clone(body), ""), "\n")
	switch {
	case len(body) > 0 && strings.HasPrefix(body[0], "$ curtsy "):
		return r.session(line, body)
	case name == "access.log":
		var log bytes.Buffer
		if err := simweb.WriteCombined(&log, r.web.Log()); err != nil {
			r.t.Fatal(err)
		}
		if *fillDocs && len(body) == 0 {
			return linesOf(log.String())
		}
		r.compare(line, shown, log.String())
	case name != "" && r.wrote[name]:
		got, err := os.ReadFile(name)
		if err != nil {
			r.t.Fatalf("%s, line %d: %v", r.path, line, err)
		}
		if *fillDocs && len(body) == 0 {
			return linesOf(string(got))
		}
		r.compare(line, shown, string(got))
	case name != "":
		if err := os.WriteFile(name, []byte(shown), 0o600); err != nil {
			r.t.Fatal(err)
		}
	case language == "json":
		first, _, _ := bytes.Cut(r.printed, []byte("\n"))
		if *fillDocs && len(body) == 0 {
			var b bytes.Buffer
			if err := json.Indent(&b, first, "", "  "); err != nil {
				r.t.Fatal(err)
			}
			return linesOf(b.String())
		}
		r.compareJSON(line, shown, first)
	}
	return body
}

func linesOf(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }

// session runs the commands of a block and compares what each prints.
func (r *docReader) session(line int, body []string) (filled []string) {
	for i := 0; i < len(body); {
		next := i + 1
		for next < len(body) && !strings.HasPrefix(body[next], "$ ") {
			next++
		}
		got := r.command(strings.TrimPrefix(body[i], "$ "))
		filled = append(filled, body[i:next]...)
		if *fillDocs && next == i+1 && got != "" {
			filled = append(filled, linesOf(r.settled(got))...)
		} else {
			r.compare(line+i+1, strings.Join(append(slices.Clone(body[i+1:next]), ""), "\n"), got)
		}
		i = next
	}
	return filled
}

var word = regexp.MustCompile(`'[^']*'|"[^"]*"|[^\s'"]+`)

// command runs one line of a session: commands of curtsy in a pipe, "cat FILE" and
// "echo $?"; "> FILE" and "< FILE" redirect. It gives what a terminal would show.
func (r *docReader) command(text string) string {
	r.t.Helper()
	text, _, _ = strings.Cut(text, "  #")
	var screen bytes.Buffer
	piped := []byte(nil)
	for stage := range strings.SplitSeq(text, " | ") {
		words := word.FindAllString(stage, -1)
		for i, w := range words {
			words[i] = strings.Trim(w, `'"`)
		}
		in, into := io.Reader(bytes.NewReader(piped)), ""
		for len(words) > 2 && (words[len(words)-2] == ">" || words[len(words)-2] == "<") {
			name := words[len(words)-1]
			if words[len(words)-2] == ">" {
				into = name
			} else if given, err := os.ReadFile(name); err != nil {
				r.t.Fatal(err)
			} else {
				in = bytes.NewReader(given)
			}
			words = words[:len(words)-2]
		}
		var out bytes.Buffer
		last := strings.HasSuffix(text, stage) && into == ""
		switch words[0] {
		case "curtsy":
			r.curtsy(words[1:], in, &out, &screen, last)
		case "cat":
			body, err := os.ReadFile(words[1])
			if err != nil {
				r.t.Fatalf("%s: %s: %v", r.path, text, err)
			}
			screen.Write(body)
		case "echo":
			fmt.Fprintln(&screen, r.code)
		default:
			r.t.Fatalf("%s: %q is no command of a session", r.path, words[0])
		}
		if into != "" {
			r.wrote[into] = true
			if err := os.WriteFile(into, out.Bytes(), 0o600); err != nil {
				r.t.Fatal(err)
			}
		}
		piped = out.Bytes()
		if words[0] == "curtsy" {
			r.printed = piped
		}
	}
	return screen.String()
}

// curtsy runs one command line; its talk goes to the screen, and its data too when
// nothing else takes it.
func (r *docReader) curtsy(args []string, in io.Reader, out, screen *bytes.Buffer, last bool) {
	if i := slices.Index(args, "-o"); i >= 0 {
		r.wrote[args[i+1]] = true
	}
	r.wrote[identityFile] = true
	asks := slices.Contains([]string{"map", "crawl", "batch"}, args[0]) ||
		slices.Contains([]string{"extract", "markdown", "select", "diff"}, args[0]) && slices.ContainsFunc(args[1:min(len(args), 3)], func(arg string) bool { return strings.HasPrefix(arg, "https:") }) ||
		args[0] == "robots" && !slices.Contains(args, "--file")
	// Who has not said who they are reaches nobody.
	if _, err := os.Stat(identityFile); err == nil && asks && !slices.Contains(args, "--help") {
		args = append(slices.Clone(args), "--resolve", "*.example="+r.at)
	}
	both := &sharedWriter{out: screen}
	data := io.Writer(out)
	if last {
		data = io.MultiWriter(out, both)
	}
	env := map[string]string{"HOME": r.home}
	if asks {
		env["CURTSY_DELAY"] = "5ms"
	}
	r.code = cli.Main(args, in, data, both, func(name string) string { return env[name] })
}

// A sharedWriter is a screen that several goroutines write to.
type sharedWriter struct {
	mu  sync.Mutex
	out io.Writer
}

func (w *sharedWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.out.Write(p)
}

var passing = []struct {
	of *regexp.Regexp
	by string
}{
	{regexp.MustCompile(`\bin [0-9.]+ s\b`), "in 0.0 s"},
	{regexp.MustCompile(`\b[0-9.]+ (B|KiB), [0-9.]+ s of rest`), "0 B, 0.0 s of rest"},
	{regexp.MustCompile(`"(seconds|waited|after|wire_bytes)":[0-9.]+`), `"$1":0`},
	{regexp.MustCompile(`\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`), "2026-11-30T12:00:00Z"},
	{regexp.MustCompile(`\[\d\d/[A-Z][a-z]+/\d{4}:[^\]]+\]`), "[30/Nov/2026:12:00:00 +0000]"},
}

// settled is text with what differs from run to run made the same.
func (r *docReader) settled(text string) string {
	text = strings.NewReplacer(r.home, "/home/you", r.at, "127.0.0.1:8080").Replace(text)
	for _, p := range passing {
		text = p.of.ReplaceAllString(text, p.by)
	}
	return text
}

func (r *docReader) compare(line int, shown, got string) {
	r.t.Helper()
	var pattern strings.Builder
	pattern.WriteString(`\A`)
	for text := range strings.Lines(r.settled(shown)) {
		if text == "...\n" {
			pattern.WriteString(`(?:.*\n)*?`)
			continue
		}
		pattern.WriteString(strings.ReplaceAll(regexp.QuoteMeta(text), `\.\.\.`, `.*`))
	}
	pattern.WriteString(`\z`)
	if !regexp.MustCompile(pattern.String()).MatchString(r.settled(got)) {
		r.t.Errorf("%s, line %d shows\n%s\nand it is\n%s", r.path, line, shown, r.settled(got))
	}
}

func (r *docReader) compareJSON(line int, shown string, got []byte) {
	r.t.Helper()
	var want, is any
	if err := json.Unmarshal([]byte(shown), &want); err != nil {
		r.t.Errorf("%s, line %d: %v", r.path, line, err)
		return
	}
	if err := json.Unmarshal([]byte(r.settled(string(got))), &is); err != nil {
		r.t.Errorf("%s, line %d: the command printed no JSON: %v", r.path, line, err)
		return
	}
	if where := r.differs("", want, is); where != "" {
		r.t.Errorf("%s, line %d: %s, of\n%s", r.path, line, where, r.settled(string(got)))
	}
}

// differs says where what is shown is no part of what is; "" when it is.
func (r *docReader) differs(where string, want, is any) string {
	if want == "..." {
		return ""
	}
	switch w := want.(type) {
	case map[string]any:
		object, ok := is.(map[string]any)
		if !ok {
			return where + " is no object"
		}
		for key, value := range w {
			inner, there := object[key]
			if !there {
				return where + "/" + key + " is not there"
			}
			if slices.Contains([]string{"seconds", "waited", "after", "wire_bytes"}, key) {
				continue
			}
			if found := r.differs(where+"/"+key, value, inner); found != "" {
				return found
			}
		}
	case []any:
		list, ok := is.([]any)
		if n := len(w); ok && n > 0 && w[n-1] == "..." && len(list) >= n-1 {
			w, list = w[:n-1], list[:n-1]
		}
		if !ok || len(list) != len(w) {
			return fmt.Sprintf("%s has other members", where)
		}
		for i := range w {
			if found := r.differs(fmt.Sprintf("%s/%d", where, i), w[i], list[i]); found != "" {
				return found
			}
		}
	case string:
		if is != r.settled(w) {
			return fmt.Sprintf("%s is %v, not %q", where, is, w)
		}
	default:
		if !reflect.DeepEqual(want, is) {
			return fmt.Sprintf("%s is %v, not %v", where, is, want)
		}
	}
	return ""
}
