package write_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"curtsy/internal/conform"
	"curtsy/internal/write"
	"curtsy/page"
)

// TestKilledAnywhereARunEndsInTheSameFile kills runs again and again and resumes
// them; no page that was answered is asked again.
func TestKilledAnywhereARunEndsInTheSameFile(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		w, seeds := sites(rapid.IntRange(1, 4).Draw(rt, "sites"), rapid.IntRange(1, 9).Draw(rt, "pages"))
		r := trip{
			seeds: seeds, anySite: rapid.Bool().Draw(rt, "any site"), done: rapid.Bool().Draw(rt, "order done"), maxDepth: 9,
			maxPages: rapid.IntRange(0, 12).Draw(rt, "max pages"), memory: int64(rapid.IntRange(1, 2000).Draw(rt, "memory")),
		}
		want := r.whole(t, w)
		r.pick = func(n int) int { return rapid.IntRange(0, n-1).Draw(rt, "ends") }
		path := swift(t) + "/killed.jsonl"
		for {
			r.asks = rapid.IntRange(1, 5).Draw(rt, "answers before the kill")
			err := r.walk(t, w, path)
			if err == nil {
				break
			}
			if !errors.Is(err, errKilled) {
				rt.Fatal(err)
			}
		}
		got := content(t, path)
		if r.done {
			got, want = sorted(got), sorted(want)
		}
		if got != want {
			rt.Fatalf("it ends in\n%s\nwant\n%s", got, want)
		}
		for url, n := range w.asked {
			if n > 1 {
				rt.Errorf("%s was asked %d times", url, n)
			}
		}
		absent(t, path+".pending")
		conform.Lines(t, []byte(got))
	})
}

// TestCutAtEveryOctetARunEndsInTheSameFile cuts the output, or its side file, at
// every octet a killed write could leave it at.
func TestCutAtEveryOctetARunEndsInTheSameFile(t *testing.T) {
	for _, done := range []bool{false, true} {
		w, seeds := sites(2, 4)
		r := trip{seeds: seeds, maxDepth: 9, anySite: true, done: done, asks: 3, pick: func(n int) int { return n - 1 }}
		want := r.whole(t, w)
		path := filepath.Join(swift(t), "cut.jsonl")
		if err := r.walk(t, w, path); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
		main := content(t, path)
		pending, _ := os.ReadFile(path + ".pending")
		if !done && len(pending) == 0 {
			t.Fatal("nothing waits: the test cuts nothing")
		}
		check := func(main, pending string) {
			t.Helper()
			must(t, os.WriteFile(path, []byte(main), 0o600))
			if pending == "" {
				_ = os.Remove(path + ".pending")
			} else {
				must(t, os.WriteFile(path+".pending", []byte(pending), 0o600))
			}
			clear(w.asked)
			again := r
			again.asks = 0
			must(t, again.walk(t, w, path))
			got := content(t, path)
			if done {
				got, want = sorted(got), sorted(want)
			}
			if got != want {
				t.Fatalf("cut to %q\nand %q\nit ends in\n%s\nwant\n%s", main, pending, got, want)
			}
			for url := range w.asked {
				if strings.Contains(main+pending, `{"url":"`+url+`"`) && strings.Contains(whole(main)+whole(pending), `{"url":"`+url+`"`) {
					t.Fatalf("%s was asked again", url)
				}
			}
			absent(t, path+".pending")
		}
		for i := range len(main) + 1 {
			check(main[:i], "")
		}
		for i := range len(pending) + 1 {
			check(main, string(pending[:i]))
		}
	}
}

// whole is text without a last line that was cut off.
func whole(text string) string { return text[:strings.LastIndexByte(text, '\n')+1] }

func TestFailuresThatMayPassAreAskedAgainAndTheFileIsAsIfTheyHadNot(t *testing.T) {
	for _, done := range []bool{false, true} {
		for seed := range uint64(30) {
			random := rand.New(rand.NewPCG(seed, 1))
			w, seeds := sites(2, 9)
			r := trip{seeds: seeds, maxDepth: 9, anySite: true, maxPages: 14, done: done, pick: random.IntN}
			want := r.whole(t, w)
			for url := range w.links {
				if random.IntN(4) == 0 {
					w.failing[url] = page.TimedOut
				}
			}
			path := filepath.Join(swift(t), "failed.jsonl")
			must(t, r.walk(t, w, path))
			ok := make(map[string]bool)
			for line := range strings.Lines(content(t, path)) {
				if l, err := write.ReadLine([]byte(line)); err == nil && l.OK {
					ok[l.URL] = true
				}
			}
			clear(w.asked)
			clear(w.failing)
			r.asks = 2 // killed on the way, too
			for {
				if err := r.walk(t, w, path); err == nil {
					break
				} else if !errors.Is(err, errKilled) {
					t.Fatal(err)
				}
			}
			got := content(t, path)
			if done {
				got, want = sorted(got), sorted(want)
			}
			if got != want {
				t.Fatalf("seed %d, order done %v: it ends in\n%s\nwant\n%s", seed, done, got, want)
			}
			for url := range w.asked {
				if ok[url] {
					t.Errorf("%s was answered and is asked again", url)
				}
			}
		}
	}
}

func TestKeepFailedAsksNothingAgain(t *testing.T) {
	w, seeds := sites(1, 5)
	w.failing[seeds[0][:len(seeds[0])-1]+"1"] = page.TimedOut
	r := trip{seeds: seeds, maxDepth: 9}
	path := filepath.Join(t.TempDir(), "kept.jsonl")
	must(t, r.walk(t, w, path))
	before := content(t, path)
	clear(w.asked)
	r.keep = true
	must(t, r.walk(t, w, path))
	if len(w.asked) > 0 || content(t, path) != before {
		t.Errorf("asked %v; the file is\n%swant\n%s", w.asked, content(t, path), before)
	}
	r.keep = false
	must(t, r.walk(t, w, path))
	if len(w.asked) != 1 {
		t.Errorf("without it, asked %v", w.asked)
	}
}

func TestAFinishedRunResumedAsksNothing(t *testing.T) {
	w, seeds := sites(3, 5)
	r := trip{seeds: seeds, maxDepth: 9}
	path := filepath.Join(t.TempDir(), "over.jsonl")
	must(t, r.walk(t, w, path))
	before := content(t, path)
	clear(w.asked)
	must(t, r.walk(t, w, path))
	if len(w.asked) > 0 || content(t, path) != before {
		t.Errorf("asked %v", w.asked)
	}
	absent(t, path+".pending")
}

func TestLargerBoundsContinueARun(t *testing.T) {
	w, seeds := sites(3, 9)
	for _, done := range []bool{false, true} {
		small := trip{seeds: seeds, maxDepth: 1, maxPages: 4, anySite: true, done: done}
		path := filepath.Join(t.TempDir(), "grown.jsonl")
		must(t, small.walk(t, w, path))
		for _, larger := range []trip{{maxDepth: 1, maxPages: 7}, {maxDepth: 3, maxPages: 7}, {maxDepth: 3, maxPages: 1000}, {maxDepth: 9}} {
			larger.seeds, larger.anySite, larger.done = seeds, true, done
			want := larger.whole(t, w)
			must(t, larger.walk(t, w, path))
			got := content(t, path)
			if done {
				got, want = sorted(got), sorted(want)
			}
			if got != want {
				t.Fatalf("depth %d, pages %d:\n%s\nwant\n%s", larger.maxDepth, larger.maxPages, got, want)
			}
			for url, n := range w.asked {
				if n > 1 {
					t.Errorf("%s was asked %d times", url, n)
				}
			}
		}
		before := content(t, path)
		err := small.walk(t, w, path)
		if err == nil || !strings.HasSuffix(err.Error(), `its run had max_depth 9, and 1 is smaller`) || content(t, path) != before {
			t.Errorf("smaller bounds: %v", err)
		}
		absent(t, path+".resume-tmp")
	}
}

func TestALineInBothFilesCountsOnce(t *testing.T) {
	w, seeds := sites(1, 5)
	r := trip{seeds: seeds, maxDepth: 9, asks: 4}
	want := r.whole(t, w)
	path := filepath.Join(t.TempDir(), "both.jsonl")
	_ = r.walk(t, w, path)
	// As when killed between putting lines aside and cutting them off.
	main := strings.SplitAfter(content(t, path), "\n")
	started := strings.TrimSuffix(main[0][strings.Index(main[0], `"started":`)+len(`"started":`):], "}}\n")
	side := fmt.Sprintf(`{"curtsy":{"format":1,"pending":%s}}`+"\n", started) + strings.Join(main[2:], "")
	must(t, os.WriteFile(path+".pending", []byte(side), 0o600))
	r.asks = 0
	must(t, r.walk(t, w, path))
	if got := content(t, path); got != want {
		t.Errorf("it ends in\n%s\nwant\n%s", got, want)
	}
	absent(t, path+".pending")
}

func TestAnswersTheRunNeverAsksForAreNotLost(t *testing.T) {
	w, seeds := sites(1, 5)
	r := trip{seeds: seeds, maxDepth: 9}
	path := filepath.Join(t.TempDir(), "more.jsonl")
	must(t, r.walk(t, w, path))
	before := content(t, path)
	stray, err := (&page.Page{URL: "https://s0.test/stray", N: 5, Via: page.ViaLink, Err: page.Errorf(page.NotAPage, "a picture")}).Line()
	must(t, err)
	must(t, os.WriteFile(path, []byte(before+string(stray)), 0o600))
	must(t, r.walk(t, w, path))
	if got := content(t, path); got != before {
		t.Errorf("it ends in\n%s\nwant\n%s", got, before)
	}
	if !strings.Contains(content(t, path+".pending"), string(stray)) {
		t.Error("the line is in neither file")
	}
}

func TestBlankLinesAreIgnored(t *testing.T) {
	w, seeds := sites(1, 5)
	r := trip{seeds: seeds, maxDepth: 9}
	path := filepath.Join(t.TempDir(), "blank.jsonl")
	must(t, r.walk(t, w, path))
	want := content(t, path)
	must(t, os.WriteFile(path, []byte(strings.ReplaceAll(want, "\n", "\n\n \n")), 0o600))
	clear(w.asked)
	must(t, r.walk(t, w, path))
	if len(w.asked) > 0 || content(t, path) != want {
		t.Errorf("asked %v; it ends in\n%s", w.asked, content(t, path))
	}
}
