//go:build unix

package proofs

import (
	"strings"
	"testing"
	"time"
)

func TestASecondProcessDoesNotWriteAFileThatIsBeingWritten(t *testing.T) {
	t.Parallel()
	s := newStage(t, 50*time.Millisecond, `
-- http://shop.example/robots.txt --
-- http://shop.example/ --
<title>Start</title><a href=/slow>slow</a>
-- http://shop.example/slow (takes 4s) --
<title>Slow</title>
`)
	file := s.path("shop.jsonl")
	writing := s.curtsy("crawl", "http://shop.example/", "--no-sitemap", "--quiet", "-o", file)
	s.await("request for the slow page", writing.asks("/slow"))
	before := s.content("shop.jsonl")
	if strings.Count(before, "\n") != 2 {
		t.Fatalf("want a header and a line, not\n%s", before)
	}
	for _, args := range [][]string{
		{"crawl", "http://shop.example/", "--no-sitemap", "--quiet", "-o", file, "--resume"},
		{"crawl", "http://shop.example/", "--no-sitemap", "--quiet", "-o", file},
		{"crawl", "http://shop.example/quick", "--quiet", "-o", file, "--resume"},
		{"batch", s.path("curtsy.toml"), "--quiet", "-o", file},
	} {
		second := s.curtsy(args...)
		code := second.code()
		if want := "curtsy: " + file + ": another run is writing it; two never write one file\n"; code != 2 || second.talk.String() != want {
			t.Errorf("%v: exit code %d, said %q, want 2 and %q", args, code, &second.talk, want)
		}
		if n := len(second.asked()); n > 0 {
			t.Errorf("%v: asked %d times\n%s", args, n, s.log())
		}
	}
	if e := s.await("request for the slow page", writing.asks("/slow")); !e.End.IsZero() {
		t.Errorf("the first was no longer writing when the others came\n%s", s.log())
	}
	if after := s.content("shop.jsonl"); after != before {
		t.Errorf("the file was touched:\n%s", after)
	}
	writing.succeeds()
	if got := s.content("shop.jsonl"); !strings.HasPrefix(got, before) || strings.Count(got, "\n") != 3 {
		t.Errorf("the first one's file is\n%s", got)
	}
	s.judge()
}
