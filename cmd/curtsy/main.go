// Command curtsy is a polite web crawler.
package main

import (
	"os"

	"curtsy/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Getenv))
}
