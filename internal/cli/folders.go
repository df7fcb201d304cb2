package cli

import (
	"path/filepath"
)

// folders says where a platform keeps what is ours: goos is as runtime.GOOS
// has it, env reads the environment.
type folders struct {
	goos string
	env  func(string) string
}

// config is where the configuration file stands when nobody names another.
func (f folders) config() (string, error) {
	switch f.goos {
	case "windows":
		return f.under("AppData", "curtsy", "config.toml")
	case "darwin":
		return f.under("HOME", "Library", "Application Support", "curtsy", "config.toml")
	default:
		return f.xdg("XDG_CONFIG_HOME", ".config", "curtsy", "config.toml")
	}
}

// state is the home directory when nobody names another.
func (f folders) state() (string, error) {
	switch f.goos {
	case "windows":
		return f.under("LocalAppData", "curtsy")
	case "darwin":
		return f.under("HOME", "Library", "Application Support", "curtsy", "state")
	default:
		return f.xdg("XDG_STATE_HOME", filepath.Join(".local", "state"), "curtsy")
	}
}

// xdg is the folder a variable names, which counts only when it is absolute
// (XDG Base Directory Specification 0.8), else the one under HOME.
func (f folders) xdg(variable, fallback string, parts ...string) (string, error) {
	if folder := f.env(variable); filepath.IsAbs(folder) {
		return filepath.Join(append([]string{folder}, parts...)...), nil
	}
	return f.under("HOME", append([]string{fallback}, parts...)...)
}

func (f folders) under(variable string, parts ...string) (string, error) {
	folder := f.env(variable)
	if folder == "" {
		return "", mistakef("--home DIR and --config FILE name the places instead", "%s is not set, so there is no place to keep anything", variable)
	}
	return filepath.Join(append([]string{folder}, parts...)...), nil
}
