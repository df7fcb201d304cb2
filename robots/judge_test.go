package robots

import "testing"

func TestJudgeSmoke(t *testing.T) {
	f := Parse([]byte("User-agent: *\nDisallow: /cart\n"))
	if v := f.Judge("curtsy", "/cart/1"); v != (Verdict{false, 2, "Disallow: /cart", "*"}) {
		t.Errorf("got %+v", v)
	}
}
