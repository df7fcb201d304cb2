package conform

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"curtsy/address"
	"curtsy/internal/permit"
)

// Copies runs the suite of [permit.Copies]. open gives two doors onto one place that
// keeps no copy yet.
func Copies(t *testing.T, open func(t *testing.T) (one, other permit.Copies)) {
	for _, promise := range []struct {
		name string
		keep func(t *testing.T, one, other permit.Copies)
	}{
		{"NoCopyIsNoCopy", noCopy},
		{"WhatIsSavedIsLoaded", savedIsLoaded},
		{"TheLastSavedCounts", lastSaved},
		{"OriginsDoNotTouch", originsDoNotTouch},
	} {
		t.Run(promise.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				one, other := open(t)
				promise.keep(t, one, other)
			})
		})
	}
}

func load(t *testing.T, c permit.Copies, origin address.Origin) (permit.Copy, bool) {
	t.Helper()
	kept, ok, err := c.Load(t.Context(), origin)
	if err != nil {
		t.Fatalf("Load(%s): %v", origin, err)
	}
	return kept, ok
}

func save(t *testing.T, c permit.Copies, kept permit.Copy) {
	t.Helper()
	if err := c.Save(t.Context(), kept); err != nil {
		t.Fatalf("Save(%s): %v", kept.Origin, err)
	}
}

func loads(t *testing.T, c permit.Copies, want permit.Copy) {
	t.Helper()
	got, ok := load(t, c, want.Origin)
	if !ok {
		t.Fatalf("the copy of %s is not kept", want.Origin)
	}
	equal := cmp.Options{
		cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) }),
		cmp.Comparer(func(a, b []byte) bool { return string(a) == string(b) }),
	}
	if diff := cmp.Diff(want, got, equal); diff != "" {
		t.Errorf("the copy of %s: (-want +got)\n%s", want.Origin, diff)
	}
}

func robots(origin address.Origin) permit.Copy {
	now := time.Now()
	return permit.Copy{
		Origin: origin, Status: 200, Body: []byte("User-agent: *\r\nDisallow: /\xff\x00cart\n"),
		ETag: `W/"a,\"b"`, LastModified: "Mon, 30 Nov 2026 08:00:00 GMT",
		GoodAt: now.Add(-time.Minute), Expires: now.Add(time.Hour + 1),
	}
}

func noCopy(t *testing.T, one, _ permit.Copies) {
	if kept, ok := load(t, one, "https://shop.example"); ok || kept.Origin != "" {
		t.Errorf("Load gave %v, %v", kept, ok)
	}
}

func savedIsLoaded(t *testing.T, one, other permit.Copies) {
	full := robots("https://shop.example")
	empty := permit.Copy{Origin: "http://xn--bcher-kva.example:8080", Status: 404}
	large := robots("https://large.example")
	large.Body = make([]byte, 512<<10)
	for _, kept := range []permit.Copy{full, empty, large} {
		save(t, one, kept)
		loads(t, other, kept)
	}
}

func lastSaved(t *testing.T, one, other permit.Copies) {
	kept := robots("https://shop.example")
	save(t, one, kept)
	save(t, other, permit.Copy{Origin: kept.Origin, Status: 410, GoodAt: kept.GoodAt})
	loads(t, one, permit.Copy{Origin: kept.Origin, Status: 410, GoodAt: kept.GoodAt})
}

func originsDoNotTouch(t *testing.T, one, other permit.Copies) {
	secure, plain := robots("https://shop.example"), robots("http://shop.example")
	plain.Body, plain.ETag = []byte("User-agent: *\nAllow: /\n"), ""
	save(t, one, secure)
	save(t, other, plain)
	loads(t, one, secure)
	loads(t, one, plain)
}
