package cli

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"curtsy/page"
)

// book judges as a crawler would, from what it was told.
type book map[string]page.Robots

func (b book) Judge(_ context.Context, url string) (*page.Robots, error) {
	verdict, ok := b[url]
	if !ok {
		return nil, page.Errorf(page.RobotsUnreachable, "%s: no answer", url)
	}
	return &verdict, nil
}

func TestASiteIsJudgedAddressByAddressInTheOrderGiven(t *testing.T) {
	line := 4
	b := book{
		"https://shop.example/cart": {File: "https://shop.example/robots.txt", Line: &line, Rule: "Disallow: /cart", Group: "*", Delay: 2},
		"https://shop.example/p/1":  {Allowed: true, File: "https://shop.example/robots.txt", Group: "*", Delay: 2},
	}
	addresses, err := onSite([]string{"https://shop.example/p/", "1", "/cart"})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	s := &streams{out: &out}
	if err := s.judgeAll(t.Context(), b, addresses, true); !errors.Is(err, exitCode(exitNothing)) {
		t.Errorf("got %v, want exit code 1: one is refused", err)
	}
	want := `{"url":"https://shop.example/p/1","allowed":true,"line":null,"rule":"","group":"*","delay":2,"file":"https://shop.example/robots.txt"}
{"url":"https://shop.example/cart","allowed":false,"line":4,"rule":"Disallow: /cart","group":"*","delay":2,"file":"https://shop.example/robots.txt"}
`
	if out.String() != want {
		t.Errorf("got\n%swant\n%s", &out, want)
	}
}

func TestARobotsFileThatCannotBeHadIsNoVerdict(t *testing.T) {
	addresses, err := onSite([]string{"https://shop.example/"})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := (&streams{out: &out}).judgeAll(t.Context(), book{}, addresses, true); !errors.Is(err, page.RobotsUnreachable) || out.Len() > 0 {
		t.Errorf("got %v and %q", err, &out)
	}
}
