package fetch

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"curtsy/address"
	"curtsy/internal/gate"
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

// newFetcher gives a Fetcher that closes with the test.
func newFetcher(t testing.TB, config Config) *Fetcher {
	t.Helper()
	if config.UserAgent == "" {
		config.UserAgent = "examplebot/1.0 (+https://example.org/bot)"
	}
	f, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// ask asks for one address and checks that the turn was ended once.
func ask(t testing.TB, f *Fetcher, text string, request Request) (*Response, error, gate.Outcome) {
	t.Helper()
	turn := &testTurn{address: parse(t, text)}
	response, err := f.Ask(context.Background(), turn, request)
	if n := turn.ends.Load(); n != 1 {
		t.Errorf("the turn was ended %d times, want once", n)
	}
	return response, err, turn.outcome
}

func TestAnAnswerIsReadWhole(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello "+r.RequestURI) }))
	defer s.Close()
	u, _ := url.Parse(s.URL)
	f := newFetcher(t, Config{Allow: everything})
	r, err, _ := ask(t, f, "http://"+u.Host+"/a|b?x=|", Request{})
	if err != nil || string(r.Body) != "hello /a|b?x=|" {
		t.Fatal(err)
	}
}
