package identity

import (
	"fmt"
	"net/mail"
	"net/url"
	"strings"
)

// Curtsy is our own product token: the one used when the operator names none.
const Curtsy = "curtsy"

// The longest each part may be, in bytes. 254 is what an e-mail address may
// take in a path (RFC 5321 section 4.5.3.1.3); the others keep the whole under
// the kilobyte that servers log.
const (
	maxToken   = 64
	maxVersion = 32
	maxPage    = 300
	maxContact = 254
	maxPurpose = 200
)

// An Agent is who asks. The zero value is curtsy itself with nobody to write
// to: enough for loopback, not for a public address.
type Agent struct {
	Token   string // product token, what robots.txt groups name: letters, "_" and "-"; "" is curtsy
	Version string // of the operator's crawler; "" is curtsy's own version, for its own token only
	Page    string // http(s) URL that tells a site owner about it; "" when there is none
	Contact string // an e-mail address or an http(s) URL where a person answers; "" when there is none
	Purpose string // what the pages are for, compared with the rights a site reserves; not sent
}

// Reachable says whether a site owner could write to the operator, which is
// what a request to a public address requires.
func (a Agent) Reachable() bool { return a.Contact != "" }

// ProductToken is the token that robots.txt is read for.
func (a Agent) ProductToken() string {
	if a.Token == "" {
		return Curtsy
	}
	return a.Token
}

// Own says whether the token is the operator's and not curtsy's; tokens are
// compared without case (RFC 9309 section 2.2.1).
func (a Agent) Own() bool { return !strings.EqualFold(a.ProductToken(), Curtsy) }

// UserAgent gives the header's value, "Token/Version (+page; contact)",
// followed by curtsy's own product when the token is the operator's (RFC 9110
// section 10.1.5). It is meant for an agent that Check accepts. With nobody to
// write to, the comment says that only this machine is asked.
func (a Agent) UserAgent() string {
	product := Curtsy + "/" + Version()
	var parts []string
	if a.Page != "" {
		parts = append(parts, "+"+a.Page)
	}
	if a.Contact != "" {
		parts = append(parts, a.Contact)
	} else {
		parts = append(parts, loopback)
	}
	comment := " (" + strings.Join(parts, "; ") + ")"
	switch {
	case a.Own():
		return a.Token + "/" + a.Version + comment + " " + product
	case a.Version != "":
		return a.ProductToken() + "/" + a.Version + comment
	default:
		return product + comment
	}
}

// loopback stands in the comment for a contact that is not there.
const loopback = "loopback only"

// From gives the value of the From header: the contact when it is an e-mail
// address, else "" (RFC 9110 section 10.1.2 wants a mailbox).
func (a Agent) From() string {
	if strings.Contains(a.Contact, "://") {
		return ""
	}
	return a.Contact
}

// Check gives the first of the agent's Problems, or nil.
func (a Agent) Check() error {
	for _, err := range a.Problems() {
		return err
	}
	return nil
}

// A Problem says which part of an agent is wrong, and how.
type Problem struct {
	Part   string // "token", "version", "page", "contact" or "purpose"
	Reason string
}

// Error gives the part and the reason.
func (p *Problem) Error() string { return p.Part + " " + p.Reason }

// Problems lists everything wrong with the agent, each a *Problem, in the
// order of the fields. An absent page, contact or purpose is not wrong.
func (a Agent) Problems() []error {
	var found []error
	for _, part := range []struct {
		name, text string
		max        int
		check      func(string) string
	}{
		{"token", a.Token, maxToken, checkToken},
		{"version", a.Version, maxVersion, checkVersion},
		{"page", a.Page, maxPage, checkPage},
		{"contact", a.Contact, maxContact, checkContact},
		{"purpose", a.Purpose, maxPurpose, checkPurpose},
	} {
		reason := ""
		switch {
		case part.text == "" && part.name == "version" && a.Own():
			reason = fmt.Sprintf("is missing: %s needs one of its own", a.Token)
		case part.text == "":
		case len(part.text) > part.max:
			reason = fmt.Sprintf("is %d bytes long; at most %d are taken", len(part.text), part.max)
		default:
			reason = part.check(part.text)
		}
		if word := browserWord(part.text); reason == "" && word != "" && part.name != "purpose" {
			reason = fmt.Sprintf("%q names a browser (%s), which we are not", part.text, word)
		}
		if reason != "" {
			found = append(found, &Problem{Part: part.name, Reason: reason})
		}
	}
	return found
}

// checkToken: RFC 9309 section 2.2.1 allows a product token these octets.
func checkToken(text string) string {
	for _, r := range text {
		if !letter(r) && r != '_' && r != '-' {
			return fmt.Sprintf("%q has %q in it; letters, \"_\" and \"-\" are all robots.txt can match", text, r)
		}
	}
	return ""
}

// checkVersion: a token of RFC 9110 section 5.6.2.
func checkVersion(text string) string {
	for _, r := range text {
		if !letter(r) && (r < '0' || r > '9') && !strings.ContainsRune("!#$%&'*+-.^_`|~", r) {
			return fmt.Sprintf("%q has %q in it; write it like 1.0", text, r)
		}
	}
	return ""
}

func checkPage(text string) string {
	if reason := checkComment(text); reason != "" {
		return reason
	}
	if !webURL(text) {
		return fmt.Sprintf("%q is not an http or https URL", text)
	}
	return ""
}

func checkContact(text string) string {
	if reason := checkComment(text); reason != "" {
		return reason
	}
	if rest, ok := strings.CutPrefix(strings.ToLower(text), "mailto:"); ok {
		return fmt.Sprintf("%q: write the e-mail address alone, %s", text, rest)
	}
	if !webURL(text) && !mailbox(text) {
		return fmt.Sprintf("%q is neither an e-mail address nor an http or https URL", text)
	}
	return ""
}

func checkPurpose(text string) string {
	for _, r := range text {
		if r < ' ' || r > '~' {
			return fmt.Sprintf("%q has %q in it; plain ASCII words are taken", text, r)
		}
	}
	return ""
}

// checkComment: what ends a comment (RFC 9110 section 5.6.5), parts it, or is
// not printable ASCII has no place in one.
func checkComment(text string) string {
	for _, r := range text {
		if r <= ' ' || r > '~' || strings.ContainsRune(`();\,"<>`, r) {
			return fmt.Sprintf("%q has %q in it, which a User-Agent cannot carry", text, r)
		}
	}
	return ""
}

func webURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != "" && u.User == nil
}

// mailbox says whether text is an e-mail address and nothing else, at a host
// that has a dot in it: a name known only to one network reaches nobody.
func mailbox(text string) bool {
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text {
		return false
	}
	_, host, _ := strings.Cut(text, "@")
	return strings.Contains(strings.Trim(host, "."), ".") && !strings.Contains(host, "..")
}

func letter(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' }
