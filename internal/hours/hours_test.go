package hours

import (
	"fmt"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	for _, row := range []struct{ text, want string }{
		{"22:00-06:00@Europe/Berlin", "22:00-06:00@Europe/Berlin"},
		{"9:00-17:30", "09:00-17:30@UTC"},
		{" 22:00 - 24:00 , 00:00-06:00 @ America/New_York", "22:00-24:00,00:00-06:00@America/New_York"},
		{"00:00-24:00", "00:00-24:00@UTC"},
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
		{"22:00-22:00", `"22:00-22:00" is empty; the whole day is 00:00-24:00`},
		{"24:00-06:00", `"24:00-06:00" is no stretch of a day, such as 22:00-06:00`},
		{"22:60-06:00", `"22:60-06:00" is no stretch of a day, such as 22:00-06:00`},
		{"22:00-06:00,", `"" is no stretch of a day, such as 22:00-06:00`},
		{"22:00-06:00@", "a zone is named as in Europe/Berlin, or left out for UTC"},
		{"22:00-06:00@ Local", `"Local" is another zone on each machine; name one, such as Europe/Berlin`},
		{"22:00-06:00@localtime", `"localtime" is another zone on each machine; name one, such as Europe/Berlin`},
		{"22:00-06:00@posixrules", `"posixrules" is another zone on each machine; name one, such as Europe/Berlin`},
		{"22:00-06:00@Europe/Berlin@UTC", `no time zone is called "Europe/Berlin@UTC"; one is Europe/Berlin`},
		{"22:00-06:00@Europe", `no time zone is called "Europe"; one is Europe/Berlin`},
		{"22:00-25:00", `"22:00-25:00" is no stretch of a day, such as 22:00-06:00`},
		{"22:00-24:01", `"22:00-24:01" is no stretch of a day, such as 22:00-06:00`},
		{"022:00-06:00", `"022:00-06:00" is no stretch of a day, such as 22:00-06:00`},
		{"+2:00-06:00", `"+2:00-06:00" is no stretch of a day, such as 22:00-06:00`},
		{"22:0-06:00", `"22:0-06:00" is no stretch of a day, such as 22:00-06:00`},
		{":00-06:00", `":00-06:00" is no stretch of a day, such as 22:00-06:00`},
		{"22:00-06:00-08:00", `"22:00-06:00-08:00" is no stretch of a day, such as 22:00-06:00`},
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
		{"equal ends are the whole day", "00:00-24:00", "2026-11-30T03:00:00Z", "2026-11-30T03:00:00Z"},
		{"to the end of the day", "22:00-24:00", "2026-11-30T23:59:59.9Z", "2026-11-30T23:59:59.9Z"},
		{"and no longer", "22:00-24:00", "2026-12-01T00:00:00Z", "2026-12-01T22:00:00Z"},
		{"in its zone", "22:00-06:00@Europe/Berlin", "2026-11-30T12:00:00Z", "2026-11-30T21:00:00Z"},
		{"and in summer", "22:00-06:00@Europe/Berlin", "2026-07-30T12:00:00Z", "2026-07-30T20:00:00Z"},
		{"the next of several", "12:00-13:00,18:00-19:00", "2026-11-30T13:00:00Z", "2026-11-30T18:00:00Z"},
		{"tomorrow's first", "12:00-13:00,18:00-19:00", "2026-11-30T19:00:00Z", "2026-12-01T12:00:00Z"},
		{"an hour that is skipped", "02:15-04:00@Europe/Berlin", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"},
		{"one that lies in the skipped hour comes the next day", "02:15-02:45@Europe/Berlin", "2026-03-29T00:30:00Z", "2026-03-30T00:15:00Z"},
		{"an hour that comes twice is open both times", "02:30-02:45@Europe/Berlin", "2026-10-25T00:50:00Z", "2026-10-25T01:30:00Z"},
		{"and the second time though the first is over", "02:30-02:45@Europe/Berlin", "2026-10-25T00:45:00Z", "2026-10-25T01:30:00Z"},
		{"one that holds the hour that comes twice", "01:00-02:30@Europe/Berlin", "2026-10-25T00:29:59Z", "2026-10-25T00:29:59Z"},
		{"opens again where the hour begins anew", "01:00-02:30@Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z"},
		{"after a change almost a day away", "04:00-04:10@Europe/Berlin", "2026-03-28T03:20:00Z", "2026-03-29T02:00:00Z"},
		{"half an hour that is skipped", "02:10-04:00@Australia/Lord_Howe", "2026-10-03T15:00:00Z", "2026-10-03T15:30:00Z"},
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

// TestOpensIsTheFirstOpenMinute: a walk by the minute that looks at the zone's own clock
// finds no earlier opening, in zones whose clocks change by an hour, by half of one, by a
// day, and never.
func TestOpensIsTheFirstOpenMinute(t *testing.T) {
	changes := []struct{ zone, day string }{
		{"Europe/Berlin", "2026-03-29"}, {"Europe/Berlin", "2026-10-25"},
		{"America/New_York", "2026-03-08"}, {"America/New_York", "2026-11-01"},
		{"Australia/Lord_Howe", "2026-04-05"}, {"Australia/Lord_Howe", "2026-10-04"},
		{"Pacific/Apia", "2011-12-30"}, {"Asia/Kathmandu", "1986-01-01"},
		{"Asia/Kathmandu", "2026-07-01"}, {"UTC", "2026-07-01"},
	}
	rapid.Check(t, func(t *rapid.T) {
		change := rapid.SampledFrom(changes).Draw(t, "change")
		zone, err := time.LoadLocation(change.zone)
		if err != nil {
			t.Fatal(err)
		}
		// The clocks that change do so within four hours of midnight.
		clock := rapid.Custom(func(t *rapid.T) string {
			minute := rapid.OneOf(rapid.IntRange(0, 4*60), rapid.IntRange(0, 24*60-1)).Draw(t, "minute")
			return fmt.Sprintf("%02d:%02d", minute/60, minute%60)
		})
		var text []string
		var stretches [][2]string
		for range rapid.IntRange(1, 3).Draw(t, "windows") {
			one := [2]string{clock.Draw(t, "from"), clock.Draw(t, "until")}
			if one[0] == one[1] {
				one = [2]string{"00:00", "24:00"} // an empty stretch is refused
			}
			stretches, text = append(stretches, one), append(text, one[0]+"-"+one[1])
		}
		w := must(t, strings.Join(text, ",")+"@"+change.zone)
		day, _ := time.ParseInLocation(time.DateOnly, change.day, zone)
		at := day.Add(time.Duration(rapid.OneOf(rapid.IntRange(-60, 6*60), rapid.IntRange(-48*60, 24*60)).Draw(t, "minutes")) * time.Minute).
			Add(time.Duration(rapid.IntRange(0, 59).Draw(t, "seconds")) * time.Second)
		want := at
		for !inOne(stretches, want.In(zone).Format("15:04")) {
			want = want.Truncate(time.Minute).Add(time.Minute)
		}
		if got := w.Opens(at.UTC()); !got.Equal(want) || got.Location() != time.UTC {
			t.Errorf("after %s %s opens at %s, want %s", at, w, got, want)
		}
	})
}

// inOne says whether a clock, as it is written, stands in a stretch of the day.
func inOne(stretches [][2]string, clock string) bool {
	for _, s := range stretches {
		after, before := clock >= s[0], clock < s[1]
		if s[0] == s[1] || s[0] < s[1] && after && before || s[0] > s[1] && (after || before) {
			return true
		}
	}
	return false
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
