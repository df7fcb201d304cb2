package cli

import (
	"os"
	"strings"
	"testing"
)

// The script is the list of bad values; this is that none was forgotten.
func TestEveryFlagHasABadValueInTheScript(t *testing.T) {
	script, err := os.ReadFile("testdata/badvalues.txtar")
	if err != nil {
		t.Fatal(err)
	}
	others, err := os.ReadFile("testdata/init.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for _, setting := range newSettings().all() {
		if setting.name == "" || setting.name == "json" { // json: commands.txtar
			continue
		}
		if sentence := "stderr '^curtsy: --" + setting.name + " "; !strings.Contains(string(script)+string(others), sentence) {
			t.Errorf("no script gives --%s a bad value", setting.name)
		}
	}
}
