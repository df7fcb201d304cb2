package permit

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"curtsy/address"
	"curtsy/page"
	"curtsy/robots"
)

// maxParsed bounds the parsed files kept in memory; beyond it the longest unused
// make room, and are read again from the copies.
const maxParsed = 20_000

// unreachableFor is how long a robots.txt that could not be had is taken to be so
// without asking again, unless a visit says it is trying again.
const unreachableFor = 10 * time.Minute

// An Asker makes one request for a robots.txt, in a turn of its own, for a permit
// that only a [Book] makes. The error is a *page.Error when nothing usable came, or
// the context's.
type Asker func(ctx context.Context, permit Permit, conditions Conditions) (*Answer, error)

// ErrHad is an Asker's word that no request was made: while it waited for its turn,
// somebody else asked, and [Book.Had] says so. It is no answer to who [Must] ask.
var ErrHad = errors.New("permit: the robots.txt was had meanwhile")

// Had says whether a copy of the origin's robots.txt is kept that may be used without
// asking.
func (b *Book) Had(ctx context.Context, o address.Origin) bool {
	kept, err := b.kept(ctx, o)
	return err == nil && kept != nil && time.Now().Before(kept.Expires)
}

// Conditions are the validators a request sends, verbatim (RFC 9110 section 13).
type Conditions struct {
	ETag, LastModified string
}

// An Answer is what a request for robots.txt came to.
type Answer struct {
	Status   int
	Header   http.Header
	Body     []byte    // decoded, at most 512 KiB
	Location string    // as written
	After    time.Time // when the site said it may be asked again; zero when it did not
}

// A Config says who is judged and how the silence of a standard is read.
type Config struct {
	Token        string // our product token
	Also         string // a second token: a group that names it must allow too; "" for none
	AllowDenied  bool   // read 401, 403 and 451 as RFC 9309 section 2.3.1.3 does: no rules
	MaxRedirects int    // hops followed; 0 is 5 (section 2.3.1.2)

	// Heard, if set, is told what an origin asks for between requests whenever its
	// robots.txt has been read: 0 for none, whether the group that asks names us, and when
	// it was read or confirmed.
	Heard func(ctx context.Context, origin address.Origin, every time.Duration, own bool, at time.Time) error
}

// A Book judges addresses. It is safe for concurrent use.
type Book struct {
	config Config
	ask    Asker
	copies Copies

	mu      sync.Mutex // guards origins, never held across a request
	origins map[address.Origin]*origin
}

// origin is what is known of one origin's robots.txt. Its token is held by whoever
// reads or replaces the rest.
type origin struct {
	token   chan struct{}
	used    time.Time
	rules   *rules
	expires time.Time
	failure *page.Error // why it could not be had, when it could not
	asked   time.Time   // when the site last answered for it, or could not be had
	said    *page.Error // why there was then no answer to go by; nil when there was one
}

// rules are a robots.txt read and ready: a file, or the status that stands for one.
type rules struct {
	file   *robots.File
	status int
	cut    bool      // the file is longer than is read
	until  time.Time // when it may no longer be used without asking
	heard  time.Time // when it was read or confirmed

	once  sync.Once // for hours
	hours *hours
}

// NewBook makes a book. Copies may be nil: nothing then outlives it.
func NewBook(config Config, ask Asker, copies Copies) *Book {
	if config.MaxRedirects == 0 {
		config.MaxRedirects = 5
	}
	return &Book{config: config, ask: ask, copies: copies, origins: map[address.Origin]*origin{}}
}

// Judge gives the permit for asking a now, reading the origin's robots.txt first when
// no copy may be used. The error is a *page.Error that says what refuses it, or the
// context's.
func (b *Book) Judge(ctx context.Context, a address.Address, purpose Purpose) (Permit, error) {
	if a.IsZero() {
		panic("permit: Judge with a zero Address")
	}
	rules, err := b.rules(ctx, a.Origin())
	if err != nil {
		return Permit{}, err
	}
	return b.judge(rules, a, purpose)
}

// File gives the origin's robots.txt as read, or nil when it has no rules; for
// those who need more than a verdict: its sitemaps, its rights lines.
func (b *Book) File(ctx context.Context, o address.Origin) (*robots.File, error) {
	rules, err := b.rules(ctx, o)
	if err != nil {
		return nil, err
	}
	return rules.file, nil
}

// TryAgain forgets that the origin's robots.txt could not be had, so that the next
// judgement asks for it.
func (b *Book) TryAgain(o address.Origin) {
	entry := b.entry(o)
	select {
	case entry.token <- struct{}{}:
		if entry.failure != nil {
			entry.failure, entry.rules, entry.expires = nil, nil, time.Time{}
		}
		<-entry.token
	default: // somebody is asking at this moment
	}
}

func (b *Book) judge(rules *rules, a address.Address, purpose Purpose) (Permit, error) {
	file := robotsOf(a.Origin())
	verdict := &page.Robots{Allowed: true, File: file.String(), Cut: rules.cut}
	permit := Permit{address: a, purpose: purpose, known: true, robots: verdict, file: rules.file, until: rules.until, heard: rules.heard, hours: b.hours(rules)}
	if rules.file == nil {
		if denied(rules.status) && !b.config.AllowDenied {
			verdict.Allowed = false
			return Permit{robots: verdict}, &Refusal{
				Err:    page.Errorf(page.RefusedByRobots, "%s: robots.txt answered %d, which refuses the whole of %s", a, rules.status, a.Origin()),
				Robots: verdict,
			}
		}
		return permit, nil
	}
	said := rules.file.Judge(b.config.Token, a.Target())
	if b.alsoIn(rules.file) && said.Allowed {
		if also := rules.file.Judge(b.config.Also, a.Target()); !also.Allowed {
			said = also
		}
	}
	verdict.Allowed, verdict.Rule, verdict.Group = said.Allowed, said.Rule, said.Group
	if said.Line > 0 {
		verdict.Line = &said.Line
	}
	permit.every, permit.own = b.delay(rules.file)
	verdict.Delay = permit.every.Seconds()
	if !said.Allowed {
		return Permit{}, &Refusal{
			Err:    page.Errorf(page.RefusedByRobots, "%s: robots.txt line %d disallows it (%s)", a, said.Line, said.Rule),
			Robots: verdict,
		}
	}
	return permit, nil
}

// alsoIn says whether a file has a group for our second token: one that names it binds us
// too, and without one the group for our own token is the owner's word.
func (b *Book) alsoIn(file *robots.File) bool {
	return b.config.Also != "" && file.Names(b.config.Also)
}

// delay is the longest rest any of our groups asks for. A group that names us may
// ask for less than others do; it is then the owner's word that it is enough.
func (b *Book) delay(file *robots.File) (every time.Duration, own bool) {
	asked, ok := file.Delay(b.config.Token)
	if ok {
		every, own = asked.Every, asked.Own
	}
	if b.alsoIn(file) {
		if also, ok := file.Delay(b.config.Also); ok && (also.Own && !own || also.Own == own && also.Every > every) {
			every, own = also.Every, also.Own
		}
	}
	return every, own
}

// A Refusal is a refusal by robots.txt with the verdict behind it. It wraps its
// *page.Error.
type Refusal struct {
	Err    *page.Error
	Robots *page.Robots
}

func (r *Refusal) Error() string { return r.Err.Message }

// Unwrap gives the *page.Error.
func (r *Refusal) Unwrap() error { return r.Err }

func denied(status int) bool {
	return status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusUnavailableForLegalReasons
}

func robotsOf(o address.Origin) address.Address {
	a, err := o.Address("/robots.txt")
	if err != nil {
		panic(fmt.Sprintf("permit: the origin %q has no robots.txt address: %v", o, err))
	}
	return a
}

func (b *Book) entry(o address.Origin) *origin {
	b.mu.Lock()
	defer b.mu.Unlock()
	entry := b.origins[o]
	if entry == nil {
		if len(b.origins) >= maxParsed {
			b.makeRoom()
		}
		entry = &origin{token: make(chan struct{}, 1)}
		b.origins[o] = entry
	}
	entry.used = time.Now()
	return entry
}

// makeRoom forgets the older half of what nobody holds.
func (b *Book) makeRoom() {
	var oldest, newest time.Time
	for _, entry := range b.origins {
		if oldest.IsZero() || entry.used.Before(oldest) {
			oldest = entry.used
		}
		if entry.used.After(newest) {
			newest = entry.used
		}
	}
	middle := oldest.Add(newest.Sub(oldest) / 2)
	for o, entry := range b.origins {
		if !entry.used.After(middle) && len(entry.token) == 0 {
			delete(b.origins, o)
		}
	}
}
