package cli

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"curtsy"
)

// optionsOf gives the library's options of one command line.
func optionsOf(t *testing.T, args ...string) *curtsy.Options {
	t.Helper()
	set, s := newSettings(), &streams{env: func(name string) string { return map[string]string{"HOME": t.TempDir()}[name] }}
	cmd := &cobra.Command{Use: "crawl"}
	var names []string
	for _, setting := range set.all() {
		names = append(names, setting.name)
	}
	set.take(cmd, slices.DeleteFunc(names, func(name string) bool { return name == "" })...)
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	if err := set.settle(cmd, s); err != nil {
		t.Fatal(err)
	}
	options, err := set.options(s)
	if err != nil {
		t.Fatal(err)
	}
	return options
}

func TestEveryOptionOfTheLibraryHasAFlag(t *testing.T) {
	options := optionsOf(t,
		"--home", "h", "--delay", "2", "--max-delay", "2m", "--jitter", "0.1", "--retries", "3", "--jobs", "5", "--max-pages", "7",
		"--max-depth", "2", "--limit", "9", "--time-budget", "10m", "--include", "a", "--exclude", "b", "--any-site", "--no-sitemap",
		"--order", "done", "--respect", "tdm", "--header", "A: b", "--header-for", "http://a.test/", "--proxy", "http://p.example", "--resolve", "a.test=127.0.0.1",
		"--resume", "--keep-failed", "--visible", "--induce", "--hydration",
		"--first-visit", "gentle", "--per-machine", "1", "--site-requests", "2000", "--site-bytes", "5MB", "--max-bytes", "1.5GiB", "--hours", "22:00-06:00@Europe/Berlin",
	)
	want := &curtsy.Options{
		Home: "h", Delay: 2 * time.Second, MaxDelay: 2 * time.Minute, Jitter: 0.1, Attempts: 4, Sites: 5, MaxPages: 7,
		MaxDepth: 2, Limit: 9, TimeBudget: 10 * time.Minute, Include: []string{"a"}, Exclude: []string{"b"}, AnySite: true, NoSitemap: true,
		Order: "done", Respect: []string{"tdm"}, Header: map[string][]string{"A": {"b"}}, HeaderFor: "http://a.test/", Proxy: "http://p.example", Resolve: []string{"a.test=127.0.0.1"},
		Resume: true, KeepFailed: true, Visible: true, Induce: true, Hydration: true,
		FirstVisit: "gentle", PerMachine: 1, SiteRequests: 2000, SiteBytes: 5_000_000, MaxBytes: 3 << 29, Hours: "22:00-06:00@Europe/Berlin",
	}
	if !reflect.DeepEqual(options, want) {
		t.Errorf("got  %+v\nwant %+v", options, want)
	}
	// What no flag sets is set by the commands, by the file, or by tests alone.
	elsewhere := []string{"State", "Sinks", "Trace", "RootCAs", "AllowDeniedRobots"}
	fields := reflect.ValueOf(*options)
	for i := range fields.NumField() {
		name := fields.Type().Field(i).Name
		if fields.Field(i).IsZero() && !slices.Contains(elsewhere, name) {
			t.Errorf("no flag sets Options.%s", name)
		}
	}
}

func TestAskingForNothingIsNotLeavingItOpen(t *testing.T) {
	open := optionsOf(t)
	if open.SiteRequests != 0 || open.Delay != 0 || open.Jitter != 0.5 || open.MaxDepth != 3 || open.Attempts != 3 || open.MaxDelay != time.Minute {
		t.Errorf("left open: %+v", open)
	}
	none := optionsOf(t, "--delay", "0", "--jitter", "0", "--max-depth", "0", "--retries", "0")
	if none.Delay != curtsy.None || none.Jitter != curtsy.None || none.MaxDepth != curtsy.None || none.Attempts != 1 {
		t.Errorf("asked to be nothing: %+v", none)
	}
}
