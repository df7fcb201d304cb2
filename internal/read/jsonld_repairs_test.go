package read

import (
	"slices"
	"strings"
	"testing"

	"curtsy/page"
)

// repairs writes what was mended in a page's scripts.
func repairsOf(r *Reading) string {
	var words []string
	for _, repair := range r.Repairs {
		words = append(words, repair.What)
	}
	return strings.Join(words, ", ")
}

func TestEachRepairIsRecorded(t *testing.T) {
	for _, tt := range []struct{ name, script, want, repaired string }{
		{"an HTML comment", `<!-- {"@type":"A"} -->`, "A\n", "wrapping"},
		{"CDATA, commented out", "//<![CDATA[\n{\"@type\":\"A\"}\n//]]>", "A\n", "wrapping"},
		{"CDATA, commented out otherwise", "/*<![CDATA[*/{\"@type\":\"A\"}/*]]>*/", "A\n", "wrapping"},
		{"comments", "// one\n{\"@type\":\"A\", /* two */ \"x\":\"http://a//b /* c */\" // three\n}", "A x/x=http://a//b /* c */\n", "comments"},
		{"trailing commas", `{"@type":"A","x":[1,2,],},`, "A x/x/0=1 x/x/1=2\n", "trailing commas"},
		{"raw control characters", "{\"@type\":\"A\",\"x\":\"a\nb\tc\x01\"}", "A x/x=a\nb\tc\x01\n", "control characters"},
		{"one after another", `{"@type":"A","x":1}{"@type":"B","x":2}`, "A x/0/x=1\nB x/1/x=2\n", "several values"},
		{"one after another, with commas", `{"@type":"A","x":1},{"@type":"B","x":2},`, "A x/0/x=1\nB x/1/x=2\n", "trailing commas, several values"},
		{"an HTML comment in JavaScript's comments", "//<!--\n{\"@type\":\"A\"}\n//-->", "A\n", "wrapping"},
		{"escaped for HTML", `{&quot;@type&quot;:&quot;A&quot;,&quot;x&quot;:&quot;1 &amp; 2&quot;}`, "A x/x=1 & 2\n", "entities"},
		{"escaped for HTML by number", `{&#34;@type&#34;:&#x22;A&#34;,}`, "A\n", "trailing commas, entities"},
		{"several at once", "<!--{\"@type\":\"A\",/* c */\"x\":\"a\nb\",\"y\":\"\t\",}-->", "A x/x=a\nb\n", "wrapping, comments, trailing commas, control characters"},
		{"entities within a text are its own", `{"@type":"A","x":"1 &quot;2&quot; &amp; 3",}`, "A x/x=1 &quot;2&quot; &amp; 3\n", "trailing commas"},
		{"blank space and a byte order mark are none", "\uFEFF \u00A0\n{\"@type\":\u00A0\"A\"}\x00\n ", "A\n", ""},
		{"a comma alone", `,`, "", "trailing commas"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := pageOf(t, ld(tt.script))
			if got := told(r.Records); got != tt.want {
				t.Errorf("records\n%swant\n%s", got, tt.want)
			}
			if tt.want == "" {
				tt.repaired = "" // where nothing was read, nothing was mended
			}
			if got := repairsOf(r); got != tt.repaired || len(r.Unread) > 0 {
				t.Errorf("repaired %q, failures %v; want %q, none", got, r.Unread, tt.repaired)
			}
		})
	}
}

func TestWhatIsMendedIsMarked(t *testing.T) {
	for _, tt := range []struct{ name, script, want string }{
		{"missing commas", `{"@type":"A" "x":"1"}`, "A x/x=1\n"},
		{"cut off", `{"@type":"A","x":"1","y":["2"`, "A x/x=1 y/y/0=2\n"},
		{"single quotes", `{'@type':'A','x':'1'}`, "A x/x=1\n"},
		{"rubbish after a whole value", `{"@type":"A","x":"1"} } ] what`, "A x/x=1\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := pageOf(t, ld(tt.script))
			if got := told(r.Records); got != tt.want {
				t.Errorf("records %q, want %q", got, tt.want)
			}
			if want := []page.Repair{{Source: "jsonld", Where: "/html/head/script[1]", What: "mended"}}; !slices.Equal(r.Repairs, want) {
				t.Errorf("repaired %v, want the script", r.Repairs)
			}
		})
	}
}

func TestARepairIsRecordedOnceAScript(t *testing.T) {
	r := pageOf(t, ld(`{"@type":"A","x":[1,],"y":[2,],}`)+ld(`{"@type":"B"}`)+ld(`{"@type":"C",}`))
	want := []page.Repair{{Source: "jsonld", Where: "/html/head/script[1]", What: "trailing commas"}, {Source: "jsonld", Where: "/html/head/script[3]", What: "trailing commas"}}
	if !slices.Equal(r.Repairs, want) {
		t.Errorf("repaired %v, want %v", r.Repairs, want)
	}
}

// TestWhatIsWholeOfABrokenScriptIsRead: a script too long to be mended gives what
// stands before the place where it breaks, and says so.
func TestWhatIsWholeOfABrokenScriptIsRead(t *testing.T) {
	r := pageOf(t, ld(`{"@type":"A","x":"1","y":["`+strings.Repeat("y", maxMended)+`","z"], w`))
	if got := told(r.Records); !strings.HasPrefix(got, "A x/x=1 y/y/0=yyy") || !strings.HasSuffix(got, "y y/y/1=z\n") {
		t.Errorf("records %.100q", got)
	}
	if len(r.Unread) != 1 || repairsOf(r) != "mended" {
		t.Errorf("failures %v, repaired %q", r.Unread, repairsOf(r))
	}
}

func TestRepairsAreAClosedList(t *testing.T) {
	if got := strings.Join(repairs(0xFFFF).words(), ", "); got != "wrapping, comments, trailing commas, control characters, several values, undefined, javascript literal, entities, mended" {
		t.Errorf("repairs: %s", got)
	}
}
