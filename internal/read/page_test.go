package read

import (
	"encoding/json"
	"testing"
)

func TestSmoke(t *testing.T) {
	r := Page(shopPage())
	b, _ := json.MarshalIndent(r, "", " ")
	t.Logf("%s", b)
}
