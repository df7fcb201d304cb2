package robots

import (
	"fmt"
	"strconv"
	"strings"
)

// A slow and obvious second reading of RFC 9309 section 2.2.2, with nothing in common
// with the first: octet by octet into a list, every rule tried, every place of every
// wildcard tried.

const (
	slowUnreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
	slowKept       = slowUnreserved + ":/?#[]@!$&()*+,;=%"
)

// slowOctets spells each octet of s as it is compared.
func slowOctets(s string) (octets []string) {
	for s != "" {
		if len(s) >= 3 && s[0] == '%' {
			if n, err := strconv.ParseUint(s[1:3], 16, 8); err == nil {
				octet := string([]byte{byte(n)})
				if !strings.Contains(slowUnreserved, octet) {
					octet = fmt.Sprintf("%%%02X", n)
				}
				octets, s = append(octets, octet), s[3:]
				continue
			}
		}
		octet := s[:1]
		if !strings.Contains(slowKept, octet) {
			octet = fmt.Sprintf("%%%02X", octet[0])
		}
		octets, s = append(octets, octet), s[1:]
	}
	return octets
}

func slowPattern(pattern string) []string {
	octets := slowOctets(pattern)
	for i, octet := range octets {
		if octet == "$" && i < len(octets)-1 {
			octets[i] = "%24"
		}
	}
	return octets
}

func slowTarget(target string) string {
	target, _, _ = strings.Cut(target, "#")
	if target == "" || target[0] != '/' {
		target = "/" + target
	}
	octets := slowOctets(target)
	for i, octet := range octets {
		switch octet {
		case "*":
			octets[i] = "%2A"
		case "$":
			octets[i] = "%24"
		}
	}
	return strings.Join(octets, "")
}

// slowMatch fills a table: may the pattern from octet i on match the target from j on?
func slowMatch(pattern []string, target string) bool {
	if len(pattern) == 0 || pattern[0] != "/" && pattern[0] != "*" {
		return false
	}
	may := make([][]bool, len(pattern)+1)
	for i := len(pattern); i >= 0; i-- {
		may[i] = make([]bool, len(target)+1)
		for j := len(target); j >= 0; j-- {
			switch {
			case i == len(pattern):
				may[i][j] = true
			case pattern[i] == "$":
				may[i][j] = j == len(target)
			case pattern[i] == "*":
				may[i][j] = may[i+1][j] || j < len(target) && may[i][j+1]
			case strings.HasPrefix(target[j:], pattern[i]):
				may[i][j] = may[i+1][j+len(pattern[i])]
			}
		}
	}
	return may[0][0]
}

// A slowRule is one rule of a group of ours; its line is its place from 2 on.
type slowRule struct {
	allow   bool
	pattern string
}

// slowJudge gives whether target is allowed, and the place of the rule that says so
// or -1.
func slowJudge(rules []slowRule, target string) (allowed bool, place int) {
	target = slowTarget(target)
	place, length := -1, 0
	allowed = true
	if target == "/robots.txt" {
		return true, -1
	}
	for i, r := range rules {
		pattern := slowPattern(r.pattern)
		n := len(strings.Join(pattern, ""))
		if slowMatch(pattern, target) && (n > length || n == length && r.allow && !allowed) {
			allowed, place, length = r.allow, i, n
		}
	}
	return allowed, place
}
