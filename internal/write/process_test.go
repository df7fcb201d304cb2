package write_test

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"curtsy/internal/conform"
	"curtsy/internal/write"
)

// TestWriterProcess is the other process of the tests below, started by them with
// the path of a file: it writes pages to it, the odd ones before the even, for ever.
func TestWriterProcess(t *testing.T) {
	path := flag.Arg(0)
	if path == "" {
		t.Skip("it is run by other tests")
	}
	j, err := write.Resume(path, header(), write.Config{Order: &inTurn{n: 1 << 30}})
	if err != nil {
		fmt.Println("refused:", err)
		return
	}
	fmt.Println("writing")
	for n := 0; ; n += 2 {
		for _, n := range []int{n + 1, n} {
			p := pageAt(1)
			p.N, p.URL = n, fmt.Sprintf("https://shop.test/p/%d", n)
			if _, known, err := j.Recall(write.Place{URL: p.URL, N: n, Depth: p.Depth, FoundOn: p.FoundOn, Via: p.Via}); err != nil || known {
				must(t, err)
				continue
			}
			must(t, j.Append(p))
		}
	}
}

// writer starts the other process and gives the first line it says.
func writer(t *testing.T, path string) (cmd *exec.Cmd, says string) {
	t.Helper()
	cmd = exec.Command(os.Args[0], "-test.run=^TestWriterProcess$", "-test.timeout=60s", path)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	says, err = bufio.NewReader(out).ReadString('\n')
	must(t, err)
	return cmd, strings.TrimSpace(says)
}

func TestTwoProcessesNeverWriteOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop.jsonl")
	j, err := write.Create(path, header(), write.Config{Order: &inTurn{n: 9}})
	must(t, err)
	must(t, j.Append(pageAt(0)))
	before := content(t, path)
	cmd, says := writer(t, path)
	must(t, cmd.Wait())
	if want := "refused: " + path + ": another run is writing it; two never write one file"; says != want {
		t.Errorf("it says %q, want %q", says, want)
	}
	if _, err := write.Create(path, header(), write.Config{}); !errors.As(err, new(*write.BusyError)) {
		t.Errorf("in the same process: %v", err)
	}
	if content(t, path) != before {
		t.Error("the file has changed")
	}
	must(t, j.Close())
}

func TestAKilledProcessLeavesWholeLinesAndFreesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop.jsonl")
	total := 0
	for round := range 5 {
		cmd, says := writer(t, path)
		if says != "writing" {
			t.Fatalf("round %d: it says %q", round, says)
		}
		time.Sleep(time.Duration(20+13*round) * time.Millisecond)
		must(t, cmd.Process.Kill())
		_ = cmd.Wait() // it was killed: the error says so
		text := whole(content(t, path))
		n := 0
		for line := range strings.Lines(text[strings.Index(text, "\n")+1:]) {
			l, err := write.ReadLine([]byte(line))
			must(t, err)
			if l.N != n {
				t.Fatalf("round %d: page %d stands where %d is due", round, l.N, n)
			}
			n++
		}
		if n < total {
			t.Fatalf("round %d: %d pages, and there were %d", round, n, total)
		}
		total = n
	}
	if total == 0 {
		t.Fatal("nothing was written")
	}
	text := whole(content(t, path))
	conform.Lines(t, []byte(text[:min(len(text), strings.Index(text, "\n")+1)]))
}
