package store

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ncruces/go-sqlite3"

	"curtsy/internal/gate"
)

// says checks that an error is one line that holds every part.
func says(t *testing.T, err error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Fatal("no error")
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("more than one line: %q", err)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%q does not say %q", err, part)
		}
	}
}

func TestEverythingInAHomeIsItsOwnersOnly(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not modes there")
	}
	home := filepath.Join(t.TempDir(), "new", "home")
	s := open(t, home)
	h, err := s.Ledger().Hold(t.Context(), "shop.example")
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Free(gate.Account{LastEnd: time.Now()}); err != nil {
		t.Fatal(err)
	}
	files := 0
	err = filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		files++
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %o, want %o", path, got, want)
		}
		return nil
	})
	if err != nil || files < 6 {
		t.Errorf("looked at %d files: %v", files, err)
	}
}

func TestANewerSchemaIsRefused(t *testing.T) {
	home := t.TempDir()
	s := open(t, home)
	if _, err := s.write.Exec(`INSERT INTO schema (version) VALUES (4711)`); err != nil {
		t.Fatal(err)
	}
	_, err := Open(home)
	says(t, err, filepath.Join(home, "curtsy.db"), "4711", "knows 2", "newer curtsy")
}

func TestADamagedDatabaseIsRefusedAndLeftAsItIs(t *testing.T) {
	damages := map[string]func(b []byte) []byte{
		"not a database": func([]byte) []byte { return []byte(strings.Repeat("these are not the bytes of a database\n", 200)) },
		"first page": func(b []byte) []byte {
			for n := 100; n < 4000; n++ {
				b[n] = 0xAA
			}
			return b
		},
	}
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			s, err := Open(home)
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(home, "curtsy.db")
			whole, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			broken := damage(whole)
			if err := os.WriteFile(path, broken, 0o600); err != nil {
				t.Fatal(err)
			}
			_, err = Open(home)
			says(t, err, path, "damaged", "left as it is")
			after, err := os.ReadFile(path)
			if err != nil || !bytes.Equal(after, broken) {
				t.Errorf("a damaged file was changed (%v)", err)
			}
		})
	}
}

func TestAHomeThatCannotBeUsedIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Open(filepath.Join(file, "home"))
	says(t, err, filepath.Join(file, "home"), "cannot be used", "another home")

	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "curtsy.db"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err = Open(home)
	says(t, err, filepath.Join(home, "curtsy.db"), "cannot be written")
}

func TestADiskThatRefusesIsNamed(t *testing.T) {
	for _, c := range []struct {
		name, pragma string
		code         sqlite3.ErrorCode
		want         string
	}{
		{"full", `PRAGMA max_page_count = 1`, sqlite3.FULL, "the disk is full"},
		{"read-only", `PRAGMA query_only = 1`, sqlite3.READONLY, "cannot be written"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, t.TempDir())
			h, err := s.Ledger().Hold(t.Context(), "shop.example")
			if err != nil {
				t.Fatal(err)
			}
			if err := h.Begin(account(0)); err != nil {
				t.Fatal(err)
			}
			if _, err := s.write.Exec(c.pragma); err != nil {
				t.Fatal(err)
			}
			err = h.Free(account(5000))
			says(t, err, s.path, c.want)
			if !errors.Is(err, c.code) {
				t.Errorf("%v is not %v", err, c.code)
			}
			again, ok, err := s.Ledger().Try(t.Context(), "shop.example")
			if err != nil || !ok {
				t.Fatalf("after a write that failed the site is still held: %v, %v", ok, err)
			}
			if !again.Account().InFlight {
				t.Error("an end that could not be recorded looks recorded")
			}
			again.Abandon()
		})
	}
}
