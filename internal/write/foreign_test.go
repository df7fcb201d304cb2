package write_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"curtsy/internal/write"
	"curtsy/page"
)

// state writes a state file of header h with pages 0 to n-1, and gives its text.
func state(t *testing.T, path string, h write.Header, n int) string {
	t.Helper()
	j, err := write.Create(path, h, write.Config{Order: &inTurn{n: n}})
	must(t, err)
	for i := range n {
		must(t, j.Append(pageAt(i)))
	}
	must(t, j.Finish())
	return content(t, path)
}

func TestAFileThatIsNotThisRunsIsRefusedAndLeftAsItWas(t *testing.T) {
	dir := t.TempDir()
	good := state(t, filepath.Join(dir, "good.jsonl"), header(), 3)
	lines := strings.SplitAfter(good, "\n")
	change := func(edit func(*write.Header)) string {
		h := header()
		h.Options = map[string]any{"max_pages": 100, "exclude": []string{"/cart"}}
		edit(&h)
		return state(t, filepath.Join(t.TempDir(), "other.jsonl"), h, 2)
	}
	for _, c := range []struct{ name, text, want string }{
		{"notes", "buy milk\nand tea\n", `it is no state file: its first line is "buy milk"`},
		{"no line break", "buy milk", `it is no state file: its first line is "buy milk"`},
		{"a blank line first", "\n" + good, `it is no state file: its first line is "\n"`},
		{"pages without a header", lines[1] + lines[2], "its first line is a page's, and a state file starts with its header"},
		{"another JSON", `{"a":1}` + "\n", "it is no state file: its first line is \"{\\\"a\\\":1}\""},
		{"a newer format", strings.Replace(good, `"format":1`, `"format":2`, 1), "it has format 2, and this curtsy reads 1"},
		{"another command", change(func(h *write.Header) { h.Command = "batch" }), "it is another run's: it was written by batch, not crawl"},
		{"another seed", change(func(h *write.Header) { h.Seeds = []string{"https://b.test/"} }),
			`it is another run's: its run had the seed "https://b.test/" where this one has "https://shop.test/"`},
		{"a seed more", change(func(h *write.Header) { h.Seeds = append(h.Seeds, "https://b.test/") }), `it is another run's: its run had the seed "https://b.test/"`},
		{"a seed less", change(func(h *write.Header) { h.Seeds = nil }), `it is another run's: its run had no seed "https://shop.test/"`},
		{"another option", change(func(h *write.Header) { h.Options["exclude"] = []string{"/x"} }), `it is another run's: its run had exclude ["/x"], this one has ["/cart"]`},
		{"an option more", change(func(h *write.Header) { h.Options["any_site"] = true }), "it is another run's: its run had any_site true, this one has unset"},
		{"an option less", change(func(h *write.Header) { delete(h.Options, "exclude") }), `it is another run's: its run had exclude unset, this one has ["/cart"]`},
		{"more pages", change(func(h *write.Header) { h.Options["max_pages"] = 101 }), "it is another run's: its run had max_pages 101, and 100 is smaller"},
		{"pages without bound", change(func(h *write.Header) { delete(h.Options, "max_pages") }), "it is another run's: its run had max_pages unset, and 100 is smaller"},
		{"a line in the middle cut", lines[0] + lines[1][:40] + "\n" + lines[2], "line 2 is no page's"},
		{"a line that is no page", lines[0] + "{\"url\":\"https://shop.test/\"}\n" + lines[2], "line 2 is no page's: it has not all of"},
		{"a cut last line after a foreign one", lines[0] + "milk\n" + lines[2][:20], "line 2 is no page's"},
	} {
		path := filepath.Join(dir, "it.jsonl")
		must(t, os.WriteFile(path, []byte(c.text), 0o600))
		j, err := write.Resume(path, header(), write.Config{Order: &inTurn{n: 3}})
		if j != nil {
			t.Fatalf("%s: taken up", c.name)
		}
		if !errors.As(err, new(*write.OtherRunError)) || !strings.HasPrefix(err.Error(), path+": "+c.want) {
			t.Errorf("%s: error %v\nwant %s", c.name, err, c.want)
		}
		if content(t, path) != c.text {
			t.Errorf("%s: the file has changed", c.name)
		}
		if left, _ := filepath.Glob(path + ".*"); len(left) > 0 {
			t.Errorf("%s: it left %v", c.name, left)
		}
	}
}

func TestAFileThatHoldsPagesIsNeverBegunAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop.jsonl")
	for _, c := range []struct{ text, want string }{
		{state(t, path, header(), 3), " already holds 3 pages"},
		{state(t, path+"1", header(), 1), " already holds 1 page"},
		{"milk\n", ": it is not empty, and curtsy did not write it"},
		{"milk", ": it is not empty, and curtsy did not write it"},
	} {
		must(t, os.WriteFile(path, []byte(c.text), 0o600))
		_, err := write.Create(path, header(), write.Config{})
		if err == nil || err.Error() != path+c.want {
			t.Errorf("error %v, want %s%s", err, path, c.want)
		}
		if content(t, path) != c.text {
			t.Errorf("%.20q has changed", c.text)
		}
	}
	must(t, os.Remove(path))
	state(t, path, header(), 0)
	if got := state(t, path, header(), 1); strings.Count(got, "\n") != 2 {
		t.Errorf("a header alone is not begun again: %q", got)
	}
}

func TestASideFileOfAnotherRunIsNeverTouched(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop.jsonl")
	line, err := pageAt(0).Line()
	must(t, err)
	side := `{"curtsy":{"format":1,"pending":"2020-01-01T00:00:00Z"}}` + "\n" + string(line)
	must(t, os.WriteFile(path+".pending", []byte(side), 0o600))
	if _, err := write.Create(path, header(), write.Config{}); err == nil || !strings.Contains(err.Error(), ".pending: it holds 1 pages of a run whose file is gone") {
		t.Errorf("create: %v", err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file that was not begun is there")
	}
	must(t, os.Rename(path+".pending", path+".aside"))
	_ = os.Remove(path)
	before := state(t, path, header(), 2)
	must(t, os.Rename(path+".aside", path+".pending"))
	_, err = write.Resume(path, header(), write.Config{Order: &inTurn{n: 2}})
	if err == nil || !strings.Contains(err.Error(), "does not belong to the run") {
		t.Errorf("resume: %v", err)
	}
	if content(t, path) != before || content(t, path+".pending") != side {
		t.Error("a file has changed")
	}
}

func TestNotesOutliveAKilledRunAndNotAFinishedOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop.jsonl")
	cfg := func() write.Config { return write.Config{Order: &inTurn{n: 9}} }
	j, err := write.Create(path, header(), cfg())
	must(t, err)
	must(t, j.Note("listed https://shop.test", []string{"old"}))
	must(t, j.Append(pageAt(1)))
	must(t, j.Note("listed https://shop.test", []string{"https://shop.test/p/<a>"}))
	must(t, j.Append(pageAt(0)))
	must(t, j.Abandon())
	for i := range 3 {
		j, err = write.Resume(path, header(), cfg())
		must(t, err)
		var listed []string
		if ok, err := j.Noted("listed https://shop.test", &listed); !ok || err != nil || fmt.Sprint(listed) != "[https://shop.test/p/<a>]" {
			t.Errorf("resume %d: noted %v, %v, %v", i, listed, ok, err)
		}
		if ok, err := j.Noted("listed https://other.test", &listed); ok || err != nil {
			t.Errorf("what was never noted: %v, %v", ok, err)
		}
		must(t, j.Close())
	}
	j, err = write.Resume(path, header(), cfg())
	must(t, err)
	for n := range 2 {
		p := pageAt(n)
		if _, known, err := j.Recall(write.Place{URL: p.URL, N: n, Depth: p.Depth, FoundOn: p.FoundOn, Via: p.Via}); !known || err != nil {
			t.Errorf("page %d: known %v, %v", n, known, err)
		}
	}
	must(t, j.Finish())
	absent(t, path+".pending")
}

func TestALineAtAnotherPlaceKeepsEveryOtherOctet(t *testing.T) {
	for _, p := range everyPage() {
		line, err := p.Line()
		must(t, err)
		to := write.Place{URL: p.URL, N: 70, Depth: 4, FoundOn: "https://shop.test/?q=<\"\u2028>", Via: page.ViaRedirect}
		got, err := write.Respell(line[:len(line)-1], to)
		must(t, err)
		p.N, p.Depth, p.FoundOn, p.Via = to.N, to.Depth, to.FoundOn, to.Via
		want, err := p.Line()
		must(t, err)
		if string(got) != string(want) {
			t.Errorf("it reads\n%s\nwant\n%s", got, want)
		}
	}
	got, err := write.Respell([]byte(`{"n":1,"url":"https://shop.test/","ok":false,"depth":0,"found_on":null,"via":"seed","error":{"code":"not_a_page"}}`),
		write.Place{N: 2, Via: page.ViaList})
	must(t, err)
	if !strings.HasPrefix(string(got), `{"url":"https://shop.test/","n":2,"ok":false,"depth":0,"found_on":null,"via":"list",`) {
		t.Errorf("keys in another order: %s", got)
	}
}

// TestAFileThatIsNoSideFileIsNeverRemoved: one that happens to have its name stands.
func TestAFileThatIsNoSideFileIsNeverRemoved(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop.jsonl")
	must(t, os.WriteFile(path+".pending", []byte("precious\n"), 0o600))
	if _, err := write.Create(path, header(), write.Config{}); err == nil || !strings.Contains(err.Error(), "is no run's") {
		t.Errorf("create: %v", err)
	}
	if got := content(t, path+".pending"); got != "precious\n" {
		t.Errorf("it holds %q", got)
	}
	must(t, os.Remove(path+".pending"))
	must(t, os.Symlink("elsewhere", path+".pending"))
	if _, err := write.Create(path, header(), write.Config{}); err == nil {
		t.Error("a link of that name is taken for a side file")
	}
}
