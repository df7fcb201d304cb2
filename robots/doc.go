// Package robots parses robots.txt by RFC 9309 and says which line allows or disallows a path.
//
// In: the octets of one robots.txt as they were fetched, decompressed. Out: a
// [File], which judges paths ([File.Judge]), says how often and when its site wants
// to be asked ([File.Delay], [File.Hours]), and keeps what else the site wrote down
// ([File.Sitemaps], [File.Rights], [File.Notes]).
//
// Invariants:
//   - Parse never fails: a line that cannot be read costs that line and a note.
//   - Every verdict but a default one names the line that gave it.
//   - A judgement costs time linear in the target for each rule that could match it,
//     whatever the pattern; plain prefixes are found by bisection.
//   - A group that names a token replaces the groups of "*" in what may be asked, even
//     when it holds no rule. Only Crawl-delay, Request-rate and Visit-time are borrowed
//     from "*" by a group that has none of them.
//   - Where the standard is silent the stricter reading is taken: fewer requests, later.
//
// The package fetches nothing, reads no clock and decides nothing about a robots.txt
// that could not be had: what an absent, refused or broken answer means is the
// caller's to say. It records statements of rights and enforces none of them.
//
// A File does not change once parsed and is safe for concurrent use.
package robots
