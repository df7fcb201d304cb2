package write_test

import (
	"path/filepath"
	"testing"

	"curtsy/internal/conform"
	"curtsy/internal/write"
)

func TestTheFileConforms(t *testing.T) {
	conform.JournalSuite(t, func(t *testing.T) conform.Opener {
		path := filepath.Join(swift(t), "shop.jsonl")
		return func(t *testing.T, order write.Order) conform.Journal {
			j, err := write.Resume(path, header(), write.Config{Order: order})
			must(t, err)
			return j
		}
	})
}
