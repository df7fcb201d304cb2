package simweb

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A slowRobots reads robots.txt by RFC 9309 in the most obvious way: the second
// opinion that a judge needs. It knows Allow, Disallow, * and $, and Crawl-delay.
type slowRobots struct{ groups []slowGroup }

type slowGroup struct {
	tokens []string // lower case
	rules  []slowRule
	delay  time.Duration
}

type slowRule struct {
	allow   bool
	pattern string
}

func readSlowRobots(body string) slowRobots {
	var r slowRobots
	body = strings.TrimPrefix(body, "\ufeff")
	body = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(body)
	naming := false // the last line that counts was a user-agent line
	for line := range strings.SplitSeq(body, "\n") {
		line, _, _ = strings.Cut(line, "#")
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.TrimSpace(value)
		if key == "user-agent" {
			if !naming {
				r.groups = append(r.groups, slowGroup{})
			}
			naming = true
			g := &r.groups[len(r.groups)-1]
			g.tokens = append(g.tokens, slowToken(value))
			continue
		}
		if len(r.groups) == 0 {
			continue
		}
		g := &r.groups[len(r.groups)-1]
		switch key {
		case "allow", "disallow":
			naming = false
			if value != "" {
				g.rules = append(g.rules, slowRule{allow: key == "allow", pattern: value})
			}
		case "crawl-delay":
			if s, err := strconv.ParseFloat(value, 64); err == nil && s > 0 && s < 1e6 {
				g.delay = max(g.delay, time.Duration(s*float64(time.Second)))
			}
		}
	}
	return r
}

// slowToken keeps what can be a product token (RFC 9309 §2.2.1).
func slowToken(value string) string {
	if value == "*" {
		return value
	}
	end := strings.IndexFunc(value, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '-')
	})
	if end >= 0 {
		value = value[:end]
	}
	return strings.ToLower(value)
}

// group gathers all groups that name token; found says whether one did.
func (r slowRobots) group(token string) (g slowGroup, found bool) {
	for _, one := range r.groups {
		for _, t := range one.tokens {
			if t == strings.ToLower(token) {
				g.rules = append(g.rules, one.rules...)
				g.delay = max(g.delay, one.delay)
				found = true
				break
			}
		}
	}
	return g, found
}

// allows says whether an agent of these product tokens may ask for target. The
// first token falls back to the group for all; the others count where named.
func (r slowRobots) allows(tokens []string, target string) bool {
	if target == "/robots.txt" {
		return true
	}
	for i, token := range tokens {
		g, found := r.group(token)
		if !found && i == 0 {
			g, found = r.group("*")
		}
		if found && !g.allows(target) {
			return false
		}
	}
	if len(tokens) == 0 {
		g, _ := r.group("*")
		return g.allows(target)
	}
	return true
}

// delay is the Crawl-delay for an agent of these tokens: its own groups', else
// that of the group for all.
func (r slowRobots) delay(tokens []string) time.Duration {
	var d time.Duration
	for _, token := range tokens {
		g, _ := r.group(token)
		d = max(d, g.delay)
	}
	if d == 0 {
		g, _ := r.group("*")
		d = g.delay
	}
	return d
}

// allows takes the longest matching pattern; of two as long, Allow (§2.2.2).
func (g slowGroup) allows(target string) bool {
	allowed, longest := true, -1
	for _, rule := range g.rules {
		pattern := slowSpelling(rule.pattern)
		if len(pattern) < longest || !slowMatch(pattern, slowSpelling(target)) {
			continue
		}
		if len(pattern) > longest {
			allowed = rule.allow
		} else {
			allowed = allowed || rule.allow
		}
		longest = len(pattern)
	}
	return allowed
}

// slowSpelling writes octets one way before they are compared: unreserved ones
// bare, what is not ASCII encoded, hexadecimal in capitals.
func slowSpelling(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c, encoded := s[i], false
		if c == '%' && i+2 < len(s) {
			if v, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				c, encoded = byte(v), true
				i += 2
			}
		}
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0
		if !plain && encoded || c >= 0x80 {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// slowMatch keeps the set of places in target that the pattern so far can end at.
func slowMatch(pattern, target string) bool {
	ends := map[int]bool{0: true}
	for i := range len(pattern) {
		next := map[int]bool{}
		for at := range ends {
			switch {
			case pattern[i] == '*':
				for j := at; j <= len(target); j++ {
					next[j] = true
				}
			case pattern[i] == '$' && i == len(pattern)-1:
				if at == len(target) {
					next[at] = true
				}
			case at < len(target) && target[at] == pattern[i]:
				next[at+1] = true
			}
		}
		ends = next
	}
	return len(ends) > 0
}
