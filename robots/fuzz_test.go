package robots

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func FuzzJudge(f *testing.F) {
	for _, seed := range [][2]string{
		{"/", "/"}, {"/a*b$", "/axxb"}, {"/a%2fb", "/a%2Fb"}, {"/%7Eu", "/~u"}, {"*.gif$", "/a.gif?x"},
		{"/x-%2A", "/x-*"}, {"/a$b", "/a$b"}, {"/ツ*", "/%E3%83%84"}, {"/%", "/%20"}, {"/%%34%31", "/%2541"},
		{"/a<'", "/a%3c%27"}, {"*a*a*a*b", "/aaaaaaaa"}, {"/*$", "?#"}, {"/a*$*", "/a$"}, {"/$$", "/$"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, pattern, target string) {
		if strings.ContainsAny(pattern, "\r\n#") || trim(pattern) != pattern || len(pattern) > 1000 || len(target) > 1000 {
			return
		}
		got := Parse([]byte("User-agent: *\nDisallow: "+pattern+"\n")).Judge("curtsy", target)
		allowed, _ := slowJudge([]slowRule{{false, pattern}}, target)
		if got.Allowed != allowed || allowed != (got.Line == 0) {
			t.Errorf("%q of pattern %q: got %+v, want allowed %t", target, pattern, got, allowed)
		}
	})
}

// report is all that a file says to two crawlers.
func report(f *File) (all []any) {
	all = append(all, f.Notes(), f.Sitemaps())
	for _, token := range []string{"curtsy", "", "b"} {
		delay, found := f.Delay(token)
		all = append(all, f.Rights(token), f.Hours(token), delay, found)
		for _, target := range []string{"/", "/a", "/a/b?c=d", "/x*$", "/%2f"} {
			all = append(all, f.Judge(token, target))
		}
	}
	return all
}

// slowLines takes a body apart with nothing but replacements.
func slowLines(body string) []string {
	body = strings.ReplaceAll(body, "\r\n", "\n")
	return strings.Split(strings.ReplaceAll(body, "\r", "\n"), "\n")
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "User-agent: *\nDisallow: /a\n", "\xef\xbb\xbfuser-agent: curtsy\r\nallow: /a\rdisallow /\n\n",
		"<html>\nUser-agent b\nCrawl-delay: 1,5s\nRequest-rate: 1/m 2200-0500\nVisit-time: 0100-0200",
		"Sitemap: x\nUser-agent: __usage_x\nUser-agent: b\nDisallow: /\nContent-Usage: a=n\nLicense: l",
		"\xff\xfeU\x00s\x00", "User-agent: a\nContent-Usage: x\nUser-agent: curtsy\nDisalow: x\nAllow: /*$",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		file := Parse(body)
		first := report(file)
		if orderOf(body) != nil || len(body) > Bound/4 {
			return
		}
		lines := slowLines(string(body))
		for _, n := range file.Notes() {
			if n.Line < 1 || n.Line > len(lines) || !strings.Contains(lines[n.Line-1], n.Text) {
				t.Errorf("note %+v: line %d is not so; the file has %d", n, n.Line, len(lines))
			}
		}
		for _, groups := range file.groups {
			for _, g := range groups {
				for _, r := range g.rules {
					if !strings.Contains(lines[r.line-1], r.text) || r.text == "" {
						t.Errorf("rule %q is not on line %d: %q", r.text, r.line, lines[r.line-1])
					}
				}
			}
		}
		for _, end := range []string{"\r\n", "\r", "\n"} {
			again := report(Parse([]byte(strings.Join(lines, end))))
			if diff := cmp.Diff(first, again); diff != "" {
				t.Errorf("with lines that end in %q: %s", end, diff)
			}
		}
	})
}

// patterns are short and of few octets, so that they meet.
var patterns = rapid.StringMatching(`[/*][ab/*$%4é~]{0,6}\$?`)

func TestManyRulesJudgeAsTheSlowReadingDoes(t *testing.T) {
	targets := rapid.StringMatching(`/[ab/*$%4é~?]{0,8}`)
	rapid.Check(t, func(t *rapid.T) {
		var (
			file  strings.Builder
			rules []slowRule
		)
		file.WriteString("User-agent: curtsy\n")
		for _, pattern := range rapid.SliceOfN(patterns, 0, 40).Draw(t, "patterns") {
			r := slowRule{rapid.Bool().Draw(t, "allow"), pattern}
			rules = append(rules, r)
			file.WriteString(map[bool]string{true: "Allow: ", false: "Disallow: "}[r.allow] + pattern + "\n")
		}
		f := Parse([]byte(file.String()))
		for range 8 {
			target := targets.Draw(t, "target")
			got := f.Judge("curtsy", target)
			allowed, place := slowJudge(rules, target)
			line := 0
			if place >= 0 {
				line = place + 2
			}
			if got.Allowed != allowed || got.Line != line {
				t.Fatalf("%q of %q: got %+v, want allowed %t by line %d", target, file.String(), got, allowed, line)
			}
		}
	})
}

func TestTheOrderOfGroupsChangesNothing(t *testing.T) {
	groups := rapid.SliceOfN(rapid.SampledFrom([]string{
		"User-agent: curtsy\nDisallow: /a\n", "User-agent: curtsy\nUser-agent: *\nAllow: /a*\nCrawl-delay: 3\n",
		"User-agent: *\nDisallow: /\nCrawl-delay: 7\nVisit-time: 0100-0200\n", "User-agent: curtsy\nDisallow:\n",
		"User-agent: other\nDisallow: /ab\n", "User-agent: curtsy\nAllow: /ab$\nRequest-rate: 1/5 0100-0300\n",
	}), 1, 6)
	rapid.Check(t, func(t *rapid.T) {
		order := groups.Draw(t, "groups")
		one := Parse([]byte(strings.Join(order, "")))
		other := Parse([]byte(strings.Join(rapid.Permutation(order).Draw(t, "order"), "")))
		for _, token := range []string{"curtsy", "other", ""} {
			for _, target := range []string{"/", "/a", "/ab", "/abc", "/b"} {
				v, w := one.Judge(token, target), other.Judge(token, target)
				if v.Allowed != w.Allowed || v.Rule != w.Rule || v.Group != w.Group {
					t.Fatalf("%q, %q: %+v and %+v", token, target, v, w)
				}
			}
			d, found := one.Delay(token)
			e, also := other.Delay(token)
			if d.Every != e.Every || d.Own != e.Own || found != also || !slices.Equal(one.Hours(token), other.Hours(token)) {
				t.Fatalf("%q: %+v %v and %+v %v", token, d, one.Hours(token), e, other.Hours(token))
			}
		}
	})
}

func TestEveryOpeningIsOpenAndTheNextOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minute := rapid.IntRange(0, 1439)
		w := Window{time.Duration(minute.Draw(t, "from")) * time.Minute, time.Duration(minute.Draw(t, "until")) * time.Minute}
		at := time.Unix(rapid.Int64Range(0, 1<<32).Draw(t, "at"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns"))
		next := w.Next(at)
		if !w.Contains(next) || !next.After(at) || next.Sub(at) > day {
			t.Fatalf("%v after %v: next %v, open %t", w, at, next, w.Contains(next))
		}
		if w.From != w.Until && w.Contains(next.Add(-1)) {
			t.Fatalf("%v is open before it opens at %v", w, next)
		}
	})
}

// A matcher that goes back and tries again would not end in the life of the sun.
func TestPatternBombsEnd(t *testing.T) {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for range 15 {
		b.WriteString("Disallow: /" + strings.Repeat("*a", 8000) + "*b\n")
		b.WriteString("Disallow: /" + strings.Repeat("*a", 8000) + "$\n")
	}
	f := Parse([]byte(b.String()))
	if v := f.Judge("curtsy", "/"+strings.Repeat("a", 8000)+"c"); !v.Allowed {
		t.Errorf("got %+v", v)
	}
	if v := f.Judge("curtsy", "/"+strings.Repeat("a", 8000)+"b"); v.Line != 2 {
		t.Errorf("got %+v", v)
	}
}

func TestAFileIsSafeForConcurrentUse(t *testing.T) {
	f := Parse([]byte("User-agent: *\nDisallow: /a\nUser-agent: curtsy\nDisallow: /b\nCrawl-delay: 2\nVisit-time: 0100-0200"))
	want := report(f)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if diff := cmp.Diff(want, report(f)); diff != "" {
					t.Error(diff)
				}
			}
		})
	}
	all.Wait()
}

func TestWhatIsGivenOutIsTheCallersOwn(t *testing.T) {
	f := Parse([]byte("hello\nSitemap: a\nLicense: b\nUser-agent: *\nDisallow: /a"))
	f.Notes()[0].Line, f.Sitemaps()[0].Line, f.Rights("x")[0].Line = 99, 99, 99
	if f.Notes()[0].Line != 1 || f.Sitemaps()[0].Line != 2 || f.Rights("x")[0].Line != 3 {
		t.Errorf("changed: %v %v %v", f.Notes(), f.Sitemaps(), f.Rights("x"))
	}
}
