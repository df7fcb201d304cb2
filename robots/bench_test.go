package robots

import (
	"fmt"
	"strings"
	"testing"
)

// written gives a file of n rules by a format that takes a number.
func written(n int, format string) []byte {
	var b strings.Builder
	b.WriteString("User-agent: *\n")
	for i := range n {
		fmt.Fprintf(&b, format+"\n", i*7919%n)
	}
	return []byte(b.String())
}

const target = "/shop/item/10007/size/m?colour=red&page=2"

func BenchmarkJudge(b *testing.B) {
	for _, shape := range []struct{ name, format string }{
		{"plain", "Disallow: /shop/item/%d"},
		{"exact", "Disallow: /shop/item/%d$"},
		{"wild behind a number", "Disallow: /shop/item/%d/*/x"},
		{"wild before a number", "Disallow: /*?sid=%d"},
	} {
		for _, n := range []int{10, 1000, 20000} {
			b.Run(fmt.Sprintf("%s/rules=%d", shape.name, n), func(b *testing.B) {
				f := Parse(written(n, shape.format))
				f.Judge("curtsy", target)
				b.ReportAllocs()
				for b.Loop() {
					f.Judge("curtsy", target)
				}
			})
		}
	}
}

func BenchmarkParse(b *testing.B) {
	for _, n := range []int{10, 1000, 20000} {
		body := written(n, "Disallow: /shop/item/%d")
		b.Run(fmt.Sprintf("rules=%d", n), func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				Parse(body)
			}
		})
		b.Run(fmt.Sprintf("and judge once/rules=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Parse(body).Judge("curtsy", target)
			}
		})
	}
}

// BenchmarkJudgeHostile is the most that a file within the bound was found to cost.
func BenchmarkJudgeHostile(b *testing.B) {
	long := "/" + strings.Repeat("a", 8000)
	var many strings.Builder
	many.WriteString("User-agent: *\n")
	for i := 0; many.Len() < Bound-100; i++ {
		fmt.Fprintf(&many, "Allow: *aab%d\n", i)
	}
	for name, body := range map[string]string{
		"many short":   many.String(),
		"few long":     "User-agent: *\n" + strings.Repeat("Allow: /"+strings.Repeat("*a", 8000)+"*b\n", 31),
		"nested plain": "User-agent: *\n" + nested(),
	} {
		b.Run(name, func(b *testing.B) {
			f := Parse([]byte(body))
			f.Judge("curtsy", long)
			for b.Loop() {
				f.Judge("curtsy", long)
			}
		})
	}
}

func nested() string {
	var b strings.Builder
	for n := 1; b.Len() < Bound-2000; n++ {
		b.WriteString("Allow: /" + strings.Repeat("a", n) + "b\nAllow: /" + strings.Repeat("a", n) + "\n")
	}
	return b.String()
}
