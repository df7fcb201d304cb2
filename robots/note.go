package robots

import "fmt"

// mostNotes is how many notes a file keeps. A file of nothing but mistakes is
// understood by then.
const mostNotes = 1000

// A NoteKind is one sort of defect that was read around. Its text is stable.
type NoteKind string

// The kinds of note.
const (
	NoteByteOrderMark NoteKind = "byte_order_mark" // a byte order mark, whole or in part, was skipped
	NoteUTF16         NoteKind = "utf16"           // the file is UTF-16, marked or not, and was transcoded
	NoteNotUTF8       NoteKind = "not_utf8"        // octets that are not UTF-8 are compared as they stand; noted once
	NoteLooksLikeHTML NoteKind = "looks_like_html" // the first thing in the file is markup
	NoteCut           NoteKind = "cut"             // the file is longer than Bound; the unfinished line is dropped
	NoteLongLine      NoteKind = "long_line"       // the line is over 16 KiB and dropped
	NoteMisspelling   NoteKind = "misspelling"     // a documented misspelling, read as meant
	NoteMissingColon  NoteKind = "missing_colon"   // read as if the colon stood there
	NoteUnreadable    NoteKind = "unreadable"      // neither a key we know nor one of the forms above, and near to a rule
	NoteOutside       NoteKind = "outside_group"   // stands before any User-agent line; a rule there binds nobody
	NotePattern       NoteKind = "pattern"         // the path starts with neither "/" nor "*" and matches nothing
	NoteToken         NoteKind = "token"           // only the beginning of the User-agent value is a token
	NoteNoToken       NoteKind = "no_token"        // the User-agent line names nobody
	NoteDelay         NoteKind = "delay"           // the Crawl-delay or Request-rate is no rate and is left out
	NoteUnit          NoteKind = "unit"            // the Crawl-delay has a unit or a decimal comma, read as meant
	NoteHours         NoteKind = "hours"           // the hours cannot be read and are left out
	NoteUsageRun      NoteKind = "usage_run"       // draft-ietf-aipref-attach would begin a new group here; RFC 9309 does not
	NoteMany          NoteKind = "many"            // a bound on notes or on rights is reached: what follows of them is left out
)

// A Note is one defect that was tolerated, or one line that was left out.
type Note struct {
	Line int // from 1; for what concerns the whole file, the line where it shows
	Kind NoteKind
	Text string // the line as written, without its comment and outer blanks; "" for the whole file
}

// String gives the note in one line for a reader; what is foreign in it is quoted.
func (n Note) String() string {
	if n.Text == "" {
		return fmt.Sprintf("line %d: %s", n.Line, n.Kind)
	}
	text := n.Text
	if len(text) > 200 {
		text = text[:200]
	}
	return fmt.Sprintf("line %d: %s: %q", n.Line, n.Kind, text)
}
