package frontier_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"curtsy/address"
	"curtsy/internal/frontier"
	"curtsy/page"
)

func seed(t testing.TB, text string) frontier.Found {
	t.Helper()
	return frontier.Found{Address: at(t, text), FoundOn: -1, Via: page.ViaSeed}
}

func admit(t testing.TB, f *frontier.Frontier, lane int, found frontier.Found) int {
	t.Helper()
	n, admitted, err := f.Admit(lane, found)
	must(t, err)
	if !admitted {
		t.Fatalf("%s is not admitted", found.Address)
	}
	return n
}

func TestNumbersOfLanesInterleave(t *testing.T) {
	f := frontier.New(frontier.Config{Lanes: 3}, frontier.NewMemory())
	var got []int
	for lane := range 3 {
		for k := range 2 {
			got = append(got, admit(t, f, lane, seed(t, fmt.Sprintf("https://s%d.test/%d", lane, k))))
		}
	}
	if want := []int{0, 3, 1, 4, 2, 5}; !slices.Equal(got, want) {
		t.Errorf("numbers %v, want %v", got, want)
	}
}

func TestAnAddressIsAdmittedOnce(t *testing.T) {
	f := frontier.New(frontier.Config{}, frontier.NewMemory())
	admit(t, f, 0, seed(t, "https://shop.test/"))
	must(t, f.Mark(at(t, "https://shop.test/landed")))
	for _, text := range []string{"https://shop.test/", "https://shop.test/landed"} {
		if _, admitted, err := f.Admit(0, seed(t, text)); err != nil || admitted {
			t.Errorf("%s: admitted %v, %v", text, admitted, err)
		}
	}
	if n := admit(t, f, 0, seed(t, "https://shop.test/b")); n != 1 {
		t.Errorf("the next number is %d: what is not admitted used one", n)
	}
}

func TestASiteHasOneAddressTakenAtATime(t *testing.T) {
	f := frontier.New(frontier.Config{}, frontier.NewMemory())
	for _, text := range []string{"https://a.test/1", "http://www.a.test/2", "https://b.test/1", "https://a.test/3"} {
		admit(t, f, 0, seed(t, text))
	}
	first, ok, err := f.Next()
	must(t, err)
	second, ok2, err := f.Next()
	must(t, err)
	if !ok || !ok2 || first.N != 0 || second.N != 2 {
		t.Fatalf("lent %d and %d, want 0 and 2", first.N, second.N)
	}
	if third, ok, _ := f.Next(); ok {
		t.Errorf("lent %s while its site is lent", third.Address)
	}
	must(t, f.Done(first))
	if third, ok, _ := f.Next(); !ok || third.N != 1 {
		t.Errorf("after Done: %v %v, want number 1", third.N, ok)
	}
	if f.Left() != 1 || f.Lent() != 2 {
		t.Errorf("left %d lent %d, want 1 and 2", f.Left(), f.Lent())
	}
}

func TestAPageKnowsWhatLedToIt(t *testing.T) {
	f := frontier.New(frontier.Config{Lanes: 2}, spill(t))
	defer func() { must(t, f.Close()) }()
	from := admit(t, f, 1, seed(t, "https://b.test/"))
	want := frontier.Found{Address: at(t, "https://b.test/x"), Depth: 1, FoundOn: from, Via: page.ViaLink}
	n := admit(t, f, 1, want)
	got, url, err := f.Found(n)
	must(t, err)
	if got != want || url != "https://b.test/" {
		t.Errorf("Found(%d) = %v on %q", n, got, url)
	}
}

func TestRedirectTargetsComeAfterTheWholeList(t *testing.T) {
	f := frontier.New(frontier.Config{}, frontier.NewMemory())
	admit(t, f, 0, seed(t, "https://a.test/1"))
	must(t, f.AdmitLater(0, frontier.Found{Address: at(t, "https://z.test/"), FoundOn: 0, Via: page.ViaRedirect}))
	must(t, f.AdmitLater(0, frontier.Found{Address: at(t, "https://a.test/2"), FoundOn: 0, Via: page.ViaRedirect}))
	bad, ok := f.Reserve(0)
	if !ok || bad != 1 {
		t.Errorf("Reserve = %d, %v; want 1", bad, ok)
	}
	admit(t, f, 0, seed(t, "https://a.test/2"))
	if f.Absorbed(0); f.Finished(0) {
		t.Error("a lane is finished while its list goes on")
	}
	must(t, f.Seal(0))
	got, _, err := f.Found(3)
	must(t, err)
	if got.Address.String() != "https://z.test/" || got.Via != page.ViaRedirect {
		t.Errorf("number 3 is %v", got)
	}
	if _, ok := f.Absorbing(0); !ok {
		t.Error("nothing is to be absorbed")
	}
	f.Absorbed(1)
	f.Absorbed(2)
	f.Absorbed(3)
	if !f.Finished(0) {
		t.Error("the lane is not finished: a target on the list was admitted again, or the reserved number never ends")
	}
}

func TestPagesBoundsWhatIsAdmittedAndSaysSo(t *testing.T) {
	f := frontier.New(frontier.Config{Pages: 2}, frontier.NewMemory())
	admit(t, f, 0, seed(t, "https://a.test/1"))
	admit(t, f, 0, seed(t, "https://a.test/2"))
	if _, admitted, _ := f.Admit(0, seed(t, "https://a.test/2")); admitted || f.Cut() {
		t.Error("an address seen before counts as cut")
	}
	if _, admitted, _ := f.Admit(0, seed(t, "https://a.test/3")); admitted || !f.Cut() {
		t.Error("the third of two pages is admitted, or nothing says it was cut")
	}
}

// A web is a made-up one: the links of each page, by address.
type web map[string][]string

func drawWeb(t *rapid.T, sites int) web {
	w := make(web)
	for s := range sites {
		pages := rapid.IntRange(1, 8).Draw(t, "pages")
		for p := range pages {
			var links []string
			for range rapid.IntRange(0, 4).Draw(t, "links") {
				links = append(links, fmt.Sprintf("https://s%d.test/%d", rapid.IntRange(0, sites-1).Draw(t, "site"), rapid.IntRange(0, 9).Draw(t, "page")))
			}
			w[fmt.Sprintf("https://s%d.test/%d", s, p)] = links
		}
	}
	return w
}

// crawl walks w; which of the visits under way ends next is pick's choice. It
// gives "number address" in the order written.
func crawl(t testing.TB, w web, seeds []address.Address, anySite bool, pages int, pick func(n int) int) []string {
	scope, err := frontier.NewScope(seeds, nil, nil, anySite)
	must(t, err)
	f := frontier.New(frontier.Config{Lanes: scope.Lanes(), Pages: pages}, frontier.NewMemory())
	for _, s := range seeds {
		lane, _ := scope.Lane(s.Site())
		_, _, err := f.Admit(lane, frontier.Found{Address: s, FoundOn: -1, Via: page.ViaSeed})
		must(t, err)
	}
	for lane := range scope.Lanes() {
		must(t, f.Seal(lane))
	}
	var under []frontier.Taken
	finished := make(map[int]frontier.Taken)
	var written []string
	for {
		for {
			taken, ok, err := f.Next()
			must(t, err)
			if !ok {
				break
			}
			under = append(under, taken)
		}
		if len(under) == 0 {
			return written
		}
		i := pick(len(under))
		taken := under[i]
		under = slices.Delete(under, i, i+1)
		must(t, f.Done(taken))
		finished[taken.N] = taken
		for lane := f.Lane(taken.N); ; {
			n, ok := f.Absorbing(lane)
			p, have := finished[n]
			if !ok || !have {
				break
			}
			for _, link := range w[p.Address.String()] {
				a := at(t, link)
				if scope.Admits(lane, a) {
					_, _, err := f.Admit(lane, frontier.Found{Address: a, Depth: p.Depth + 1, FoundOn: p.N, Via: page.ViaLink})
					must(t, err)
				}
			}
			f.Absorbed(n)
		}
		for {
			n, ok := f.Turn()
			p, have := finished[n]
			if !ok || !have {
				break
			}
			written = append(written, fmt.Sprint(n, " ", p.Address, " ", p.FoundOn, " ", p.FoundOnURL))
			f.Pass()
		}
	}
}

func TestOrderIsDecidedWhateverFinishesFirst(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		sites := rapid.IntRange(1, 5).Draw(rt, "sites")
		w := drawWeb(rt, sites)
		var seeds []address.Address
		for s := range sites {
			seeds = append(seeds, at(t, fmt.Sprintf("https://s%d.test/0", s)))
		}
		anySite := rapid.Bool().Draw(rt, "any site")
		pages := rapid.IntRange(0, 20).Draw(rt, "max pages")
		want := crawl(t, w, seeds, anySite, pages, func(int) int { return 0 })
		got := crawl(t, w, seeds, anySite, pages, func(n int) int { return rapid.IntRange(0, n-1).Draw(rt, "ends") })
		if !slices.Equal(got, want) {
			rt.Fatalf("wrote\n%q\nwant\n%q", got, want)
		}
		all := crawl(t, w, seeds, anySite, 0, func(int) int { return 0 })
		if pages > 0 && !slices.Equal(want, all[:min(len(all), pages)]) {
			rt.Fatalf("with %d pages it wrote\n%q\nwhich is not the start of\n%q", pages, want, all)
		}
	})
}

// TestOnlyWhatIsCertainToBeAmongTheFirstPagesIsTaken judges Within by its meaning,
// counted out.
func TestOnlyWhatIsCertainToBeAmongTheFirstPagesIsTaken(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		lanes := rapid.IntRange(1, 6).Draw(rt, "lanes")
		limit := rapid.IntRange(1, 30).Draw(rt, "max pages")
		f := frontier.New(frontier.Config{Lanes: lanes, Pages: limit}, frontier.NewMemory())
		counts := make([]int, lanes) // of a lane that has ended; else none
		for lane := range lanes {
			counts[lane] = math.MaxInt
		}
		for _, lane := range rapid.Permutation(slices.Collect(laneNumbers(lanes))).Draw(rt, "ending") {
			count := rapid.IntRange(0, 12).Draw(rt, "count")
			counts[lane] = 0
			for k := range count {
				n, admitted, err := f.Admit(lane, seed(t, fmt.Sprintf("https://s%d.test/%d", lane, k)))
				must(t, err)
				if admitted {
					f.Absorbed(n)
					counts[lane]++
				}
			}
			must(t, f.Seal(lane))
			for n := range lanes * 40 {
				before := 0
				for j, count := range counts {
					below := n / lanes
					if j < n%lanes {
						below++
					}
					before += min(count, below)
				}
				if counts[n%lanes] <= n/lanes {
					continue // no such number
				}
				if got := f.Within(n); got != (before < limit) {
					rt.Fatalf("lanes %v: Within(%d) = %v with at most %d before it, of %d", counts, n, got, before, limit)
				}
			}
		}
	})
}

func laneNumbers(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}

func TestALaneThatEndsMakesRoomForTheOthers(t *testing.T) {
	f := frontier.New(frontier.Config{Lanes: 2, Pages: 3}, frontier.NewMemory())
	admit(t, f, 0, seed(t, "https://a.test/"))
	for k := range 2 {
		admit(t, f, 1, seed(t, fmt.Sprintf("https://b.test/%d", k)))
	}
	_, _, err := f.Next()
	must(t, err)
	b0, _, err := f.Next()
	must(t, err)
	must(t, f.Done(b0))
	f.Absorbed(b0.N)
	if taken, ok, _ := f.Next(); ok {
		t.Fatalf("%d is taken, and lane 0 may yet have a page before it", taken.N)
	}
	f.Absorbed(0)
	must(t, f.Seal(0))
	if taken, ok, _ := f.Next(); !ok || taken.N != 3 {
		t.Fatalf("3 is not taken though it is the third page of three")
	}
}

func TestNoLineIsDuePastTheFirstPages(t *testing.T) {
	f := frontier.New(frontier.Config{Lanes: 2, Pages: 3}, frontier.NewMemory())
	f.Absorbed(admit(t, f, 0, seed(t, "https://a.test/")))
	must(t, f.Seal(0))
	for k := range 3 {
		admit(t, f, 1, seed(t, fmt.Sprintf("https://b.test/%d", k)))
	}
	var due []int
	for n, ok := f.Turn(); ok; n, ok = f.Turn() {
		due = append(due, n)
		f.Pass()
	}
	if want := []int{0, 1, 3}; !slices.Equal(due, want) {
		t.Errorf("due %v, want %v", due, want)
	}
}
