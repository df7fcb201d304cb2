package visit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"curtsy/address"
	"curtsy/internal/fetch"
	"curtsy/internal/gate"
	"curtsy/internal/permit"
	"curtsy/page"
)

// An answer is what a rung gives to one request, in the place of a site's.
type answer struct {
	status   int
	body     string
	location string
	header   http.Header
	err      error
	takes    time.Duration
	unsent   bool // refused before anything went out
}

// A rung answers each address with what stands there in turn, the last for ever, and
// keeps what it was asked.
type rung struct {
	answers map[string][]answer
	asked   []string
	headers []http.Header
	request fetch.Request // the last
}

func (r *rung) Ask(ctx context.Context, turn fetch.Turn, request fetch.Request) (*fetch.Response, error) {
	defer turn.End(gate.Outcome{Status: 200})
	url := turn.Address().String()
	list := r.answers[url]
	a := answer{status: 404}
	if len(list) > 0 {
		a = list[0]
	}
	if len(list) > 1 {
		r.answers[url] = list[1:]
	}
	if a.unsent {
		return nil, a.err
	}
	request.Sent.Store(true)
	r.request = request
	r.asked, r.headers = append(r.asked, url), append(r.headers, request.Header)
	started := time.Now()
	select {
	case <-time.After(a.takes):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	response := &fetch.Response{Address: turn.Address(), Status: a.status, Header: a.header, Location: a.location, Started: started, Ended: time.Now()}
	if response.Header == nil {
		response.Header = http.Header{}
	}
	if request.Body != nil {
		if _, err := io.WriteString(request.Body, a.body); err != nil {
			return nil, err
		}
	} else {
		response.Body = []byte(a.body)
	}
	if a.status == 0 {
		return nil, a.err
	}
	return response, a.err
}

// visitor makes a Visitor over a rung whose gate and book are the real ones.
func visitor(r *rung, config Config) *Visitor {
	return visitorOver(strict{gate.NewMemory()}, r, config)
}

func visitorOver(ledger gate.Ledger, r *rung, config Config) *Visitor {
	if config.Attempts == 0 {
		config.Attempts = 3
	}
	config.MaxDelay = time.Minute
	config.Floor = func(address.Site) time.Duration { return time.Second }
	g := gate.New(gate.Config{MaxDelay: time.Minute, Slots: 4, Rand: rand.New(rand.NewPCG(1, 2))}, ledger)
	return New(config, permit.Config{Token: "examplebot"}, permit.NewMemory(), g, r)
}

// strict is a ledger that does nothing for a context that has ended, as one on disk.
type strict struct{ gate.Ledger }

func (s strict) Peek(ctx context.Context, site address.Site) (gate.Account, error) {
	if err := ctx.Err(); err != nil {
		return gate.Account{}, err
	}
	return s.Ledger.Peek(ctx, site)
}

func (s strict) Hold(ctx context.Context, site address.Site) (gate.Hold, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.Ledger.Hold(ctx, site)
}

func parse(t testing.TB, url string) address.Address {
	t.Helper()
	a, err := address.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func code(err error) page.Code {
	var failure *page.Error
	if errors.As(err, &failure) {
		return failure.Code
	}
	return ""
}

const shop = "http://shop.example"

// TestWhichStatusesRedirect holds following to RFC 9110 section 15.4.
func TestWhichStatusesRedirect(t *testing.T) {
	for _, row := range []struct {
		status   int
		location string
		landed   string
		want     page.Code
	}{
		{300, "/to", "/to", ""}, {300, "", "/p", ""},
		{301, "/to", "/to", ""}, {302, "/to", "/to", ""}, {303, "/to", "/to", ""}, {307, "/to", "/to", ""}, {308, "/to", "/to", ""},
		{301, "", "/p", page.BadRedirect}, {302, "mailto:x@example.org", "/p", page.BadRedirect},
		{304, "/to", "/p", page.BadRedirect}, {305, "/to", "/p", page.BadRedirect}, {306, "/to", "/p", page.BadRedirect}, {200, "/to", "/p", ""}, {201, "/to", "/p", ""},
		{404, "/to", "/p", page.HTTPError},
		{302, "http://other.example/", "/p", page.RedirectedOffSite}, {302, "/p", "/p", page.RedirectLoop},
		{302, "https://shop.example/to", "https://shop.example/to", ""}, {302, "http://www.shop.example/to", "http://www.shop.example/to", ""},
	} {
		synctest.Test(t, func(t *testing.T) {
			ok := []answer{{status: 200}}
			r := &rung{answers: map[string][]answer{
				shop + "/p": {{status: row.status, location: row.location}}, shop + "/to": ok, "https://shop.example/to": ok, "http://www.shop.example/to": ok,
			}}
			a := visitor(r, Config{}).Visit(t.Context(), parse(t, shop+"/p"), How{})
			if strings.HasPrefix(row.landed, "/") {
				row.landed = shop + row.landed
			}
			if a.Landed.String() != row.landed || code(a.Err) != row.want {
				t.Errorf("%d to %q landed at %q with %v; want %s with %q", row.status, row.location, a.Landed, a.Err, row.landed, row.want)
			}
		})
	}
}

// TestTenHopsAndNoMore: the bound on redirects, and what the line says of them.
func TestTenHopsAndNoMore(t *testing.T) {
	for hops, want := range map[int]page.Code{10: "", 11: page.TooManyRedirects} {
		synctest.Test(t, func(t *testing.T) {
			r := &rung{answers: map[string][]answer{shop + fmt.Sprintf("/%d", hops): {{status: 200}}}}
			for i := range hops {
				r.answers[shop+fmt.Sprintf("/%d", i)] = []answer{{status: 302, location: fmt.Sprintf("/%d", i+1)}}
			}
			a := visitor(r, Config{}).Visit(t.Context(), parse(t, shop+"/0"), How{})
			if code(a.Err) != want || len(a.Hops) != hops {
				t.Errorf("%d hops came to %v, with %d of them said", hops, a.Err, len(a.Hops))
			}
		})
	}
}

// TestASecondTryGoesOnAtTheHopThatFailed: the hops before it were answered.
func TestASecondTryGoesOnAtTheHopThatFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rung{answers: map[string][]answer{
			shop + "/old": {{status: 301, location: "/new"}}, shop + "/new": {{status: 503}, {status: 200, body: "new"}},
		}}
		a := visitor(r, Config{}).Visit(t.Context(), parse(t, shop+"/old"), How{})
		if got := strings.Join(r.asked, " "); a.Err != nil || got != shop+"/robots.txt "+shop+"/old "+shop+"/new "+shop+"/new" {
			t.Errorf("asked %s: %v", got, a.Err)
		}
		if len(a.Hops) != 1 || len(a.Retries) != 1 {
			t.Errorf("%d hops and %d retries are said", len(a.Hops), len(a.Retries))
		}
	})
}

// TestAStreamedBodyIsTheLastAnswersAlone: what a redirect or a failed try had for a body is
// not the page's.
func TestAStreamedBodyIsTheLastAnswersAlone(t *testing.T) {
	whole := answer{status: 200, body: "whole"}
	for name, answers := range map[string][]answer{
		"a redirect":                {{status: 301, location: "/new", body: "<title>Moved</title>"}},
		"a try that broke off":      {{status: 200, body: "who", err: page.Errorf(page.Truncated, "it broke off")}, whole},
		"a try that was an error":   {{status: 503, body: "<title>Sorry</title>"}, whole},
		"a redirect after an error": {{status: 503, body: "<title>Sorry</title>"}, {status: 301, location: "/new", body: "<title>Moved</title>"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &rung{answers: map[string][]answer{shop + "/p": answers, shop + "/new": {whole}}}
			var body strings.Builder
			a := visitor(r, Config{}).Visit(t.Context(), parse(t, shop+"/p"), How{Body: &body, Restart: func() error { body.Reset(); return nil }})
			if a.Err != nil || body.String() != "whole" {
				t.Errorf("after %s the body is %q: %v", name, body.String(), a.Err)
			}
		})
	}
}

// TestABodyThatCannotBeEmptiedEndsTheVisit, and its error is not the site's.
func TestABodyThatCannotBeEmptiedEndsTheVisit(t *testing.T) {
	full := errors.New("disk full")
	for name, first := range map[string]answer{"a second try": {status: 503}, "a hop": {status: 302, location: "/new"}} {
		synctest.Test(t, func(t *testing.T) {
			r := &rung{answers: map[string][]answer{shop + "/p": {first, {status: 200}}, shop + "/new": {{status: 200}}}}
			a := visitor(r, Config{}).Visit(t.Context(), parse(t, shop+"/p"), How{Body: io.Discard, Restart: func() error { return full }})
			if !errors.Is(a.Err, full) || len(r.asked) != 2 {
				t.Errorf("%s: the visit came to %v after %q", name, a.Err, r.asked)
			}
		})
	}
}

// TestTheLoginGoesHomeAlone: on a hop within the site, to its twin or its other scheme, it does not.
func TestTheLoginGoesHomeAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rung{answers: map[string][]answer{
			shop + "/a": {{status: 302, location: "https://shop.example/b"}}, "https://shop.example/b": {{status: 302, location: shop + "/c"}}, shop + "/c": {{status: 200}},
		}}
		login := http.Header{"Cookie": {"a=b"}}
		a := visitor(r, Config{}).Visit(t.Context(), parse(t, shop+"/a"), How{Header: login, Home: parse(t, shop+"/").Origin()})
		if a.Err != nil || len(r.asked) != 5 {
			t.Fatalf("asked %q: %v", r.asked, a.Err)
		}
		for i, url := range r.asked {
			want := url == shop+"/a" || url == shop+"/c"
			if got := r.headers[i].Get("Cookie") != ""; got != want {
				t.Errorf("%s was sent the login: %v", url, got)
			}
		}
	})
}

// TestWhatIsAskedAgain: what may pass, as often as allowed; what we refuse, and what will not pass, never.
func TestWhatIsAskedAgain(t *testing.T) {
	refused := page.Errorf(page.RefusedAddress, "a private address")
	for _, row := range []struct {
		name     string
		first    answer
		attempts int
		requests int // for the page
		want     page.Code
	}{
		{"503", answer{status: 503}, 3, 3, page.HTTPError}, {"503 with one attempt", answer{status: 503}, 1, 1, page.HTTPError},
		{"408", answer{status: 408}, 3, 3, page.HTTPError}, {"421", answer{status: 421}, 3, 3, page.HTTPError}, {"425", answer{status: 425}, 3, 3, page.HTTPError},
		{"404", answer{status: 404}, 3, 1, page.HTTPError}, {"403", answer{status: 403}, 3, 1, page.HTTPError}, {"402", answer{status: 402}, 3, 1, page.PaymentRequired},
		{"no answer", answer{err: page.Errorf(page.Truncated, "it broke off")}, 2, 2, page.Truncated},
		{"what the guard refuses", answer{err: refused, unsent: true}, 3, 0, page.RefusedAddress},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &rung{answers: map[string][]answer{shop + "/p": {row.first}}}
			a := visitor(r, Config{Attempts: row.attempts}).Visit(t.Context(), parse(t, shop+"/p"), How{})
			if got := len(r.asked) - 1; got != row.requests || code(a.Err) != row.want || len(a.Retries) != max(row.requests-1, 0) {
				t.Errorf("%s: asked %d times, %d retries said, %v; want %d times and %q", row.name, got, len(a.Retries), a.Err, row.requests, row.want)
			}
		})
	}
}

// TestAFailingSiteIsAskedOnceAPage until one answers, be it with a refusal.
func TestAFailingSiteIsAskedOnceAPage(t *testing.T) {
	for name, sign := range map[string]answer{"200": {status: 200}, "404": {status: 404}} {
		synctest.Test(t, func(t *testing.T) {
			down := []answer{{status: 500}}
			r := &rung{answers: map[string][]answer{shop + "/1": down, shop + "/2": down, shop + "/3": {sign}, shop + "/4": down}}
			v := visitor(r, Config{})
			for i, want := range []int{3, 1, 1, 3} {
				before := len(r.asked)
				v.Visit(t.Context(), parse(t, shop+fmt.Sprintf("/%d", i+1)), How{})
				if i == 0 {
					before++ // robots.txt
				}
				if got := len(r.asked) - before; got != want {
					t.Errorf("after a %s, page %d was asked %d times, want %d", name, i+1, got, want)
				}
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		r := &rung{answers: map[string][]answer{shop + "/1": {{status: 500}}}}
		v := visitor(r, Config{Attempts: 1})
		v.Visit(t.Context(), parse(t, shop+"/1"), How{})
		if len(v.failing) > 0 {
			t.Error("with one attempt a page that failed once made its site a failing one")
		}
	})
}

// TestARetryIsNeverLaterThanMaxDelayOrTheTimeToStartBy: too long is an answer.
func TestARetryIsNeverLaterThanMaxDelayOrTheTimeToStartBy(t *testing.T) {
	for name, row := range map[string]struct {
		header   http.Header
		robots   string
		startBy  time.Duration
		requests int
		took     time.Duration
	}{
		"Retry-After of 50 s":                {header: http.Header{"Retry-After": {"50"}}, requests: 2, took: 51 * time.Second},
		"Retry-After of 61 s":                {header: http.Header{"Retry-After": {"61"}}, requests: 1, took: time.Second},
		"a delay of 20 s, doubled":           {robots: "User-agent: *\nCrawl-delay: 20\n", requests: 2, took: 60 * time.Second},
		"a delay of 40 s, doubled":           {robots: "User-agent: *\nCrawl-delay: 40\n", requests: 1, took: 40 * time.Second},
		"within the time to start by":        {startBy: 4 * time.Second, requests: 2, took: 3 * time.Second},
		"at the end of the time to start by": {startBy: 3 * time.Second, requests: 1, took: time.Second},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &rung{answers: map[string][]answer{
				shop + "/robots.txt": {{status: 200, body: row.robots}}, shop + "/p": {{status: 503, header: row.header}, {status: 200}},
			}}
			how, start := How{}, time.Now()
			if row.startBy > 0 {
				how.Start.By = start.Add(row.startBy)
			}
			a := visitor(r, Config{}).Visit(t.Context(), parse(t, shop+"/p"), how)
			if got, took := len(r.asked)-1, time.Since(start); got != row.requests || took != row.took {
				t.Errorf("%s: asked %d times in %v, want %d in %v: %v", name, got, took, row.requests, row.took, a.Err)
			}
		})
	}
}

// TestAStaleConnectionIsReplacedOnce, for a page as for robots.txt: the site had not been asked.
func TestAStaleConnectionIsReplacedOnce(t *testing.T) {
	stale := answer{err: staleConnection{page.Errorf(page.ConnectionFailed, "closed")}}
	for name, row := range map[string]struct {
		robots, page []answer
		asked        int
		want         page.Code
	}{
		"a page":            {[]answer{{status: 404}}, []answer{stale, {status: 200}}, 3, ""},
		"a page, again":     {[]answer{{status: 404}}, []answer{stale}, 3, page.ConnectionFailed},
		"robots.txt":        {[]answer{stale, {status: 404}}, []answer{{status: 200}}, 3, ""},
		"robots.txt, again": {[]answer{stale}, []answer{{status: 200}}, 2, page.RobotsUnreachable},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &rung{answers: map[string][]answer{shop + "/robots.txt": row.robots, shop + "/p": row.page}}
			start := time.Now()
			a := visitor(r, Config{Attempts: 1}).Visit(t.Context(), parse(t, shop+"/p"), How{})
			if len(r.asked) != row.asked || code(a.Err) != row.want {
				t.Errorf("%s: asked %q, and came to %v", name, r.asked, a.Err)
			}
			if took := time.Since(start); took != time.Duration(row.asked-1)*time.Second {
				t.Errorf("%s: %d requests took %v: each is owed its rest", name, len(r.asked), took)
			}
		})
	}
}

// staleConnection is a failure that matches [fetch.ErrStaleConnection], as the rung's does.
type staleConnection struct{ failure *page.Error }

func (s staleConnection) Error() string   { return s.failure.Message }
func (s staleConnection) Unwrap() []error { return []error{s.failure, fetch.ErrStaleConnection} }

// TestHowRobotsIsAskedFor: bounded, its start kept when it is longer, with the validators of the
// copy.
func TestHowRobotsIsAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rung{answers: map[string][]answer{shop + "/robots.txt": {{status: 200, header: http.Header{"Etag": {`"v1"`}, "Last-Modified": {"then"}}}}}}
		v := visitor(r, Config{})
		for _, want := range []fetch.Request{{}, {ETag: `"v1"`, LastModified: "then"}} {
			if _, err := v.Book().File(t.Context(), parse(t, shop+"/").Origin()); err != nil {
				t.Fatal(err)
			}
			if q := r.request; q.Bound != robotsBound || !q.KeepCut || q.ETag != want.ETag || q.LastModified != want.LastModified || len(q.Header) > 0 || q.Accept == "" {
				t.Errorf("robots.txt was asked for with %+v", q)
			}
			time.Sleep(25 * time.Hour)
		}
	})
}

// TestRetryAfterIsInTheError: of a page, of its robots.txt, and of an answer that broke off.
func TestRetryAfterIsInTheError(t *testing.T) {
	header := http.Header{"Retry-After": {"90"}}
	broke := page.Errorf(page.Truncated, "it broke off")
	for name, answers := range map[string]map[string][]answer{
		"a page":                      {shop + "/p": {{status: 503, header: header}}},
		"robots.txt":                  {shop + "/robots.txt": {{status: 503, header: header}}},
		"a robots.txt that broke off": {shop + "/robots.txt": {{status: 503, header: header, err: broke}}},
	} {
		synctest.Test(t, func(t *testing.T) {
			r := &rung{answers: answers}
			a := visitor(r, Config{}).Visit(t.Context(), parse(t, shop+"/p"), How{})
			var failure *page.Error
			if !errors.As(a.Err, &failure) || !failure.After.Equal(a.Ended.Add(90*time.Second)) && !failure.After.Equal(time.Now().Add(90*time.Second)) {
				t.Errorf("%s: the error is %+v", name, failure)
			}
			if strings.Count(strings.Join(r.asked, " "), r.asked[len(r.asked)-1]) != 1 {
				t.Errorf("%s: asked %q, though 90 s is longer than is waited for", name, r.asked)
			}
		})
	}
}

// TestARefusalCostsNoWait: not even one that may pass.
func TestARefusalCostsNoWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rung{}
		v := visitor(r, Config{Refuse: func(a address.Address) error { return page.Errorf(page.SiteResting, "%s rests", a.Site()) }})
		start := time.Now()
		a := v.Visit(t.Context(), parse(t, shop+"/p"), How{})
		if code(a.Err) != page.SiteResting || !a.Err.(*page.Error).Retryable || len(a.Retries) > 0 || time.Since(start) > 0 || len(r.asked) > 0 {
			t.Errorf("what is refused came to %+v after %v", a.Err, time.Since(start))
		}
	})
}

// TestTheAnswerIsOfTheLastTry: an answer of the try before does not stand for one that brought none.
func TestTheAnswerIsOfTheLastTry(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rung{answers: map[string][]answer{shop + "/p": {{status: 503, body: "sorry"}, {err: page.Errorf(page.TimedOut, "no answer")}}}}
		start := time.Now()
		a := visitor(r, Config{Attempts: 2}).Visit(t.Context(), parse(t, shop+"/p"), How{})
		if a.Response != nil || !a.Landed.IsZero() || code(a.Err) != page.TimedOut {
			t.Errorf("the answer is %+v", a)
		}
		if a.Waited != 3*time.Second || a.AskedAt.Sub(start) != 3*time.Second || a.Robots == nil || a.Robots.File != shop+"/robots.txt" {
			t.Errorf("it waited %v, was asked after %v, and was judged by %+v", a.Waited, a.AskedAt.Sub(start), a.Robots)
		}
	})
}

// TestAFailureThatWaitsKeepsNoBody: many may wait to be asked again, and nobody reads it.
func TestAFailureThatWaitsKeepsNoBody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &rung{answers: map[string][]answer{shop + "/p": {{status: 503, body: strings.Repeat("x", 1<<20)}, {status: 200, body: "page"}}}}
		trip := visitor(r, Config{}).Begin(parse(t, shop+"/p"), How{})
		waited := false
		for {
			got, due := trip.Go(t.Context())
			if got != nil {
				if got.Err != nil || string(got.Response.Body) != "page" || len(got.Retries) != 1 || !waited {
					t.Errorf("it came to %+v", got)
				}
				return
			}
			if trip.Started() {
				waited = true
				if n := len(trip.answer.Response.Body) + len(trip.before.response()); n > 0 {
					t.Errorf("%d octets wait with it", n)
				}
			}
			time.Sleep(time.Until(due))
		}
	})
}

func (a *Answer) response() []byte {
	if a.Response == nil {
		return nil
	}
	return a.Response.Body
}
