package robots

import "strings"

// everybody is the token of the groups that bind whoever no group names.
const everybody = "*"

// usagePrefix begins the tokens that name a use and not a crawler
// (draft-kelley-aipref-training-preference-signal-00).
const usagePrefix = "__usage_"

// A group is a run of User-agent lines and what stands under them, RFC 9309 section
// 2.1.
type group struct {
	rules  []rule
	paces  []pace
	visits []Window
	rights []Entry // Group is empty: it is the token under which the group is read
	usages []string
}

// token reads the value of a User-agent line: the longest beginning made of letters,
// "_" and "-", or "*" when it stands alone or before a blank. It gives "" for a value
// that names nobody.
func token(value string) string {
	if value == everybody || strings.HasPrefix(value, "* ") || strings.HasPrefix(value, "*\t") {
		return everybody
	}
	for i := range len(value) {
		if c := value[i]; !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '-') {
			return value[:i]
		}
	}
	return value
}

// groupsOf gives the groups that bind a token and the name they are read under: the
// token itself, "*", or "" when there are none.
func (f *File) groupsOf(agent string) (name string, groups []*group) {
	name = token(agent)
	if own := f.groups[strings.ToLower(name)]; len(own) > 0 {
		return name, own
	}
	if all := f.groups[everybody]; len(all) > 0 {
		return everybody, all
	}
	return "", nil
}

// Names says whether a group of the file names the token: it is then bound by that group,
// and by no group of "*".
func (f *File) Names(token string) bool { return len(f.own(token)) > 0 }

// forAll gives the groups of "*" and the lines that stand before any group. Such a
// line names nobody, so a wish for rest written there is taken as everybody's.
func (f *File) forAll() []*group {
	all := f.groups[everybody]
	return append(all[:len(all):len(all)], &f.outside)
}
