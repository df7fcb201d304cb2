package write_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"curtsy/internal/write"
	"curtsy/page"
)

func TestAStreamIsInOrderPastItsBoundOnMemory(t *testing.T) {
	for _, memory := range []int64{0, 1, 700} {
		var out bytes.Buffer
		var emitted []int
		j := write.Stream(&out, write.Config{Order: &inTurn{n: 9}, Memory: memory, Emit: func(p *page.Page) error {
			if p.URL != pageAt(p.N).URL || len(p.Links) != 1 {
				t.Errorf("emitted %+v", p)
			}
			emitted = append(emitted, p.N)
			return nil
		}})
		want := ""
		for n := range 9 {
			line, err := pageAt(n).Line()
			must(t, err)
			want += string(line)
		}
		for _, n := range []int{3, 2, 8, 7, 1, 5} {
			must(t, j.Append(pageAt(n)))
		}
		if memory > 0 && j.InMemory() > memory {
			t.Errorf("%d octets in memory, over the bound of %d", j.InMemory(), memory)
		}
		if l, ok, err := j.Waiting(5); !ok || err != nil || !slices.Equal(l.Links, pageAt(5).Links) {
			t.Errorf("Waiting(5) = %v, %v, %v", l, ok, err)
		}
		if out.Len() > 0 {
			t.Errorf("written before page 0: %s", out.String())
		}
		for _, n := range []int{0, 4, 6} {
			must(t, j.Append(pageAt(n)))
		}
		must(t, j.Close())
		if out.String() != want || !slices.Equal(emitted, []int{0, 1, 2, 3, 4, 5, 6, 7, 8}) {
			t.Errorf("memory %d: emitted %v, wrote\n%s", memory, emitted, out.String())
		}
		if memory > 0 && j.InMemory() != 0 {
			t.Errorf("%d octets are still counted", j.InMemory())
		}
	}
}

func TestWhatWaitsWhenAStreamEndsIsWrittenInOrder(t *testing.T) {
	var out bytes.Buffer
	j := write.Stream(&out, write.Config{Order: &inTurn{n: 9}})
	for _, n := range []int{5, 2, 0} {
		must(t, j.Append(pageAt(n)))
	}
	must(t, j.Close())
	var got []int
	for line := range strings.Lines(out.String()) {
		l, err := write.ReadLine([]byte(line))
		must(t, err)
		got = append(got, l.N)
	}
	if !slices.Equal(got, []int{0, 2, 5}) {
		t.Errorf("wrote %v", got)
	}
}

func TestAPageWrittenTwiceIsAnError(t *testing.T) {
	j := write.Stream(nil, write.Config{Order: &inTurn{n: 9}})
	must(t, j.Append(pageAt(1)))
	if err := j.Append(pageAt(1)); err == nil || !strings.Contains(err.Error(), "page 1 (https://shop.test/p/b) is written twice") {
		t.Errorf("error %v", err)
	}
}

func TestAFullDiskIsSaidAndLeavesWholeLines(t *testing.T) {
	line, err := pageAt(0).Line()
	must(t, err)
	for left := range 2 * len(line) {
		path := filepath.Join(swift(t), "full.jsonl")
		j, err := write.Create(path, header(), write.Config{Order: &inTurn{n: 9}})
		must(t, err)
		j.FillDisk(left, &os.PathError{Op: "write", Path: path, Err: syscall.ENOSPC})
		for n := 0; err == nil; n++ {
			err = j.Append(pageAt(n))
		}
		if !errors.Is(err, syscall.ENOSPC) || err.Error() != path+": no space left on device; what it holds is whole" {
			t.Fatalf("error %v", err)
		}
		if again := j.Append(pageAt(8)); !errors.Is(again, syscall.ENOSPC) {
			t.Fatalf("a page after it: %v", again)
		}
		if err := j.Close(); !errors.Is(err, syscall.ENOSPC) {
			t.Fatalf("Close: %v", err)
		}
		got := content(t, path)
		if want := 1 + left/len(line); !strings.HasSuffix(got, "\n") || strings.Count(got, "\n") != want {
			t.Fatalf("with room for %d octets it holds\n%swant %d lines", left, got, want)
		}
		j, err = write.Resume(path, header(), write.Config{Order: &inTurn{n: 9}})
		must(t, err)
		must(t, j.Close())
	}
}

func TestADeviceThatIsFullIsSaid(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has /dev/full")
	}
	j, err := write.Create("/dev/full", header(), write.Config{})
	must(t, err)
	if err := j.Append(pageAt(0)); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v", err)
	}
	if _, err := write.Resume("/dev/null", header(), write.Config{}); err == nil || !strings.HasSuffix(err.Error(), "it is no file that a run can be resumed from") {
		t.Errorf("resume: %v", err)
	}
}
