package simweb

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestTheEndIsWhenTheLastByteWasTaken(t *testing.T) {
	for _, scheme := range []string{"http", "https"} {
		// Sizes that leave the last piece, or many, waiting for a reader.
		for _, size := range []int{pipeBuffer + 20<<10, 3 * pipeBuffer} {
			t.Run(fmt.Sprint(scheme, " ", size), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { theEndIsWhenTheLastByteWasTaken(t, scheme, size) })
			})
		}
	}
}

func theEndIsWhenTheLastByteWasTaken(t *testing.T, scheme string, size int) {
	w := New(Site{Name: "shop.example", Pages: Pages{"/a": {Body: strings.Repeat("x", size)}}})
	defer w.Close()
	begin := time.Now()
	resp, err := client(t, w).Get(scheme + "://shop.example/a")
	if err != nil {
		t.Fatal(err)
	}
	time.Sleep(5 * time.Second)
	checkLog(t, w, begin, "  0.000  GET /a  200  open\n")
	n, err := io.Copy(io.Discard, resp.Body)
	// No synctest.Wait: who has read the last byte finds the entry complete.
	if e := w.Log()[0]; e.End.Sub(begin) != 5*time.Second || e.Bytes != n || e.Left {
		t.Errorf("ended after %v with %d bytes, left: %v", e.End.Sub(begin), e.Bytes, e.Left)
	}
	if n != int64(size) || err != nil {
		t.Error(n, err)
	}
	resp.Body.Close()
}

func TestTheEndIsWhenTheClientLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(Site{Name: "shop.example", Pages: Pages{
			"/slow": {Takes: time.Minute},
			"/long": {Body: strings.Repeat("x", 3*pipeBuffer)},
		}})
		defer w.Close()
		begin := time.Now()
		for _, scheme := range []string{"http", "https"} {
			for _, target := range []string{"/slow", "/long"} {
				ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
				req, _ := http.NewRequestWithContext(ctx, "GET", scheme+"://shop.example"+target, nil)
				if resp, err := client(t, w).Do(req); err == nil {
					<-ctx.Done()
					resp.Body.Close()
				}
				cancel()
				synctest.Wait()
			}
		}
		checkLog(t, w, begin, `  0.000  http://shop.example   GET /slow  -    3.000
  3.000  http://shop.example   GET /long  200  3.000
  6.000  https://shop.example  GET /slow  -    3.000
  9.000  https://shop.example  GET /long  200  3.000
`)
		for _, e := range w.Log() {
			if !e.Left {
				t.Errorf("%s: the client left, and the entry does not say so", e.Target)
			}
		}
	})
}

func TestTheLogIsByArrivalThenBySite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(Site{Name: "a.example", Pages: Pages{"/": {Takes: time.Second}}}, Site{Name: "b.example"}, Site{Name: "c.example"})
		defer w.Close()
		c := client(t, w)
		begin := time.Now()
		var asking sync.WaitGroup
		for _, host := range []string{"c", "b", "a"} {
			asking.Go(func() { get(t, c, "http://"+host+".example/", "X-Host", host) })
		}
		asking.Wait()
		checkLog(t, w, begin, `  0.000  http://a.example  GET /  200  1.000
  0.000  http://b.example  GET /  404
  0.000  http://c.example  GET /  404
`)
		for _, e := range w.Log() {
			if e.Site != "http://"+e.Header.Get("X-Host")+".example" || e.Header.Get("Host") == "" {
				t.Errorf("%+v", e)
			}
		}
		w.ClearLog()
		if n := len(w.Log()); n != 0 {
			t.Errorf("%d entries after ClearLog", n)
		}
	})
}

func TestAwaitReturnsWithTheChangeOrTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := New(Site{Name: "a.example", Pages: Pages{"/": {Takes: 3 * time.Second}}})
		defer w.Close()
		begin := time.Now()
		go get(t, client(t, w), "http://a.example/")
		err := w.Await(t.Context(), func(log []Entry) bool { return len(log) > 0 && !log[0].End.IsZero() })
		if err != nil || time.Since(begin) != 3*time.Second {
			t.Errorf("%v after %v", err, time.Since(begin))
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := w.Await(ctx, func([]Entry) bool { return false }); err != context.DeadlineExceeded {
			t.Errorf("%v", err)
		}
	})
}

func TestCloseLeavesNothingBehindWhateverIsGoingOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- a.example/stall (stall) --\n-- a.example/slow (takes 1h) --\n-- a.example/drip (drip 1h) --\nabc\n-- a.example/on (endless 1h) --\n-- a.example/ok --\n-- b.example/* (down hangs) --\n")
		c := client(t, w)
		var asking sync.WaitGroup
		for _, address := range []string{"http://a.example/stall", "https://a.example/stall", "http://a.example/slow", "http://a.example/drip", "http://a.example/on", "http://a.example/ok", "http://b.example/"} {
			asking.Go(func() { get(t, c, address) })
		}
		time.Sleep(time.Minute)
		begin := time.Now()
		w.Close()
		asking.Wait()
		if took := time.Since(begin); took != 0 {
			t.Errorf("closing took %v", took)
		}
		if _, _, err := get(t, c, "http://a.example/ok"); err == nil {
			t.Error("a closed web answers")
		}
		for _, e := range w.Log() {
			if e.End.IsZero() {
				t.Errorf("%s is in flight after Close", e.Target)
			}
		}
	})
}
