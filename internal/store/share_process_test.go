//go:build unix

package store

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"curtsy/address"
)

// has has shares of one machine, two at a time.
func has(s *Store, log, name string, count int, takes time.Duration) error {
	out, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	errs := make(chan error)
	for range 2 {
		go func() {
			for range count {
				give, err := s.Ledger().Share(context.Background(), "machine", 2)
				if err != nil {
					errs <- err
					return
				}
				note(out, "begin", name)
				time.Sleep(takes)
				note(out, "end", name)
				give()
			}
			errs <- nil
		}()
	}
	return errors.Join(<-errs, <-errs)
}

// judgeShares reads the log as the machine would: at most two at once.
func (s *stage) judgeShares() (had map[string]int, most int) {
	s.t.Helper()
	had = make(map[string]int)
	now := 0
	for _, l := range s.lines() {
		if l.word == "end" {
			now--
			continue
		}
		had[l.name]++
		if now++; now > 2 {
			s.t.Errorf("%s has a share, and so have %d others", l.name, now-1)
		}
		most = max(most, now)
	}
	return had, most
}

// second fits the line at which one child has both shares.
func (s *stage) second(name string) func(line) bool {
	return func(l line) bool {
		if !by(name, "begin")(l) {
			return false
		}
		had, _ := s.judgeShares()
		return had[name] == 2
	}
}

func TestProcessesShareOneMachine(t *testing.T) {
	s := newStage(t)
	const each = 12
	var children []*exec.Cmd
	for _, name := range []string{"first", "second", "third"} {
		children = append(children, s.start(name, "share", strconv.Itoa(each), "10ms"))
	}
	for _, c := range children {
		s.succeeds(c)
	}
	had, most := s.judgeShares()
	if most != 2 || had["first"] != 2*each || had["second"] != 2*each || had["third"] != 2*each {
		t.Errorf("at most %d had a share at once, of two; all in all %v", most, had)
	}
}

func TestABusyProcessDoesNotShutOutAnotherFromAMachine(t *testing.T) {
	s := newStage(t)
	s.start("busy", "share", "100000", "5ms")
	s.await("share of the busy one", by("busy", "end"))
	s.succeeds(s.start("second", "share", "5", "5ms"))
	had, _ := s.judgeShares()
	if had["second"] != 10 || had["busy"] > 400 {
		t.Errorf("while the second had %d shares the busy one had %d", had["second"], had["busy"])
	}
}

func TestKillFreesSharesAtOnce(t *testing.T) {
	s := newStage(t)
	holder := s.start("holder", "share", "1", "1h")
	s.await("both shares of the holder", s.second("holder"))
	next := s.start("next", "share", "1", "1ms")
	time.Sleep(300 * time.Millisecond)
	if had, _ := s.judgeShares(); had["holder"] != 2 || had["next"] > 0 {
		t.Fatalf("two places were had as %v", had)
	}
	gone := s.kill(holder)
	began := s.await("share after the kill", by("next", "begin")).at
	if waited := began.Sub(gone); waited > 500*time.Millisecond {
		t.Errorf("it had a share %v after the holder died", waited)
	}
	s.succeeds(next)
}

func TestAStoppedHolderKeepsItsShares(t *testing.T) {
	s := newStage(t)
	holder := s.start("holder", "share", "1", "400ms")
	s.await("both shares of the holder", s.second("holder"))
	s.signal(holder, syscall.SIGSTOP)
	next := s.start("next", "share", "2", "1ms")
	time.Sleep(time.Second)
	if slices.ContainsFunc(s.lines(), by("next", "begin")) {
		t.Error("it has a share of what a stopped process has")
	}
	s.signal(holder, syscall.SIGCONT)
	s.succeeds(holder)
	s.succeeds(next)
	if had, _ := s.judgeShares(); had["holder"] != 2 || had["next"] != 4 {
		t.Errorf("in the end shares were had as %v", had)
	}
}

func TestAStoppedSeekerKeepsNobodyFromAMachine(t *testing.T) {
	s := newStage(t)
	holder := s.start("holder", "share", "1", "1s")
	s.await("both shares of the holder", s.second("holder"))
	seeker := s.start("seeker", "share", "1", "1ms")
	time.Sleep(400 * time.Millisecond) // it has the claim
	s.signal(seeker, syscall.SIGSTOP)
	next := s.start("next", "share", "2", "1ms")
	s.succeeds(next)
	if slices.ContainsFunc(s.lines(), by("seeker", "begin")) {
		t.Error("the seeker was stopped too late to show anything")
	}
	s.signal(seeker, syscall.SIGCONT)
	s.succeeds(seeker)
	s.succeeds(holder)
	s.judgeShares()
}

func TestProcessesBringAHomeForwardAtOnce(t *testing.T) {
	s := newStage(t)
	old := oldHome(t, s.home)
	var children []*exec.Cmd
	for n := range 6 {
		children = append(children, s.start(strconv.Itoa(n), "open"))
	}
	for _, c := range children {
		s.succeeds(c)
	}
	writeBefore(t, old, "third.example") // it had the database open all the while
	home := open(t, s.home)
	for _, site := range []address.Site{"shop.example", "other.example", "third.example"} {
		a, err := home.Ledger().Peek(t.Context(), site)
		if err != nil {
			t.Fatal(err)
		}
		alike(t, string(site), a, before)
	}
}
