package simweb

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestThePracticeWebCanBeWalkedInAboutHalfAMinute walks it as a plain polite
// crawler would, each site by itself: robots.txt, sitemaps, links, redirects and
// the one retry.
func TestThePracticeWebCanBeWalkedInAboutHalfAMinute(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := Practice()
		defer w.Close()
		c := client(t, w)
		begin := time.Now()
		done := make(chan string)
		for _, seed := range PracticeSeeds() {
			go func() {
				walk(t, w, func(url string) (int, string, string) {
					resp, body, err := get(t, c, url, "User-Agent", "Walker/1.0 (+https://walker.example)")
					if err != nil {
						t.Error(err)
						return 0, "", ""
					}
					return resp.StatusCode, resp.Header.Get("Location"), body
				}, strings.TrimSuffix(seed, "/"))
				done <- seed
			}()
		}
		for range PracticeSeeds() {
			<-done
		}
		if took := time.Since(begin); took < 8*time.Second || took > 40*time.Second {
			t.Errorf("the walk took %v", took)
		}
		if c := Complaints(w.Log(), 500*time.Millisecond); len(c) > 0 {
			t.Errorf("the practice web cannot be walked politely: %q", c)
		}
		counts, asked := map[int]int{}, map[string]bool{}
		for _, e := range w.Log() {
			counts[e.Status]++
			asked[e.Target] = true
		}
		for status, want := range map[int]int{429: 1, 410: 1, 302: 2, 503: 1, 404: 0} {
			if counts[status] != want {
				t.Errorf("%d answers of %d, want %d", counts[status], status, want)
			}
		}
		for target, want := range map[string]bool{"/cart": false, "/p/1?sort=price": false, "/cart/help": true, "/p/8": true, "/catalogue/2": true, "/calendar/1999/07": true} {
			if asked[target] != want {
				t.Errorf("%s asked: %v, want %v", target, asked[target], want)
			}
		}
		if counts[200] < 35 {
			t.Errorf("%d pages", counts[200])
		}
	})
}

var linkOf = regexp.MustCompile(`<a href="([^"]+)">|<loc>([^<]+)</loc>`)

func walk(t *testing.T, w *Web, ask func(string) (int, string, string), origin string) {
	t.Helper()
	status, _, body := ask(origin + "/robots.txt")
	if status != 200 {
		return
	}
	rules := readSlowRobots(body)
	delay := max(500*time.Millisecond, rules.delay([]string{"walker"}))
	queue, known := []string{"/", "/sitemap.xml"}, map[string]bool{}
	if origin != "https://shop.example" {
		queue = queue[:1]
	}
	for len(queue) > 0 {
		target := queue[0]
		queue = queue[1:]
		if known[target] || !rules.allows([]string{"walker"}, target) {
			continue
		}
		known[target] = true
		time.Sleep(delay)
		status, location, body := ask(origin + target)
		if status == 429 {
			time.Sleep(3 * time.Second)
			_, location, body = ask(origin + target)
		}
		if strings.HasSuffix(target, ".gz") {
			body = unpack(t, body)
		}
		if location != "" {
			queue = append([]string{location}, queue...)
		}
		for _, m := range linkOf.FindAllStringSubmatch(body, -1) {
			link := strings.TrimPrefix(m[1]+m[2], origin)
			if strings.HasPrefix(link, "/") {
				queue = append(queue, link)
			}
		}
	}
}

func TestThePracticeShopDeclaresEightProducts(t *testing.T) {
	block := regexp.MustCompile(`(?s)<script type="application/ld\+json">(.*?)</script>`)
	names := map[string]bool{}
	synctest.Test(t, func(t *testing.T) {
		w := Practice()
		defer w.Close()
		c := client(t, w)
		for i := 1; i <= 8; i++ {
			_, body, err := get(t, c, fmt.Sprintf("https://shop.example/p/%d", i))
			if err != nil {
				t.Fatal(err)
			}
			var product struct{ Name, SKU string }
			m := block.FindStringSubmatch(body)
			if m == nil || json.Unmarshal([]byte(m[1]), &product) != nil || product.SKU != fmt.Sprintf("CS-%03d", i) {
				t.Errorf("product %d: %s", i, body)
			}
			names[product.Name] = true
		}
	})
	if len(names) != 8 {
		t.Errorf("%d names", len(names))
	}
}
