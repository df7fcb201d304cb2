package cli

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"curtsy/internal/simweb"
)

// endless is a site that a crawl does not come to the end of.
const endless = `
-- http://long.test/robots.txt (type text/plain) --
-- http://long.test/ (calendar) --
-- http://stall.test/robots.txt (type text/plain) --
-- http://stall.test/ (stall) --
`

// A session is curtsy run as a process of its own, against a web of this test.
type session struct {
	*testing.T
	web  *simweb.Web
	at   string
	home string
}

func newSession(t *testing.T) *session {
	t.Helper()
	parsed, err := simweb.Parse([]byte(endless))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(parsed.Web.Close)
	at, err := parsed.Web.Listen("")
	if err != nil {
		t.Fatal(err)
	}
	return &session{T: t, web: parsed.Web, at: at.String(), home: t.TempDir()}
}

func (s *session) command(args ...string) *exec.Cmd {
	args = append(args, "--resolve", "*.test="+s.at, "--contact", "bot@example.org", "--home", filepath.Join(s.home, "state"))
	cmd := exec.Command("curtsy", args...)
	cmd.Env = append(os.Environ(), "HOME="+s.home, "XDG_CONFIG_HOME="+s.home, "GORACE=atexit_sleep_ms=0")
	return cmd
}

// await returns once the web was asked n times.
func (s *session) await(n int) {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), 20*time.Second)
	defer cancel()
	if err := s.web.Await(ctx, func(log []simweb.Entry) bool { return len(log) >= n }); err != nil {
		s.Fatalf("the web was not asked %d times: %v", n, err)
	}
}

func codeOf(t *testing.T, err error) int {
	t.Helper()
	var ended *exec.ExitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &ended):
		return ended.ExitCode()
	}
	t.Fatal(err)
	return -1
}

func TestTheFirstInterruptLeavesAWholeFileThatResumeContinues(t *testing.T) {
	s := newSession(t)
	file := filepath.Join(s.home, "long.jsonl")
	args := []string{"crawl", "http://long.test/", "--no-sitemap", "--delay", "10ms", "--max-depth", "1000", "--max-pages", "30", "-o", file}
	var talk strings.Builder
	first := s.command(args...)
	first.Stderr = &talk
	if err := first.Start(); err != nil {
		t.Fatal(err)
	}
	s.await(8)
	if err := first.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := codeOf(t, first.Wait()); code != exitInterrupted {
		t.Fatalf("exit code %d, want %d\n%s", code, exitInterrupted, &talk)
	}
	if !strings.Contains(talk.String(), "stopped before its end") {
		t.Errorf("the summary does not say it was stopped:\n%s", &talk)
	}
	held, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(string(held), "}\n") || strings.Count(string(held), "\n") < 5 {
		t.Errorf("the file is not whole lines: %d bytes", len(held))
	}
	asked := len(s.web.Log())
	if code := codeOf(t, s.command(append(args, "--resume", "--quiet")...).Run()); code != exitGave {
		t.Errorf("resume: exit code %d", code)
	}
	// What was in flight at the interrupt was abandoned, and is asked again; what
	// stood in the file is not.
	for _, entry := range s.web.Log()[asked:] {
		if strings.Contains(string(held), `{"url":"http://long.test`+entry.Target+`","n"`) {
			t.Errorf("%s stood in the file and was asked again", entry.Target)
		}
	}
}

func TestAReaderThatLeavesEndsTheRunWithoutAWord(t *testing.T) {
	s := newSession(t)
	cmd := s.command("crawl", "http://long.test/", "--no-sitemap", "--delay", "1ms", "--max-depth", "1000", "--max-pages", "100000", "--quiet")
	var talk strings.Builder
	cmd.Stderr = &talk
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	out.Close()
	if code := codeOf(t, cmd.Wait()); code != exitGave || talk.Len() > 0 {
		t.Errorf("exit code %d, said %q; want 0 and nothing", code, &talk)
	}
	if state := cmd.ProcessState.Sys().(syscall.WaitStatus); state.Signaled() {
		t.Errorf("the process was ended by %v; it should end its run", state.Signal())
	}
}

// TestNoCommandMindsAReaderThatLeft: who reads its output is gone before it writes.
func TestNoCommandMindsAReaderThatLeft(t *testing.T) {
	s := newSession(t)
	file := filepath.Join(s.home, "page.html")
	text := "<title>One</title><h1>One</h1><p>" + strings.Repeat("words of a page ", 30)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(s.home, "other.html")
	if err := os.WriteFile(other, []byte("<title>Two</title>"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"extract", file, "--url", "http://long.test/"},
		{"markdown", file, "--url", "http://long.test/"},
		{"select", file, "h1", "--url", "http://long.test/"},
		{"diff", file, other, "--url", "http://long.test/"},
		{"address", "http://long.test/"},
		{"extract", "--help"},
		{"help", "flags"},
		{"completion", "bash"},
		{"--version"},
	} {
		in, out, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		in.Close()
		cmd := exec.Command("curtsy", args...)
		cmd.Env = append(os.Environ(), "HOME="+s.home, "XDG_CONFIG_HOME="+s.home, "GORACE=atexit_sleep_ms=0")
		var talk strings.Builder
		cmd.Stdout, cmd.Stderr = out, &talk
		code := codeOf(t, cmd.Run())
		out.Close()
		if code != exitGave || talk.Len() > 0 {
			t.Errorf("%v: exit code %d, said %q; want 0 and nothing", args, code, &talk)
		}
	}
}

func TestAFullDiskIsOneSentence(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no /dev/full")
	}
	defer full.Close()
	s := newSession(t)
	for _, args := range [][]string{
		{"crawl", "http://long.test/", "--no-sitemap", "--delay", "1ms", "--quiet"},
		{"crawl", "http://long.test/", "--no-sitemap", "--delay", "1ms", "--quiet", "--format", "csv"},
		{"crawl", "http://long.test/", "--no-sitemap", "--delay", "1ms", "--quiet", "--plain"},
		{"map", "http://long.test/", "--delay", "1ms", "--quiet"},
		{"extract", "http://long.test/", "--delay", "1ms", "--quiet"},
		{"crawl", "http://long.test/", "--no-sitemap", "--delay", "1ms", "--quiet", "-o", "/dev/full"},
	} {
		cmd := s.command(args...)
		var talk strings.Builder
		cmd.Stdout, cmd.Stderr = full, &talk
		code := codeOf(t, cmd.Run())
		if code != exitNotStarted || strings.Count(talk.String(), "\n") != 1 || !strings.Contains(talk.String(), "no space left on device") {
			t.Errorf("%v: exit code %d, said %q", args, code, &talk)
		}
	}
}

func TestAnInterruptAbandonsAnAnswerThatDoesNotCome(t *testing.T) {
	s := newSession(t)
	cmd := s.command("crawl", "http://stall.test/", "--no-sitemap", "--quiet", "--delay", "1ms")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.await(2)
	began := time.Now()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := codeOf(t, cmd.Wait()); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v to stop", took)
	}
}

// Whoever writes the list may be waiting for something else.
func TestAnInterruptEndsABatchWhoseListWaits(t *testing.T) {
	s := newSession(t)
	cmd := s.command("batch", "-", "--quiet", "--delay", "1ms")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write([]byte("http://long.test/\n")); err != nil {
		t.Fatal(err)
	}
	s.await(2)
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := codeOf(t, cmd.Wait()); code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
}
