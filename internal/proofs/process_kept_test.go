//go:build unix

package proofs

import (
	"strings"
	"testing"
	"time"

	"curtsy/internal/simweb"
)

const busyShop = `
-- http://shop.example/robots.txt --
User-agent: *
Disallow: /basket
-- http://shop.example/busy (retry 3s) --
-- http://shop.example/closed (retry 3600s) --
-- http://shop.example/quick --
<title>Quick</title>
`

// heard waits until a process has had the answer that asks to be left alone, and has
// had time to note it.
func (p *process) heard(target string) simweb.Entry {
	p.stage.Helper()
	e := p.stage.await("answer with a Retry-After", p.answered(target))
	time.Sleep(500 * time.Millisecond)
	return e
}

func TestARetryAfterOutlivesTheProcessThatHeardIt(t *testing.T) {
	t.Parallel()
	s := newStage(t, 50*time.Millisecond, busyShop)
	first := s.curtsy("extract", "http://shop.example/busy", "--quiet")
	told := first.heard("/busy")
	first.kill()
	second := s.curtsy("extract", "http://shop.example/quick", "--quiet")
	time.Sleep(500 * time.Millisecond)
	second.kill()
	third := s.curtsy("extract", "http://shop.example/quick", "--quiet")
	third.succeeds()
	s.judge()
	if n := len(second.asked()); n > 0 {
		t.Errorf("the second process asked %d times\n%s", n, s.log())
	}
	if asked := third.asked(); len(asked) != 1 || asked[0].Arrival.Sub(told.End) < 3*time.Second {
		t.Errorf("want one request of the third process, 3s after the answer or later\n%s", s.log())
	}
}

func TestARetryAfterThatIsTooLongIsAnAnswerInEveryProcess(t *testing.T) {
	t.Parallel()
	s := newStage(t, 50*time.Millisecond, busyShop)
	first := s.curtsy("extract", "http://shop.example/closed", "--quiet")
	if code := first.code(); code != 2 || !strings.Contains(first.out.String(), `"code":"http_error"`) {
		t.Errorf("exit code %d, said %s", code, &first.out)
	}
	for _, args := range [][]string{
		{"extract", "http://shop.example/quick", "--quiet"},
		{"crawl", "http://shop.example/", "--quiet", "--no-sitemap"},
	} {
		next := s.curtsy(args...)
		if code := next.code(); code != 2 || !strings.Contains(next.out.String(), `"code":"rate_limited"`) {
			t.Errorf("%s: exit code %d, said %s", args[0], code, &next.out)
		}
		if n := len(next.asked()); n > 0 {
			t.Errorf("%s asked %d times\n%s", args[0], n, s.log())
		}
	}
	s.judge()
}

func TestRobotsTxtIsKeptAcrossProcesses(t *testing.T) {
	t.Parallel()
	s := newStage(t, 50*time.Millisecond, busyShop)
	s.curtsy("extract", "http://shop.example/quick", "--quiet").succeeds()
	s.web.Put("http://shop.example/robots.txt", simweb.Page{Status: 503})
	s.curtsy("extract", "http://shop.example/quick", "--quiet").succeeds()
	refused := s.curtsy("extract", "http://shop.example/basket", "--quiet")
	if code := refused.code(); code != 2 || !strings.Contains(refused.out.String(), `"code":"refused_by_robots"`) {
		t.Errorf("exit code %d, said %s", code, &refused.out)
	}
	s.judge()
	if n, pages := countAnswered(s.web.Log(), "/robots.txt"), countAnswered(s.web.Log(), "/quick"); n != 1 || pages != 2 || len(s.web.Log()) != 3 {
		t.Errorf("want robots.txt once and the page twice\n%s", s.log())
	}
}
