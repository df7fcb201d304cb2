package visit

import (
	"context"
	"errors"
	"io"
	"net/http"
	"sync"
	"time"

	"curtsy/address"
	"curtsy/internal/fetch"
	"curtsy/internal/gate"
	"curtsy/internal/permit"
	"curtsy/page"
	"curtsy/robots"
)

// Bounds on one visit (RFC 9110 section 15.4 leaves the number of hops to us).
const (
	maxHops     = 10
	robotsBound = robots.Bound + 1 // RFC 9309 section 2.5, after decoding; one octet more shows that there was more
)

// A Rung is a way of fetching: one request, in one turn. It ends the turn whatever
// happens.
type Rung interface {
	Ask(ctx context.Context, turn fetch.Turn, request fetch.Request) (*fetch.Response, error)
}

// A Config says how often and how late a visit asks again, and who is told.
type Config struct {
	Attempts int                                                 // times a page may be asked; at least 1
	MaxDelay time.Duration                                       // a retry that would wait longer is not made
	Floor    func(address.Site) time.Duration                    // our own least rest
	Refuse   func(address.Address) error                         // what is refused before robots.txt is read: identity, opt-out; nil refuses nothing
	Reserved func(context.Context, address.Address, Start) error // what is refused once robots.txt allows it, and when to ask for what says so; nil refuses nothing
	Asked    func(Request)                                       // told of every request once it has ended; nil tells nobody
}

// A Request is the account of one request that was sent.
type Request struct {
	Site      address.Site
	URL       address.Address
	Purpose   string
	At        time.Time // when it started
	Seconds   float64   // until its answer had ended
	Status    int       // 0: no answer
	Bytes     int64     // of the body, decoded
	WireBytes int64     // of the body, as it came
	Waited    float64   // seconds of rest before it
	Attempt   int       // from 1
	Err       error     // why there was no usable answer
}

// How says in which way an address is to be asked.
type How struct {
	Purpose permit.Purpose
	Header  http.Header    // the operator's own, for Home alone
	Home    address.Origin // the one origin Header is for
	Accept  string         // the Accept field; "" for that of a page
	Bound   int64          // on the decoded body; 0 for that of a page
	Body    io.Writer      // where the decoded body goes; nil keeps it in the response
	Restart func() error   // makes Body empty again before a hop or a second try; nil when Body is
	Start   Start
}

// A Start bounds when a visit starts; what is started finishes. The zero value bounds
// nothing.
type Start struct {
	By    time.Time       // after it nothing is started that has not been; zero is never
	Until context.Context // when it is done, nothing is started either; nil is never
	Began time.Time       // when the run began that the visit is for; zero: with the gate
	Since time.Time       // since when the visit has been waiting for its site; zero: since now
}

// late says whether nothing more is started.
func (s Start) late() bool {
	return !s.By.IsZero() && !time.Now().Before(s.By) || s.Until != nil && s.Until.Err() != nil
}

// An Answer is what a visit came to.
type Answer struct {
	Address  address.Address // as asked for
	Landed   address.Address // where redirects ended; zero when nothing answered
	Response *fetch.Response // the last; nil when nothing answered
	Hops     []page.Hop
	Retries  []page.Retry
	Robots   *page.Robots // the verdict on the last address judged; nil when none was
	File     *robots.File // the robots.txt behind it; nil when it has no rules
	AskedAt  time.Time    // when the last request started; zero when none did
	Ended    time.Time    // when it ended
	Waited   time.Duration
	Err      error // nil, a *page.Error, the context's error, or ErrNotStarted
}

// ErrNotStarted says that the time to start by passed before the first request could
// be made, or what ends it came first: the address was not taken.
var ErrNotStarted = errors.New("visit: the time to start by has passed")

// A Visitor makes visits.
type Visitor struct {
	config Config
	book   *permit.Book
	gate   *gate.Gate
	rung   Rung

	mu      sync.Mutex // guards failing; never held across a wait
	failing map[address.Site]bool
}

// New makes a visitor and the book of permits it judges by.
func New(config Config, book permit.Config, copies permit.Copies, gate *gate.Gate, rung Rung) *Visitor {
	v := &Visitor{config: config, gate: gate, rung: rung, failing: map[address.Site]bool{}}
	book.Heard = func(ctx context.Context, o address.Origin, every time.Duration, own bool, at time.Time) error {
		return gate.Heard(whole(ctx), o, every, own, at)
	}
	v.book = permit.NewBook(book, v.askRobots, copies)
	return v
}

// Book is the book the visitor judges by.
func (v *Visitor) Book() *permit.Book { return v.book }

// Visit brings a to an answer, asking again as often as a failure is worth it, and waits
// for what that takes. It returns the context's error in the answer when ctx ends first.
func (v *Visitor) Visit(ctx context.Context, a address.Address, how How) *Answer {
	t := v.Begin(a, how)
	t.patient = true
	answer, _ := t.Go(ctx)
	return answer
}

// Begin gives a visit that has not asked anything yet.
func (v *Visitor) Begin(a address.Address, how How) *Trip {
	if how.Purpose == "" {
		how.Purpose = permit.ForPage
	}
	return &Trip{
		Visitor: v, how: how, answer: &Answer{Address: a}, attempt: 1, paused: how.Start.Since,
		at: a, purpose: how.Purpose, seen: map[address.Address]bool{a: true},
	}
}

// Go takes the visit on until there is an answer, or until its site is owed rest: then
// the answer is nil, and Go is to be called again at due. It returns the context's error
// in the answer when ctx ends first.
func (t *Trip) Go(ctx context.Context) (answer *Answer, due time.Time) {
	if !t.paused.IsZero() {
		t.slept += time.Since(t.paused)
		t.paused = time.Time{}
	}
	if t.retrying {
		t.retry()
	}
	for {
		err := t.once(ctx)
		if errors.Is(err, errResting) {
			t.paused = time.Now()
			return nil, t.due
		}
		t.answer.Err = err
		if t.attempt > 1 && t.heldBack() || !t.worthAnother() || !t.backOff() {
			return t.answer, time.Time{}
		}
		if err := t.restart(); err != nil {
			t.answer.Err = err
			return t.answer, time.Time{}
		}
		t.retrying, t.paused = true, time.Now()
		if !t.patient {
			return nil, t.notBefore
		}
		if err := t.sleepUntil(ctx, t.notBefore); err != nil {
			t.answer.Err = err
			return t.answer, time.Time{}
		}
		t.slept += time.Since(t.paused)
		t.paused = time.Time{}
		t.retry()
	}
}

// Started says whether a request for the address has been made: what is started finishes.
func (t *Trip) Started() bool { return t.started }

// errResting says that the site is owed rest until the trip's due.
var errResting = errors.New("visit: the site is owed rest")

// heldBack says whether the gate would not have the page asked again, and then makes the
// answer what it was: what the site said last, and not what we say of it since.
func (t *Trip) heldBack() bool {
	var refusal *page.Error
	if !errors.As(t.answer.Err, &refusal) || !t.answer.AskedAt.Equal(t.before.AskedAt) || !ours(refusal.Code) {
		return false
	}
	*t.answer = t.before
	return true
}

// ours says whether a code is the gate's: it was refused without asking.
func ours(code page.Code) bool {
	switch code {
	case page.RateLimited, page.SiteResting, page.Blocked, page.BudgetSpent, page.OutsideHours, page.CrawlDelayTooLong:
		return true
	}
	return false
}

// restart makes the body empty again: what came of a redirect, or of a try that failed,
// is not the answer's.
func (t *Trip) restart() error {
	if t.how.Restart == nil {
		return nil
	}
	return t.how.Restart()
}
