package conform

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"curtsy/address"
	"curtsy/internal/gate"
	"curtsy/page"
)

// Ledger runs the suite of [gate.Ledger]. open gives two doors onto one ledger that
// has never heard of any site.
func Ledger(t *testing.T, open func(t *testing.T) (one, other gate.Ledger)) {
	for _, promise := range []struct {
		name string
		keep func(t *testing.T, one, other gate.Ledger)
	}{
		{"ASiteNeverHeardOfIsZero", neverHeardOf},
		{"WhatIsRecordedIsGiven", recordedIsGiven},
		{"OneHolderAtATime", oneHolder},
		{"SitesDoNotTouch", sitesDoNotTouch},
		{"AbandonChangesNothing", abandonChangesNothing},
		{"AHoldEndsOnce", holdEndsOnce},
		{"CancelledWaitsHoldNothing", cancelledWait},
		{"FreeRecordsAfterCancel", freeAfterCancel},
		{"NobodyWhoWaitsIsStarved", nobodyStarves},
		{"TwoGatesKeepOneRest", gatesKeepRest},
		{"EverySiteIsListed", everySiteListed},
		{"AtMostSoManyShares", atMostSoMany},
		{"AShareIsGivenOnce", shareGivenOnce},
		{"CancelledWaitsHaveNoShare", cancelledShare},
		{"SharesAreGivenInTheOrderTheyCame", sharesInOrder},
		{"NobodyWhoWaitsForAShareIsStarved", noShareStarves},
		{"NamesOfSharesDoNotTouch", namesDoNotTouch},
		{"OneOfOneWaitsForAll", oneOfOneWaits},
		{"OnesAndTwosMix", onesAndTwos},
	} {
		t.Run(promise.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				one, other := open(t)
				promise.keep(t, one, other)
			})
		})
	}
}

const shop address.Site = "shop.example"

// account is one with every field set and times that a database can keep.
func account() gate.Account {
	now := time.Now().Round(0).UTC()
	return gate.Account{
		LastEnd:   now.Add(-1234567891 * time.Nanosecond),
		RestUntil: now.Add(time.Hour + 1),
		Delays: []gate.OriginDelay{
			{Origin: "http://www.shop.example", Heard: now},
			{Origin: "https://shop.example", Every: 2500 * time.Millisecond, Own: true, Heard: now.Add(-time.Hour)},
		},
		Pace: gate.Pace{
			Smoothed: 312 * time.Millisecond, Baseline: 120*time.Millisecond + 1, Level: 240 * time.Millisecond,
			Recent: []time.Duration{90 * time.Millisecond, 700 * time.Millisecond, 123456789},
			Slowed: 1.9, SlowedBy: "latency", Good: 49, Answers: 20,
			Spread: 7 * time.Second, SpreadUntil: now.Add(time.Minute + 3),
		},
		Trouble: gate.Trouble{
			Failures: 11, Rest: now.Add(50*time.Minute + 5), Limited: 2, LimitedAt: now.Add(-time.Minute + 7),
			Forbidden: 5, Served: true, Blocked: now.Add(-time.Second + 9), Challenge: "a kind",
		},
		Day:  gate.Day{Date: 20788, Requests: 4711, Bytes: 1 << 40},
		Told: gate.Told{Slow: 90 * time.Second, Until: now.Add(9*366*24*time.Hour + 11)},
	}
}

// zeroField names a field that is not set in v, in a struct of an element of a map or
// slice too; "" when all are.
func zeroField(v reflect.Value, name string) string {
	switch {
	case v.IsZero():
		return name
	case v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[time.Time]():
		for n := range v.NumField() {
			if zero := zeroField(v.Field(n), name+"."+v.Type().Field(n).Name); zero != "" {
				return zero
			}
		}
	case v.Kind() == reflect.Map, v.Kind() == reflect.Slice:
		zero := name
		for _, element := range v.Seq2() { // one with every field set is enough
			if zero = zeroField(element, name+"[]"); zero == "" {
				break
			}
		}
		return zero
	}
	return ""
}

func peek(t *testing.T, l gate.Ledger, site address.Site) gate.Account {
	t.Helper()
	a, err := l.Peek(t.Context(), site)
	if err != nil {
		t.Fatalf("Peek(%s): %v", site, err)
	}
	return a
}

func take(t *testing.T, l gate.Ledger, site address.Site) gate.Hold {
	t.Helper()
	h, ok, err := l.Try(t.Context(), site)
	if err != nil || !ok {
		t.Fatalf("Try(%s) of a free site = %v, %v", site, ok, err)
	}
	return h
}

func refuses(t *testing.T, l gate.Ledger, site address.Site) {
	t.Helper()
	start := time.Now()
	if h, ok, err := l.Try(t.Context(), site); ok || err != nil {
		t.Fatalf("Try(%s) of a held site = %v, %v, %v", site, h, ok, err)
	}
	if waited := time.Since(start); waited != 0 {
		t.Fatalf("Try(%s) waited %v", site, waited)
	}
}

func same(t *testing.T, what string, got, want gate.Account) {
	t.Helper()
	equal := gocmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })
	if diff := gocmp.Diff(want, got, equal); diff != "" {
		t.Errorf("%s: (-want +got)\n%s", what, diff)
	}
}

func neverHeardOf(t *testing.T, one, _ gate.Ledger) {
	same(t, "Peek", peek(t, one, shop), gate.Account{})
	h := take(t, one, shop)
	same(t, "Account", h.Account(), gate.Account{})
	h.Abandon()
}

func recordedIsGiven(t *testing.T, one, other gate.Ledger) {
	want := account()
	want.InFlight = true
	if zero := zeroField(reflect.ValueOf(want), "Account"); zero != "" {
		t.Fatalf("%s is not set, so nothing shows whether it is kept", zero)
	}
	h := take(t, one, shop)
	if err := h.Begin(want); err != nil {
		t.Fatal(err)
	}
	same(t, "after Begin, at the other door", peek(t, other, shop), want)
	want.LastEnd = want.LastEnd.Add(time.Second)
	if err := h.Free(want); err != nil {
		t.Fatal(err)
	}
	want.InFlight = false
	same(t, "after Free, at the other door", peek(t, other, shop), want)
	h = take(t, other, shop)
	same(t, "as the next holder has it", h.Account(), want)
	if err := h.Free(gate.Account{}); err != nil {
		t.Fatal(err)
	}
	same(t, "after it was all taken back", peek(t, one, shop), gate.Account{})
}

func oneHolder(t *testing.T, one, other gate.Ledger) {
	first := take(t, one, shop)
	refuses(t, one, shop)
	refuses(t, other, shop)
	const each = 10
	inside := make(chan struct{}, 1)
	done := make(chan error)
	for n := range 2 * each {
		l := one
		if n%2 == 0 {
			l = other
		}
		go func() {
			h, err := l.Hold(t.Context(), shop)
			if err != nil {
				done <- err
				return
			}
			select {
			case inside <- struct{}{}:
				time.Sleep(30 * time.Millisecond)
				<-inside
			default:
				err = errors.New("two hold one site")
			}
			done <- errors.Join(err, h.Free(h.Account()))
		}()
	}
	time.Sleep(time.Minute)
	select {
	case err := <-done:
		t.Fatalf("Hold ended while another held the site (%v)", err)
	default:
	}
	first.Abandon()
	for range 2 * each {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func sitesDoNotTouch(t *testing.T, one, other gate.Ledger) {
	h := take(t, one, shop)
	if err := h.Begin(account()); err != nil {
		t.Fatal(err)
	}
	h2 := take(t, other, "shop.example:8080")
	same(t, "the account of another site", h2.Account(), gate.Account{})
	h2.Abandon()
	refuses(t, other, shop)
	h.Abandon()
}

func abandonChangesNothing(t *testing.T, one, other gate.Ledger) {
	want := account()
	h := take(t, one, shop)
	if err := h.Free(want); err != nil {
		t.Fatal(err)
	}
	take(t, other, shop).Abandon()
	same(t, "after Abandon", peek(t, one, shop), want)
	h = take(t, other, shop)
	if err := h.Begin(want); err != nil {
		t.Fatal(err)
	}
	h.Abandon()
	h = take(t, one, shop)
	defer h.Abandon()
	if !h.Account().InFlight {
		t.Error("a request that was begun and never ended is not in flight to the next holder")
	}
}

func holdEndsOnce(t *testing.T, one, other gate.Ledger) {
	first := take(t, one, shop)
	first.Abandon()
	second := take(t, other, shop)
	if err := second.Begin(account()); err != nil {
		t.Fatal(err)
	}
	want := peek(t, one, shop)
	first.Abandon()
	if err := errors.Join(first.Begin(gate.Account{}), first.Free(gate.Account{})); err != nil {
		t.Errorf("a hold that has ended gave %v", err)
	}
	same(t, "after a hold that has ended was used", peek(t, one, shop), want)
	refuses(t, one, shop)
	second.Abandon()
}

func cancelledWait(t *testing.T, one, other gate.Ledger) {
	h := take(t, one, shop)
	for _, l := range []gate.Ledger{one, other} {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		start := time.Now()
		if _, err := l.Hold(ctx, shop); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a Hold whose context ended gave %v", err)
		}
		cancel()
		if waited := time.Since(start); waited > 2*time.Second {
			t.Errorf("it was cancelled after 1s and came back after %v", waited)
		}
	}
	h.Abandon()
	take(t, other, shop).Abandon()
	take(t, one, shop).Abandon()
}

func freeAfterCancel(t *testing.T, one, other gate.Ledger) {
	ctx, cancel := context.WithCancel(t.Context())
	h, err := one.Hold(ctx, shop)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	want := account()
	if err := errors.Join(h.Begin(want), h.Free(want)); err != nil {
		t.Fatal(err)
	}
	same(t, "what a cancelled run recorded", peek(t, other, shop), want)
	take(t, other, shop).Abandon()
}

// nobodyStarves has one door hold the site over and over, without a pause between,
// while the other waits.
func nobodyStarves(t *testing.T, one, other gate.Ledger) {
	stop := make(chan struct{})
	turns := make(chan int)
	go func() {
		defer close(turns)
		for n := 0; ; n++ {
			h, ok, err := one.Try(t.Context(), shop)
			if err == nil && !ok {
				h, err = one.Hold(t.Context(), shop)
			}
			if err != nil {
				t.Error(err)
				return
			}
			select {
			case <-stop:
				h.Abandon()
				return
			case turns <- n:
			default:
			}
			if n > 1000 {
				t.Error("one who waits never has its turn")
				h.Abandon()
				return
			}
			time.Sleep(20 * time.Millisecond)
			h.Abandon()
		}
	}()
	for range 5 {
		before := <-turns
		h, err := other.Hold(t.Context(), shop)
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
		h.Abandon()
		if after := <-turns; after-before > 20 {
			t.Errorf("it waited %d turns of another", after-before)
		}
	}
	close(stop)
	for range turns {
	}
}

func everySiteListed(t *testing.T, one, other gate.Ledger) {
	list := func(l gate.Ledger) []gate.Remembered {
		t.Helper()
		all, err := l.Sites(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if all := list(one); len(all) > 0 {
		t.Errorf("a ledger that never heard of any site lists %v", all)
	}
	sites := []address.Site{"z.example", "shop.example:8080", "a.example", "shop.example", "sho.example"}
	for n, site := range sites {
		l := []gate.Ledger{one, other}[n%2]
		a := account()
		a.Day.Requests = n + 1
		if err := take(t, l, site).Free(a); err != nil {
			t.Fatal(err)
		}
	}
	take(t, one, "held.example").Abandon() // nothing was ever recorded of it
	h := take(t, other, shop)
	defer h.Abandon()
	begun := h.Account()
	if err := h.Begin(begun); err != nil {
		t.Fatal(err)
	}
	for _, l := range []gate.Ledger{one, other} {
		all := list(l)
		if !slices.IsSortedFunc(all, func(a, b gate.Remembered) int { return cmp.Compare(a.Site, b.Site) }) || len(all) != len(sites) {
			t.Fatalf("%d sites are listed as %v, which is not all of them in the order of their names", len(sites), all)
		}
		for _, r := range all {
			want := account()
			want.Day.Requests = slices.Index(sites, r.Site) + 1
			want.InFlight = r.Site == shop
			same(t, string(r.Site), r.Account, want)
		}
	}
}

// pass is a gate.Pass whose robots.txt asks for a delay.
type pass struct {
	address address.Address
	every   time.Duration
}

func (p pass) Address() address.Address           { return p.address }
func (p pass) Purpose() string                    { return "page" }
func (p pass) Delay() (time.Duration, bool, bool) { return p.every, true, p.every > 0 }
func (p pass) Heard() time.Time                   { return time.Now() }
func (p pass) Opens(t time.Time) time.Time        { return t }

// gatesKeepRest has a gate at each door ask one site at once. Only one of them has
// read its robots.txt.
func gatesKeepRest(t *testing.T, one, other gate.Ledger) {
	a, err := address.Parse("https://shop.example/")
	if err != nil {
		t.Fatal(err)
	}
	const every, each = 3 * time.Second, 8
	type request struct{ begin, end time.Time }
	requests := make(chan request, 2*each)
	visit := func(g *gate.Gate, p pass, o gate.Outcome) error {
		turn, err := g.Enter(t.Context(), p, gate.When{})
		if err != nil {
			return err
		}
		r := request{begin: turn.Started()}
		time.Sleep(700 * time.Millisecond)
		r.end = time.Now()
		turn.End(o)
		requests <- r
		return nil
	}
	reader, stranger := gate.New(gate.Config{}, one), gate.New(gate.Config{}, other)
	if err := visit(reader, pass{a, every}, gate.Outcome{Status: 200}); err != nil {
		t.Fatal(err)
	}
	errs := make(chan error)
	for n := range 2*each - 1 {
		if n%2 == 0 {
			go func() { errs <- visit(stranger, pass{a, 0}, gate.Outcome{Status: 200}) }()
		} else {
			go func() { errs <- visit(reader, pass{a, every}, gate.Outcome{Status: 200}) }()
		}
	}
	for range 2*each - 1 {
		if err := <-errs; err != nil {
			t.Fatal(err)
		}
	}
	last := <-requests
	for range 2*each - 1 {
		next := <-requests
		if gap := next.begin.Sub(last.end); gap < every || gap > every+time.Second {
			t.Errorf("a request began %v after the end of the last, want %v and little more", gap, every)
		}
		last = next
	}
	if err := visit(stranger, pass{a, 0}, gate.Outcome{RetryAfter: time.Hour, AskedToWait: true}); err != nil {
		t.Fatal(err)
	}
	if err := visit(reader, pass{a, every}, gate.Outcome{Status: 200}); !errors.Is(err, page.RateLimited) {
		t.Errorf("what one gate was asked for, the other heard as %v, want rate_limited", err)
	}
}
