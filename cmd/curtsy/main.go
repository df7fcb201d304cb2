// Command curtsy is a polite web crawler.
package main

import (
	"io"
	"log"
	"os"

	"curtsy/internal/cli"
)

func main() {
	log.SetOutput(io.Discard) // net/http remarks there on what sites send; curtsy speaks through cli alone
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}
