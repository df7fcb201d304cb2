package cli

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A talker is "curtsy sites" in a process of its own, whose talk is read a line at a time.
type talker struct {
	*exec.Cmd
	t    *testing.T
	talk *bufio.Scanner
}

func (s *session) tells(args ...string) *talker {
	s.Helper()
	cmd := exec.Command("curtsy", append([]string{"sites", "--home", filepath.Join(s.home, "state")}, args...)...)
	cmd.Env = append(os.Environ(), "HOME="+s.home, "XDG_CONFIG_HOME="+s.home, "GORACE=atexit_sleep_ms=0")
	talk, err := cmd.StderrPipe()
	if err != nil {
		s.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.Fatal(err)
	}
	return &talker{cmd, s.T, bufio.NewScanner(talk)}
}

// says fails unless the next line begins so.
func (r *talker) says(want string) {
	r.t.Helper()
	if !r.talk.Scan() || !strings.HasPrefix(r.talk.Text(), want) {
		r.t.Errorf("said %q, want %q", r.talk.Text(), want)
	}
}

// TestAWordWaitsForTheRequestUnderWay, says so, can be given up, and holds when the
// request has ended.
func TestAWordWaitsForTheRequestUnderWay(t *testing.T) {
	s := newSession(t)
	crawl := s.command("crawl", "http://stall.test/", "--no-sitemap", "--quiet", "--delay", "1ms")
	if err := crawl.Start(); err != nil {
		t.Fatal(err)
	}
	s.await(2)
	given, kept := s.tells("--slow", "stall.test", "5s"), s.tells("--rest", "stall.test", "1h")
	given.says("curtsy: stall.test is being asked; ")
	kept.says("curtsy: stall.test is being asked; ")
	if err := given.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := codeOf(t, given.Wait()); code != exitInterrupted {
		t.Errorf("given up: exit code %d, want %d", code, exitInterrupted)
	}
	if err := crawl.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	codeOf(t, crawl.Wait())
	kept.says("curtsy: stall.test is left alone until ")
	if code := codeOf(t, kept.Wait()); code != exitGave {
		t.Errorf("kept: exit code %d", code)
	}
	var out strings.Builder
	show := exec.Command("curtsy", "sites", "--home", filepath.Join(s.home, "state"))
	show.Env, show.Stdout = given.Env, &out
	if err := show.Run(); err != nil || !strings.Contains(out.String(), "(floor)") || !strings.Contains(out.String(), "Z (operator)\n") {
		t.Errorf("%v: it stands as\n%s", err, &out)
	}
}
