package simweb

import (
	"context"
	"crypto/tls"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// client returns a plain net/http client of the web, closed with the test.
func client(t *testing.T, w *Web) *http.Client {
	t.Helper()
	transport := &http.Transport{
		DialContext:        w.Dial,
		TLSClientConfig:    clientTLS(w),
		DisableCompression: true,
	}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{
		Transport:     transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// get asks for an address and reads its answer whole.
func get(t *testing.T, c *http.Client, url string, header ...string) (*http.Response, string, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), "GET", url, nil)
	if err != nil {
		return nil, "", err
	}
	for i := 0; i+1 < len(header); i += 2 {
		req.Header.Set(header[i], header[i+1])
	}
	resp, err := c.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	return resp, string(body), err
}

func TestTwoHundredRequestsOneSecondApartAreExact(t *testing.T) {
	for _, scheme := range []string{"http", "https"} {
		t.Run(scheme, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := New(Site{Name: "shop.example", Pages: Pages{"/*": {Body: "hello", Takes: 30 * time.Millisecond}}})
				defer w.Close()
				c := client(t, w)
				begin := time.Now()
				for range 200 {
					if _, body, err := get(t, c, scheme+"://shop.example/a"); err != nil || body != "hello" {
						t.Fatalf("got %q, %v", body, err)
					}
					time.Sleep(time.Second)
				}
				log := w.Log()
				if len(log) != 200 {
					t.Fatalf("the log has %d entries, want 200", len(log))
				}
				for i, e := range log {
					want := begin.Add(time.Duration(i) * 1030 * time.Millisecond)
					if !e.Arrival.Equal(want) || !e.End.Equal(want.Add(30*time.Millisecond)) {
						t.Fatalf("entry %d: %v to %v, want from %v for 30ms", i, e.Arrival, e.End, want)
					}
					if e.Conn != 1 || e.Site != scheme+"://shop.example" {
						t.Fatalf("entry %d: %+v", i, e)
					}
				}
			})
		})
	}
}

func clientTLS(w *Web) *tls.Config { return &tls.Config{RootCAs: w.CertPool()} }
