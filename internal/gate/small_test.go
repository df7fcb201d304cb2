package gate

import (
	"fmt"
	"runtime"
	"testing"
)

// mostOfAnIdleSite is what one site may cost that was asked and is not being asked, in a
// gate and the memory it shares: 10,000 of them are 20 MB.
const mostOfAnIdleSite = 2000

// TestAnIdleSiteIsSmall: in octets, its name and its ledger's copy counted.
func TestAnIdleSiteIsSmall(t *testing.T) {
	const sites = 5000
	passes := make([]pass, sites)
	for i := range passes {
		passes[i] = to(t, fmt.Sprintf("http://site-%d.example/", i)).asking(0, false)
	}
	var before, after runtime.MemStats
	g := newGate(Config{}, NewMemory())
	runtime.GC()
	runtime.ReadMemStats(&before)
	for _, p := range passes {
		enter(t, g, p).End(Outcome{Status: 200, Answered: 1000})
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if each := int(after.HeapAlloc-before.HeapAlloc) / sites; each > mostOfAnIdleSite {
		t.Errorf("an idle site costs %d octets, at most %d are wanted", each, mostOfAnIdleSite)
	} else {
		t.Logf("an idle site costs %d octets", each)
	}
	runtime.KeepAlive(g)
	runtime.KeepAlive(passes)
}
