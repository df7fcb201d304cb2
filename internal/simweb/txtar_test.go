package simweb

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
)

func TestMembersThatAreNoPagesComeBackUntouched(t *testing.T) {
	c, err := Parse([]byte(`What is promised,
in two lines.

-- shop.example/a --
page
-- log --
  0.000  GET /a  200
-- want/pages.jsonl --
{}

-- ./x.y/z --
-- script --
crawl https://shop.example/
-- not a marker
`))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Web.Close()
	want := &Conversation{Comment: "What is promised,\nin two lines.\n\n", Members: []Member{
		{"log", "  0.000  GET /a  200\n", 6},
		{"want/pages.jsonl", "{}\n\n", 8},
		{"./x.y/z", "", 11},
		{"script", "crawl https://shop.example/\n-- not a marker\n", 12},
	}}
	got := &Conversation{Comment: c.Comment, Members: c.Members}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if sites := c.Web.Sites(); len(sites) != 1 || sites[0] != "shop.example" {
		t.Errorf("sites %q", sites)
	}
	if text, ok := c.Member("log"); !ok || text != "  0.000  GET /a  200\n" {
		t.Errorf("Member: %q, %v", text, ok)
	}
	if _, ok := c.Member("a"); ok {
		t.Error("a member that is not there was found")
	}
}

func TestWhatCannotBeReadIsAnErrorWithItsLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"one\n-- a.example/b (takes soon) --\n", `line 2: a.example/b: (takes soon): "soon": not a duration such as 5s or 200ms`},
		{"-- a.example/b (takes) --\n", `line 1: a.example/b: (takes): wants a value`},
		{"-- a.example/b (takes 1s 2s) --\n", `line 1: a.example/b: (takes 1s 2s): "2s": takes nothing more`},
		{"-- a.example/b (status 42) --\n", `line 1: a.example/b: (status 42): "42": not a status from 200 to 999`},
		{"-- a.example/b (header X) --\n", `line 1: a.example/b: (header X): wants a name, a colon and a value`},
		{"-- a.example/b (modified today) --\n", `line 1: a.example/b: (modified today): not an HTTP-date`},
		{"-- a.example/b (gzip please) --\n", `line 1: a.example/b: (gzip please): "please": takes nothing more`},
		{"-- a.example/b (smile) --\n", `line 1: a.example/b: (smile): no such modifier`},
		{"-- a.example/b (drop) (reset) --\n", `line 1: a.example/b: (reset): a page has one fault at most`},
		{"-- a.example/b (drop it) --\n", `line 1: a.example/b: (drop it): "it": takes nothing more`},
		{"-- a.example/b (bomb big) --\n", `line 1: a.example/b: (bomb big): "big": not a size such as 100, 64KiB or 10MiB`},
		{"-- a.example/b (redirect) --\n", `line 1: a.example/b: (redirect): wants one address to go to`},
		{"-- a.example/b (redirect 200 /c) --\n", `line 1: a.example/b: (redirect 200 /c): "200": not a status from 300 to 399`},
		{"-- a.example/b (retry) --\n", `line 1: a.example/b: (retry): wants how long, such as 7s`},
		{"-- a.example/b (retry 1s later) --\n", `line 1: a.example/b: (retry 1s later): "later": only date may follow`},
		{"-- a.example/b (tired 1s 2s few) --\n", `line 1: a.example/b: (tired 1s 2s few): "few": not a number`},
		{"-- a.example/b (tired 1s 2s 3 4s 5) --\n", `line 1: a.example/b: (tired 1s 2s 3 4s 5): "5": takes nothing more`},
		{"-- a.example/b (limit often) --\n", `line 1: a.example/b: (limit often): "often": not a duration such as 5s or 200ms`},
		{"-- a.example/b (limit 5s 200) --\n", `line 1: a.example/b: (limit 5s 200): "200": wants a status from 400 on, or retry and then a duration or date`},
		{"-- a.example/b (limit 5s 30s) --\n", `line 1: a.example/b: (limit 5s 30s): "30s": wants a status from 400 on, or retry and then a duration or date`},
		{"-- a.example/b (limit 5s retry 3s 4s) --\n", `line 1: a.example/b: (limit 5s retry 3s 4s): "4s": wants a status from 400 on, or retry and then a duration or date`},
		{"-- a.example/b (challenge hcaptcha) --\n", `line 1: a.example/b: (challenge hcaptcha): "hcaptcha": not one of cloudflare, anubis, captcha`},
		{"-- a.example/b (facets 3 strange) --\n", `line 1: a.example/b: (facets 3 strange): "strange": only unknown may follow`},
		{"-- a.example/b (listing all) --\n", `line 1: a.example/b: (listing all): "all": not a number`},
		{"-- a.example/b (listing 5 half) --\n", `line 1: a.example/b: (listing 5 half): "half": only whole may follow`},
		{"-- a.example/b (sessions 5 sid more) --\n", `line 1: a.example/b: (sessions 5 sid more): "more": takes nothing more`},
		{"-- a.example/* (down refuses never) --\n", `line 1: a.example/*: (down refuses never): "never": not a number`},
		{"-- a.example/b (skew) --\n", `line 1: a.example/b: (skew): wants a value`},
		{"-- a.example/b (skew late) --\n", `line 1: a.example/b: (skew late): "late": not a duration such as 1h or -1h`},
		{"-- a.example/b gzip --\n", `line 1: a.example/b: "gzip": a modifier stands in parentheses`},
		{"-- a.example/b (header X: ( --\n", `line 1: a.example/b: "(header X: (": a parenthesis is not closed`},
		{"-- a.example/b (down) --\n", `line 1: a.example/b: (down): wants a value`},
		{"-- a.example/* (down late) --\n", `line 1: a.example/*: (down late): "late": not one of refuses, hangs, nameless, certificate`},
		{"-- a.example/b (down hangs) --\n", `line 1: a.example/b: (down) is about a whole site: its target is /* and it has no body`},
		{"-- a.example/b (base64) --\n!\n", `line 1: a.example/b: the body: illegal base64 data at input byte 0`},
		{"-- ftp://a.example/b --\n", `line 1: ftp://a.example/b: site "ftp://a.example": the scheme is "ftp"; only http and https are played`},
		{"-- http://a.example --\n", `line 1: http://a.example: "http://a.example": no target; the first page of a site is /`},
		{"-- http:///a --\n", `line 1: http:///a: site "http://": no host`},
		{"-- bücher.example/ --\n", `line 1: bücher.example/: site "bücher.example": not ASCII; write the name as on the wire (xn--…)`},
		{"-- a.example/b --\n-- a.example/b --\n", `line 1: a.example/b: answers always, so the one of line 2 never does; say (times N)`},
	} {
		if _, err := Parse([]byte(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("Parse(%q)\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func TestEveryFaultHasAWordAndTheDocumentationNamesIt(t *testing.T) {
	source, err := os.ReadFile("txtar.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faultWords {
		if !strings.Contains(string(source), "("+f.word+")") {
			t.Errorf("%s: not in the documentation of Parse", f.word)
		}
		text := "-- a.example/b (" + f.word + ") --\n"
		switch f.word {
		case "redirect":
			text = "-- a.example/b (redirect /c) --\n"
		case "retry":
			text = "-- a.example/b (retry 1s) --\n"
		}
		c, err := Parse([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", f.word, err)
			continue
		}
		c.Web.Close()
	}
}

func TestABodyCanBeWrittenInBase64(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := parse(t, "-- a.example/b (base64) --\nAP8N\nCg==\n")
		if _, body, err := get(t, client(t, w), "http://a.example/b"); err != nil || body != "\x00\xff\r\n" {
			t.Errorf("%q, %v", body, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("-- a.example/b (takes 5s) (header A: b) --\nbody\n-- log --\nx\n")
	f.Add("comment\n-- https://[::1]:8/x* (retry 1s date) (times 2) --\n-- https://[::1]:8/x* --\n")
	for _, w := range faultWords {
		f.Add("-- a.example/b (" + w.word + " 1) --\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Parse([]byte(text))
		if err != nil {
			if !strings.HasPrefix(err.Error(), "line ") {
				t.Errorf("%v: no line", err)
			}
			return
		}
		c.Web.Close()
		for _, m := range c.Members {
			if !strings.Contains(text, m.Name) || !strings.Contains(text, m.Text) {
				t.Errorf("member %q is not in the text", m.Name)
			}
		}
	})
}
