package curtsy

import "curtsy/internal/identity"

// An Agent is who asks: the words of every request's User-Agent and From, and the
// name robots.txt is judged by. The zero Agent is curtsy itself with nobody to write
// to, and may ask only sites on this machine or a private network.
type Agent struct {
	Token   string // product token, what robots.txt groups name: letters, "_" and "-"; "" is curtsy
	Version string // of the operator's crawler; needed when the token is the operator's
	Page    string // http(s) address of the page that tells a site owner about it
	Contact string // an e-mail address or an http(s) address where a person answers
	Purpose string // what the pages are for; one of the uses a page's rights name ("search", "ai-train", "tdm", ...) makes pages that reserve it refused; not sent
}

// UserAgent is the header every request carries.
func (a Agent) UserAgent() string { return identity.Agent(a).UserAgent() }

// Version is curtsy's own version.
func Version() string { return identity.Version() }
