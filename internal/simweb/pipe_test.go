package simweb

import (
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func TestThePipeTakesABufferFullAndThenTheWriterWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := pipe(&net.TCPAddr{}, &net.TCPAddr{})
		begin := time.Now()
		whole := bytes.Repeat([]byte("x"), pipeBuffer+10)
		done := make(chan time.Duration)
		var taken time.Time
		a.tell(func(at time.Time) { taken = at })
		go func() {
			n, err := a.Write(whole)
			if n != len(whole) || err != nil {
				t.Errorf("wrote %d, %v", n, err)
			}
			done <- time.Since(begin)
		}()
		time.Sleep(3 * time.Second)
		got := make([]byte, len(whole))
		if _, err := io.ReadFull(b, got); err != nil || !bytes.Equal(got, whole) {
			t.Fatal(err)
		}
		if took := <-done; took != 3*time.Second {
			t.Errorf("the write took %v, want the 3s until it was read", took)
		}
		if !taken.Equal(begin.Add(3 * time.Second)) {
			t.Errorf("taken at %v", taken.Sub(begin))
		}
	})
}

func TestThePipeKeepsDeadlinesAndTakesThemBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := pipe(&net.TCPAddr{}, &net.TCPAddr{})
		begin := time.Now()
		a.SetReadDeadline(begin.Add(time.Second))
		_, err := a.Read(make([]byte, 1))
		if !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(begin) != time.Second {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
		if e := net.Error(nil); !errors.As(err, &e) || !e.Timeout() {
			t.Errorf("%v: not a net.Error that timed out", err)
		}
		a.SetReadDeadline(time.Now().Add(time.Second))
		a.SetReadDeadline(time.Time{})
		go func() {
			time.Sleep(2 * time.Second)
			b.Write([]byte("y"))
		}()
		if n, err := a.Read(make([]byte, 1)); n != 1 || err != nil {
			t.Errorf("a deadline taken back: %d, %v", n, err)
		}
		a.SetWriteDeadline(time.Now().Add(time.Second))
		if n, err := a.Write(make([]byte, pipeBuffer+1)); n != pipeBuffer || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("wrote %d, %v", n, err)
		}
	})
}

func TestThePipeEndsAndBreaksAsSocketsDo(t *testing.T) {
	a, b := pipe(&net.TCPAddr{}, &net.TCPAddr{})
	a.Write([]byte("bye"))
	a.Close()
	if got, err := io.ReadAll(b); string(got) != "bye" || err != nil {
		t.Errorf("after a close: %q, %v", got, err)
	}
	if _, err := b.Write([]byte("x")); !errors.Is(err, syscall.EPIPE) {
		t.Errorf("writing to one who left: %v", err)
	}
	if _, err := a.Read(make([]byte, 1)); !errors.Is(err, net.ErrClosed) {
		t.Errorf("reading after one's own close: %v", err)
	}
	a, b = pipe(&net.TCPAddr{}, &net.TCPAddr{})
	a.Write([]byte("lost"))
	a.Reset()
	if _, err := io.ReadAll(b); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("after a reset: %v", err)
	}
	if _, err := b.Write([]byte("x")); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("writing after a reset: %v", err)
	}
}
