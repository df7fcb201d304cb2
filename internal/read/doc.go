// Package read reads links, records and rights out of hostile bytes.
//
// In: a [Document], which is a landed address, the answer's header and its decoded
// body; nothing else is needed, so that a page kept on disk is read the same way.
// Out: a [Reading]: what the page lets a crawl follow, what it declares and where
// each of it stood, and what it says of its use.
//
// One pass over the bytes gathers what most readers need; a [Reader] works from
// what was gathered, from the header, or from a tree that is built once and only
// when one asks. To add a reader: one file with its Reader, one line in readers.go.
//
// Where to look. The pass is gather.go, its places tracker.go, implied.go and place.go,
// what it leaves to the tree hints.go; charset.go and prescan.go make it UTF-8. A
// reader's files begin with its name: jsonld, microdata, rdfa, microformats, opengraph,
// hydration and so on. JSON is read in jsonparse.go and mended in jsonclean.go and
// jsonmend.go for every reader that meets it; spelling.go is JSON-LD's contexts;
// things.go bounds what trees give, metafields.go what metas give. Links are followed
// in links.go, robots words obeyed in robotswords.go, uses added up in rights.go and
// usage.go. What is not declared but guessed is asked for in beyond.go.
//
// Invariants: no page makes [Page] fail, and a reader that panics costs only what
// it would have found. Every list, text and depth has a bound, and what a bound cut
// is counted. Nothing named in a page is fetched, and no text of a page is run.
//
// Places are XPaths into the tree a browser builds, each step numbered but html,
// head and body; a place in JSON adds "#" and a JSON pointer (RFC 6901). They are
// exact for pages whose tags close in the order they open, with the end tags HTML
// lets one leave out. They may miss by a step behind misnested formatting (the
// adoption agency) or content that a browser moves out of a table; past 256 open
// elements, or 64 kinds of sibling, or on a page made to be slow, there is none ("").
//
// The package does not judge whether a page may be kept: it reports what the page
// says, and the caller decides. An answered error is not to be read at all.
package read
