package read

import (
	"bytes"
	"testing"

	"golang.org/x/net/html"
)

func BenchmarkRawTok(b *testing.B) {
	doc := shopPage()
	b.SetBytes(int64(len(doc.Body)))
	b.ReportAllocs()
	for b.Loop() {
		z := html.NewTokenizer(bytes.NewReader(doc.Body))
		for z.Next() != html.ErrorToken {
		}
	}
}
