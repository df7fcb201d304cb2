// Package curtsy maps, crawls and reads public sites, politely.
//
// Make a [Crawler] with [New], who you are and what you choose; then
// [Crawler.Fetch] one page, [Crawler.Map] a site's addresses, [Crawler.Crawl] it, or
// [Crawler.Batch] a list. A [Run] is ranged over page by page:
//
//	run := crawler.Crawl("https://shop.example/")
//	for p := range run.Pages(ctx) { ... }
//	if err := run.Err(); err != nil { ... }
//
// What holds whatever the options: one request in flight at a site, a rest counted
// from the end of each, robots.txt asked first and obeyed, Retry-After never
// shortened, the operator named in every request, and one line for every address.
// No option loosens these. With [Options.Home] they hold across processes.
//
// A context abandons: what is in flight is dropped and not written. A time budget
// stops starting: what is started finishes. A Crawler is safe for concurrent use; a
// Run is ranged over once, by one goroutine.
//
// This package is the one place that knows the order of the stages: address,
// permit, turn, response, reading. It reads no environment and writes no log;
// [Trace] says what happens.
package curtsy
