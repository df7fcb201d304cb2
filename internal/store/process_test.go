//go:build unix

package store

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"curtsy/address"
	"curtsy/internal/gate"
)

// childEnv makes the test binary act as a child process; its value is the act and
// its arguments.
const childEnv = "CURTSY_STORE_TEST_CHILD"

func TestMain(m *testing.M) {
	if act := os.Getenv(childEnv); act != "" {
		if err := perform(strings.Split(act, "|")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// rest is what the site of the process tests asks for.
const rest = 60 * time.Millisecond

// perform is what a child does: home|log|name|act|…
//
//	ask|COUNT|TAKES   asks the site COUNT times, each for TAKES
//	share|COUNT|TAKES two at a time have COUNT shares of one machine, each for TAKES
//	write             writes accounts of many sites until it is killed
//	open              opens the home once
func perform(args []string) error {
	home, log, name := args[0], args[1], args[2]
	s, err := Open(home)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	switch args[3] {
	case "ask", "share":
		count, err := strconv.Atoi(args[4])
		if err != nil {
			return err
		}
		takes, err := time.ParseDuration(args[5])
		if err != nil {
			return err
		}
		if args[3] == "share" {
			return has(s, log, name, count, takes)
		}
		return asks(s, log, name, count, takes)
	case "write":
		return writes(s, log, name)
	}
	return nil
}

func asks(s *Store, log, name string, count int, takes time.Duration) error {
	out, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	a, err := address.Parse("http://shop.example/")
	if err != nil {
		return err
	}
	g := gate.New(gate.Config{Slots: 8}, s.Ledger())
	for range count {
		turn, err := g.Enter(context.Background(), pass{a: a, every: rest}, gate.When{})
		if err != nil {
			return err
		}
		note(out, "begin", name)
		time.Sleep(takes)
		note(out, "end", name)
		turn.End(gate.Outcome{Status: 200})
	}
	return g.Err()
}

// note appends a line in one write: word, child, wall time in nanoseconds.
func note(out *os.File, word, name string) {
	_, _ = fmt.Fprintf(out, "%s %s %d\n", word, name, time.Now().UnixNano())
}

// writes notes a site's number once its turn has ended.
func writes(s *Store, log, name string) error {
	out, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		site := address.Site(fmt.Sprintf("%s-%d.example", name, n))
		h, err := s.Ledger().Hold(context.Background(), site)
		if err != nil {
			return err
		}
		a := gate.Account{LastEnd: time.Now(), RestUntil: time.Now().Add(time.Duration(n%3) * time.Hour)}
		if err := errors.Join(h.Begin(a), h.Free(a)); err != nil {
			return err
		}
		note(out, string(site), name)
	}
}

// A stage is a home, a log, and the children that use them.
type stage struct {
	t         *testing.T
	home, log string
}

func newStage(t *testing.T) *stage {
	dir := t.TempDir()
	return &stage{t: t, home: filepath.Join(dir, "home"), log: filepath.Join(dir, "log")}
}

func (s *stage) start(name string, act ...string) *exec.Cmd {
	s.t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0", childEnv+"="+strings.Join(append([]string{s.home, s.log, name}, act...), "|"))
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	if err := c.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		if c.ProcessState == nil {
			_ = c.Process.Kill()
			_ = c.Wait()
		}
	})
	return c
}

// kill ends a child as kill -9 does and gives when it was gone.
func (s *stage) kill(c *exec.Cmd) time.Time {
	s.t.Helper()
	if err := c.Process.Kill(); err != nil {
		s.t.Fatal(err)
	}
	_ = c.Wait() // it says that it was killed
	return time.Now()
}

func (s *stage) signal(c *exec.Cmd, sig syscall.Signal) {
	s.t.Helper()
	if err := c.Process.Signal(sig); err != nil {
		s.t.Fatal(err)
	}
}

func (s *stage) succeeds(c *exec.Cmd) {
	s.t.Helper()
	if err := c.Wait(); err != nil {
		s.t.Errorf("a child: %v", err)
	}
}

// A line is one line of the log.
type line struct {
	word, name string
	at         time.Time
}

func (s *stage) lines() []line {
	s.t.Helper()
	f, err := os.Open(s.log)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var lines []line
	for in := bufio.NewScanner(f); in.Scan(); {
		words := strings.Fields(in.Text())
		nanos, err := strconv.ParseInt(words[2], 10, 64)
		if err != nil {
			s.t.Fatal(err)
		}
		lines = append(lines, line{words[0], words[1], time.Unix(0, nanos)})
	}
	return lines
}

// await gives the log's first line that fits, once there is one.
func (s *stage) await(what string, fits func(line) bool) line {
	s.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if lines := s.lines(); slices.ContainsFunc(lines, fits) {
			return lines[slices.IndexFunc(lines, fits)]
		}
	}
	s.t.Fatalf("no %s within 20s; the log: %v", what, s.lines())
	return line{}
}

// by fits the lines of one child with one word.
func by(name, word string) func(line) bool {
	return func(l line) bool { return l.name == name && l.word == word }
}

// judge reads the log as the site would: one in flight, and the rest from the end.
func (s *stage) judge() (asked map[string]int) {
	s.t.Helper()
	asked = make(map[string]int)
	var last line
	for _, l := range s.lines() {
		switch {
		case l.word == "begin" && last.word == "begin":
			s.t.Errorf("%s asks while %s is in flight", l.name, last.name)
		case l.word == "begin" && last.word == "end" && l.at.Sub(last.at) < rest:
			s.t.Errorf("%s asks %v after the end of %s's request, owed %v", l.name, l.at.Sub(last.at), last.name, rest)
		}
		if l.word == "begin" {
			asked[l.name]++
		}
		last = l
	}
	return asked
}

func TestProcessesShareOneSite(t *testing.T) {
	s := newStage(t)
	const each = 12
	children := []*exec.Cmd{
		s.start("first", "ask", strconv.Itoa(each), "10ms"),
		s.start("second", "ask", strconv.Itoa(each), "10ms"),
	}
	for _, c := range children {
		s.succeeds(c)
	}
	for name, n := range s.judge() {
		if n != each {
			t.Errorf("%s asked %d times, want %d", name, n, each)
		}
	}
}

func TestABusyProcessDoesNotShutOutAnother(t *testing.T) {
	s := newStage(t)
	s.start("busy", "ask", "100000", "5ms")
	s.await("request of the busy one", by("busy", "end"))
	second := s.start("second", "ask", "10", "5ms")
	s.succeeds(second)
	asked := s.judge()
	if asked["second"] != 10 || asked["busy"] > 100 {
		t.Errorf("while the second asked %d times the busy one asked %d", asked["second"], asked["busy"])
	}
}

func TestKillFreesAtOnceAndTheRestCountsFromThen(t *testing.T) {
	s := newStage(t)
	holder := s.start("holder", "ask", "1", "1h")
	s.await("request of the holder", by("holder", "begin"))
	next := s.start("next", "ask", "1", "1ms")
	time.Sleep(300 * time.Millisecond)
	if lines := s.lines(); slices.ContainsFunc(lines, by("next", "begin")) {
		t.Fatal("it asked while another process's request was in flight")
	}
	gone := s.kill(holder)
	began := s.await("request after the kill", by("next", "begin")).at
	if waited := began.Sub(gone); waited < rest-10*time.Millisecond || waited > 2*time.Second {
		t.Errorf("it asked %v after the holder died, want soon after the rest of %v", waited, rest)
	}
	s.succeeds(next)
}

func TestAStoppedHolderKeepsItsSite(t *testing.T) {
	s := newStage(t)
	holder := s.start("holder", "ask", "2", "200ms")
	s.await("request of the holder", by("holder", "begin"))
	s.signal(holder, syscall.SIGSTOP)
	next := s.start("next", "ask", "1", "1ms")
	time.Sleep(time.Second)
	if lines := s.lines(); slices.ContainsFunc(lines, by("next", "begin")) {
		t.Fatal("it asked while a stopped process's request was in flight")
	}
	s.signal(holder, syscall.SIGCONT)
	s.succeeds(holder)
	s.succeeds(next)
	if asked := s.judge(); asked["next"] != 1 || asked["holder"] != 2 {
		t.Errorf("asked %v, want 2 by the holder and 1 by the next", asked)
	}
}

func TestAStoppedWaiterKeepsNobodyOut(t *testing.T) {
	s := newStage(t)
	holder := s.start("holder", "ask", "1", "700ms")
	s.await("request of the holder", by("holder", "begin"))
	waiter := s.start("waiter", "ask", "1", "1ms")
	time.Sleep(400 * time.Millisecond) // it stands in line
	s.signal(waiter, syscall.SIGSTOP)
	next := s.start("next", "ask", "3", "1ms")
	s.await("request past a stopped waiter", by("next", "begin"))
	s.succeeds(next)
	s.signal(waiter, syscall.SIGCONT)
	s.succeeds(waiter)
	s.succeeds(holder)
	s.judge()
}

func TestKillWhileWritingLosesNothing(t *testing.T) {
	s := newStage(t)
	for round := range 8 {
		a, b := s.start(fmt.Sprintf("a%d", round), "write"), s.start(fmt.Sprintf("b%d", round), "write")
		s.await("writing", func(l line) bool { return strings.HasPrefix(l.name, fmt.Sprint("b", round)) })
		time.Sleep(time.Duration(20+13*round) * time.Millisecond)
		s.kill(a)
		s.kill(b)
	}
	home := open(t, s.home)
	var verdict string
	if err := home.read.QueryRow(`PRAGMA integrity_check`).Scan(&verdict); err != nil || verdict != "ok" {
		t.Errorf("integrity_check says %q, %v", verdict, err)
	}
	for _, l := range s.lines() {
		a, err := home.Ledger().Peek(t.Context(), address.Site(l.word))
		if err != nil || a.InFlight || a.LastEnd.IsZero() || a.LastEnd.After(l.at) {
			t.Fatalf("the turn at %s ended before the kill and is remembered as %+v, %v", l.word, a, err)
		}
	}
}

func TestProcessesOpenANewHomeAtOnce(t *testing.T) {
	s := newStage(t)
	var children []*exec.Cmd
	for n := range 6 {
		children = append(children, s.start(strconv.Itoa(n), "open"))
	}
	for _, c := range children {
		s.succeeds(c)
	}
}
