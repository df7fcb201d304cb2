package hours

import (
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"22:00-06:00@Europe/Berlin", "22:00-06:00@Europe/Berlin"},
		{"9:00-17:30", "09:00-17:30@UTC"},
		{" 22:00 - 24:00 , 00:00-06:00 @ America/New_York", "22:00-00:00,00:00-06:00@America/New_York"},
		{"00:00-24:00", "00:00-00:00@UTC"},
	} {
		w, err := Parse(row.text)
		if err != nil || w.String() != row.want {
			t.Errorf("%q is %q, %v; want %q", row.text, w, err, row.want)
		}
		if again, err := Parse(w.String()); err != nil || again.String() != row.want {
			t.Errorf("%q read again is %q, %v", w, again, err)
		}
	}
	for _, row := range []struct{ text, want string }{
		{"", `"" is no stretch of a day, such as 22:00-06:00`},
		{"22-06", `"22-06" is no stretch of a day, such as 22:00-06:00`},
		{"22:00", `"22:00" is no stretch of a day, such as 22:00-06:00`},
		{"24:00-06:00", `"24:00-06:00" is no stretch of a day, such as 22:00-06:00`},
		{"22:60-06:00", `"22:60-06:00" is no stretch of a day, such as 22:00-06:00`},
		{"22:00-06:00,", `"" is no stretch of a day, such as 22:00-06:00`},
		{"22:00-06:00@", "a zone is named as in Europe/Berlin, or left out for UTC"},
		{"22:00-06:00@Local", "a zone is named as in Europe/Berlin, or left out for UTC"},
		{"22:00-06:00@Berlin", `no time zone is called "Berlin"; one is Europe/Berlin`},
		{"22:00-06:00@../../etc/passwd", `no time zone is called "../../etc/passwd"; one is Europe/Berlin`},
	} {
		if _, err := Parse(row.text); err == nil || err.Error() != row.want {
			t.Errorf("%q: %v, want %s", row.text, err, row.want)
		}
	}
}

func TestOpens(t *testing.T) {
	for _, row := range []struct{ name, windows, at, want string }{
		{"inside", "22:00-06:00", "2026-11-30T23:00:00Z", "2026-11-30T23:00:00Z"},
		{"after midnight", "22:00-06:00", "2026-11-30T05:59:59.5Z", "2026-11-30T05:59:59.5Z"},
		{"its end is outside", "22:00-06:00", "2026-11-30T06:00:00Z", "2026-11-30T22:00:00Z"},
		{"in its zone", "22:00-06:00@Europe/Berlin", "2026-11-30T12:00:00Z", "2026-11-30T21:00:00Z"},
		{"and in summer", "22:00-06:00@Europe/Berlin", "2026-07-30T12:00:00Z", "2026-07-30T20:00:00Z"},
		{"the next of several", "12:00-13:00,18:00-19:00", "2026-11-30T13:00:00Z", "2026-11-30T18:00:00Z"},
		{"tomorrow's first", "12:00-13:00,18:00-19:00", "2026-11-30T19:00:00Z", "2026-12-01T12:00:00Z"},
		{"an hour that is skipped", "02:15-04:00@Europe/Berlin", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"},
		{"one that lies in the skipped hour comes the next day", "02:15-02:45@Europe/Berlin", "2026-03-29T00:30:00Z", "2026-03-30T00:15:00Z"},
		{"an hour that comes twice is open both times", "02:30-02:45@Europe/Berlin", "2026-10-25T00:50:00Z", "2026-10-25T01:30:00Z"},
		{"a day that is skipped", "12:00-13:00@Pacific/Apia", "2011-12-29T23:30:00Z", "2011-12-30T22:00:00Z"},
		{"no windows", "", "2026-11-30T06:00:00Z", "2026-11-30T06:00:00Z"},
	} {
		var w Windows
		if row.windows != "" {
			w = must(t, row.windows)
		}
		at, _ := time.Parse(time.RFC3339, row.at)
		if got := w.Opens(at).UTC().Format(time.RFC3339Nano); got != row.want {
			t.Errorf("%s: after %s %s opens at %s, want %s", row.name, row.at, row.windows, got, row.want)
		}
	}
}

func must(t rapid.TB, text string) Windows {
	t.Helper()
	w, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// TestOpensIsTheFirstOpenMinute: a walk by the minute finds no earlier opening, in zones
// whose clocks change by an hour, by half of one, and by a day.
func TestOpensIsTheFirstOpenMinute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		minute := rapid.IntRange(0, 24*60-1)
		zone := rapid.SampledFrom([]string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia"}).Draw(t, "zone")
		change := rapid.SampledFrom([]string{"2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-05", "2026-10-04", "2011-12-30", "2026-07-01"}).Draw(t, "day")
		w := Windows{}
		var err error
		if w.zone, err = time.LoadLocation(zone); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 3).Draw(t, "windows") {
			w.windows = append(w.windows, window{time.Duration(minute.Draw(t, "from")) * time.Minute, time.Duration(minute.Draw(t, "until")) * time.Minute})
		}
		at, _ := time.Parse(time.DateOnly, change)
		at = at.Add(time.Duration(rapid.IntRange(-48*60, 24*60).Draw(t, "at")) * time.Minute)
		want := at
		for !w.open(want) {
			want = want.Add(time.Minute)
		}
		if got := w.Opens(at); !got.Equal(want) {
			t.Errorf("after %s %s opens at %s, want %s", at, w, got.UTC(), want)
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("22:00-06:00@Europe/Berlin")
	f.Add("1:00-2:00,3:00-4:00")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(w.String()); err != nil || again.String() != w.String() {
			t.Errorf("%q: %q is not read again: %v", text, w, err)
		}
		at := time.Unix(1790000000, 0)
		if opens := w.Opens(at); opens.Before(at) || !w.open(opens) {
			t.Errorf("%q opens at %s", text, opens)
		}
	})
}
