package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"curtsy"
)

func TestALengthOfTimeIsReadWithAUnitOrAsSeconds(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"90s": 90 * time.Second, "20ms": 20 * time.Millisecond, "1m30s": 90 * time.Second, "1.5": 1500 * time.Millisecond,
		"0": 0, "0.0005": 500 * time.Microsecond, "86400": 24 * time.Hour, "7d": 168 * time.Hour, "1.5d": 36 * time.Hour,
	} {
		var got duration
		if err := got.Set(text); err != nil || time.Duration(got) != want {
			t.Errorf("%q is %v, %v; want %v", text, time.Duration(got), err, want)
		}
	}
}

// What each kind of value takes, and what it does not. A value that is refused
// leaves the one before it.
func TestEachKindOfValueRefusesWhatItCannotMean(t *testing.T) {
	for _, c := range []struct {
		kind      string
		fresh     func() pflag.Value
		good, bad []string
	}{
		{"duration", func() pflag.Value { return new(duration) },
			[]string{"1"}, []string{"-1", "-1s", "NaN", "Inf", "-Inf", "1e400", "", "soon", "1 s", "9000h", "1e12", "5 minutes", "d", "-1d", "Infd", "367d", "1d12h", "7 d"}},
		{"bytes", func() pflag.Value { return new(byteCount) },
			[]string{"1", "500MB", "1.5GiB"}, []string{"", "0", "-1", "-5MB", "MB", "lots", "NaN", "inf", "0x10", "0x1p4", "1_000", "5 M", "5mbps", "0.4", "1e30", "1048577TiB"}},
		{"hours", func() pflag.Value { return new(windows) },
			[]string{"22:00-06:00", "22:00-06:00@Europe/Berlin", "09:00-12:00,13:00-17:00@UTC"}, []string{"", "22-06", "25:00-06:00", "22:00-06:00@Berlin", "22:00"}},
		{"fraction", func() pflag.Value { return new(fraction) },
			[]string{"0", "1", "0.25", "1e-3"}, []string{"-0.1", "1.1", "NaN", "Inf", "", "half", "50%"}},
		{"count", func() pflag.Value { return &count{value: 4, least: 1, most: 10} },
			[]string{"1", "10"}, []string{"0", "11", "-1", "1.5", "", "ten", "99999999999999999999"}},
		{"patterns", func() pflag.Value { return new(patterns) },
			[]string{"/docs/", `\.html$`}, []string{"", "(", "[z-a]", "(?<=x)y", "a{1001}"}},
		{"choice", func() pflag.Value { return &choice{value: "given", of: []string{"given", "done"}} },
			[]string{"done"}, []string{"", "Done", "soon"}},
		{"choices", func() pflag.Value { return &choices{of: curtsy.RespectedSignals()} },
			[]string{"tdm", "tdm, noai"}, []string{"", "tdm,", "robots"}},
		{"headers", func() pflag.Value { return new(headers) },
			[]string{"Authorization: Basic x", "X-Empty:"},
			[]string{"", "Authorization", ": x", "A b: x", "X: a\r\nEvil: 1", "user-agent: me", "From: me@example.org", "Host: x", "cookie: a=b", "Accept-Encoding: br", "If-None-Match: x"}},
		{"cookies", func() pflag.Value { return new(cookies) },
			[]string{"session=abc", "a="}, []string{"", "session", "=x", "a b=c", "a=b; c=d", "a=b\r\n", "a=ü"}},
		{"proxy", func() pflag.Value { return new(proxy) },
			[]string{"http://proxy.example:3128", "socks5://me:pw@127.0.0.1:1080", "https://[2001:db8::1]:8080"},
			[]string{"", "proxy.example:3128", "gopher://x", "http://", "http://x:0", "http://x:70000", "http://x/path", "http://x?q", "http://me:hun ter2@x"}},
		{"routes", func() pflag.Value { return new(routes) },
			[]string{"shop.test=127.0.0.1", "*.shop.test=127.0.0.1:8080", "shop.test=[::1]:80", "shop.test=::1", "bücher.test=10.0.0.1"},
			[]string{"", "shop.test", "=127.0.0.1", "shop.test=", "shop.test=localhost", "shop.test=127.0.0.1:0", "shop.test=127.0.0.1:x", "shop.test=127.0.0.1:70000",
				"shop.test=127.0.0.1:", "a*.test=127.0.0.1", "*.=127.0.0.1", "shop.test:80=127.0.0.1", "http://shop.test=127.0.0.1", "a b=127.0.0.1"}},
		{"text", func() pflag.Value { return new(text) }, []string{"x"}, []string{""}},
		{"toggle", func() pflag.Value { return new(toggle) }, []string{"true"}, []string{"", "1", "yes"}},
	} {
		for _, good := range c.good {
			if err := c.fresh().Set(good); err != nil {
				t.Errorf("%s: %q was refused: %v", c.kind, good, err)
			}
		}
		for _, bad := range c.bad {
			value := c.fresh()
			was := value.String()
			err := value.Set(bad)
			if err == nil {
				t.Errorf("%s: %q was taken as %q", c.kind, bad, value)
				continue
			}
			if value.String() != was {
				t.Errorf("%s: refusing %q changed the value from %q to %q", c.kind, bad, was, value)
			}
			if strings.ContainsAny(err.Error(), "\r\n") {
				t.Errorf("%s: the reason for refusing %q is more than a line: %q", c.kind, bad, err)
			}
		}
	}
}

func TestASecretIsInNoErrorAndNoString(t *testing.T) {
	const secret = "hunter2"
	for _, c := range []struct {
		value pflag.Value
		text  string
	}{
		{new(headers), "Authorization: Bearer " + secret},
		{new(headers), "Authorization Bearer " + secret},
		{new(headers), "Bad name: " + secret},
		{new(headers), "X: " + secret + "\x00"},
		{new(headers), "User-Agent: " + secret},
		{new(cookies), "session=" + secret},
		{new(cookies), secret},
		{new(cookies), "a=" + secret + ";"},
		{new(proxy), "http://me:" + secret + "@proxy.example:3128"},
		{new(proxy), "gopher://me:" + secret + "@proxy.example"},
		{new(proxy), "http://me:" + secret + " @proxy.example"},
		{new(proxy), "http://me:" + secret + "@proxy.example:0"},
		{new(proxy), "me:" + secret + "@proxy.example:3128"},
	} {
		said := ""
		if err := c.value.Set(c.text); err != nil {
			said = err.Error()
		}
		if strings.Contains(said+c.value.String(), secret) {
			t.Errorf("%s %q: %q and %q", c.value.Type(), c.text, said, c.value)
		}
	}
}
