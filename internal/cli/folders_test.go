package cli

import (
	"path/filepath"
	"testing"
)

func TestEachPlatformHasItsPlaces(t *testing.T) {
	home := map[string]string{"HOME": "/home/me", "AppData": "/win/roaming", "LocalAppData": "/win/local"}
	with := func(key, value string) map[string]string {
		all := map[string]string{key: value}
		for k, v := range home {
			if _, ok := all[k]; !ok {
				all[k] = v
			}
		}
		return all
	}
	for _, c := range []struct {
		goos          string
		env           map[string]string
		config, state string
	}{
		{"linux", home, "/home/me/.config/curtsy/config.toml", "/home/me/.local/state/curtsy"},
		{"freebsd", with("XDG_CONFIG_HOME", "/etc/me"), "/etc/me/curtsy/config.toml", "/home/me/.local/state/curtsy"},
		{"linux", with("XDG_STATE_HOME", "/var/me"), "/home/me/.config/curtsy/config.toml", "/var/me/curtsy"},
		{"linux", with("XDG_CONFIG_HOME", "relative"), "/home/me/.config/curtsy/config.toml", "/home/me/.local/state/curtsy"},
		{"darwin", home, "/home/me/Library/Application Support/curtsy/config.toml", "/home/me/Library/Application Support/curtsy/state"},
		{"windows", home, "/win/roaming/curtsy/config.toml", "/win/local/curtsy"},
		{"linux", nil, "", ""},
	} {
		f := folders{goos: c.goos, env: func(name string) string { return c.env[name] }}
		config, err := f.config()
		if filepath.ToSlash(config) != c.config || (err == nil) != (c.config != "") {
			t.Errorf("%s: config %q, %v; want %q", c.goos, config, err, c.config)
		}
		state, err := f.state()
		if filepath.ToSlash(state) != c.state || (err == nil) != (c.state != "") {
			t.Errorf("%s: state %q, %v; want %q", c.goos, state, err, c.state)
		}
	}
}
