package simweb

import (
	"strconv"
	"strings"
)

// A Fault is something that goes wrong with an answer. The faults are the types
// of this package that say so, one to a file; a page of [Page.Make] does the
// rest. Failing a few times and then no more is [Page.Times].
type Fault interface {
	// play gives the answer in the page's place; the exchange ends the entry.
	play(x *exchange)
}

// A spreading fault answers for targets it makes up, beneath its own.
type spreading interface {
	below(key, target string) bool
}

// A faultWord is a fault's name in a txtar modifier and how its words are read.
type faultWord struct {
	word string
	read func(words) (Fault, error)
}

// faultWords are the faults there are, in the order of the documentation.
var faultWords = []faultWord{
	{"drop", readDrop},
	{"reset", readReset},
	{"stall", readStall},
	{"drip", readDrip},
	{"short", readShort},
	{"broken", readBroken},
	{"bomb", readBomb},
	{"endless", readEndless},
	{"redirect", readRedirect},
	{"loop", readLoop},
	{"chain", readChain},
	{"retry", readRetry},
	{"hangup", readHangup},
	{"lie", readLie},
	{"early", readEarly},
	{"calendar", readCalendar},
	{"sitemap", readSitemap},
	{"raw", readRaw},
	{"tired", readTired},
	{"limit", readLimit},
	{"challenge", readChallenge},
	{"facets", readFacets},
	{"sessions", readSessions},
	{"listing", readListing},
}

// beneath says whether target is key, a separator and something more.
func beneath(key, target string, separator byte) bool {
	rest, ok := strings.CutPrefix(target, strings.TrimSuffix(key, "/"))
	return ok && len(rest) > 1 && rest[0] == separator
}

// numberAfter reads the number behind the last mark in target; 0: there is none.
func numberAfter(target, mark string) int {
	i := strings.LastIndex(target, mark)
	if i < 0 {
		return 0
	}
	n, _ := strconv.Atoi(target[i+len(mark):])
	return n
}
