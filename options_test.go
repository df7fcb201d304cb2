package curtsy

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// TestOptionsOutOfBoundsAreRefused, before anything is asked, with a sentence that names them.
func TestOptionsOutOfBoundsAreRefused(t *testing.T) {
	nan := 0.0
	nan /= nan
	for says, o := range map[string]Options{
		"the delay is -2":               {Delay: -2},
		"the delay is 90000":            {Delay: 25 * time.Hour, MaxDelay: 24 * time.Hour},
		"the longest delay is -1":       {MaxDelay: -time.Second},
		"the longest delay is 90000":    {MaxDelay: 25 * time.Hour},
		"is more than the longest":      {Delay: 61 * time.Second},
		"the jitter is 1.1":             {Jitter: 1.1},
		"the jitter is -0.1":            {Jitter: -0.1},
		"the jitter is NaN":             {Jitter: nan},
		"the time budget is":            {TimeBudget: -time.Second},
		"the number of attempts is 12":  {Attempts: 12},
		"the number of attempts is -1":  {Attempts: -1},
		"sites asked at once is 10001":  {Sites: 10_001},
		"pages taken is -1":             {MaxPages: -1},
		"addresses mapped is -1":        {Limit: -1},
		"the depth is 1001":             {MaxDepth: 1001},
		"the depth is -2":               {MaxDepth: -2},
		"the include pattern \"(\"":     {Include: []string{"("}},
		"the exclude pattern \"[\"":     {Exclude: []string{"[a"}},
		"the order is \"backwards\"":    {Order: "backwards"},
		"respect names \"trains\"":      {Respect: []string{"tdm", "trains"}},
		"resume needs the state":        {Resume: true},
		"the proxy is not":              {Proxy: "ftp://proxy.example/"},
		"\"shop.test\" does not say":    {Resolve: []string{"shop.test"}},
		"\"here\" is not an IP address": {Resolve: []string{"shop.test=here"}},
		"\"70000\" is not a port":       {Resolve: []string{"shop.test=127.0.0.1:70000"}},
		"User-Agent":                    {Header: http.Header{"User-Agent": {"Mozilla"}}},
	} {
		if c, err := New(Agent{Contact: "bot@example.org"}, &o); err == nil || !strings.Contains(err.Error(), strings.TrimSuffix(says, "[\"")) {
			if c != nil {
				c.Close()
			}
			t.Errorf("%+v: the error is %v, want one that says %s", o, err, says)
		}
	}
	if _, err := New(Agent{Token: "a bot"}, nil); err == nil {
		t.Error("an agent that cannot be sent was taken")
	}
}

// TestTheZeroOptionsArePolite: what they stand for.
func TestTheZeroOptionsArePolite(t *testing.T) {
	s, err := settle(nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Delay != time.Second || s.MaxDelay != time.Minute || s.Jitter != 0.5 || s.Attempts != 3 || s.Sites != 4 ||
		s.MaxPages != 100 || s.MaxDepth != 3 || s.Limit != 50_000 || s.TimeBudget != 0 || s.statedDelay {
		t.Errorf("the zero options stand for %+v", s.Options)
	}
	none, err := settle(&Options{Delay: None, Jitter: None, MaxDepth: None})
	if err != nil || none.Delay != 0 || none.Jitter != 0 || none.MaxDepth != 0 || none.statedDelay {
		t.Errorf("None stands for %+v: %v", none.Options, err)
	}
	if stated, _ := settle(&Options{Delay: time.Second}); !stated.statedDelay {
		t.Error("a delay that is given is not taken as stated")
	}
}

// TestResolveIsRead: HOST=ADDR and HOST=ADDR:PORT, of either family.
func TestResolveIsRead(t *testing.T) {
	for text, want := range map[string]string{
		"shop.test=127.0.0.1": "127.0.0.1:0", "*.Shop.test=10.0.0.1:8080": "10.0.0.1:8080", "shop.test=::1": "[::1]:0", "shop.test=[::1]:81": "[::1]:81",
	} {
		r, err := parseResolve(text)
		if err != nil || !strings.HasSuffix(r.Host, "shop.test") || netip.AddrPortFrom(r.Addr, r.Port).String() != want {
			t.Errorf("%s is read as %+v: %v", text, r, err)
		}
	}
}
