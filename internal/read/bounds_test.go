package read

import (
	"strings"
	"testing"
)

func TestATagLongerThanItsBoundEndsTheReading(t *testing.T) {
	long := "<p title='" + strings.Repeat("x", maxToken) + "'>"
	r := pageOf(t, "<a href=/a>"+long+"<a href=/b>")
	if addresses(r.Links) != "/a" || r.LeftOut["octets"] != len(long)+len("<a href=/b>") {
		t.Errorf("links %v, left out %v; want what stands before the tag, and the rest counted", r.Links, r.LeftOut)
	}
}

func TestPlacesAreGivenUpOnAPageMadeToBeSlow(t *testing.T) {
	slow := strings.Repeat("<div>", 250) + "<b></b>" + strings.Repeat("</b>", maxSteps/250+1)
	s := &Source{Document: &Document{}, Text: []byte(slow + js + "<a href=/a>"), reading: &Reading{}}
	gather(s)
	if len(s.Scripts) != 1 || s.Scripts[0].String() != "" || len(s.refs) != 1 {
		t.Errorf("scripts %v, references %v; want both read, and the script without a place", s.Scripts, s.refs)
	}
}

func TestLittleIsMended(t *testing.T) {
	broken := ld(`{"@type":"A" "x":"` + strings.Repeat("y", maxMended/2) + `"}`)
	r := pageOf(t, broken+broken)
	if len(r.Records) != 2 || len(r.Records[0].Fields) != 1 || len(r.Records[1].Fields) != 0 || len(r.Unread) != 1 {
		t.Errorf("records %.200q, %d failures; want the first script mended and the second given up where it breaks", told(r.Records), len(r.Unread))
	}
	r = pageOf(t, ld(`{"@type":"A" "x":`+strings.Repeat("[", maxBrackets)))
	if told(r.Records) != "A\n" || len(r.Unread) != 1 {
		t.Errorf("records %q of %d brackets, %d failures; want none mended", told(r.Records), maxBrackets, len(r.Unread))
	}
}

func TestATextOutsideUTF8IsMadeSafeForJSON(t *testing.T) {
	r := pageOf(t, "<meta name=description content='a\xff\x00b'><meta name=robots content='noai\xff'>"+ld("{\"@type\":\"A\",\"x\":\"\xff\"}"))
	if got := r.Summary["description"].Value; strings.ToValidUTF8(got, "?") != got {
		t.Errorf("description %q", got)
	}
	if got := r.Rights.Signals[0].Value; got != "noai\uFFFD" {
		t.Errorf("signal %q", got)
	}
	if got := told(r.Records[:1]); got != "A x/x=\uFFFD\n" {
		t.Errorf("records %q", got)
	}
}

func TestWhatABoundCutsKeepsItsPlaceInAList(t *testing.T) {
	r := pageOf(t, ld(strings.Repeat(`{"x":`, MaxJSONDepth-1)+`[{"cut":1},"kept"]`+strings.Repeat("}", MaxJSONDepth-1)))
	if got := told(r.Records); !strings.HasSuffix(got, "/x/1=kept\n") {
		t.Errorf("records %q; what stood second is at 1 still", got)
	}
}
