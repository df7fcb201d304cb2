package cli

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestHelpFitsOneScreenBeginsWithThreeExamplesAndNamesTheCost(t *testing.T) {
	for _, cmd := range commands(&streams{}) {
		var out, talk bytes.Buffer
		if code := Main([]string{cmd.Name(), "--help"}, nil, &out, &talk, func(string) string { return "" }); code != 0 || talk.Len() > 0 {
			t.Fatalf("%s --help: exit %d, %q", cmd.Name(), code, &talk)
		}
		lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
		if len(lines) > 30 {
			t.Errorf("%s: %d lines of help; a screen has 30", cmd.Name(), len(lines))
		}
		for i, line := range lines {
			if n := utf8.RuneCountInString(line); n > 100 {
				t.Errorf("%s: line %d of help is %d wide; at most 100", cmd.Name(), i+1, n)
			}
			if (i < 3) != (strings.HasPrefix(line, "  curtsy ") && strings.Contains(line, "curtsy "+cmd.Name())) {
				t.Errorf("%s: help begins with three examples and no more; line %d is %q", cmd.Name(), i+1, line)
			}
		}
		if !strings.Contains(out.String(), "cost") {
			t.Errorf("%s: help does not say what the command costs the site", cmd.Name())
		}
	}
}

func TestEverySettingSaysWhatAValueLooksLike(t *testing.T) {
	for _, setting := range newSettings().all() {
		if setting.holds == "" && setting.key == "" {
			continue
		}
		if setting.secret {
			continue
		}
		fresh, _ := newSettings().flag(setting.name)
		if setting.name == "" {
			fresh, _ = newSettings().key(setting.key)
		}
		if fresh.name == "format" {
			continue // its words are each command's own
		}
		if err := fresh.value.Set(strings.Trim(setting.example, "'")); err != nil {
			t.Errorf("%s%s: the hint's own example %s is refused: %v", setting.name, setting.key, setting.example, err)
		}
	}
}
