package permit

import (
	"time"

	"curtsy/address"
	"curtsy/page"
	"curtsy/robots"
)

// A Purpose says what a request is for; it is what the request log calls it.
type Purpose string

// The purposes a permit is issued for.
const (
	ForPage    Purpose = "page"
	ForRobots  Purpose = "robots"
	ForSitemap Purpose = "sitemap"
	ForTDM     Purpose = "tdm"
	ForHop     Purpose = "hop"
)

// A Permit is proof that an address's robots.txt allows it now. Only a [Book] makes
// one that is usable: the zero Permit is for no address, and every stage panics on it.
type Permit struct {
	address address.Address
	purpose Purpose
	every   time.Duration
	own     bool
	known   bool
	robots  *page.Robots
	file    *robots.File
	until   time.Time
	heard   time.Time
	hours   *hours
}

// Address is the one address the permit is for.
func (p Permit) Address() address.Address { return p.address }

// Purpose is what the request is for.
func (p Permit) Purpose() string { return string(p.purpose) }

// Delay is the rest between requests that the origin's robots.txt asks for (0: it
// asks for none), whether the group that asks names us, and whether the file has
// been read at all: the permit for robots.txt itself knows nothing yet.
func (p Permit) Delay() (every time.Duration, own, known bool) { return p.every, p.own, p.known }

// Heard is when the robots.txt was read or confirmed.
func (p Permit) Heard() time.Time { return p.heard }

// File is the robots.txt the permit stands on; nil when it has no rules.
func (p Permit) File() *robots.File { return p.file }

// Stale says whether the permit is from a robots.txt that may no longer be used without
// asking: whoever waited so long for a turn is judged again.
func (p Permit) Stale(now time.Time) bool { return !p.until.IsZero() && now.After(p.until) }

// Robots is the verdict the permit stands on; nil on the permit for robots.txt itself.
func (p Permit) Robots() *page.Robots { return p.robots }
