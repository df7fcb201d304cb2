package frontier

import (
	"hash/maphash"
	"testing"

	"curtsy/address"
)

func TestTwoAddressesOfOneHashAreTwo(t *testing.T) {
	spill, err := NewSpill(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []*Compact{NewMemory(), spill} {
		a, err := address.Parse("https://shop.test/a")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := q.Mark(a); err != nil {
			t.Fatal(err)
		}
		hash := maphash.String(q.seed, a.String())
		if _, found, err := q.find("https://shop.test/b", hash); err != nil || found {
			t.Errorf("another text of the same hash: found %v, %v", found, err)
		}
		if _, found, err := q.find(a.String(), hash); err != nil || !found {
			t.Errorf("the text itself: found %v, %v", found, err)
		}
		if err := q.Close(); err != nil {
			t.Error(err)
		}
	}
}
