package store

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"curtsy/address"
	"curtsy/internal/gate"
)

func alike(t *testing.T, what string, got, want gate.Account) {
	t.Helper()
	equal := cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })
	if diff := cmp.Diff(want, got, equal); diff != "" {
		t.Errorf("%s: (-want +got)\n%s", what, diff)
	}
}

// write puts a text into the row of a site as it is.
func write(t testing.TB, s *Store, site address.Site, column, text string) {
	t.Helper()
	if _, err := s.write.Exec(putSite, string(site), 0, 0, false, "", ""); err != nil {
		t.Fatal(err)
	}
	if _, err := s.write.Exec(`UPDATE sites SET `+column+` = ?2 WHERE site = ?1`, string(site), text); err != nil {
		t.Fatal(err)
	}
}

func TestADamagedRowIsNamedAndLeftAsItIs(t *testing.T) {
	const site = address.Site("shop.example")
	for column, texts := range map[string][]string{
		"standing": {"{", "4711", "null and void", `{"pace":{"slowed":NaN}}`, `{"pace":{"slowed":1e999}}`, `{"trouble":{"failures":"many"}}`, `{"told":{"until":"one day"}}`, `{"day":{"bytes":1.5}}`, `{"trouble":{"failures":99999999999999999999}}`},
		"delays":   {"{", `{"https://shop.example":{"every":"long"}}`},
	} {
		for _, text := range texts {
			s := open(t, t.TempDir())
			write(t, s, site, column, text)
			write(t, s, "other.example", column, "")
			_, err := s.Ledger().Peek(t.Context(), site)
			says(t, err, s.path, `"shop.example"`, "damaged", "left as it is")
			_, held, err := s.Ledger().Try(t.Context(), site)
			says(t, err, `"shop.example"`)
			if held {
				t.Errorf("with %q the site is held", text)
			}
			_, err = s.Ledger().Sites(t.Context())
			says(t, err, `"shop.example"`, "damaged")
			if _, err := s.Ledger().Peek(t.Context(), "other.example"); err != nil {
				t.Errorf("with %q another site has trouble too: %v", text, err)
			}
			var now string
			if err := s.read.QueryRow(`SELECT ` + column + ` FROM sites WHERE site = 'shop.example'`).Scan(&now); err != nil || now != text {
				t.Errorf("%q became %q (%v)", text, now, err)
			}
		}
	}
}

// TestNumbersThatCannotBeAreDrawnIn: whatever a row says, nobody is asked more than they
// would be without it, and nobody waits for a century.
func TestNumbersThatCannotBeAreDrawnIn(t *testing.T) {
	const century = 100 * 365 * 24 * time.Hour
	far := time.Now().Add(10 * 365 * 24 * time.Hour).UTC().Round(time.Second)
	long := slices.Repeat([]time.Duration{time.Second}, 1000)
	s := open(t, t.TempDir())
	for name, c := range map[string]struct{ in, want gate.Account }{
		"below nothing": {
			gate.Account{
				Pace:    gate.Pace{Smoothed: -1, Baseline: -1, Level: -1, Recent: []time.Duration{-1, 5}, Slowed: -7, Good: -1, Answers: -1, Spread: -1},
				Trouble: gate.Trouble{Failures: -1, Limited: -1, Forbidden: -1},
				Day:     gate.Day{Date: -1, Requests: -1, Bytes: -1},
				Told:    gate.Told{Slow: -1},
				Delays:  []gate.OriginDelay{{Origin: "https://shop.example", Every: -1}},
			},
			gate.Account{Pace: gate.Pace{Recent: []time.Duration{0, 5}}, Delays: []gate.OriginDelay{{Origin: "https://shop.example"}}},
		},
		"beyond measure": {
			gate.Account{
				Pace:    gate.Pace{Smoothed: century, Baseline: century, Level: century, Recent: []time.Duration{century}, Slowed: 1e300, Good: 1 << 40, Answers: 1 << 40},
				Trouble: gate.Trouble{Failures: 1e12, Limited: 1<<63 - 1, Forbidden: 1<<63 - 1},
				Day:     gate.Day{Date: 1 << 62, Requests: 1<<63 - 1, Bytes: 1<<63 - 1},
			},
			gate.Account{
				Pace:    gate.Pace{Smoothed: longestTime, Baseline: longestTime, Level: longestTime, Recent: []time.Duration{longestTime}, Slowed: mostMultiple, Good: mostCounted, Answers: mostCounted},
				Trouble: gate.Trouble{Failures: mostCounted, Limited: mostCounted, Forbidden: mostCounted},
				Day:     gate.Day{Date: mostCounted, Requests: mostCounted, Bytes: mostBytes},
			},
		},
		"more than are kept":  {gate.Account{Pace: gate.Pace{Recent: long}}, gate.Account{Pace: gate.Pace{Recent: long[:mostRecent]}}},
		"the operator's word": {gate.Account{Told: gate.Told{Slow: time.Hour, Until: far}}, gate.Account{Told: gate.Told{Slow: time.Hour, Until: far}}},
	} {
		site := address.Site(strings.ReplaceAll(name, " ", "-") + ".example")
		h, err := s.Ledger().Hold(t.Context(), site)
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Free(c.in); err != nil {
			t.Fatal(err)
		}
		got, err := s.Ledger().Peek(t.Context(), site)
		if err != nil {
			t.Fatal(err)
		}
		alike(t, name, got, c.want)
	}
}

// TestARowIsSmall: a site that all is known of takes little room, and one that nothing is
// known of none.
func TestARowIsSmall(t *testing.T) {
	if text, err := standingText(gate.Account{LastEnd: time.Now()}); text != "" || err != nil {
		t.Errorf("nothing is written as %q, %v", text, err)
	}
	now := time.Now().UTC()
	text, err := standingText(gate.Account{
		Pace: gate.Pace{
			Smoothed: time.Hour - 1, Baseline: time.Hour - 1, Level: time.Hour - 1, Recent: slices.Repeat([]time.Duration{time.Minute - 1}, 20),
			Slowed: 1.0 / 3, SlowedBy: "latency", Good: 49, Answers: 20, Spread: time.Hour - 1, SpreadUntil: now,
		},
		Trouble: gate.Trouble{Failures: 10, Rest: now, Limited: 10, LimitedAt: now, Forbidden: 20, Served: true, Blocked: now, Challenge: "a kind of page"},
		Day:     gate.Day{Date: 20000, Requests: 100000, Bytes: 1 << 40},
		Told:    gate.Told{Slow: time.Hour - 1, Until: now},
	})
	if err != nil || len(text) > 1024 {
		t.Errorf("a site takes %d octets (%v): %s", len(text), err, text)
	}
}
