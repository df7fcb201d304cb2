package cli

import "testing"

func TestANumberOfBytesIsReadWithItsUnit(t *testing.T) {
	for text, want := range map[string]byteCount{
		"1": 1, "500000": 500_000, "812B": 812, "1kB": 1000, "64MB": 64_000_000, "64 mb": 64_000_000, "1.5GiB": 3 << 29, "2TB": 2_000_000_000_000,
		"1KiB": 1024, "0.5MiB": 1 << 19, "1TiB": 1 << 40, "1e3": 1000, "1048576TiB": 1 << 60,
	} {
		var got byteCount
		if err := got.Set(text); err != nil || got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, err, want)
		}
	}
}
