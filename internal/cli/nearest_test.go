package cli

import "testing"

func TestTheNearestWordIsTheOneMeant(t *testing.T) {
	known := []string{"max-pages", "max-depth", "delay", "max-delay", "json", "out", "home"}
	for word, want := range map[string]string{
		"depht":     "",
		"max-depht": "max-depth",
		"max-p":     "max-pages",
		"dealy":     "delay",
		"Delay":     "delay",
		"jsn":       "json",
		"maxpages":  "max-pages",
		"hme":       "home",
		"frobnish":  "",
		"":          "",
		"x":         "",
	} {
		if got := nearest(word, known); got != want {
			t.Errorf("nearest to %q is %q, want %q", word, got, want)
		}
	}
}
