package robots

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

func TestLinesAreReadAsTheirAuthorsMeantThem(t *testing.T) {
	check(t, []judged{
		{"LF", "User-agent: *\nDisallow: /x\n", "/x", false, 2},
		{"CRLF counts once", "User-agent: *\r\nDisallow: /x\r\n", "/x", false, 2},
		{"CR alone", "User-agent: *\rDisallow: /x\r", "/x", false, 2},
		{"all three", "User-agent: *\rDisallow: /y\r\nDisallow: /z\n\rDisallow: /x", "/x", false, 5},
		{"no end at the end", "User-agent: *\nDisallow: /x", "/x", false, 2},
		{"VT ends no line", "User-agent: *\nDisallow: /a\vDisallow: /x", "/x", true, 0},
		{"FF ends no line", "User-agent: *\nDisallow: /a\fDisallow: /x", "/x", true, 0},
		{"NEL ends no line", "User-agent: *\nDisallow: /a\u0085b", "/a%C2%85b", false, 2},
		{"U+2028 ends no line", "User-agent: *\nDisallow: /a\u2028b", "/a%E2%80%A8b", false, 2},
		{"a comment behind", "User-agent: * # all\nDisallow: /x # private", "/x", false, 2},
		{"a comment without a blank", "User-agent: *#all\nDisallow: /x#y", "/x", false, 2},
		{"a comment over a rule", "User-agent: *\n#Disallow: /x", "/x", true, 0},
		{"a comment over the value", "User-agent: *\nDisallow: # /x", "/x", true, 0},
		{"blanks and tabs", " \tUser-agent\t : \t*\t \n\t Disallow \t:\t /x \t", "/x", false, 2},
		{"no blank", "User-agent:*\nDisallow:/x", "/x", false, 2},
		{"capitals", "USER-AGENT: *\nDISALLOW: /x", "/x", false, 2},
		{"a colon in the path", "User-agent: *\nDisallow: /a:b", "/a:b", false, 2},
		{"useragent", "useragent: *\nDisallow: /x", "/x", false, 2},
		{"user agent", "User Agent: *\nDisallow: /x", "/x", false, 2},
		{"dissallow", "User-agent: *\nDissallow: /x", "/x", false, 2},
		{"dissalow", "User-agent: *\nDissalow: /x", "/x", false, 2},
		{"disalow", "User-agent: *\nDisalow: /x", "/x", false, 2},
		{"diasllow", "User-agent: *\nDiasllow: /x", "/x", false, 2},
		{"disallaw", "User-agent: *\nDisallaw: /x", "/x", false, 2},
		{"a misspelling nobody documents", "User-agent: *\nDisallo: /x", "/x", true, 0},
		{"keys are not compared by their beginning", "User-agent: *\nDisallow: /\nAllowance: /x", "/x", false, 2},
		{"a longer disallow is none", "User-agent: *\nDisallowed: /x", "/x", true, 0},
		{"disallow without a colon", "User-agent: *\nDisallow /x", "/x", false, 2},
		{"disallow without a colon, after a tab", "User-agent: *\nDisallow\t/x", "/x", false, 2},
		{"disallow without a colon and one in the path", "User-agent: *\nDisallow /a:b", "/a:b", false, 2},
		{"a misspelling without a colon", "User-agent: *\nDisalow /x", "/x", false, 2},
		{"user-agent without a colon", "User-agent *\nDisallow: /x", "/x", false, 2},
		{"allow without a colon opens nothing", "User-agent: *\nDisallow: /\nAllow /x", "/x", false, 2},
		{"disallow in a sentence is none", "User-agent: *\nDisallow /x for now", "/x", true, 0},
		{"disallow alone closes no run", "User-agent: curtsy\nDisallow\nUser-agent: b\nDisallow: /x", "/x", false, 4},
		{"rules between markup", "<html>\nUser-agent: *\nDisallow: /x\n</html>", "/x", false, 3},
		{"a byte order mark", "\xef\xbb\xbfUser-agent: *\nDisallow: /x", "/x", false, 2},
		{"two octets of one", "\xef\xbbUser-agent: *\nDisallow: /x", "/x", false, 2},
		{"one octet of one", "\xefUser-agent: *\nDisallow: /x", "/x", false, 2},
		{"a mark where two files were joined", "User-agent: b\nDisallow:\n\xef\xbb\xbfUser-agent: *\nDisallow: /x", "/x", false, 4},
		{"a letter that folds to one of ours is another key", "User-agent: *\nDiſallow: /x", "/x", true, 0},
	})
}

func TestNotesTellEachToleratedDefectAndItsLine(t *testing.T) {
	long := "Disallow: /" + strings.Repeat("a", longestLine)
	for _, row := range []struct {
		name, file string
		want       []Note
	}{
		{"nothing to note", "User-agent: *\nDisallow: /x\nCrawl-delay: 1.5\nHost: h\nClean-param: a /b\n", nil},
		{"a byte order mark", "\xef\xbb\xbfUser-agent: *", []Note{{1, NoteByteOrderMark, ""}}},
		{"a mark inside", "\n\xef\xbb\xbfUser-agent: *", []Note{{2, NoteByteOrderMark, ""}}},
		{"not UTF-8, once", "User-agent: *\nDisallow: /\xe9\nDisallow: /\xe8", []Note{{2, NoteNotUTF8, ""}}},
		{"markup", " \n<!DOCTYPE html>", []Note{{1, NoteLooksLikeHTML, ""}, {2, NoteUnreadable, "<!DOCTYPE html>"}}},
		{"a misspelling", "User-agent: *\nDisalow: /x # y", []Note{{2, NoteMisspelling, "Disalow: /x"}}},
		{"a missing colon", "User-agent *", []Note{{1, NoteMissingColon, "User-agent *"}}},
		{"both", "User-agent: *\ndisalow /", []Note{{2, NoteMisspelling, "disalow /"}, {2, NoteMissingColon, "disalow /"}}},
		{"no key", "User-agent: *\nhello", []Note{{2, NoteUnreadable, "hello"}}},
		{"nearly a key", "User-agent: *\nDisallowed: /x", []Note{{2, NoteUnreadable, "Disallowed: /x"}}},
		{"a blank that is none", "User-agent: *\n\u00a0Disallow: /x", []Note{{2, NoteUnreadable, "\u00a0Disallow: /x"}}},
		{"a rule outside", "Disallow: /x", []Note{{1, NoteOutside, "Disallow: /x"}}},
		{"a delay outside", "Crawl-delay: 2", []Note{{1, NoteOutside, "Crawl-delay: 2"}}},
		{"a path without a slash", "User-agent: *\nDisallow: x", []Note{{2, NotePattern, "Disallow: x"}}},
		{"a token with a tail", "User-agent: curtsy/1.0", []Note{{1, NoteToken, "User-agent: curtsy/1.0"}}},
		{"no token", "User-agent: 42", []Note{{1, NoteNoToken, "User-agent: 42"}}},
		{"no delay", "User-agent: *\nCrawl-delay: soon", []Note{{2, NoteDelay, "Crawl-delay: soon"}}},
		{"no rate", "User-agent: *\nRequest-rate: 5", []Note{{2, NoteDelay, "Request-rate: 5"}}},
		{"a unit", "User-agent: *\nCrawl-delay: 10s", []Note{{2, NoteUnit, "Crawl-delay: 10s"}}},
		{"no hours", "User-agent: *\nVisit-time: night", []Note{{2, NoteHours, "Visit-time: night"}}},
		{"no hours in a rate", "User-agent: *\nRequest-rate: 1/5 night", []Note{{2, NoteDelay, "Request-rate: 1/5 night"}}},
		{"bad hours in a rate", "User-agent: *\nRequest-rate: 1/5 0000-9900", []Note{{2, NoteHours, "Request-rate: 1/5 0000-9900"}}},
		{"a long line", "User-agent: *\n" + long, []Note{{2, NoteLongLine, ""}}},
		{"a run that a draft would cut", "User-agent: a\nContent-Usage: train-ai=n\nUser-agent: b", []Note{{3, NoteUsageRun, "User-agent: b"}}},
		{"a run that nobody would cut", "Content-Usage: train-ai=n\nUser-agent: a\nContent-Usage: train-ai=n\nDisallow: /\nUser-agent: b", nil},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := Parse([]byte(row.file)).Notes(); !slices.Equal(got, row.want) {
				t.Errorf("notes of %.80q: %v, want %v", row.file, got, row.want)
			}
		})
	}
}

func TestANoteIsOneSafeLine(t *testing.T) {
	n := Note{7, NoteUnreadable, "\x1b[31m" + strings.Repeat("x", 500)}
	if s := n.String(); strings.ContainsAny(s, "\x1b\n") || len(s) > 300 || !strings.HasPrefix(s, "line 7: unreadable: ") {
		t.Errorf("got %q", s)
	}
}

func TestNotesAreBoundedAndTheBoundIsNoted(t *testing.T) {
	notes := Parse([]byte(strings.Repeat("hello\n", 5000))).Notes()
	if len(notes) != mostNotes+1 || notes[mostNotes] != (Note{mostNotes + 1, NoteMany, ""}) {
		t.Errorf("%d notes, the last %v", len(notes), notes[len(notes)-1])
	}
}

// padded gives a file of n octets that ends in tail; between them stand comments.
func padded(n int, tail string) []byte {
	head := "User-agent: curtsy\nDisallow: /secret\n"
	fill := n - len(head) - len(tail)
	return []byte(head + strings.Repeat("#", fill-1) + "\n" + tail)
}

func TestAFileIsReadToItsBoundInWholeLines(t *testing.T) {
	const tail = "Disallow: /secret/but\nAllow: /secret/ok"
	for _, row := range []struct {
		name      string
		body      []byte
		open, cut bool
	}{
		{"one octet short of the bound", padded(Bound-1, tail), true, false},
		{"to the bound, and the line may go on", padded(Bound, tail), false, true},
		{"to the bound with a line end", padded(Bound, tail+"\n"), true, false},
		{"to the bound with an old line end", padded(Bound, tail+"\r"), true, false},
		{"over it inside the line", padded(Bound+3, tail), false, true},
		{"over it by the line end", padded(Bound+1, tail+"\n"), true, true},
		{"over it by half a line end", padded(Bound+1, tail+"\r\n"), true, true},
		{"far over it", append(padded(Bound-10, "Allow: /"), make([]byte, Bound)...), false, true},
		{"in lines past it", append(padded(Bound, "\n"), "Allow: /secret/ok\n"...), false, true},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := Parse(row.body)
			if v := f.Judge("curtsy", "/secret/ok"); v.Allowed != row.open {
				t.Errorf("judged %+v, want allowed %t", v, row.open)
			}
			if v := f.Judge("curtsy", "/secret"); v.Line != 2 {
				t.Errorf("the beginning is lost: %+v", v)
			}
			notes := f.Notes()
			if cut := slices.ContainsFunc(notes, func(n Note) bool { return n.Kind == NoteCut }); cut != row.cut {
				t.Errorf("notes %v, want cut %t", notes, row.cut)
			}
		})
	}
}

func TestALongLineIsDroppedWhole(t *testing.T) {
	long := "/" + strings.Repeat("a", longestLine)
	check(t, []judged{
		{"a rule of just that length", rules("Disallow: " + long[:longestLine-len("Disallow: ")]), long, false, 2},
		{"a rule over it", rules("Disallow: " + long), long, true, 0},
		{"a comment is not counted", rules("Disallow: /a #" + long), long, false, 2},
		{"blanks are not counted", rules(strings.Repeat(" ", longestLine) + "Disallow: /a"), long, false, 2},
		{"lines after it are read", rules("Allow: " + long + "\nDisallow: /a"), long, false, 3},
		{"a long rule closes the run all the same", rules("Disallow: " + long + "\nUser-agent: b\nDisallow: /"), "/", true, 0},
		{"what follows a long agent is not ours", rules("Allow: /a\nUser-agent: " + long[1:] + "\nDisallow: /aa"), long, true, 2},
	})
}

func TestUTF16IsTranscoded(t *testing.T) {
	text := "User-agent: *\r\nDisallow: /caf\u00e9/\U0001F600\r\n"
	encode := func(order binary.AppendByteOrder, mark ...byte) []byte {
		for _, unit := range utf16.Encode([]rune(text)) {
			mark = order.AppendUint16(mark, unit)
		}
		return mark
	}
	for name, body := range map[string][]byte{
		"little endian":    encode(binary.LittleEndian, 0xff, 0xfe),
		"big endian":       encode(binary.BigEndian, 0xfe, 0xff),
		"an odd octet too": append(encode(binary.LittleEndian, 0xff, 0xfe), 'x'),
		"no mark, little":  encode(binary.LittleEndian),
		"no mark, big":     encode(binary.BigEndian),
	} {
		f := Parse(body)
		if v := f.Judge("curtsy", "/café/\U0001F600"); v.Line != 2 {
			t.Errorf("%s: %+v", name, v)
		}
		if notes := f.Notes(); !slices.Contains(notes, Note{1, NoteUTF16, ""}) {
			t.Errorf("%s: notes %v", name, notes)
		}
	}
	text = strings.Repeat("#\n", 100) + "User-agent: *\nDisallow: /" + strings.Repeat("a", 2*Bound)
	f := Parse(encode(binary.LittleEndian, 0xff, 0xfe))
	if notes := f.Notes(); !slices.Contains(notes, Note{101, NoteCut, ""}) {
		t.Errorf("a long one: notes %v", notes)
	}
	lone := []byte{0xff, 0xfe, 0x00, 0xd8, '\n', 0, 'a', 0}
	if text, _ := decode(lone, func(NoteKind) {}); text != "\uFFFD\na" {
		t.Errorf("an unpaired surrogate: %q", text)
	}
}

func TestSitemapsCountWhereverTheyStand(t *testing.T) {
	f := Parse([]byte("Sitemap: https://a/1.xml\nUser-agent: other\nDisallow: /\nSITEMAP:https://b/2.xml # b\n" +
		"Site-map: /3.xml\nSitemap: https://a/1.xml\nSitemap:\nUser-agent: curtsy\nsitemap: https://a/4.xml?x:y"))
	want := []Entry{
		{Line: 1, Key: "sitemap", Value: "https://a/1.xml"},
		{Line: 4, Key: "sitemap", Value: "https://b/2.xml"},
		{Line: 5, Key: "sitemap", Value: "/3.xml"},
		{Line: 9, Key: "sitemap", Value: "https://a/4.xml?x:y"},
	}
	if got := f.Sitemaps(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRightsAreKeptWithTheirGroup(t *testing.T) {
	f := Parse([]byte(`License: https://h/license.xml
User-agent: *
Content-Signal: search=yes, ai-train=no
Noindex: /old
Allow: /
User-agent: Curtsy
Content-Usage: /a train-ai=n
DisallowAITraining: /art
License:
Allow: /
User-agent: __usage_AI-training
User-agent: __usage_search
Disallow: /poems
Allow:
`))
	global := Entry{1, "license", "https://h/license.xml", ""}
	uses := []Entry{
		{13, "__usage_ai-training", "Disallow: /poems", "__usage_ai-training"},
		{13, "__usage_search", "Disallow: /poems", "__usage_search"},
		{14, "__usage_ai-training", "Allow:", "__usage_ai-training"},
		{14, "__usage_search", "Allow:", "__usage_search"},
	}
	want := append([]Entry{
		global,
		{7, "content-usage", "/a train-ai=n", "curtsy"},
		{8, "disallowaitraining", "/art", "curtsy"},
	}, uses...)
	if got := f.Rights("curtsy"); !slices.Equal(got, want) {
		t.Errorf("our own: %v, want %v", got, want)
	}
	want = append([]Entry{
		global,
		{3, "content-signal", "search=yes, ai-train=no", "*"},
		{4, "noindex", "/old", "*"},
	}, uses...)
	if got := f.Rights("other"); !slices.Equal(got, want) {
		t.Errorf("everybody's: %v, want %v", got, want)
	}
}

func TestRightsAreBoundedAndTheBoundIsNoted(t *testing.T) {
	var uses strings.Builder
	for i := range mostUsages {
		uses.WriteString("User-agent: __usage_" + strings.Repeat("a", i+1) + "\n")
	}
	long := "License: " + strings.Repeat("x", 10<<10) + "\n"
	for _, row := range []struct {
		name, file string
		kept, line int
	}{
		{"just as many", strings.Repeat("License: x\n", mostRights), mostRights, 0},
		{"too many lines", strings.Repeat("License: x\n", mostRights+10), mostRights, mostRights + 1},
		{"too many octets", strings.Repeat(long, 10) + "License: x\n", 6, 7},
		{"too many uses by rules", uses.String() + strings.Repeat("Disallow: /\n", 1000), mostRights, mostUsages + mostRights/mostUsages + 1},
		{"too many uses in a group", uses.String() + "User-agent: __usage_b\n", 0, mostUsages + 1},
	} {
		f := Parse([]byte(row.file))
		if got := len(f.Rights("curtsy")); got != row.kept {
			t.Errorf("%s: %d entries, want %d", row.name, got, row.kept)
		}
		var want []Note
		if row.line > 0 {
			want = []Note{{row.line, NoteMany, ""}}
		}
		if notes := f.Notes(); !slices.Equal(notes, want) {
			t.Errorf("%s: notes %v, want %v", row.name, notes, want)
		}
	}
}
