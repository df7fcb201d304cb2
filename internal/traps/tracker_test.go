package traps

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"curtsy/address"
)

// A space a crawl walks: the page of an address, and what it links to.
type web func(target string) (body string, links []string)

// walk crawls a web breadth first, as a lane does, and gives the addresses asked.
func walk(t testing.TB, w web, most int) (asked []string, tracker *Tracker[address.Address]) {
	t.Helper()
	tracker = New[address.Address]()
	seen := map[address.Address]bool{}
	queue := []address.Address{parse(t, "/")}
	seen[queue[0]] = true
	for len(queue) > 0 && len(asked) < most {
		a := queue[0]
		queue = queue[1:]
		body, links := w(a.Target())
		asked = append(asked, a.Target())
		sum := sha256.Sum256([]byte(body))
		leads := false
		for _, link := range links {
			to, err := a.Resolve(link)
			if err != nil || seen[to] {
				continue
			}
			if _, is := Of(to); is {
				continue
			}
			verdict := tracker.Admit(to, to)
			leads = leads || verdict != Leave && tracker.Leads(a, to)
			if verdict == Take {
				seen[to] = true
				queue = append(queue, to)
			}
		}
		ready, _ := tracker.Observe(a, Page{OK: true, SHA256: string(sum[:]), Sketch: SketchOf(a, []byte(body)), Leads: leads})
		queue = append(queue, ready...)
		for _, r := range ready {
			seen[r] = true
		}
	}
	return asked, tracker
}

// frame is the text that every page of a site has.
func frame() string {
	var b strings.Builder
	for i := range 260 {
		fmt.Fprintf(&b, "frame%c%c word%c%c ", 'a'+i%26, 'a'+i/26, 'a'+i/26, 'a'+i%26)
	}
	return "<nav>" + b.String() + " call 0800 123 456 or 030 98 76</nav>"
}

func hashed(n int) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(fmt.Sprint("id", n))))[:24] }

var (
	colours   = []string{"red", "blue", "green", "black", "white", "teal", "amber", "rose", "plum", "sand", "lime", "navy", "grey", "gold", "pink", "jade", "rust", "mint", "coal", "snow"}
	materials = []string{"cotton", "linen", "wool", "silk", "denim", "felt", "hemp", "jersey", "tweed", "velvet"}
	kinds     = []string{"shirt", "coat", "hat", "scarf", "sock", "glove", "dress", "vest", "belt", "cap"}
)

// spelled is a word for a number.
func spelled(n int) string {
	word := "w"
	for ; n > 0; n /= 20 {
		word += string(rune('a' + n%20))
	}
	return word
}

func product(i int) string {
	r := rand.New(rand.NewPCG(uint64(i), 1))
	return fmt.Sprintf("%s %s %s", colours[r.IntN(20)], materials[r.IntN(10)], kinds[r.IntN(10)])
}

func price(i int) string {
	r := rand.New(rand.NewPCG(uint64(i), 2))
	return fmt.Sprintf("%d.%02d", 5+r.IntN(195), r.IntN(100))
}

// listing links to n products; per is how many stand on one page.
func listing(n, per int, page func(i int) string) web {
	return func(target string) (string, []string) {
		var i int
		if k, _ := fmt.Sscanf(target, "/p/%d", &i); k == 1 {
			return page(i), []string{"/", "/p/1"}
		}
		at := 1
		fmt.Sscanf(target, "/list?page=%d", &at)
		var b strings.Builder
		var links []string
		for i := (at - 1) * per; i < min(at*per, n); i++ {
			fmt.Fprintf(&b, "<p>%s %s</p>", product(i+1), price(i+1))
			links = append(links, fmt.Sprintf("/p/%d", i+1))
		}
		if at*per < n {
			links = append(links, fmt.Sprintf("/list?page=%d", at+1))
		}
		return fmt.Sprintf("<title>Page %d</title>%s%s", at, frame(), b.String()), links
	}
}

func TestRealListingsAreCrawledWhole(t *testing.T) {
	pages := map[string]func(i int) string{
		"a name, a price and a sentence in a frame": func(i int) string {
			return fmt.Sprintf("<title>%s</title>%s<h1>%s</h1><p>%s</p><p>Item %s is made for the %d th time of year.</p>", product(i), frame(), product(i), price(i), hashed(i)[4:9], i*7%365)
		},
		"names out of few words, and a price": func(i int) string {
			return fmt.Sprintf("<title>%s</title>%s<h1>%s</h1><p>%s</p>", product(i), frame(), product(i), price(i))
		},
		"nothing but its number and its price": func(i int) string {
			return fmt.Sprintf("<h1>Product %d</h1><p>%d.99", i, i)
		},
		"nothing but its number": func(i int) string { return fmt.Sprintf("<h1>Product %d</h1>", i) },
		"prose": func(i int) string {
			r := rand.New(rand.NewPCG(uint64(i), 3))
			var b strings.Builder
			for range 120 {
				b.WriteString(spelled(int(4000*r.Float64()*r.Float64()*r.Float64())) + " ")
			}
			return "<h1>Entry</h1>" + frame() + b.String()
		},
	}
	for name, page := range pages {
		for _, per := range []int{20, 2000} {
			t.Run(fmt.Sprintf("%s, %d a page", name, per), func(t *testing.T) {
				asked, tracker := walk(t, listing(2000, per, page), 10_000)
				products := 0
				for _, target := range asked {
					if strings.HasPrefix(target, "/p/") {
						products++
					}
				}
				if products != 2000 {
					t.Errorf("%d of 2000 products were asked; left %+v", products, tracker.Left())
				}
			})
		}
	}
}

func TestEndlessSpacesEnd(t *testing.T) {
	for name, w := range map[string]web{
		"a calendar": func(target string) (string, []string) {
			year, month := 2026, 11
			fmt.Sscanf(target, "/cal/%d/%d", &year, &month)
			at := year*12 + month - 1
			name := func(at int) string { return fmt.Sprintf("/cal/%d/%02d", at/12, at%12+1) }
			var days strings.Builder
			for d := range 30 {
				fmt.Fprintf(&days, "<td>%d</td>", d+1)
			}
			months := []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
			title := fmt.Sprintf("%s %d", months[at%12], at/12)
			return "<title>" + title + "</title>" + frame() + "<h1>" + title + "</h1>" + days.String(), []string{name(at - 1), name(at + 1), name(at + 12)}
		},
		"a calendar with a parameter": func(target string) (string, []string) {
			var at int
			fmt.Sscanf(target, "/cal?m=%d", &at)
			return fmt.Sprintf("<h1>Month %d</h1>%s", at, frame()), []string{fmt.Sprintf("/cal?m=%d", at+1), fmt.Sprintf("/cal?m=%d", at-1)}
		},
		"session ids in the path": func() web {
			n := 0
			return func(target string) (string, []string) {
				var links []string
				page, id := "home", ""
				if parts := strings.Split(target, "/"); len(parts) == 4 {
					id, page = parts[2], parts[3]
				}
				for i := range 12 {
					n++
					links = append(links, fmt.Sprintf("/s/%s/page-%c", hashed(n), 'a'+i))
				}
				return fmt.Sprintf("<h1>%s</h1>%s<p>your session is %s</p>", page, frame(), id), links
			}
		}(),
		"facets with known names": facets(10, func(i int) string {
			return []string{"colour", "size", "brand", "fit", "length", "sleeve", "collar", "cuff", "weave", "dye"}[i]
		}),
		"facets with unknown names": facets(12, func(i int) string { return fmt.Sprintf("x%d", i) }),
		"pages without end or content": func(target string) (string, []string) {
			at := 1
			fmt.Sscanf(target, "/list?page=%d", &at)
			return fmt.Sprintf("<h1>Page %d</h1>%s<p>Nothing more.", at, frame()), []string{fmt.Sprintf("/list?page=%d", at+1)}
		},
		"a calendar of months and days": func(target string) (string, []string) {
			year, month, day := 2026, 11, 0
			fmt.Sscanf(target, "/day/%d/%d/%d", &year, &month, &day)
			fmt.Sscanf(target, "/month/%d/%d", &year, &month)
			at := year*12 + month - 1
			name := func(at int) string { return fmt.Sprintf("%d/%02d", at/12, at%12+1) }
			links := []string{"/month/" + name(at+1), "/month/" + name(at-1)}
			for d := range 28 {
				links = append(links, fmt.Sprintf("/day/%s/%02d", name(at), d+1))
			}
			return fmt.Sprintf("<title>%d %s</title>%s<p>Nothing happens.", day, name(at), frame()), links
		},
		"two spaces that lead to each other": func(target string) (string, []string) {
			var at int
			fmt.Sscanf(target[1:], "a/%d", &at)
			fmt.Sscanf(target[1:], "b/%d", &at)
			return "<h1>Here</h1>" + frame(), []string{fmt.Sprintf("/a/%d", at+1), fmt.Sprintf("/b/%d", at+1)}
		},
		"the same page at every number": func(target string) (string, []string) {
			var at int
			fmt.Sscanf(target, "/a/%d", &at)
			return "<h1>Here</h1>" + frame(), []string{fmt.Sprintf("/a/%d", 2*at+1), fmt.Sprintf("/a/%d", 2*at+2)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			asked, tracker := walk(t, w, 2000)
			if len(asked) >= 200 {
				t.Errorf("%d pages were asked and it has not ended; the last %q", len(asked), asked[len(asked)-3:])
			}
			if tracker.Waiting() > 0 {
				t.Errorf("%d addresses wait and nothing is out", tracker.Waiting())
			}
			t.Logf("%d pages; left %+v", len(asked), tracker.Left())
		})
	}
}

// facets is a catalogue of 40 products under n facets, each on or off.
func facets(n int, nameOf func(int) string) web {
	return func(target string) (string, []string) {
		_, query, _ := strings.Cut(target, "?")
		chosen := map[string]bool{}
		for _, part := range strings.Split(query, "&") {
			name, _, _ := strings.Cut(part, "=")
			chosen[name] = name != ""
		}
		var title, cards strings.Builder
		var links []string
		for i := range n {
			var parts []string
			for j := range n {
				if chosen[nameOf(j)] != (i == j) {
					parts = append(parts, nameOf(j)+"=1")
				}
			}
			links = append(links, "/shirts?"+strings.Join(parts, "&"))
			if chosen[nameOf(i)] {
				title.WriteString(" " + nameOf(i))
			}
		}
		for p := range 40 {
			shown := true
			for i := range n {
				shown = shown && (!chosen[nameOf(i)] || rand.New(rand.NewPCG(uint64(p), uint64(i))).IntN(4) > 0)
			}
			if shown {
				fmt.Fprintf(&cards, "<div>%s <b>%s</b></div>", product(p), price(p))
			}
		}
		return "<title>Shirts" + title.String() + "</title>" + frame() + cards.String(), links
	}
}

// TestAnswersThatAreNoPages release their place and stop nothing.
func TestAnswersThatAreNoPages(t *testing.T) {
	tracker := New[int]()
	for i := range 500 {
		a := parse(t, fmt.Sprintf("/p/%d", i))
		if tracker.Admit(a, i) != Take {
			t.Fatalf("%s is not taken, though all before it are answered", a)
		}
		if _, stopped := tracker.Observe(a, Page{}); stopped != nil {
			t.Fatalf("%v is stopped by what is no page", stopped)
		}
	}
}

// TestNothingIsLostOrTakenTwice, whatever is asked and observed in whatever order: never
// more than fifty of a shape are out, and every address is taken, left or waiting. The
// same calls give the same verdicts.
func TestNothingIsLostOrTakenTwice(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		steps := rapid.IntRange(1, 600).Draw(rt, "steps")
		dull := rapid.IntRange(0, 100).Draw(rt, "dull")
		first, second := play(t, seed, steps, dull), play(t, seed, steps, dull)
		if !slices.Equal(first, second) {
			rt.Error("the same calls came to something else")
		}
	})
}

func play(t *testing.T, seed uint64, steps, dull int) (story []string) {
	r := rand.New(rand.NewPCG(seed, 9))
	tracker := New[address.Address]()
	fate := map[address.Address]string{}
	var out []address.Address
	for range steps {
		for range r.IntN(8) {
			a := parse(t, []string{fmt.Sprintf("/p/%d", r.IntN(400)), fmt.Sprintf("/l?a=%d&b=%d", r.IntN(20), r.IntN(20)), fmt.Sprintf("/s/%s/x%d", hashed(r.IntN(60)), r.IntN(3))}[r.IntN(3)])
			if fate[a] == "out" || fate[a] == "done" {
				continue
			}
			switch tracker.Admit(a, a) {
			case Take:
				fate[a], out = "out", append(out, a)
			case Later:
				fate[a] = "waits"
			case Leave:
				fate[a] = "left"
			}
			story = append(story, a.String()+fate[a])
		}
		if len(out) == 0 {
			continue
		}
		i := r.IntN(len(out))
		a := out[i]
		out = slices.Delete(out, i, i+1)
		fate[a] = "done"
		text := a.String()
		if r.IntN(100) < dull {
			text = "the same"
		}
		ready, _ := tracker.Observe(a, Page{OK: r.IntN(5) > 0, SHA256: text, Sketch: SketchOf(a, []byte(text)), Leads: r.IntN(30) == 0})
		for _, b := range ready {
			if fate[b] != "waits" {
				t.Errorf("%s is let out, and was %q", b, fate[b])
			}
			fate[b], out = "out", append(out, b)
			story = append(story, b.String()+"ready")
		}
		for _, s := range tracker.order {
			if s.out > mostOut || s.out < 0 {
				t.Errorf("%d of %s are out", s.out, s.name)
			}
		}
	}
	waits := 0
	for _, f := range fate {
		if f == "waits" {
			waits++
		}
	}
	left := 0
	for _, l := range tracker.Left() {
		left += l.Count
	}
	if tracker.Waiting() > waits || waits > tracker.Waiting()+left {
		t.Errorf("%d wait as the tracker has it, %d as it was told, %d are left", tracker.Waiting(), waits, left)
	}
	return story
}

func BenchmarkAdmit(b *testing.B) {
	tracker := New[int]()
	a := parse(b, "/products/garden/17-a-blue-watering-can")
	b.ReportAllocs()
	for b.Loop() {
		tracker.Admit(a, 0)
		tracker.Observe(a, Page{})
	}
}
