package read

import (
	"strings"
	"testing"
)

// TestTextsOfAFlightThatStandForSomething: a row, a part of one, a date; what has no
// meaning without running the page is no value.
func TestTextsOfAFlightThatStandForSomething(t *testing.T) {
	flight := func(thing string) string {
		quoted := strings.ReplaceAll(thing, `"`, `\"`)
		return code(`self.__next_f.push([1,"1:` + quoted + `\n2:T7,A\ncup $3:{\"brand\":{\"x\":\"K\"}}\n4:[\"$\",\"p\",null,{\"offer\":{\"price\":\"9\"}}]\n"])`)
	}
	for _, tt := range []struct{ name, thing, want string }{
		{"a text row", `{"name":"k","price":1,"text":"$2"}`, " name/1/name=k price/1/price=1 text/2=A\ncup $\n"},
		{"a row", `{"name":"k","price":1,"made":"$3"}`, " name/1/name=k price/1/price=1 x/3/brand/x=K\n"},
		{"a row by a promise", `{"name":"k","price":"$@4:props:offer:price"}`, " name/1/name=k price/4/3/offer/price=9\n"},
		{"a part of a row", `{"name":"k","price":1,"brand":"$3:brand:x"}`, " name/1/name=k price/1/price=1 brand/3/brand/x=K\n"},
		{"a date and a large number", `{"name":"k","price":"$n12","on":"$D2026-11-29T06:00:00.000Z"}`, " name/1/name=k price/1/price=12 on/1/on=2026-11-29T06:00:00.000Z\n"},
		{"a text that begins with a dollar", `{"name":"$$2","price":"$$9"}`, " name/1/name=$2 price/1/price=$9\n"},
		{"nothing", `{"name":"k","price":1,"a":"$undefined","b":"$L9","c":"$Sreact.x","d":"$99","e":"$3:none","f":"$4:9","g":"$Infinity","h":"$1:name:x"}`, " name/1/name=k price/1/price=1\n"},
		{"itself", `{"name":"k","price":1,"a":"$1","b":"$1:b"}`, " name/1/name=k price/1/price=1\n"},
		{"a dollar alone", `{"name":"k","price":1,"a":"$"}`, " name/1/name=k price/1/price=1 a/1/a=$\n"},
	} {
		if got := told(hydrated(t, flight(tt.thing)).Records[:1]); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestReferencesDoNotMultiplyTexts: a long text that many members name is told until
// the bound on octets is met.
func TestReferencesDoNotMultiplyTexts(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	var members strings.Builder
	for i := range 100 {
		members.WriteString(`,"m` + itoa(i) + `":3`)
	}
	r := hydrated(t, `<script type="application/json" id="__NUXT_DATA__">[{"name":1,"price":2`+members.String()+`},"k",9,"`+long+`"]</script>`)
	if got := len(told(r.Records)); got > 8<<20 || r.LeftOut["hydration_values"] < 90 {
		t.Errorf("%d octets, left out %v", got, r.LeftOut)
	}
}
