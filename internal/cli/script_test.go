package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"curtsy/internal/simweb"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"curtsy": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv)) },
	})
}

// Each script is a session at a terminal's prompt, whose person has a home of
// their own and no environment but it. Beside testscript's own commands there are
//
//	serve WEB          plays testdata/webs/WEB.txt on loopback; $WEB is where
//	exits CODE cmd...  runs a command that must end with the code
//	asked FILE         writes what the web was asked, "site target status" a line
//	heard NAME VALUE   fails unless every request since the last asked carried it
//	polite             fails when a site could complain, rests of 1 ms being owed
func TestScripts(t *testing.T) {
	webs := &webs{playing: map[*testscript.TestScript]*simweb.Web{}}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               person,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"serve": webs.serve, "asked": webs.asked, "polite": webs.polite, "heard": webs.heard, "exits": exits,
		},
	})
}

func person(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, "home")
	env.Setenv("HOME", home)
	env.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
	env.Setenv("XDG_STATE_HOME", filepath.Join(home, "state"))
	env.Setenv("GORACE", "atexit_sleep_ms=0") // a second each would be most of the test
	return os.MkdirAll(home, 0o700)
}

// webs are the sites each script plays; scripts run side by side.
type webs struct {
	mu      sync.Mutex
	playing map[*testscript.TestScript]*simweb.Web
}

func (w *webs) of(ts *testscript.TestScript) *simweb.Web {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.playing[ts] == nil {
		ts.Fatalf("no web is served")
	}
	return w.playing[ts]
}

func (w *webs) serve(ts *testscript.TestScript, _ bool, args []string) {
	text, err := os.ReadFile(filepath.Join("testdata", "webs", args[0]+".txt"))
	ts.Check(err)
	parsed, err := simweb.Parse(text)
	ts.Check(err)
	at, err := parsed.Web.Listen("")
	ts.Check(err)
	ts.Defer(parsed.Web.Close)
	ts.Setenv("WEB", at.String())
	w.mu.Lock()
	defer w.mu.Unlock()
	w.playing[ts] = parsed.Web
}

func (w *webs) asked(ts *testscript.TestScript, _ bool, args []string) {
	var b strings.Builder
	for _, entry := range w.of(ts).Log() {
		fmt.Fprintf(&b, "%s %s %d\n", entry.Site, entry.Target, entry.Status)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o600))
	w.of(ts).ClearLog()
}

func (w *webs) polite(ts *testscript.TestScript, _ bool, _ []string) {
	for _, complaint := range simweb.Complaints(w.of(ts).Log(), 1e6) {
		ts.Fatalf("%s", complaint)
	}
}

func (w *webs) heard(ts *testscript.TestScript, _ bool, args []string) {
	for _, entry := range w.of(ts).Log() {
		if got := entry.Header.Get(args[0]); got != args[1] {
			ts.Fatalf("%s%s was asked with %s %q, want %q", entry.Site, entry.Target, args[0], got, args[1])
		}
	}
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var ended *exec.ExitError
		if !errors.As(err, &ended) {
			ts.Fatalf("%v", err)
		}
		got = ended.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s ended with exit code %d, want %d\n%s", strings.Join(args[1:], " "), got, want, ts.ReadFile("stderr"))
	}
}
