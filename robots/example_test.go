package robots_test

import (
	"fmt"
	"time"

	"curtsy/robots"
)

func ExampleParse() {
	file := robots.Parse([]byte(`User-agent: *
Disallow: /

User-agent: curtsy
Crawl-delay: 2.5
Disalow: /cart     # means Disallow
Allow: /cart/help

Sitemap: https://shop.example/sitemap.xml
`))
	for _, target := range []string{"/", "/cart/1?step=pay", "/cart/help"} {
		v := file.Judge("curtsy", target)
		fmt.Printf("%s: allowed %t, line %d %q, group %q\n", target, v.Allowed, v.Line, v.Rule, v.Group)
	}
	delay, _ := file.Delay("curtsy")
	fmt.Println("every", delay.Every, "by line", delay.Line)
	for _, entry := range file.Sitemaps() {
		fmt.Println("sitemap", entry.Value)
	}
	for _, note := range file.Notes() {
		fmt.Println(note)
	}
	// Output:
	// /: allowed true, line 0 "", group "curtsy"
	// /cart/1?step=pay: allowed false, line 6 "Disalow: /cart", group "curtsy"
	// /cart/help: allowed true, line 7 "Allow: /cart/help", group "curtsy"
	// every 2.5s by line 5
	// sitemap https://shop.example/sitemap.xml
	// line 6: misspelling: "Disalow: /cart"
}

func ExampleFile_Delay() {
	file := robots.Parse([]byte("User-agent: *\nCrawl-delay: 10\nDisallow: /tmp\n\nUser-agent: curtsy\nDisallow: /cart\n"))
	delay, found := file.Delay("curtsy")
	fmt.Println(delay.Every, found, "named:", delay.Own)
	// Output: 10s true named: false
}

func ExampleFile_Hours() {
	file := robots.Parse([]byte("User-agent: *\nVisit-time: 2200-0500\n"))
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	for _, window := range file.Hours("curtsy") {
		fmt.Println(window.From, window.Until, window.Contains(now), window.Next(now).Format(time.RFC3339))
	}
	// Output: 22h0m0s 5h0m0s false 2026-03-01T22:00:00Z
}
