package fetch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"curtsy/address"
	"curtsy/internal/gate"
	"curtsy/page"
)

// A testTurn counts how often it is ended and with what.
type testTurn struct {
	address address.Address
	ends    atomic.Int32
	outcome gate.Outcome
}

func (t *testTurn) Address() address.Address { return t.address }
func (t *testTurn) Purpose() string          { return "page" }
func (t *testTurn) Waited() time.Duration    { return 0 }
func (t *testTurn) End(o gate.Outcome) {
	t.ends.Add(1)
	t.outcome = o
}

func parse(t testing.TB, text string) address.Address {
	t.Helper()
	a, err := address.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// everything is what an operator who named every origin allows.
func everything(address.Address) bool { return true }

const testAgent = "examplebot/1.0 (+https://example.org/bot)"

// newFetcher gives a Fetcher that closes with the test.
func newFetcher(t testing.TB, config Config) *Fetcher {
	t.Helper()
	if config.UserAgent == "" {
		config.UserAgent = testAgent
	}
	f, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// ask asks for one address and checks that the turn was ended once.
func ask(t testing.TB, f *Fetcher, text string, request Request) (*Response, gate.Outcome, error) {
	t.Helper()
	return askWithin(t.Context(), t, f, text, request)
}

func askWithin(ctx context.Context, t testing.TB, f *Fetcher, text string, request Request) (*Response, gate.Outcome, error) {
	t.Helper()
	turn := &testTurn{address: parse(t, text)}
	response, err := f.Ask(ctx, turn, request)
	if n := turn.ends.Load(); n != 1 {
		t.Errorf("%s: the turn was ended %d times, want once", text, n)
	}
	return response, turn.outcome, err
}

// wantCode fails the test unless err is a page.Error of a code, beginning with the
// address as the house style has it.
func wantCode(t testing.TB, err error, code page.Code, text string) *page.Error {
	t.Helper()
	var failure *page.Error
	if !errors.As(err, &failure) || failure.Code != code {
		t.Fatalf("%s: the error is %v (%T), want the code %s", text, err, err, code)
	}
	if !strings.HasPrefix(failure.Message, text) {
		t.Errorf("the message %q does not begin with the address %s", failure.Message, text)
	}
	return failure
}

func TestAnAnswerIsReadWholeAndTheTurnEndsWithIt(t *testing.T) {
	s := &rawSite{answer: says("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nLocation: /a%zz\r\nX-A: b\r\n\r\nhello")}
	f, origin := s.loopback(t)
	r, outcome, err := ask(t, f, origin+"/", Request{})
	if err != nil {
		t.Fatal(err)
	}
	if got := string(r.Body); got != "hello" || r.Bytes != 5 || r.WireBytes != 5 || r.Cut {
		t.Errorf("body %q, %d octets of %d, cut %v; want hello, 5 of 5, whole", got, r.Bytes, r.WireBytes, r.Cut)
	}
	if want := "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"; r.SHA256 != want {
		t.Errorf("SHA256 = %s, want %s", r.SHA256, want)
	}
	if r.Status != 200 || r.Proto != "HTTP/1.1" || r.Location != "/a%zz" || r.Header.Get("X-A") != "b" || "http://"+r.Remote.String() != origin {
		t.Errorf("the answer is %+v", r)
	}
	if outcome.Answered <= 0 || outcome.Answered > time.Minute {
		t.Errorf("the answer took %v", outcome.Answered)
	}
	outcome.Answered = 0
	if want := (gate.Outcome{Status: 200, Bytes: 5}); outcome != want {
		t.Errorf("outcome %+v, want %+v", outcome, want)
	}
	if r.Started.IsZero() || r.Ended.Before(r.Started) {
		t.Errorf("started %v, ended %v", r.Started, r.Ended)
	}
}

func TestARedirectIsGivenBackAndNotFollowed(t *testing.T) {
	s := &rawSite{answer: says("HTTP/1.1 301 Moved\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n")}
	f, origin := s.loopback(t)
	r, _, err := ask(t, f, origin+"/a", Request{})
	if err != nil || r.Status != 301 || r.Location != "/b" {
		t.Fatalf("%+v, %v", r, err)
	}
	if n := len(s.seen()); n != 1 {
		t.Errorf("the site saw %d requests, want 1", n)
	}
}

func TestTheHeaderSaysWhoWeAreAndNothingABrowserSays(t *testing.T) {
	s := &rawSite{answer: says(plainOK)}
	host := s.listen(t)
	f := newFetcher(t, Config{Allow: everything, From: "bot@example.org"})
	operator := http.Header{
		"authorization": {"Basic eDp5"}, "User-Agent": {"Mozilla/5.0"}, "FROM": {"x@y"}, "Host": {"elsewhere"},
		"Accept-Encoding": {"identity"}, "Connection": {"close"}, "If-None-Match": {`"no"`}, "Sec-Fetch-Mode": {"navigate"},
	}
	request := Request{Header: operator, ETag: `W/"1 é"`, LastModified: "yesterday"}
	if _, _, err := ask(t, f, "http://"+host+"/p", request); err != nil {
		t.Fatal(err)
	}
	want := "GET /p HTTP/1.1\r\nHost: " + host + "\r\nUser-Agent: " + testAgent + "\r\n" +
		"Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.1\r\nAccept-Encoding: gzip, br, zstd, deflate\r\n" +
		"Authorization: Basic eDp5\r\nFrom: bot@example.org\r\nIf-Modified-Since: yesterday\r\nIf-None-Match: W/\"1 é\"\r\n\r\n"
	if diff := cmp.Diff(want, s.seen()[0]); diff != "" {
		t.Errorf("head (-want +got):\n%s", diff)
	}
	if _, _, err := ask(t, f, "http://"+host+"/p", Request{Accept: "text/plain", ETag: "a\nX-Evil: 1"}); err != nil {
		t.Fatal(err)
	}
	want = "GET /p HTTP/1.1\r\nHost: " + host + "\r\nUser-Agent: " + testAgent + "\r\n" +
		"Accept: text/plain\r\nAccept-Encoding: gzip, br, zstd, deflate\r\nFrom: bot@example.org\r\n\r\n"
	if diff := cmp.Diff(want, s.seen()[1]); diff != "" {
		t.Errorf("second head (-want +got):\n%s", diff)
	}
}

func TestOperatorHeadersThatAreOursAreRefused(t *testing.T) {
	refused := []string{
		"User-Agent", "user-agent", "From", "Host", "Accept-Encoding", "Connection", "Keep-Alive", "Proxy-Connection",
		"Proxy-Authorization", "TE", "Trailer", "Transfer-Encoding", "Upgrade", "Content-Length", "Expect", "Range",
		"If-None-Match", "If-Modified-Since", "If-Match", "If-Range", "Sec-Fetch-Mode", "sec-ch-ua", "a b", "",
	}
	for _, name := range refused {
		if CheckHeader(http.Header{name: {"x"}}) == nil {
			t.Errorf("CheckHeader takes %q", name)
		}
	}
	if CheckHeader(http.Header{"X-A": {"a\r\nUser-Agent: b"}}) == nil {
		t.Error("CheckHeader takes a value with a line break")
	}
	if err := CheckHeader(http.Header{"Authorization": {"Bearer x"}, "Cookie": {"a=b"}, "Accept-Language": {"de"}, "Accept": {"*/*"}}); err != nil {
		t.Errorf("CheckHeader refuses what is the operator's: %v", err)
	}
}

func TestTheTargetIsSentOctetForOctet(t *testing.T) {
	s := &rawSite{answer: says(plainOK)}
	f, origin := s.loopback(t)
	for _, target := range []string{
		"/", "/a%zz", "/a|b", "/?q=|^{}`[]", "/a%2Fb%2f", "/;a=b?c;d", "//", "//a/b", "//a%2Fb?c=%zz", "/a//b", "//?", "/?", "/%", "//[x]",
		"/" + strings.Repeat("x", 5000),
	} {
		a := parse(t, origin+target)
		if _, _, err := ask(t, f, origin+target, Request{}); err != nil {
			t.Fatalf("%s: %v", target, err)
		}
		heads := s.seen()
		line, _, _ := strings.Cut(heads[len(heads)-1], "\r\n")
		if want := "GET " + a.Target() + " HTTP/1.1"; line != want {
			t.Errorf("%s: the request line is %q, want %q", target, line, want)
		}
	}
}

// What net/url will not write as a path that starts with two slashes is sent in the
// absolute form, which holds the same octets.
func TestATargetThatNetURLWouldRewriteIsSentInTheAbsoluteForm(t *testing.T) {
	s := &rawSite{answer: says(plainOK)}
	f, origin := s.loopback(t)
	for _, target := range []string{"//a|b?c", "//a%zz"} {
		if _, _, err := ask(t, f, origin+target, Request{}); err != nil {
			t.Fatalf("%s: %v", target, err)
		}
		heads := s.seen()
		line, _, _ := strings.Cut(heads[len(heads)-1], "\r\n")
		if want := "GET " + origin + target + " HTTP/1.1"; line != want {
			t.Errorf("%s: the request line is %q, want %q", target, line, want)
		}
	}
}

// net/http looks whether a body is empty before it writes the head, and says the
// request is chunked when it cannot tell in time.
func TestARequestNeverSaysThatItIsChunked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFetcher(t, Config{})
		r := f.newRequest(t.Context(), parse(t, "http://example.com/"), Request{})
		r.Body = io.NopCloser(slowlyEmpty{})
		var b bytes.Buffer
		if err := r.Write(&b); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), "Transfer-Encoding") || strings.Contains(b.String(), "Content-Length") {
			t.Errorf("the request was written as %q", b.String())
		}
	})
}

// A slowlyEmpty reader takes its time to say that there is nothing.
type slowlyEmpty struct{}

func (slowlyEmpty) Read([]byte) (int, error) {
	time.Sleep(time.Second)
	return 0, io.EOF
}

func TestAConnectionIsKeptForTheNextRequest(t *testing.T) {
	for name, answer := range map[string]string{
		"length":            plainOK,
		"chunks":            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
		"gzip in chunks":    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(gzipped("hello")) + "0\r\n\r\n",
		"gzip and garbage":  "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(gzipped("hello")+"xx") + "0\r\n\r\n",
		"deflate in chunks": "HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(deflated("hello")) + "0\r\n\r\n",
		"gzip, much garbage": "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" +
			chunk(gzipped("hello")+strings.Repeat("x", 50_000)) + "0\r\n\r\n",
		"304 without body":  "HTTP/1.1 304 Not Modified\r\nContent-Encoding: gzip\r\n\r\n",
		"304 in no coding":  "HTTP/1.1 304 Not Modified\r\nContent-Encoding: compress\r\n\r\n",
		"early hints first": "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + plainOK,
	} {
		s := &rawSite{answer: says(answer)}
		f, origin := s.loopback(t)
		for range 5 {
			if _, _, err := ask(t, f, origin+"/", Request{}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if n := s.connections(); n != 1 {
			t.Errorf("%s: %d connections were opened for 5 requests, want 1", name, n)
		}
	}
}

func TestABodyStreamsToItsWriterAndIsHashed(t *testing.T) {
	text := strings.Repeat("0123456789", 100_000)
	s := &rawSite{answer: says("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(gzipped(text)) + "0\r\n\r\n")}
	f, origin := s.loopback(t)
	kept, _, err := ask(t, f, origin+"/", Request{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	r, _, err := ask(t, f, origin+"/", Request{Body: &b})
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != text || r.Body != nil || r.Bytes != int64(len(text)) || r.SHA256 != kept.SHA256 || r.WireBytes != kept.WireBytes {
		t.Errorf("streamed %d octets, Body %d, %+v", b.Len(), len(r.Body), r)
	}
	r, _, err = ask(t, f, origin+"/", Request{Body: &b, Bound: 10})
	wantCode(t, err, page.TooLarge, origin+"/")
	if b.Len() != len(text)+10 || !r.Cut {
		t.Errorf("over its bound of 10, %d octets were written, cut %v", b.Len()-len(text), r.Cut)
	}
	full := errors.New("the disk is full")
	if _, _, err = ask(t, f, origin+"/", Request{Body: failingWriter{full}}); !errors.Is(err, full) {
		t.Errorf("the writer's error became %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestBodiesOfDifferentAnswersShareNoMemory(t *testing.T) {
	s := &rawSite{answer: func(n int, c net.Conn) bool {
		return says("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"+strings.Repeat(string(rune('a'+n)), 5))(n, c)
	}}
	f, origin := s.loopback(t)
	first, _, err := ask(t, f, origin+"/", Request{})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err = ask(t, f, origin+"/", Request{}); err != nil {
		t.Fatal(err)
	}
	if string(first.Body) != "bbbbb" {
		t.Errorf("the first body became %q", first.Body)
	}
}

func TestWithoutAUserAgentThereIsNoFetcher(t *testing.T) {
	for _, config := range []Config{{}, {UserAgent: "a\nb"}, {UserAgent: "a", From: "b\rc"}} {
		if _, err := New(config); err == nil {
			t.Errorf("New takes the User-Agent %q and From %q", config.UserAgent, config.From)
		}
	}
}

func TestACancelledRunEndsARequestUnderWay(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := &rawSite{answer: func(_ int, c net.Conn) bool {
		io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello")
		cancel()
		io.Copy(io.Discard, c)
		return false
	}}
	f, origin := s.loopback(t)
	r, _, err := askWithin(ctx, t, f, origin+"/", Request{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want context.Canceled", err)
	}
	if r != nil && !r.Cut {
		t.Error("the answer is said to be whole")
	}
	_, _, err = askWithin(ctx, t, f, origin+"/", Request{})
	if n := len(s.seen()); n != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("after it was cancelled the run sent %d requests more: %v", n-1, err)
	}
}
