package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// newTerminal gives both ends of a terminal 120 columns wide.
func newTerminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { person.Close() })
	fd := int(person.Fd())
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 120})
	}
	if err != nil {
		t.Fatal(err)
	}
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return person, program
}

// shown runs cmd on a terminal at which answers are typed, and gives all that
// it showed.
func shown(t *testing.T, cmd *exec.Cmd, answers string) (string, error) {
	t.Helper()
	person, program := newTerminal(t)
	cmd.Stdin, cmd.Stderr = program, program
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	program.Close()
	if _, err := io.WriteString(person, answers); err != nil {
		t.Fatal(err)
	}
	var seen bytes.Buffer
	if _, err := io.Copy(&seen, person); err != nil && !errors.Is(err, syscall.EIO) { // EIO: the program has left
		t.Fatal(err)
	}
	return seen.String(), cmd.Wait()
}

func TestATerminalShowsOneLiveBarAndNoLineAPage(t *testing.T) {
	s := newSession(t)
	cmd := s.command("crawl", "http://long.test/", "--no-sitemap", "--delay", "100ms", "--jitter", "0", "--max-depth", "1000", "--max-pages", "8")
	seen, err := shown(t, cmd, "")
	if code := codeOf(t, err); code != exitGave {
		t.Fatalf("exit code %d\n%s", code, seen)
	}
	if !strings.Contains(seen, " of 8 pages") || !strings.Contains(seen, "[===") {
		t.Errorf("no bar was shown:\n%q", seen)
	}
	if strings.Contains(seen, "curtsy: 200 http://long.test/") {
		t.Errorf("a line a page was shown beside the bar:\n%q", seen)
	}
	if !strings.Contains(seen, "curtsy: long.test: 9 requests, ") {
		t.Errorf("the summary is missing:\n%q", seen)
	}
	if strings.Contains(seen, "\x1b[3") {
		t.Errorf("colours were used:\n%q", seen)
	}
}

func TestPagesShownOnATerminalAreNotSmearedByABar(t *testing.T) {
	s := newSession(t)
	cmd := s.command("crawl", "http://long.test/", "--no-sitemap", "--delay", "10ms", "--max-pages", "2", "--plain")
	person, program := newTerminal(t)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	program.Close()
	var seen bytes.Buffer
	if _, err := io.Copy(&seen, person); err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	if code := codeOf(t, cmd.Wait()); code != exitGave {
		t.Fatalf("exit code %d\n%s", code, &seen)
	}
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(seen.String(), "\r", "")), "\n")
	if len(lines) != 4 || lines[0] != "http://long.test/" || !strings.HasPrefix(lines[2], "curtsy: 2 pages in ") {
		t.Errorf("shown:\n%q", lines)
	}
}

func TestInitAsksOnATerminal(t *testing.T) {
	home := t.TempDir()
	cmd := exec.Command("curtsy", "init")
	cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "GORACE=atexit_sleep_ms=0")
	var out strings.Builder
	cmd.Stdout = &out
	seen, err := shown(t, cmd, "nobody\nbot@example.org\nhttps://example.org/bot\nExampleBot\n\n\n")
	if code := codeOf(t, err); code != 0 {
		t.Fatalf("exit code %d\n%s", code, seen)
	}
	if !strings.Contains(out.String(), "User-Agent: ExampleBot/1.0 (+https://example.org/bot; bot@example.org) curtsy/") {
		t.Errorf("a site would see %q", &out)
	}
	body, err := os.ReadFile(filepath.Join(home, "curtsy", "config.toml"))
	if err != nil || !strings.Contains(string(body), "contact = \"bot@example.org\"") {
		t.Errorf("%v, %q", err, body)
	}
}
