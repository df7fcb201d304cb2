package cli

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"

	"curtsy/internal/identity"
)

// writeIdentity puts who into the configuration file at path, in place of an
// identity that is there. The rest of the file, comments included, stays as it
// is. The file is replaced in one step and readable by its owner alone: it may
// come to hold a proxy's password.
func writeIdentity(path string, who identity.Agent) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return mistakef("", "configuration %s: %v", path, plainPathError(err))
	}
	body := withIdentity(string(old), who)
	before, err := parseConfig(path, old)
	if err != nil {
		return err
	}
	after, err := parseConfig(path, []byte(body))
	if err != nil || !sameBeside(before, after, who) {
		return mistakef("", "configuration %s: its identity stands where it cannot be replaced safely; write it as an [identity] table", path)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return mistakef("", "%s: %v", filepath.Dir(path), plainPathError(err))
	}
	if err := replaceFile(path, []byte(body)); err != nil {
		return mistakef("", "configuration %s: %v", path, plainPathError(err))
	}
	return nil
}

// withIdentity is the text of a file with its [identity] table replaced, or
// put at its end.
func withIdentity(text string, who identity.Agent) string {
	table := "[identity]\n"
	for _, part := range [][2]string{
		{"token", who.Token}, {"version", who.Version}, {"page", who.Page}, {"contact", who.Contact}, {"purpose", who.Purpose},
	} {
		if part[1] != "" {
			// Every part is printable ASCII, whose Go and TOML spellings agree.
			table += part[0] + " = " + strconv.Quote(part[1]) + "\n"
		}
	}
	var kept []string
	inside, placed := false, false
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "[") {
			inside = strings.HasPrefix(strings.ReplaceAll(trimmed, " ", ""), "[identity]")
			if inside {
				kept = append(kept, table)
				placed = true
				continue
			}
			if placed && len(kept) > 0 && kept[len(kept)-1] == table {
				line = "\n" + line
			}
		}
		if !inside {
			kept = append(kept, line)
		}
	}
	if !placed {
		if n := len(kept); n > 0 && !strings.HasSuffix(kept[n-1], "\n") {
			kept[n-1] += "\n"
		}
		if len(kept) > 0 {
			table = "\n" + table
		}
		kept = append(kept, table)
	}
	return strings.Join(kept, "")
}

// sameBeside says whether after holds who, and all else as before has it.
func sameBeside(before, after *configFile, who identity.Agent) bool {
	want := map[string][]string{}
	for key, was := range before.keys {
		if !strings.HasPrefix(key, "identity.") {
			want[key] = was.values
		}
	}
	for key, text := range map[string]string{
		"identity.token": who.Token, "identity.version": who.Version, "identity.page": who.Page,
		"identity.contact": who.Contact, "identity.purpose": who.Purpose,
	} {
		if text != "" {
			want[key] = []string{text}
		}
	}
	return maps.EqualFunc(want, after.keys, func(values []string, now stated) bool { return reflect.DeepEqual(values, now.values) })
}

// replaceFile puts body at path in one step: a reader, and a crash, find the
// old file or the new one.
func replaceFile(path string, body []byte) error {
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*") // made readable by its owner alone
	if err != nil {
		return err
	}
	_, err = file.Write(body)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return nil
}
