package gate_test

import (
	"testing"

	"curtsy/internal/conform"
	"curtsy/internal/gate"
)

func TestMemoryIsALedger(t *testing.T) {
	conform.Ledger(t, func(*testing.T) (one, other gate.Ledger) {
		m := gate.NewMemory()
		return m, m
	})
}
