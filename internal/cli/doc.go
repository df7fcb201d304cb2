// Package cli has one function per command: arguments and streams in, exit code out.
//
// In: the arguments, the three streams and a function that reads the
// environment. Out: data on the output stream, talk on the error stream, each
// line of it beginning "curtsy: ", and an exit code: 0 a page gave something, 1
// pages were read and none did, 2 none could be read or the command could not
// start, 130 interrupted with everything written intact.
//
// Every flag stands once, in flags.go, with its key in the configuration file
// and its name in the environment; a command lists the ones it takes, and any
// other is refused by name. The list of commands is commands.go.
//
// Invariants: a flag wins over the environment, the environment over the file,
// the file over the default. A secret (a header, a cookie, a proxy's password)
// is never written to a stream. What comes from a page is made safe before it
// reaches a terminal.
//
// Only this package reads the environment. It makes no request: the crawler is
// reached through the root package. Only cmd/curtsy calls it.
package cli
