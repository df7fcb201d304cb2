package simweb

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"
)

// Format writes entries, sorted as [Web.Log] sorts them, in the form of the
// golden files: one line a request with the seconds since since, the method and
// target, the status ("-": no answer) and, unless it is zero, how many seconds
// the answer took ("open": it is in flight). The site stands in front of the
// method when there are several.
//
//	0.000  GET /robots.txt  200
//	4.000  GET /a           200  5.000
func Format(entries []Entry, since time.Time) string {
	several, site, line := false, 0, 0
	for _, e := range entries {
		several = several || e.Site != entries[0].Site
		site = max(site, len(e.Site))
		line = max(line, len(e.Method)+1+len(e.Target))
	}
	var b strings.Builder
	for _, e := range entries {
		fmt.Fprintf(&b, "%7.3f  ", e.Arrival.Sub(since).Seconds())
		if several {
			fmt.Fprintf(&b, "%-*s  ", site, e.Site)
		}
		fmt.Fprintf(&b, "%-*s  ", line, e.Method+" "+e.Target)
		switch took := e.End.Sub(e.Arrival); {
		case e.End.IsZero():
			fmt.Fprintf(&b, "%-3s  open\n", statusText(e.Status))
		case took >= time.Millisecond/2:
			fmt.Fprintf(&b, "%-3s  %.3f\n", statusText(e.Status), took.Seconds())
		default:
			b.WriteString(statusText(e.Status) + "\n")
		}
	}
	return b.String()
}

func statusText(status int) string {
	if status == 0 {
		return "-"
	}
	return fmt.Sprint(status)
}

// nginx's own statuses for requests without an answer.
const (
	nginxNoAnswer   = 444 // the server closed the connection
	nginxClientLeft = 499
)

// WriteCombined writes entries as an nginx or Apache access log in the Combined
// Log Format does, a line each. With several sites each line begins with its
// origin. A request without an answer has nginx's 444, or 499 when the client
// left first. It returns the writer's error.
func WriteCombined(w io.Writer, entries []Entry) error {
	b := bufio.NewWriter(w)
	several := false
	for _, e := range entries {
		several = several || e.Site != entries[0].Site
	}
	for _, e := range entries {
		status := e.Status
		switch {
		case e.Left:
			status = nginxClientLeft
		case status == 0:
			status = nginxNoAnswer
		}
		if several {
			b.WriteString(e.Site + " ")
		}
		ip := e.Remote
		if i := strings.LastIndexByte(ip, ':'); i >= 0 {
			ip = strings.Trim(ip[:i], "[]")
		}
		fmt.Fprintf(b, "%s - - [%s] \"%s %s %s\" %d %d \"%s\" \"%s\"\n",
			ip, e.Arrival.UTC().Format("02/Jan/2006:15:04:05 -0700"),
			logText(e.Method), logText(e.Target), logText(e.Proto), status, e.Bytes,
			dash(logText(e.Header.Get("Referer"))), dash(logText(e.Header.Get("User-Agent"))))
	}
	return b.Flush()
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// logText writes what could break a line as nginx does: \xXX.
func logText(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' {
			fmt.Fprintf(&b, `\x%02X`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}
