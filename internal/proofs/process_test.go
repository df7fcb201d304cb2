//go:build unix

package proofs

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"curtsy/internal/simweb"

	_ "curtsy/internal/cli" // what the binary is built of: without it the test tool would take an old result for a new one
)

// patience is how long anything may take before a test gives up. No promise is
// measured by it.
const patience = 40 * time.Second

// binary is the program, built for this run of the tests.
var binary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "curtsy-proofs-*")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "curtsy")
		if out, err := exec.Command("go", "build", "-o", binary, "curtsy/cmd/curtsy").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "building curtsy: %v\n%s", err, out)
			return 1
		}
		flag.Parse()
		if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
			// The tests wait more than they work.
			if err := f.Value.Set("8"); err != nil {
				fmt.Fprintln(os.Stderr, err)
				return 1
			}
		}
		return m.Run()
	}())
}

// A stage is a web on loopback, a home, and the processes that use both.
type stage struct {
	*testing.T
	web     *simweb.Web
	at      string
	dir     string
	delay   time.Duration
	started int
}

// newStage plays a web written as simweb reads it. Its processes leave each site alone
// for the delay, without jitter: the rest is then at its shortest.
func newStage(t *testing.T, delay time.Duration, text string) *stage {
	t.Helper()
	c, err := simweb.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Members) > 0 {
		t.Fatalf("%s is no page", c.Members[0].Name)
	}
	t.Cleanup(c.Web.Close)
	at, err := c.Web.Listen("")
	if err != nil {
		t.Fatal(err)
	}
	s := &stage{T: t, web: c.Web, at: at.String(), dir: t.TempDir(), delay: delay}
	if err := os.WriteFile(s.path("curtsy.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *stage) path(name string) string { return filepath.Join(s.dir, name) }

// options are the flags of a process: whom it asks as, whom it reaches, and nothing
// of the machine's own settings. Its number is the version in its User-Agent.
func (s *stage) options(number int) []string {
	return []string{
		"--agent", fmt.Sprintf("ExampleBot/1.%d (+https://example.org/bot; bot@example.org)", number),
		"--config", s.path("curtsy.toml"), "--home", s.path("home"),
		"--resolve", "*.example=" + s.at, "--delay", s.delay.String(), "--jitter", "0",
	}
}

// A process is curtsy running.
type process struct {
	stage   *stage
	number  int // in the User-Agent of all it asks
	command *exec.Cmd
	began   time.Time
	out     bytes.Buffer
	talk    bytes.Buffer
	done    chan struct{} // closed once it has ended
	err     error         // of its end; read after done
}

// curtsy starts the program with these arguments and the stage's options.
func (s *stage) curtsy(args ...string) *process {
	s.Helper()
	s.started++
	p := &process{stage: s, number: s.started}
	p.start(exec.Command(binary, slices.Concat(args, s.options(p.number))...))
	return p
}

func (p *process) start(command *exec.Cmd) {
	s := p.stage
	s.Helper()
	p.command, p.began = command, time.Now()
	command.Env = []string{"HOME=" + s.dir, "PATH=" + os.Getenv("PATH")}
	command.Stdout, command.Stderr = &p.out, &p.talk
	if err := command.Start(); err != nil {
		s.Fatal(err)
	}
	p.done = make(chan struct{})
	go func() {
		defer close(p.done)
		p.err = command.Wait()
	}()
	overdue := time.AfterFunc(patience, func() { _ = command.Process.Kill() })
	s.Cleanup(func() {
		overdue.Stop()
		p.kill()
	})
}

// code waits for the end of the process and gives its exit code.
func (p *process) code() int {
	p.stage.Helper()
	<-p.done
	var ended *exec.ExitError
	if p.err != nil && !errors.As(p.err, &ended) {
		p.stage.Fatal(p.err)
	}
	return p.command.ProcessState.ExitCode()
}

// succeeds waits for the end of a process that is to come to something.
func (p *process) succeeds() {
	p.stage.Helper()
	if code := p.code(); code != 0 {
		p.stage.Fatalf("%s: exit code %d\n%s", p.command, code, p.talk.String())
	}
}

// kill ends a process as kill -9 does and gives when it was gone.
func (p *process) kill() time.Time {
	_ = p.command.Process.Kill() // it may have ended by itself
	<-p.done
	return time.Now()
}

// killed says whether a process that has ended was killed.
func (p *process) killed() bool { return p.command.ProcessState.ExitCode() == -1 }

func (p *process) signal(sig syscall.Signal) {
	p.stage.Helper()
	if err := p.command.Process.Signal(sig); err != nil {
		p.stage.Fatal(err)
	}
}

// stop stops a process as SIGSTOP does and returns once none of it runs any more.
func (p *process) stop() {
	p.stage.Helper()
	p.signal(syscall.SIGSTOP)
	var status syscall.WaitStatus
	for {
		_, err := syscall.Wait4(p.command.Process.Pid, &status, syscall.WUNTRACED, nil)
		if err == nil && status.Stopped() {
			return
		}
		if !errors.Is(err, syscall.EINTR) {
			p.stage.Fatalf("%s did not stop: %v, status %#x", p.command, err, status)
		}
	}
}

// asked gives what this process asked, as the sites saw it.
func (p *process) asked() []simweb.Entry {
	return slices.DeleteFunc(p.stage.web.Log(), func(e simweb.Entry) bool { return numberOf(e) != p.number })
}

var version = regexp.MustCompile(`^ExampleBot/1\.(\d+) `)

// numberOf says which process asked; 0 when the User-Agent does not say.
func numberOf(e simweb.Entry) int {
	m := version.FindStringSubmatch(e.Header.Get("User-Agent"))
	if m == nil {
		return 0
	}
	n, _ := strconv.Atoi(m[1]) // digits, by the pattern
	return n
}

// await gives the first entry of the log that fits, once there is one.
func (s *stage) await(what string, fits func(simweb.Entry) bool) simweb.Entry {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), patience)
	defer cancel()
	var found simweb.Entry
	err := s.web.Await(ctx, func(log []simweb.Entry) bool {
		at := slices.IndexFunc(log, fits)
		if at >= 0 {
			found = log[at]
		}
		return at >= 0
	})
	if err != nil {
		s.Fatalf("no %s: %v; the log:\n%s", what, err, s.log())
	}
	return found
}

// asks fits a request of the process for a target; answered, one that had its answer.
func (p *process) asks(target string) func(simweb.Entry) bool {
	return func(e simweb.Entry) bool { return numberOf(e) == p.number && e.Target == target }
}

func (p *process) answered(target string) func(simweb.Entry) bool {
	return func(e simweb.Entry) bool { return p.asks(target)(e) && whole(e) }
}

// whole says whether a request had its answer in full.
func whole(e simweb.Entry) bool { return e.Status != 0 && !e.End.IsZero() && !e.Left }

// log is the whole log, for the words of a failure.
func (s *stage) log() string {
	log := s.web.Log()
	if len(log) == 0 {
		return "(nothing was asked)"
	}
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimSuffix(simweb.Format(log, log[0].Arrival), "\n"), "\n") {
		fmt.Fprintf(&b, "%s  by %d\n", line, numberOf(log[i]))
	}
	return b.String()
}

// judge asks the sites' owners what they could say of the visit: that two requests
// overlapped, that a rest was short, that robots.txt or a Retry-After was not heard.
func (s *stage) judge() {
	s.Helper()
	complaints := simweb.Complaints(s.web.Log(), s.delay)
	for _, c := range complaints {
		s.Error(c)
	}
	if len(complaints) > 0 {
		s.Logf("the log:\n%s", s.log())
	}
}

// content reads a file of the stage; one that is not there is empty.
func (s *stage) content(name string) string {
	s.Helper()
	text, err := os.ReadFile(s.path(name))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		s.Fatal(err)
	}
	return string(text)
}

// write makes a file of the stage.
func (s *stage) write(name, text string) {
	s.Helper()
	if err := os.WriteFile(s.path(name), []byte(text), 0o600); err != nil {
		s.Fatal(err)
	}
}

// sites runs "curtsy sites" over the stage's home and gives what it said.
func (s *stage) sites(args ...string) string {
	s.Helper()
	command := exec.Command(binary, slices.Concat([]string{"sites"}, args, []string{"--home", s.path("home"), "--config", s.path("curtsy.toml")})...)
	command.Env = []string{"HOME=" + s.dir, "PATH=" + os.Getenv("PATH")}
	out, err := command.CombinedOutput()
	if err != nil {
		s.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}
