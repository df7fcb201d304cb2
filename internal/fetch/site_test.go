package fetch

import (
	"bufio"
	"context"
	"net"
	"strings"
	"sync"
	"testing"
)

// A rawSite answers each request with what answer writes, octet for octet, and keeps
// the head of every request it saw.
type rawSite struct {
	answer func(n int, c net.Conn) (keep bool) // n counts requests from 1

	running sync.WaitGroup
	mu      sync.Mutex
	heads   []string
	conns   int
}

// says gives an answer that is always the same text, on a connection that is kept.
func says(text string) func(int, net.Conn) bool {
	return func(_ int, c net.Conn) bool {
		_, err := c.Write([]byte(text))
		return err == nil
	}
}

// saysAndCloses is says on a connection that is closed.
func saysAndCloses(text string) func(int, net.Conn) bool {
	return func(_ int, c net.Conn) bool {
		c.Write([]byte(text))
		return false
	}
}

func (s *rawSite) serve(c net.Conn) {
	defer c.Close()
	s.mu.Lock()
	s.conns++
	s.mu.Unlock()
	in := bufio.NewReader(c)
	for {
		var head strings.Builder
		for {
			line, err := in.ReadString('\n')
			if err != nil {
				return
			}
			head.WriteString(line)
			if line == "\r\n" {
				break
			}
		}
		s.mu.Lock()
		s.heads = append(s.heads, head.String())
		n := len(s.heads)
		s.mu.Unlock()
		if !s.answer(n, c) {
			return
		}
	}
}

// seen gives the heads of the requests so far.
func (s *rawSite) seen() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.heads...)
}

// connections gives how many were opened so far.
func (s *rawSite) connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.conns
}

// listen serves on a loopback socket and gives its host and port.
func (s *rawSite) listen(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s.running.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.running.Go(func() { s.serve(c) })
		}
	})
	t.Cleanup(func() {
		l.Close()
		s.running.Wait()
	})
	return l.Addr().String()
}

// dial serves in memory.
func (s *rawSite) dial(context.Context, string, string) (net.Conn, error) {
	client, server := net.Pipe()
	s.running.Go(func() { s.serve(server) })
	return client, nil
}

// loopback gives a Fetcher that may ask the site, and the site's origin.
func (s *rawSite) loopback(t testing.TB) (*Fetcher, string) {
	t.Helper()
	host := s.listen(t)
	return newFetcher(t, Config{Allow: everything}), "http://" + host
}

const plainOK = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
