//go:build unix

package proofs

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"curtsy/internal/simweb"
)

const (
	isle       = "isle%d.example"
	otherPages = 7
)

// isles are three sites, each with a sitemap, this many pages that take their time and
// otherPages: the first, a redirect, a page that fails once, one that is not to be
// kept and what it leads to, a link that leads nowhere and one that may not be asked.
func isles(pages int) string {
	var b strings.Builder
	for n := range 3 {
		host := fmt.Sprintf(isle, n)
		page := func(target, modifiers, body string) {
			fmt.Fprintf(&b, "-- http://%s%s %s --\n%s\n", host, target, modifiers, body)
		}
		page("/robots.txt", "", "User-agent: *\nDisallow: /private\nSitemap: http://"+host+"/sitemap.xml\n")
		page("/sitemap.xml", "", "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>http://"+host+"/p/7</loc></url></urlset>")
		page("/", "", "<title>Isle</title><a href=/p/1>1</a><a href=/old>old</a><a href=/shaky>shaky</a><a href=/private/x>x</a>")
		page("/old", "(status 301) (header Location: /new)", "")
		page("/away", "(status 302) (header Location: http://isle0.example/beyond)", "")
		page("/new", "(takes 20ms)", "<title>New</title><a href=/hidden>h</a><a href=/nowhere>n</a>")
		page("/shaky", "(status 503) (times 1)", "not now")
		page("/shaky", "", "<title>Steady</title>")
		page("/hidden", "", "<title>Hidden</title><meta name=robots content=noindex><a href=/beyond>beyond</a>")
		page("/beyond", "", "<title>Beyond</title>")
		for i := 1; i <= pages; i++ {
			links := ""
			for _, to := range []int{2 * i, 2*i + 1} {
				if to <= pages {
					links += fmt.Sprintf("<a href=/p/%d>%d</a>", to, to)
				}
			}
			page(fmt.Sprintf("/p/%d", i), fmt.Sprintf("(takes %dms)", i*(7+3*n)%50), fmt.Sprintf("<title>Page %d</title>%s", i, links))
		}
	}
	return b.String()
}

// A course is a run over the isles: what is typed, and how many lines it comes to.
type course struct {
	name  string
	pages int // of each isle
	args  []string
	lines int // after the header
}

// crawl is a course over all there is.
func crawl(name string, pages int, args ...string) course {
	return course{name: name, pages: pages, args: slices.Concat(overAll(), []string{"--max-pages", "1000"}, args), lines: 3 * (pages + otherPages)}
}

func overAll() []string {
	args := []string{"crawl"}
	for n := range 3 {
		args = append(args, "http://"+fmt.Sprintf(isle, n)+"/")
	}
	return append(args, "--max-depth", "50")
}

// A voyage is one course taken in as many processes as it takes.
type voyage struct {
	*stage
	course
	kept  map[string]int   // addresses that had their line when a process ended, and its number
	ended map[int]*process // by number
}

func newVoyage(t *testing.T, c course) *voyage {
	s := newStage(t, 60*time.Millisecond, isles(c.pages))
	var list strings.Builder
	for i := 1; i <= c.pages; i++ {
		for n := range 3 {
			fmt.Fprintf(&list, "http://%s/p/%d\n", fmt.Sprintf(isle, n), i)
		}
	}
	list.WriteString("http://isle0.example/old\nno address\nhttp://isle2.example/shaky\nhttp://isle1.example/away\nhttp://isle1.example/hidden\n")
	if err := os.WriteFile(s.path("list.txt"), []byte(list.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return &voyage{stage: s, course: c, kept: map[string]int{}, ended: map[int]*process{}}
}

func (v *voyage) sail() *process {
	args := slices.Concat(v.args, []string{"--quiet", "-o", v.path("isles.jsonl")})
	if args[0] == "batch" {
		args[1] = v.path(args[1])
	}
	if v.started > 0 {
		args = append(args, "--resume")
	}
	return v.curtsy(args...)
}

// awaits waits until a process has asked n times, or has ended; true: it has not.
func (v *voyage) awaits(p *process, n int) bool {
	ctx, cancel := context.WithCancel(v.Context())
	defer cancel()
	go func() {
		select {
		case <-p.done:
			cancel()
		case <-ctx.Done():
		}
	}()
	err := v.web.Await(ctx, func(log []simweb.Entry) bool {
		asked := 0
		for _, e := range log {
			if numberOf(e) == p.number {
				asked++
			}
		}
		return asked >= n
	})
	return err == nil
}

// note keeps which addresses have their line when a process has ended.
func (v *voyage) note(p *process) {
	v.ended[p.number] = p
	for _, name := range []string{"isles.jsonl", "isles.jsonl.pending"} {
		for line := range strings.Lines(v.content(name)) {
			var l struct {
				URL   string
				Error struct{ Retryable bool }
			}
			if !strings.HasSuffix(line, "\n") {
				continue // cut off while it was written
			}
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				v.Fatalf("%s, after process %d: %v\n%.200s", name, p.number, err, line)
			}
			if _, known := v.kept[l.URL]; l.URL != "" && !known && !l.Error.Retryable {
				v.kept[l.URL] = p.number
			}
		}
	}
}

func (c course) inNoOrder() bool { return slices.Contains(c.args, "done") }

// written are the run's lines without what is about time; those in no order, by number.
func (v *voyage) written() []string {
	v.Helper()
	var lines []string
	for line := range strings.Lines(v.content("isles.jsonl")) {
		var l map[string]any
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			v.Fatalf("%v\n%.200s", err, line)
		}
		delete(l, "asked_at")
		delete(l, "retries")
		if fetch, ok := l["fetch"].(map[string]any); ok {
			delete(fetch, "seconds")
			delete(fetch, "waited")
		}
		if header, ok := l["curtsy"].(map[string]any); ok {
			delete(header, "started")
		}
		text, err := json.Marshal(l)
		if err != nil {
			v.Fatal(err)
		}
		number := -1.0 // of the header
		if n, ok := l["n"].(float64); ok {
			number = n
		}
		if v.inNoOrder() {
			text = fmt.Appendf(nil, "%06.0f %s", number+1, text)
		}
		lines = append(lines, string(text))
	}
	if v.inNoOrder() {
		slices.Sort(lines)
	}
	return lines
}

// arrives says that a voyage came to what one in a single process comes to, without a
// page asked again, or a rest cut short.
func (v *voyage) arrives() {
	v.Helper()
	straight := newVoyage(v.T, v.course)
	straight.sail().succeeds()
	want, got := straight.written(), v.written()
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(want):
			v.Fatalf("line %d is not in the file of an uninterrupted run: %s", i+1, got[i])
		case i >= len(got):
			v.Fatalf("line %d is missing: %s", i+1, want[i])
		case want[i] != got[i]:
			v.Fatalf("line %d is\n%s\nand in an uninterrupted run\n%s", i+1, got[i], want[i])
		}
	}
	if len(want) != 1+v.lines {
		v.Errorf("the uninterrupted run has %d lines after its header, want %d", len(want)-1, v.lines)
	}
	if left := v.content("isles.jsonl.pending"); left != "" {
		v.Errorf("the file beside the finished one is still there: %.200s", left)
	}
	v.judge()
	v.askedOnce()
	v.restedAfterwards()
}

// askedOnce: what has a line is not asked again, and at each site at most one request,
// the one that was in flight, is asked again for each process that was ended.
func (v *voyage) askedOnce() {
	v.Helper()
	last := map[string]int{} // by site and process, the place of its last request
	log := v.web.Log()
	for i, e := range log {
		last[fmt.Sprint(e.Site, " ", numberOf(e))] = i
	}
	answered := map[string]int{} // by address, the process that had its answer before the one in flight
	for i, e := range log {
		url, by := e.Site+e.Target, numberOf(e)
		if process, ok := v.kept[url]; ok && by > process {
			v.Errorf("%s was asked by process %d, though process %d had left its line", url, by, process)
		}
		if process, ok := answered[url]; ok {
			v.Errorf("%s was asked by process %d, though process %d had its answer and went on", url, by, process)
		}
		final := e.Status == 200 || e.Status == 404
		if final && whole(e) && last[fmt.Sprint(e.Site, " ", by)] != i {
			answered[url] = by
		}
	}
}

// restedAfterwards: a request whose process was killed counts as ended when the next
// process finds it.
func (v *voyage) restedAfterwards() {
	v.Helper()
	cutOff := map[string]int{} // by site, the process whose last request there was cut off
	for _, e := range v.web.Log() {
		by := v.ended[numberOf(e)]
		before := v.ended[cutOff[e.Site]]
		if before != nil && before.killed() && by.number == before.number+1 && e.Arrival.Sub(by.began) < v.delay {
			v.Errorf("%s%s was asked %v after process %d began, which found a request cut off", e.Site, e.Target, e.Arrival.Sub(by.began), by.number)
		}
		delete(cutOff, e.Site)
		if e.Left {
			cutOff[e.Site] = by.number
		}
	}
}

// sailUntilEnded has end end each process after some requests and a moment, some of
// them before the first one when least is 0, until it has done so often enough or the
// run is over. It gives how often.
func (v *voyage) sailUntilEnded(often, least int, end func(*process) (over bool)) int {
	v.Helper()
	seed := rand.Uint64()
	v.Logf("the instants are drawn from %d", seed)
	dice := rand.New(rand.NewPCG(seed, seed))
	for n := range often {
		p := v.sail()
		requests, moment := least+dice.IntN(3), time.Duration(dice.Int64N(int64(80*time.Millisecond)))
		if requests > 0 && !v.awaits(p, requests) {
			v.Fatalf("process %d ended by itself: %s", p.number, &p.talk)
		}
		time.Sleep(moment)
		over := end(p)
		v.note(p)
		if over {
			return n
		}
	}
	p := v.sail()
	p.succeeds()
	v.note(p)
	return often
}

func TestARunKilledTwentyTimesEndsInTheSameFile(t *testing.T) {
	const pages = 24
	for _, c := range []course{
		crawl("in the order given", pages, "--order", "given"),
		crawl("in no order", pages, "--order", "done"),
		{"cut by a bound", pages, append(overAll(), "--max-pages", "83"), 83},
		{"a list", pages, []string{"batch", "list.txt", "--jobs", "2"}, 3*pages + 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			const kills = 20
			v := newVoyage(t, c)
			done := v.sailUntilEnded(kills, 0, func(p *process) bool {
				p.kill()
				return !p.killed()
			})
			if done < kills {
				t.Errorf("it was over after %d kills; there should be more to read", done)
			}
			v.arrives()
		})
	}
}

func TestAnInterruptLeavesAWholeFileThatIsContinued(t *testing.T) {
	for order, signal := range map[string]syscall.Signal{"given": syscall.SIGINT, "done": syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			t.Parallel()
			const interrupts = 5
			v := newVoyage(t, crawl("", 8, "--order", order))
			done := v.sailUntilEnded(interrupts, 1, func(p *process) bool {
				p.signal(signal)
				code := p.code()
				if code != 130 && code != 0 {
					t.Fatalf("exit code %d, want 130\n%s", code, &p.talk)
				}
				if held := v.content("isles.jsonl"); !strings.HasSuffix(held, "}\n") {
					t.Errorf("the last line is not whole: %q", held[max(0, len(held)-100):])
				}
				return code == 0
			})
			if done < 3 {
				t.Errorf("it was over after %d interrupts; there should be more to read", done)
			}
			v.arrives()
		})
	}
}
