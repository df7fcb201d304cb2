package store

import (
	"encoding/json"
	"maps"
	"slices"
	"time"

	"curtsy/address"
	"curtsy/internal/gate"
)

// kept is a row of sites.
type kept struct {
	lastEnd, restUntil int64
	inFlight           bool
	delays, standing   string
}

func (k kept) account() (gate.Account, error) {
	a := gate.Account{LastEnd: fromNanos(k.lastEnd), RestUntil: fromNanos(k.restUntil), InFlight: k.inFlight}
	if err := readStanding(k.standing, &a); err != nil {
		return a, err
	}
	if k.delays == "" {
		return a, nil
	}
	var words map[address.Origin]word
	if err := json.Unmarshal([]byte(k.delays), &words); err != nil {
		return a, err
	}
	for _, origin := range slices.Sorted(maps.Keys(words)) {
		w := words[origin]
		a.Delays = append(a.Delays, gate.OriginDelay{Origin: origin, Every: max(w.Every, 0), Own: w.Own, Heard: fromNanos(w.Heard)})
	}
	return a, nil
}

// A word is what one origin asks for, as it is written.
type word struct {
	Every time.Duration `json:"every"` // nanoseconds
	Own   bool          `json:"own,omitempty"`
	Heard int64         `json:"heard"`
}

func delaysText(delays []gate.OriginDelay) (string, error) {
	if len(delays) == 0 {
		return "", nil
	}
	words := make(map[address.Origin]word, len(delays))
	for _, d := range delays {
		words[d.Origin] = word{Every: d.Every, Own: d.Own, Heard: toNanos(d.Heard)}
	}
	text, err := json.Marshal(words)
	return string(text), err
}

// A standing is what a row of sites keeps as one text.
type standing struct {
	Pace    gate.Pace    `json:"pace,omitzero"`
	Trouble gate.Trouble `json:"trouble,omitzero"`
	Day     gate.Day     `json:"day,omitzero"`
	Told    gate.Told    `json:"told,omitzero"`
}

func standingText(a gate.Account) (string, error) {
	text, err := json.Marshal(standing{Pace: a.Pace, Trouble: a.Trouble, Day: a.Day, Told: a.Told})
	if string(text) == "{}" {
		return "", err
	}
	return string(text), err
}

func readStanding(text string, a *gate.Account) error {
	if text == "" {
		return nil
	}
	var s standing
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		return err
	}
	s.bound()
	a.Pace, a.Trouble, a.Day, a.Told = s.Pace, s.Trouble, s.Day, s.Told
	return nil
}
