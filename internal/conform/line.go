package conform

import (
	"bytes"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Line checks one line of the output, a page's or a header, against
// docs/schema/line.schema.json.
func Line(t testing.TB, line []byte) {
	t.Helper()
	Lines(t, line)
}

// Lines checks every line of an output that is not blank, and gives their number.
func Lines(t testing.TB, output []byte) (n int) {
	t.Helper()
	schema := LineSchema(t)
	for line := range bytes.Lines(output) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		n++
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		if err == nil {
			err = schema.Validate(value)
		}
		if err != nil {
			t.Errorf("line %d: %v\n%s", n, err, line)
		}
	}
	return n
}

// LineSchema compiles the schema of a line. Formats are asserted.
func LineSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	_, here, _, ok := runtime.Caller(0)
	if !ok {
		t.Fatal("the source of this test is not known")
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile(filepath.Join(filepath.Dir(here), "..", "..", "docs", "schema", "line.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
