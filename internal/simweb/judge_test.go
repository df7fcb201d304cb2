package simweb

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// seen makes an entry of a well-behaved agent that named itself.
func seen(origin, target string, from, to float64, status int, answer ...string) Entry {
	e := Entry{Site: origin, Method: "GET", Target: target, Arrival: at(from), End: at(to), Status: status,
		Header: http.Header{"User-Agent": {"ExampleBot/1.0 (+https://example.org/bot)"}}, Answer: http.Header{}}
	for i := 0; i+1 < len(answer); i += 2 {
		if answer[i] == "Body" {
			e.Body = answer[i+1]
			continue
		}
		e.Answer.Set(answer[i], answer[i+1])
	}
	return e
}

func rules(origin, body string) Entry {
	return seen(origin, "/robots.txt", 0, 0, 200, "Body", body)
}

// before is rules, heard five seconds earlier.
func before(origin, body string) Entry {
	return seen(origin, "/robots.txt", -5, -5, 200, "Body", body)
}

// byAgent makes an entry anew with another User-Agent.
func byAgent(e Entry, agent string) Entry {
	e.Header = http.Header{"User-Agent": {agent}}
	return e
}

const (
	a    = "http://a.example"
	safe = "https://a.example"
)

// unended, left and from change one thing about an entry.
func unended(e Entry) Entry { e.End = time.Time{}; return e }
func left(e Entry) Entry    { e.Left = true; return e }
func from(e Entry) Entry    { e.Header.Set("From", "bot@example.org"); return e }

var judgeCases = []struct {
	name string
	log  []Entry
	want []string // complaints, with one second owed
}{
	{"nothing to complain about", []Entry{rules(a, ""), seen(a, "/1", 1, 4, 200), seen(a, "/2", 5, 5, 200)}, nil},
	{"an overlap", []Entry{rules(a, ""), seen(a, "/1", 1, 4, 200), seen(a, "/2", 3, 5, 200)}, []string{
		"a.example: 2 requests in flight at once", "a.example: a rest of -1s, where 1s is owed"}},
	{"an overlap under both schemes and www", []Entry{rules(a, ""), before("https://www.a.example", ""), seen(a, "/1", 1, 4, 200), seen("https://www.a.example", "/2", 2, 3, 200)}, []string{
		"a.example: 2 requests in flight at once", "a.example: a rest of -2s, where 1s is owed"}},
	{"one that is still in flight", []Entry{rules(a, ""), unended(seen(a, "/1", 1, 1, 0)), seen(a, "/2", 10, 12, 200)}, []string{
		"a.example: 2 requests in flight at once", "a.example: a rest of -2s, where 1s is owed"}},
	{"another port is another site", []Entry{rules(a, ""), rules(a+":8080", ""), seen(a, "/1", 1, 4, 200), seen(a+":8080", "/2", 2, 3, 200)}, nil},
	{"ends that touch do not overlap, and are no rest", []Entry{rules(a, ""), seen(a, "/1", 1, 2, 200), seen(a, "/2", 2, 3, 200)}, []string{
		"a.example: a rest of 0s, where 1s is owed"}},
	{"a short rest, counted from the latest end", []Entry{rules(a, ""), seen(a, "/1", 1, 10, 200), seen(a, "/2", 10.5, 11, 200)}, []string{
		"a.example: a rest of 500ms, where 1s is owed"}},
	{"a log that is not sorted", []Entry{seen(a, "/2", 10.5, 11, 200), seen(a, "/1", 1, 10, 200), rules(a, "")}, []string{
		"a.example: a rest of 500ms, where 1s is owed"}},
	{"a Crawl-delay that is owed", []Entry{rules(a, "User-agent: *\nCrawl-delay: 2.5\n"), seen(a, "/1", 2, 3, 200)}, []string{
		"a.example: a rest of 2s, where 2.5s is owed"}},
	{"a disallowed request", []Entry{rules(a, "User-agent: *\nDisallow: /cart\n"), seen(a, "/car", 1, 2, 200), seen(a, "/cart", 3, 4, 200)}, []string{
		"a.example: 1 disallowed by robots.txt, the first GET /cart at 00:00:03.000"}},
	{"a group of the agent's own", []Entry{rules(a, "User-agent: examplebot\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n"), seen(a, "/1", 1, 2, 200), seen(a, "/x", 3, 4, 200)}, []string{
		"a.example: 1 disallowed by robots.txt, the first GET /x at 00:00:03.000"}},
	{"robots.txt of another origin does not count", []Entry{rules(a, ""), before(safe, "User-agent: *\nDisallow: /\n"), seen(a, "/1", 1, 2, 200), seen(safe, "/1", 3, 4, 200)}, []string{
		"a.example: 1 disallowed by robots.txt, the first GET /1 at 00:00:03.000"}},
	{"the rules of the time count", []Entry{rules(a, "User-agent: *\nDisallow: /\n"), seen(a, "/1", 1, 1, 200), seen(a, "/robots.txt", 2, 2, 200), seen(a, "/1", 3, 3, 200)}, []string{
		"a.example: 1 disallowed by robots.txt, the first GET /1 at 00:00:01.000"}},
	{"a 304 leaves the rules as they are", []Entry{rules(a, "User-agent: *\nDisallow: /x\n"), seen(a, "/robots.txt", 1, 1, 304), seen(a, "/x", 2, 2, 200)}, []string{
		"a.example: 1 disallowed by robots.txt, the first GET /x at 00:00:02.000"}},
	{"pages asked before robots.txt", []Entry{seen(a, "/1", 1, 2, 200), seen(a, "/robots.txt", 3, 4, 200), seen(a, "/2", 5, 6, 200)}, []string{
		"a.example: 1 asked before robots.txt was, the first GET /1 at 00:00:01.000"}},
	{"robots.txt that could not be had", []Entry{seen(a, "/robots.txt", 0, 0, 503), seen(a, "/1", 1, 2, 200)}, []string{
		"a.example: 1 disallowed by robots.txt, the first GET /1 at 00:00:01.000"}},
	{"robots.txt that answers 429", []Entry{seen(a, "/robots.txt", 0, 0, 429), seen(a, "/1", 1, 2, 200)}, []string{
		"a.example: 1 disallowed by robots.txt, the first GET /1 at 00:00:01.000"}},
	{"robots.txt that was left half read", []Entry{left(seen(a, "/robots.txt", 0, 30, 200, "Body", "User-agent: *\nDisallow:\n")), seen(a, "/1", 31, 32, 200)}, []string{
		"a.example: 1 disallowed by robots.txt, the first GET /1 at 00:00:31.000"}},
	{"a good copy holds when robots.txt cannot be had", []Entry{rules(a, "User-agent: *\nDisallow: /x\n"), seen(a, "/robots.txt", 1, 1, 500), seen(a, "/1", 2, 2, 200)}, nil},
	{"robots.txt that is not there", []Entry{seen(a, "/robots.txt", 0, 0, 404), seen(a, "/1", 1, 2, 200)}, nil},
	{"robots.txt behind a redirect", []Entry{seen(a, "/robots.txt", 0, 0, 301, "Location", "/r.txt"), seen(a, "/r.txt", 1, 1, 200, "Body", "User-agent: *\nDisallow: /x\n"), seen(a, "/x", 2, 2, 200)}, []string{
		"a.example: 1 disallowed by robots.txt, the first GET /x at 00:00:02.000"}},
	{"robots.txt that goes in a circle", []Entry{seen(a, "/robots.txt", 0, 0, 302, "Location", "/robots.txt"), seen(a, "/x", 2, 2, 200)}, []string{
		"a.example: 1 disallowed by robots.txt, the first GET /x at 00:00:02.000"}},
	{"a Retry-After in seconds", []Entry{rules(a, ""), seen(a, "/1", 1, 2, 429, "Retry-After", "7"), seen(a, "/2", 8.5, 8.5, 200), seen(a, "/3", 9.5, 9.5, 200)}, []string{
		"a.example: 1 asked while a Retry-After was running, the first GET /2 at 00:00:08.500"}},
	{"a Retry-After as a date, heard by the whole site", []Entry{rules(a, ""), before(safe, ""), seen(a, "/1", 1, 2, 503, "Retry-After", "Sat, 01 Jan 2000 00:00:09 GMT"), seen(safe, "/2", 8.5, 8.5, 200), seen(a, "/3", 9.5, 9.5, 200)}, []string{
		"a.example: 1 asked while a Retry-After was running, the first GET /2 at 00:00:08.500"}},
	{"an agent nobody can write to", []Entry{rules(a, ""), byAgent(seen(a, "/1", 1, 1, 200), "ExampleBot/1.0"), from(byAgent(seen(a, "/2", 2, 2, 200), "ExampleBot/1.0"))}, []string{
		"a.example: 1 asked without saying whom to write to, the first GET /1 at 00:00:01.000"}},
}

func TestTheJudgeFindsWhatIsInTheLog(t *testing.T) {
	for _, c := range judgeCases {
		t.Run(c.name, func(t *testing.T) {
			got := Complaints(c.log, time.Second)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTheJudgeCountsRestsAndRequests(t *testing.T) {
	v := Judge([]Entry{rules(a, "User-agent: *\nCrawl-delay: 1\n"), seen(a, "/1", 2, 3, 200), seen(a, "/2", 4, 4, 200), rules("http://b.example:81", "")})
	if len(v) != 2 || v[0].Site != "a.example" || v[1].Site != "b.example:81" {
		t.Fatalf("%+v", v)
	}
	if v[0].Requests != 3 || v[0].MostInFlight != 1 || v[0].Shortest != time.Second || v[0].Longest != 2*time.Second || v[0].CrawlDelay != time.Second {
		t.Errorf("%+v", v[0])
	}
	want := "a.example: 3 requests, at most 1 in flight, rests of 1.000 to 2.000 s (it asks for 1 s), 0 disallowed, 0 before robots.txt, 0 inside a Retry-After, 0 without a contact"
	if v[0].String() != want {
		t.Errorf("String() = %s\nwant %s", v[0], want)
	}
}

func TestTheJudgeCountsARestFromTheLatestEndSoFar(t *testing.T) {
	v := Judge([]Entry{rules(a, ""), seen(a, "/1", 1, 10, 200), seen(a, "/2", 2, 3, 200), seen(a, "/3", 12, 12, 200)})[0]
	if v.Shortest != -8*time.Second || v.Longest != 2*time.Second {
		t.Errorf("rests of %v to %v, want -8s to 2s", v.Shortest, v.Longest)
	}
}

func TestTheJudgeNamesSitesByItself(t *testing.T) {
	for origin, want := range map[string]string{
		"http://A.example": "a.example", "https://www.a.example": "a.example", "https://a.example:443": "a.example", "http://a.example:443": "a.example:443",
		"http://www.a.example:8080": "a.example:8080", "http://[::1]:80": "::1", "http://[::1]:81": "[::1]:81", "http://wwww.a.example": "wwww.a.example",
	} {
		if got := siteOf(origin); got != want {
			t.Errorf("siteOf(%q) = %q, want %q", origin, got, want)
		}
	}
}

func TestTheJudgeReadsRobotsByRFC9309(t *testing.T) {
	for _, c := range []struct {
		body, tokens, target string
		want                 bool
	}{
		{"User-agent: *\nDisallow: /", "bot", "/robots.txt", true},
		{"Disallow: /", "bot", "/", true}, // a rule of no group
		{"user-agent: Bot/2.0\ndisallow: /a # here", "bot", "/abc", false},
		{"User-agent: bot\nUser-agent: cat\nDisallow: /a", "bot", "/a", false},
		{"User-agent: bot\nCrawl-delay: 1\nUser-agent: cat\nDisallow: /a", "bot", "/a", false},
		{"User-agent: bot\nAllow: /\n\nUser-agent: bot\nDisallow: /a", "bot", "/a", false},
		{"User-agent: *\nDisallow: /\nUser-agent: bot\nDisallow:", "bot", "/a", true},
		{"User-agent: robot\nDisallow: /", "bot", "/a", true},
		{"User-agent: *\nDisallow: /a\nAllow: /a/b", "bot", "/a/b/c", true},
		{"User-agent: *\nAllow: /a\nDisallow: /a", "bot", "/a", true},
		{"User-agent: *\nDisallow: /a*c$", "bot", "/abbc", false},
		{"User-agent: *\nDisallow: /a*c$", "bot", "/abcd", true},
		{"User-agent: *\nDisallow: /*?sort=", "bot", "/x?sort=1", false},
		{"User-agent: *\nDisallow: /a$b", "bot", "/a$b", false},
		{"User-agent: *\nDisallow: /%7Ejoe/ü", "bot", "/~joe/%c3%bc", false},
		{"User-agent: *\nDisallow: /a%2fb", "bot", "/a/b", true},
		{"User-agent: *\nDisallow: /a%2Fb", "bot", "/a%2fb", false},
		{"\ufeffUser-agent: *\r\nDisallow: /a\r\n", "bot", "/a", false},
		{"User-agent: *\rDisallow: /a\r", "bot", "/a", false},
		{"User-agent: curtsy\nDisallow: /a", "bot curtsy", "/a", false},
		{"User-agent: curtsy\nAllow: /a\nUser-agent: *\nDisallow: /a", "bot curtsy", "/a", false},
		{"User-agent: *\nDisallow: /" + strings.Repeat("*a", 40) + "$", "bot", "/" + strings.Repeat("a", 200) + "b", true},
	} {
		if got := readSlowRobots(c.body).allows(strings.Fields(c.tokens), c.target); got != c.want {
			t.Errorf("%q, %s asks %s: allowed %v, want %v", c.body, c.tokens, c.target, got, c.want)
		}
	}
}

func TestTheJudgeFindsTheProductTokens(t *testing.T) {
	for agent, want := range map[string]string{
		"ExampleBot/1.0 (+https://example.org/bot; bot@example.org)":                         "examplebot",
		"ExampleBot/1.0 (+https://example.org/bot) curtsy/0.1":                               "examplebot curtsy",
		"Mozilla/5.0 (X11) AppleWebKit/537.36 (compatible; My-Bot/2.1; +https://b) Chrome/1": "my-bot",
		"wget": "wget", "": "",
	} {
		if got := strings.Join(productTokens(agent), " "); got != want {
			t.Errorf("productTokens(%q) = %q, want %q", agent, got, want)
		}
	}
}

// A rude client, over the real web: the judge and the log together.
func TestTheJudgeCatchesARudeClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- a.example/robots.txt --\nUser-agent: *\nDisallow: /x\n-- a.example/r (retry 5s) --\n-- a.example/s (takes 2s) --\n")
		c := client(t, w)
		get(t, c, "http://a.example/robots.txt")
		get(t, c, "http://a.example/r")
		go get(t, c, "http://a.example/s")
		time.Sleep(time.Second)
		get(t, c, "http://a.example/x")
		time.Sleep(2 * time.Second)
		v := Judge(w.Log())[0]
		if v.MostInFlight != 2 || v.Shortest != -time.Second || len(v.Disallowed) != 1 || len(v.TooSoon) != 2 || len(v.Anonymous) != 4 || len(v.Unasked) != 0 {
			t.Errorf("%v", v)
		}
	})
}
