package simweb

import (
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
)

var (
	hrefs    = regexp.MustCompile(`href="([^"]*)"`)
	titles   = regexp.MustCompile(`<title>(.*?)</title>`)
	products = regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)
	markup   = regexp.MustCompile(`(?s)<script.*?</script>|<[^>]*>`)
)

// links gives a page's links in order.
func links(body string) []string {
	var all []string
	for _, m := range hrefs.FindAllStringSubmatch(body, -1) {
		all = append(all, html.UnescapeString(m[1]))
	}
	return all
}

func titleOf(body string) string {
	m := titles.FindStringSubmatch(body)
	if m == nil {
		return ""
	}
	return m[1]
}

// walkAll asks for everything on a.example that can be reached from a target, up
// to most pages, and gives the bodies by target; all are 200s.
func walkAll(t *testing.T, c *http.Client, from string, most int) map[string]string {
	t.Helper()
	found := map[string]string{}
	for next := []string{from}; len(next) > 0 && len(found) < most; next = next[1:] {
		if _, ok := found[next[0]]; ok {
			continue
		}
		resp, body, err := get(t, c, "http://a.example"+next[0])
		if err != nil || resp.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v, %v", next[0], resp, err)
		}
		found[next[0]] = body
		next = append(next, links(body)...)
	}
	return found
}

// checkMissing asks for targets of a.example that nothing is behind.
func checkMissing(t *testing.T, c *http.Client, targets ...string) {
	t.Helper()
	for _, target := range targets {
		resp, body, err := get(t, c, "http://a.example"+target)
		if err != nil || resp.StatusCode != http.StatusNotFound || titleOf(body) != "Not here" {
			t.Errorf("%s: %v, %v; want a 404", target, resp, err)
		}
	}
}

func TestAChallengeLooksLikeThoseThereAre(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, `
-- a.example/ (challenge) (gzip) (etag) --
what is behind it
-- a.example/cloudflare (challenge cloudflare) (header X-Ray: 1) (header cf-mitigated: other) --
-- a.example/anubis (challenge anubis) --
-- a.example/captcha (challenge captcha) (status 405) --
-- a.example/captcha* (challenge captcha) (times 1) --
well
`)
		c := client(t, w)
		for _, one := range []struct {
			target    string
			status    int
			mitigated string
			words     []string
		}{
			{"/", 403, "challenge", []string{"<title>Just a moment...</title>", "/cdn-cgi/challenge-platform/"}},
			{"/cloudflare", 403, "other", []string{"<title>Just a moment...</title>", "/cdn-cgi/challenge-platform/"}},
			{"/anubis", 200, "", []string{`id="anubis_challenge"`, "/.within.website/x/cmd/anubis/"}},
			{"/captcha", 405, "", []string{"<form", "g-recaptcha"}},
			{"/captcha/2", 403, "", []string{"<form", "g-recaptcha"}},
			{"/captcha/3", 200, "", []string{"well"}},
		} {
			resp, body, err := get(t, c, "http://a.example"+one.target)
			if err != nil || resp.StatusCode != one.status || resp.Header.Get("Cf-Mitigated") != one.mitigated || resp.Header.Get("ETag") != "" {
				t.Errorf("%s: %+v, %v", one.target, resp, err)
			}
			for _, word := range one.words {
				if !strings.Contains(body, word) {
					t.Errorf("%s: no %s in\n%s", one.target, word, body)
				}
			}
			if len(body) > 2000 || strings.Contains(body, "behind it") {
				t.Errorf("%s: %d bytes: %s", one.target, len(body), body)
			}
		}
	})
}

func TestAListingLinksToEveryProductAndNoTwoShareAName(t *testing.T) {
	for text, want := range map[string]struct{ lists, onEach, products int }{"(listing)": {100, 20, 2000}, "(listing 210 whole)": {1, 210, 210}} {
		t.Run(text, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := client(t, parse(t, "-- a.example/shop "+text+" --\n-- a.example/shop/p/7 --\nits own\n"))
				names := map[string]string{}
				seenLists := 0
				for target, body := range walkAll(t, c, "/shop", 3000) {
					if !strings.HasPrefix(target, "/shop/p/") {
						seenLists++
						if n := strings.Count(body, "<li><a"); n != want.onEach {
							t.Errorf("%s: %d products", target, n)
						}
						continue
					}
					if body == "its own\n" {
						continue
					}
					name := titleOf(body)
					if other := names[name]; other != "" || len(strings.Fields(name)) != 3 {
						t.Fatalf("%s and %s are both %q", target, other, name)
					}
					names[name] = target
				}
				if len(names) != want.products-1 || seenLists != want.lists {
					t.Errorf("%d names and %d lists, want %+v without one", len(names), seenLists, want)
				}
				checkMissing(t, c, fmt.Sprintf("/shop/p/%d", want.products+1), "/shop/p/0", "/shop/p/x", "/shop/q", "/shop/", "/shopping", "/")
			})
		})
	}
}

func TestAListingsPagesAreNumberedAndEndWithTheLast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := client(t, parse(t, "-- a.example/ (listing 41) --\n-- a.example/all (listing 41 whole) --\n"))
		pages := walkAll(t, c, "/", 100)
		if len(pages) != 3+41 {
			t.Errorf("%d pages, want 3 lists and 41 products", len(pages))
		}
		if got := links(pages["/?page=3"]); !slices.Equal(got, []string{"/p/41", "/?page=2"}) {
			t.Errorf("the last list links to %q", got)
		}
		if got := links(pages["/?page=2"]); got[0] != "/p/21" || got[19] != "/p/40" || !slices.Equal(got[20:], []string{"/", "/?page=3"}) {
			t.Errorf("the second list links to %q", got)
		}
		checkMissing(t, c, "/?page=4", "/?page=0", "/?page=-1", "/?page=x", "/p/42", "/robots.txt")
		if _, body, _ := get(t, c, "http://a.example/all?page=3"); strings.Count(body, "<li><a") != 41 {
			t.Error("a whole list has no second page: any is all of it")
		}
	})
}

func TestAProductsPageHasAFrameAndTextOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := client(t, parse(t, "-- a.example/shop (listing 300) --\n"))
		texts := map[string]bool{}
		common := map[string]int{}
		for k := 1; k <= 300; k++ {
			url := fmt.Sprintf("http://a.example/shop/p/%d", k)
			_, body, err := get(t, c, url)
			if err != nil {
				t.Fatal(err)
			}
			if _, again, _ := get(t, c, url); again != body {
				t.Fatalf("%s is another page when asked again", url)
			}
			var said struct {
				Type                        string `json:"@type"`
				Name, SKU, URL, Description string
				Offers                      struct{ Price, PriceCurrency string }
			}
			if err := json.Unmarshal([]byte(products.FindStringSubmatch(body)[1]), &said); err != nil {
				t.Fatal(url, err)
			}
			if said.Type != "Product" || said.Name != titleOf(body) || said.SKU != fmt.Sprintf("MT-%05d", k) || said.URL != url ||
				!strings.Contains(body, "<p>"+said.Offers.Price+" euro</p><p>"+said.Description+"</p>") || said.Offers.PriceCurrency != "EUR" {
				t.Fatalf("%s: %+v in\n%s", url, said, body)
			}
			if texts[said.Description] || len(strings.Fields(said.Description)) < 20 {
				t.Errorf("%s: its sentence is %q", url, said.Description)
			}
			texts[said.Description] = true
			for _, word := range strings.Fields(markup.ReplaceAllString(body, " ")) {
				common[word]++
			}
		}
		frame := 0 // words every page has
		for _, n := range common {
			frame += n / 300
		}
		if frame < 180 || frame > 270 {
			t.Errorf("the frame is %d words", frame)
		}
	})
}

func TestFacetsMakeAnAddressForEveryChoice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := client(t, parse(t, "-- a.example/shirts (facets 6) --\n-- a.example/x/ (facets 3 unknown) --\n-- a.example/y (facets) --\n-- a.example/z (facets 11) --\n"))
		pages := walkAll(t, c, "/shirts", 1000)
		lists, names := 0, map[string]bool{}
		for target, body := range pages {
			if strings.Contains(target, "/item/") {
				continue
			}
			lists++
			names[titleOf(body)] = true
		}
		if lists != 64 || len(names) != 64 || len(pages) != 64+40 {
			t.Errorf("%d lists of %d titles, and %d pages; want 64, 64 and 104", lists, len(names), len(pages))
		}
		body := pages["/shirts?colour=red&sort=price"]
		if titleOf(body) != "The catalogue, colour red, sort price" {
			t.Errorf("its title is %q", titleOf(body))
		}
		got := links(body)
		want := []string{"/shirts?sort=price", "/shirts?colour=red&size=m&sort=price", "/shirts?colour=red", "/shirts?colour=red&sort=price&material=wool",
			"/shirts?colour=red&sort=price&brand=acme", "/shirts?colour=red&sort=price&price=low"}
		if !slices.Equal(got[len(got)-6:], want) {
			t.Errorf("it links to %q", got)
		}
		if other := get2(t, c, "/shirts?sort=price&colour=red&junk"); titleOf(other) != titleOf(body) {
			t.Errorf("in another order its title is %q", titleOf(other))
		}
		if titleOf(pages["/shirts/item/3"]) != (ware{3}).name() {
			t.Errorf("a product's title is %q", titleOf(pages["/shirts/item/3"]))
		}
		checkMissing(t, c, "/shirts/item/41", "/shirts/item/0", "/shirts/other", "/x/item/x", "/x")
		if got := links(get2(t, c, "/x/?x1=1&x3=1")); !slices.Equal(got[len(got)-3:], []string{"/x/?x3=1", "/x/?x1=1&x2=1&x3=1", "/x/?x1=1"}) {
			t.Errorf("unknown facets link to %q", got)
		}
		if got := links(get2(t, c, "/y")); len(got) != 40+5 || got[0] != "/y/item/1" {
			t.Errorf("five facets and forty products: %q", got)
		}
		if got := links(get2(t, c, "/z")); got[40+9] != "/z?stock=yes" || got[40+10] != "/z?x11=1" {
			t.Errorf("the tenth facet and the eleventh are %q", got[40+9:])
		}
	})
}

// get2 asks a.example for a target that is there.
func get2(t *testing.T, c *http.Client, target string) string {
	t.Helper()
	resp, body, err := get(t, c, "http://a.example"+target)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s: %v, %v", target, resp, err)
	}
	return body
}

func TestAFacetLeavesFewerProductsAndSortingAllOfThem(t *testing.T) {
	one := func(n int, on ...int) []int {
		chosen := make([]bool, n)
		for _, i := range on {
			chosen[i] = true
		}
		return facetsLeave(chosen)
	}
	all := one(10)
	if len(all) != faceted || !slices.IsSorted(all) {
		t.Errorf("without a choice: %v", all)
	}
	different := map[string]bool{}
	for i := range 10 {
		left := one(10, i)
		different[fmt.Sprint(left)] = true
		if i == sorting {
			if sorted := slices.Sorted(slices.Values(left)); !slices.Equal(sorted, all) ||
				!slices.IsSortedFunc(left, func(a, b int) int { return ware{a}.cents() - ware{b}.cents() }) {
				t.Errorf("by price: %v", left)
			}
			continue
		}
		if len(left) < 20 || len(left) > 38 {
			t.Errorf("facet %d leaves %d of %d", i+1, len(left), faceted)
		}
		if both := one(10, i, (i+1)%10); i != sorting-1 && len(both) >= len(left) {
			t.Errorf("facet %d leaves %d, with another %d", i+1, len(left), len(both))
		}
	}
	if len(different) != 10 {
		t.Errorf("ten facets leave %d different lists", len(different))
	}
}

func TestSessionsGiveEveryAnswerNewAddresses(t *testing.T) {
	for text, form := range map[string]*regexp.Regexp{
		"(sessions 3)":     regexp.MustCompile(`^/shop/s/([0-9a-f]{32})/(?:page-([1-3]))?$`),
		"(sessions 3 sid)": regexp.MustCompile(`^/shop(?:/page-([1-3]))?\?sid=([0-9a-f]{32})$`),
	} {
		t.Run(text, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := parse(t, "-- a.example/shop "+text+" --\n")
				c := client(t, w)
				first := walkAll(t, c, "/shop", 200)
				if len(first) != 200 {
					t.Errorf("the site has an end: %d pages", len(first))
				}
				ids, titles := map[string]bool{}, map[string]bool{}
				for target, body := range first {
					var here []string
					for _, link := range links(body) {
						m := form.FindStringSubmatch(link)
						if m == nil {
							t.Fatalf("%s links to %s", target, link)
						}
						here = append(here, m[1])
						if len(m[1]) != 32 {
							here[len(here)-1] = m[2]
						}
					}
					id := here[0]
					if len(here) != 4 || slices.ContainsFunc(here, func(other string) bool { return other != id }) || ids[id] ||
						!strings.Contains(body, "Your session is "+id+".") {
						t.Fatalf("%s: ids %q, seen before: %v", target, here, ids[id])
					}
					ids[id] = true
					titles[titleOf(body)] = true
				}
				if len(titles) != 4 {
					t.Errorf("its pages are %v", titles)
				}
				// Another web, asked the same, says the same.
				again := walkAll(t, client(t, parse(t, "-- a.example/shop "+text+" --\n")), "/shop", 200)
				for target, body := range first {
					if again[target] != body {
						t.Fatalf("%s is another page in another web", target)
					}
				}
				checkMissing(t, c, "/shop/page-4", "/shop/page-0", "/shop/3", "/shop/else", "/shop/s/abc", "/shopping")
				if body := get2(t, c, "/shop/page-2"); titleOf(body) != "Page 2" {
					t.Errorf("without a session it is %q", titleOf(body))
				}
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		c := client(t, parse(t, "-- a.example/ (sessions) --\n"))
		if got := links(get2(t, c, "/")); len(got) != 6 || !strings.HasPrefix(got[5], "/s/") || !strings.HasSuffix(got[5], "/page-5") {
			t.Errorf("five pages beneath the site's first: %q", got)
		}
		checkMissing(t, c, "/robots.txt", "/s/1/page-6")
	})
}
