package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/spf13/cobra"
)

// maxConfig bounds the configuration file, in bytes: one that is longer is
// some other file.
const maxConfig = 1 << 20

// settle fills in what the command line left open: from the environment, then
// the configuration file. It is called once, before anything is done.
func (s *settings) settle(cmd *cobra.Command, st *streams) error {
	path, named, err := s.configPath(st)
	if err != nil {
		return err
	}
	file, err := readConfig(path, named)
	if err != nil {
		return err
	}
	for _, setting := range s.all() {
		flag := cmd.Flags().Lookup(setting.name)
		switch text := st.variable(setting.env); {
		case setting.name != "" && flag != nil && flag.Changed:
			s.from[setting.id()] = fromFlag
		case text != "":
			if err := setting.value.Set(text); err != nil {
				return variableError(setting, text, err)
			}
			s.from[setting.id()] = fromEnvironment
		case setting.key != "" && file.has(setting.key):
			s.from[setting.id()] = fromFile
		}
	}
	if err := file.apply(s); err != nil {
		return err
	}
	if file.readable && s.from["proxy"] == fromFile && s.proxy.secret() {
		st.say("%s holds a proxy's password, and others on this machine can read it", file.path)
		st.hint("chmod 600 %s", file.path)
	}
	if s.out == "-" {
		s.out = "" // the output stream, as everywhere
	}
	return s.check()
}

func (st *streams) variable(name string) string {
	if name == "" {
		return ""
	}
	return st.env(name)
}

// id is what from knows the setting by.
func (s setting) id() string {
	if s.name != "" {
		return s.name
	}
	return s.key
}

func variableError(setting setting, text string, reason error) error {
	hint := setting.env + "=" + setting.example
	if setting.secret {
		return mistakef(hint, "%s %v", setting.env, reason)
	}
	return mistakef(hint, "%s %q %v", setting.env, text, reason)
}

// configPath is the file to read, and whether somebody named it.
func (s *settings) configPath(st *streams) (path string, named bool, err error) {
	if s.config != "" {
		return string(s.config), true, nil
	}
	if path := st.env("CURTSY_CONFIG"); path != "" {
		return path, true, nil
	}
	path, err = folders{goos: runtime.GOOS, env: st.env}.config()
	return path, false, err
}

// A configFile is the file as read: each key with its value's texts and line.
type configFile struct {
	path     string
	keys     map[string]stated
	readable bool // by others than its owner
}

// stated is what the file says of one key.
type stated struct {
	values []string
	line   int
}

func (f *configFile) has(key string) bool {
	_, ok := f.keys[key]
	return ok
}

// readConfig reads the file at path. One that is not there is empty, unless
// somebody named it.
func readConfig(path string, named bool) (*configFile, error) {
	about, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return &configFile{path: path}, nil
	}
	if err != nil {
		return nil, mistakef("curtsy init --config "+path, "configuration %s: %v", path, plainPathError(err))
	}
	if !about.Mode().IsRegular() && !about.IsDir() && path != os.DevNull {
		return nil, mistakef("", "configuration %s: it is no file", path)
	}
	if about.Size() > maxConfig {
		return nil, mistakef("", "configuration %s: %d bytes is more than the bound of 1 MiB", path, about.Size())
	}
	body, err := os.ReadFile(path)
	if err != nil {
		return nil, mistakef("", "configuration %s: %v", path, plainPathError(err))
	}
	file, err := parseConfig(path, body)
	if err != nil {
		return nil, err
	}
	// Windows says nothing of others in a file's mode.
	file.readable = runtime.GOOS != "windows" && about.Mode().Perm()&0o077 != 0
	return file, nil
}

// plainPathError leaves out the path, which the sentence has already.
func plainPathError(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// parseConfig reads TOML; a byte order mark before it is left out.
func parseConfig(path string, body []byte) (*configFile, error) {
	body = bytes.TrimPrefix(body, []byte("\xEF\xBB\xBF"))
	tree := map[string]any{}
	if err := toml.Unmarshal(body, &tree); err != nil {
		var wrong *toml.DecodeError
		if errors.As(err, &wrong) {
			line, column := wrong.Position()
			return nil, mistakef("", "configuration %s line %d column %d: %s", path, line, column, strings.TrimPrefix(wrong.Error(), "toml: "))
		}
		return nil, mistakef("", "configuration %s: %v", path, err)
	}
	file := &configFile{path: path, keys: map[string]stated{}}
	return file, file.collect("", tree, linesOf(body))
}

// collect takes the keys of a table, and refuses those nobody knows.
func (f *configFile) collect(prefix string, table map[string]any, lines map[string]int) error {
	for name, value := range table {
		key := prefix + name
		if inner, ok := value.(map[string]any); ok && key == "identity" {
			if err := f.collect("identity.", inner, lines); err != nil {
				return err
			}
			continue
		}
		setting, known := newSettings().key(key)
		if !known {
			return f.unknown(key, lines[key])
		}
		values, err := textsOf(value)
		if err != nil {
			return mistakef(setting.key+" = "+strconv.Quote(strings.Trim(setting.example, "'")), "configuration %s line %d: %s %v", f.path, lines[key], key, err)
		}
		f.keys[key] = stated{values: values, line: lines[key]}
	}
	return nil
}

func (f *configFile) unknown(key string, line int) error {
	var known []string
	for _, setting := range newSettings().all() {
		if setting.key != "" {
			known = append(known, setting.key)
		}
	}
	hint := "the keys are " + list(known, "and")
	if near := nearest(key, known); near != "" {
		hint = near
	} else if near := nearest("identity."+key, known); near != "" {
		hint = near
	}
	return mistakef(hint, "configuration %s line %d: there is no key %q", f.path, line, key)
}

// key finds a setting by its key in the file.
func (s *settings) key(key string) (setting, bool) {
	for _, setting := range s.all() {
		if setting.key == key {
			return setting, true
		}
	}
	return setting{}, false
}

// textsOf gives a value as a flag would be given it; a list is the flag again
// and again.
func textsOf(value any) ([]string, error) {
	switch v := value.(type) {
	case string:
		return []string{v}, nil
	case int64:
		return []string{strconv.FormatInt(v, 10)}, nil
	case float64:
		return []string{strconv.FormatFloat(v, 'f', -1, 64)}, nil
	case []any:
		var all []string
		for _, one := range v {
			if _, nested := one.([]any); nested {
				return nil, errors.New("is a list of lists")
			}
			texts, err := textsOf(one)
			if err != nil {
				return nil, err
			}
			all = append(all, texts...)
		}
		return all, nil
	default:
		return nil, fmt.Errorf("is %s, not a text or a number", kindOf(value))
	}
}

func kindOf(value any) string {
	switch value.(type) {
	case bool:
		return "true or false"
	case map[string]any:
		return "a table"
	default:
		return "a date or a time"
	}
}

// apply sets what the file says where nothing stronger spoke. A wrong value is
// refused even where it is not used: it would be met sooner or later.
func (f *configFile) apply(s *settings) error {
	scratch := newSettings()
	for _, setting := range s.all() {
		found, ok := f.keys[setting.key]
		if !ok || setting.key == "" {
			continue
		}
		target := setting.value
		if s.from[setting.id()] != fromFile {
			other, _ := scratch.key(setting.key)
			target = other.value
		}
		for _, text := range found.values {
			if err := target.Set(text); err != nil {
				return f.wrong(setting, found, text, err)
			}
		}
	}
	return nil
}

func (f *configFile) wrong(setting setting, found stated, text string, reason error) error {
	hint := setting.key + " = " + strconv.Quote(strings.Trim(setting.example, "'"))
	if setting.secret {
		return mistakef(hint, "configuration %s line %d: %s %v", f.path, found.line, setting.key, reason)
	}
	return mistakef(hint, "configuration %s line %d: %s %q %v", f.path, found.line, setting.key, text, reason)
}

// linesOf finds the line each key stands in; body is TOML that has been read.
func linesOf(body []byte) map[string]int {
	lines := map[string]int{}
	prefix := ""
	parser := unstable.Parser{}
	parser.Reset(body)
	for parser.NextExpression() {
		node := parser.Expression()
		var names []string
		line := 0
		for keys := node.Key(); keys.Next(); {
			key := keys.Node()
			names = append(names, string(key.Data))
			if line == 0 {
				line = parser.Shape(key.Raw).Start.Line
			}
		}
		path := strings.Join(names, ".")
		switch node.Kind {
		case unstable.Table, unstable.ArrayTable:
			prefix = path + "."
			lines[path] = line
		case unstable.KeyValue:
			lines[prefix+path] = line
		}
	}
	return lines
}
