package traps

import (
	"crypto/sha256"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"curtsy/address"
)

// A site gives the page of a target, and what it links to.
type site func(target string) (body string, links []string)

// crawl walks a web breadth first from its front page, as a lane of a crawl does, and
// gives what was asked in its order.
func crawl(t testing.TB, w site, most int) (asked []string, tracker *Tracker[address.Address]) {
	t.Helper()
	tracker = New[address.Address]()
	seen := map[address.Address]bool{}
	var queue []address.Address
	var admit func(a address.Address)
	admit = func(a address.Address) {
		if !seen[a] {
			seen[a] = true
			queue = append(queue, a)
			return
		}
		ready, _ := tracker.Observe(a, Page{})
		for _, r := range ready {
			admit(r)
		}
	}
	seed := parse(t, "/")
	tracker.Listed(seed)
	admit(seed)
	for len(queue) > 0 && len(asked) < most {
		a := queue[0]
		queue = queue[1:]
		asked = append(asked, a.Target())
		body, links := w(a.Target())
		p := pageOf(a, body)
		for _, link := range links {
			to, err := a.Resolve(link)
			if err != nil {
				t.Fatal(err)
			}
			if _, is := Of(to); is || seen[to] {
				continue
			}
			verdict := tracker.Admit(to, to)
			p.Leads = p.Leads || verdict != Leave && tracker.Leads(a, to)
			if verdict == Take {
				admit(to)
			}
		}
		ready, _ := tracker.Observe(a, p)
		for _, r := range ready {
			admit(r)
		}
	}
	if len(queue) == 0 && tracker.Waiting() > 0 {
		t.Errorf("%d addresses wait, and nothing is out", tracker.Waiting())
	}
	return asked, tracker
}

func pageOf(a address.Address, body string) Page {
	sum := sha256.Sum256([]byte(body))
	return Page{OK: true, SHA256: fmt.Sprintf("%x", sum), Sketch: SketchOf(a, []byte(body))}
}

// frameOf is the text that every page of a site has, of n different words.
func frameOf(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "frame%c%c%c ", 'a'+i%26, 'a'+i/26%26, 'a'+i/676)
	}
	return "<nav>" + b.String() + " call 0800 123 456 or 030 98 76</nav>"
}

// The frames of the sites below.
var frame30, frame60, frame200, frame300, frame700 = frameOf(30), frameOf(60), frameOf(200), frameOf(300), frameOf(700)

// chance is the same for the same name.
func chance(format string, values ...any) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, format, values...)
	return rand.New(rand.NewPCG(h.Sum64(), 1))
}

func tokenOf(n int) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strconv.Itoa(n))))[:24]
}

var (
	hues   = strings.Fields("red blue green black white teal amber rose plum sand lime navy grey gold pink jade rust mint coal snow")
	stuffs = strings.Fields("cotton linen wool silk denim felt hemp jersey tweed velvet")
	wares  = strings.Fields("shirt coat hat scarf sock glove dress vest belt cap")
)

// productOf is the name of the ith of 2,000 products: no two have the same.
func productOf(i int) string {
	i = i * 1237 % 2000
	return hues[i%20] + " " + stuffs[i/20%10] + " " + wares[i/200]
}

func priceOf(i int) string {
	return fmt.Sprintf("%d.%02d", 5+chance("euro %d", i).IntN(195), chance("cent %d", i).IntN(100))
}

// A listing of n products, per of them on one page of it.
func catalogue(n, per int, page func(i int) string) site {
	return func(target string) (string, []string) {
		if rest, is := strings.CutPrefix(target, "/p/"); is {
			i, _ := strconv.Atoi(rest)
			return page(i), []string{"/", "/p/1", "/p/" + strconv.Itoa(i%n+1)}
		}
		at := 1
		fmt.Sscanf(target, "/list?page=%d", &at)
		var b strings.Builder
		links := []string{"/"}
		for i := (at-1)*per + 1; i <= min(at*per, n); i++ {
			fmt.Fprintf(&b, "<p>%s %s</p>", productOf(i), priceOf(i))
			links = append(links, "/p/"+strconv.Itoa(i))
		}
		if at*per < n {
			links = append(links, fmt.Sprintf("/list?page=%d", at+1))
		}
		return fmt.Sprintf("<title>Page %d</title>%s%s", at, frame300, b.String()), links
	}
}

// products are pages of real listings.
var products = map[string]func(i int) string{
	"a sentence in a frame": func(i int) string {
		return fmt.Sprintf("<title>%s - Shop</title>%s<h1>%[1]s</h1><p>%[3]s</p><p>The %[1]s is number %[4]d and goes with %[5]s.</p>", productOf(i), frame300, priceOf(i), i, productOf(i*7))
	},
	"names of few words and a price": func(i int) string {
		return fmt.Sprintf("<title>%s - Shop</title>%s<h1>%[1]s</h1><p>%[3]s</p>", productOf(i), frame300, priceOf(i))
	},
	"names of few words and a price in a small frame": func(i int) string {
		return fmt.Sprintf("<title>%s - Shop</title>%s<h1>%[1]s</h1><p>%[3]s</p>", productOf(i), frame60, priceOf(i))
	},
	"names of few words and a price in a middling frame": func(i int) string {
		return fmt.Sprintf("<title>%s - Shop</title>%s<h1>%[1]s</h1><p>%[3]s</p>", productOf(i), frame200, priceOf(i))
	},
	"names of few words and a price in no frame": func(i int) string {
		return fmt.Sprintf("<title>%s - Shop</title><h1>%[1]s</h1><p>%s EUR</p>", productOf(i), priceOf(i))
	},
	"names of few words and a price in a great frame": func(i int) string {
		return fmt.Sprintf("<title>%s - Shop</title>%s<h1>%[1]s</h1><p>%[3]s</p>", productOf(i), frame700, priceOf(i))
	},
	"a number and a price": func(i int) string { return fmt.Sprintf("<h1>Product %d</h1><p>%[1]d.99</p>", i) },
	"a number":             func(i int) string { return fmt.Sprintf("<h1>Product %d</h1>", i) },
	"a number in a frame":  func(i int) string { return fmt.Sprintf("%s<h1>Product %d</h1>", frame300, i) },
	"others beside it": func(i int) string {
		var b strings.Builder
		r := chance("beside %d", i)
		for range 6 {
			o := 1 + r.IntN(2000)
			fmt.Fprintf(&b, "<div><h3>%s</h3><b>%s</b></div>", productOf(o), priceOf(o))
		}
		return fmt.Sprintf("<title>%s</title>%s<h1>%[1]s</h1><p>%[3]s</p><p>%s</p>%s", productOf(i), frame300, priceOf(i), prose(i, 40), b.String())
	},
	"prose":    func(i int) string { return "<h1>Entry</h1>" + frame300 + prose(i, 120) },
	"no words": func(i int) string { return "<img src=/" + strconv.Itoa(i) + ".jpg>" },
}

// prose is n words, of which few are rare.
func prose(i, n int) string {
	var b strings.Builder
	r := chance("prose %d", i)
	for range n {
		fmt.Fprintf(&b, "w%c ", 'a'+int(20_000*r.Float64()*r.Float64()*r.Float64()))
	}
	return b.String()
}

// TestHardListingsAreCrawledWhole, whether their links stand on one page or on a hundred.
func TestHardListingsAreCrawledWhole(t *testing.T) {
	const n = 2000
	for name, page := range products {
		for _, per := range []int{20, n} {
			if per == n && len(page(1)) > 3000 { // the same in a small frame, for less time
				continue
			}
			t.Run(fmt.Sprintf("%s, %d a page", name, per), func(t *testing.T) {
				asked, tracker := crawl(t, catalogue(n, per, page), 2*n)
				if want := 1 + n + n/per - 1; len(asked) != want {
					t.Errorf("%d of %d pages were asked; left %+v", len(asked), want, tracker.Left())
				}
			})
		}
	}
}

// endlessWebs are spaces without end.
var endlessWebs = map[string]site{
	"a calendar by month": func(target string) (string, []string) {
		year, month := 2026, 11
		fmt.Sscanf(target, "/cal/%d/%d", &year, &month)
		return monthPage(year*12+month-1, func(at int) string { return fmt.Sprintf("/cal/%d/%02d", at/12, at%12+1) })
	},
	"a calendar by day": func(target string) (string, []string) {
		year, month, day := 2026, 11, 1
		fmt.Sscanf(target, "/cal/%d-%d-%d", &year, &month, &day)
		var links []string
		for i := range 30 {
			links = append(links, fmt.Sprintf("/cal/%d-%02d-%02d", year+month/12, month%12+1, i+1))
		}
		return fmt.Sprintf("<title>%d.%d.%d</title>%s<p>No events on %[3]d/%[2]d", day, month, year, frame300), links
	},
	"the calendar of numbers alone": func(target string) (string, []string) {
		year, month := 2000, 1
		fmt.Sscanf(target, "/c/%d/%d", &year, &month)
		return fmt.Sprintf("<h1>%d/%d</h1>", month, year), []string{fmt.Sprintf("/c/%d/%02d", year+month/12, month%12+1)}
	},
	"a calendar with a parameter": func(target string) (string, []string) {
		var at int
		fmt.Sscanf(target, "/plan?when_month=%d", &at)
		return fmt.Sprintf("<h1>Month %d</h1>%s", at, frame300), []string{fmt.Sprintf("/plan?when_month=%d", at+1), fmt.Sprintf("/plan?when_month=%d", at-1)}
	},
	"session ids in the path":        sessions(true, 0, 12, func(id string) string { return "/s/" + id + "/" }),
	"session ids of no site's pages": sessions(false, 300, 1, func(id string) string { return "/s/" + id + "/" }),
	"session ids at the end":         sessions(true, 300, 3, func(id string) string { return "/s/x-" + id + "/" }),
	"session ids in small letters and digits": sessions(true, 300, 12, func(id string) string {
		return "/s/" + base36(id) + "/"
	}),
	"10 facets":                              facetsOf(10, 1, 300, func(i int) string { return "x" + string(rune('a'+i)) }),
	"20 facets":                              facetsOf(20, 1, 300, func(i int) string { return "x" + string(rune('a'+i)) }),
	"20 facets, no frame":                    facetsOf(20, 1, 0, func(i int) string { return "x" + string(rune('a'+i)) }),
	"8 facets of 5 choices":                  facetsOf(8, 5, 300, func(i int) string { return "x" + string(rune('a'+i)) }),
	"8 facets of 5 choices in a great frame": facetsOf(8, 5, 1500, func(i int) string { return "x" + string(rune('a'+i)) }),
	"pages behind the last": func(target string) (string, []string) {
		at := 1
		fmt.Sscanf(target, "/list?page=%d", &at)
		return fmt.Sprintf("<h1>Page %d</h1>%s<p>Nothing more. <a>%d</a> <a>%d</a> <a>%d</a>", at, frame300, at-1, at+1, at+2), []string{fmt.Sprintf("/list?page=%d", at+1)}
	},
	"things behind the last": func(target string) (string, []string) {
		var at int
		fmt.Sscanf(target, "/list?start=%d", &at)
		return fmt.Sprintf("%s<p>Things %d to %d of 400: none.", frame30, at, at+19), []string{fmt.Sprintf("/list?start=%d", at+20)}
	},
	"one page at every number": func(target string) (string, []string) {
		var at int
		fmt.Sscanf(target, "/a/%d", &at)
		return "<h1>Here</h1>" + frame300, []string{fmt.Sprintf("/a/%d", 2*at+1), fmt.Sprintf("/a/%d", 2*at+2)}
	},
}

var monthNames = strings.Fields("January February March April May June July August September October November December")

func monthPage(at int, productOf func(int) string) (string, []string) {
	title := func(at int) string { return fmt.Sprintf("%s %d", monthNames[at%12], at/12) }
	var days strings.Builder
	for d := range 28 + at%4 {
		fmt.Fprintf(&days, "<td>%d</td>", d+1)
	}
	body := fmt.Sprintf("<title>%s</title>%s<h1>%[1]s</h1>%[3]s<a>%s</a> <a>%s</a>", title(at), frame300, days.String(), title(at-1), title(at+1))
	return body, []string{productOf(at - 1), productOf(at + 1), productOf(at + 12)}
}

func base36(id string) string {
	h := fnv.New64a()
	h.Write([]byte(id))
	return strconv.FormatUint(h.Sum64(), 36) + strconv.FormatUint(h.Sum64()*31, 36)
}

// sessions gives every link of a site of some pages a new id, or all links of a page one.
func sessions(each bool, words, pages int, prefix func(id string) string) site {
	frame := frameOf(words)
	n := 0
	return func(target string) (string, []string) {
		page, id := "a", ""
		if at := strings.LastIndexByte(target, '/'); at > 0 {
			id, page = target[3:at], target[at+1:]
		}
		var links []string
		n++
		for i := range pages {
			if each {
				n++
			}
			links = append(links, prefix(tokenOf(n))+string(rune('a'+i)))
		}
		return fmt.Sprintf("<h1>%s</h1>%s<p>%s</p><p>Your session is %s, welcome.</p>", page, frame, prose(int(page[0]), 60), id), links
	}
}

// facets is a catalogue of 40 products under n facets, each of which may be chosen.
func facetsOf(n, choices, words int, productOf func(int) string) site {
	frame := frameOf(words)
	return func(target string) (string, []string) {
		_, query, _ := strings.Cut(target, "?")
		chosen := map[string]string{}
		for _, part := range strings.Split(query, "&") {
			if name, value, is := strings.Cut(part, "="); is {
				chosen[name] = value
			}
		}
		var title, cards strings.Builder
		var links []string
		for i := range n {
			for v := 1; v <= choices; v++ {
				var parts []string
				for j := range n {
					value := chosen[productOf(j)]
					if i == j {
						if value != "" {
							value = ""
						} else {
							value = strconv.Itoa(v)
						}
					}
					if value != "" {
						parts = append(parts, productOf(j)+"="+value)
					}
				}
				links = append(links, "/shirts?"+strings.Join(parts, "&"))
			}
			if value := chosen[productOf(i)]; value != "" {
				fmt.Fprintf(&title, " %s%s", productOf(i), value)
			}
		}
		found := 0
		for p := range 40 {
			shown := true
			for i := range n {
				value := chosen[productOf(i)]
				if choices == 1 {
					shown = shown && (value == "" || chance("has %d %d", p, i).IntN(4) > 0)
				} else {
					shown = shown && (value == "" || value == strconv.Itoa(1+chance("has %d %d", p, i).IntN(choices)))
				}
			}
			if shown {
				found++
				fmt.Fprintf(&cards, "<div>%s <b>%s</b></div>", cardOf(p), priceOf(p))
			}
		}
		return fmt.Sprintf("<title>Shirts%s</title>%s<p>%d found</p>%s", title.String(), frame, found, cards.String()), links
	}
}

func cardOf(p int) string { return productOf(p + 1) }

// TestHardEndlessSpacesEnd by themselves, in fewer than 200 requests.
func TestHardEndlessSpacesEnd(t *testing.T) {
	for name, w := range endlessWebs {
		t.Run(name, func(t *testing.T) {
			asked, tracker := crawl(t, w, 1000)
			if len(asked) >= 200 {
				t.Errorf("%d pages were asked; the last %q", len(asked), asked[len(asked)-3:])
			}
			left := tracker.Left()
			t.Logf("%d pages; left %+v", len(asked), left[:min(2, len(left))])
		})
	}
}

// TestTheSameCrawl: what is asked follows from the pages alone.
func TestTheSameCrawl(t *testing.T) {
	first, tracker := crawl(t, endlessWebs["10 facets"], 1000)
	second, other := crawl(t, endlessWebs["10 facets"], 1000)
	if !slices.Equal(first, second) || !slices.Equal(tracker.Left(), other.Left()) {
		t.Error("two crawls of one web asked for other pages, or left others")
	}
}
