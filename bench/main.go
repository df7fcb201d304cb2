package main

import (
	"flag"
	"fmt"
	"os"
	"runtime/pprof"
)

func main() {
	sites := flag.Int("sites", 200, "sites")
	pages := flag.Int("pages", 20, "pages of each")
	rounds := flag.Int("rounds", 5, "times each is measured, in turn")

	port := flag.Int("port", 0, "the sites' port (children)")
	quiet := flag.Bool("quiet", false, "serve: keep no log")
	uneven := flag.Bool("uneven", false, "polite: 20 sites of 10 pages and 2 of 40")
	kind := flag.String("kind", "", "memory-of: the page")
	profile := flag.String("profile", "", "write a CPU profile of this process to a file")
	flag.Parse()
	if *profile != "" {
		file, err := os.Create(*profile)
		if err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		if err := pprof.StartCPUProfile(file); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		defer pprof.StopCPUProfile()
	}
	plan := plan{sites: *sites, pages: *pages, port: *port, uneven: *uneven, quiet: *quiet}
	var err error
	switch command := flag.Arg(0); command {
	case "raw":
		err = raw(plan, *rounds)
	case "polite":
		err = polite(plan)
	case "reading":
		err = reading(*rounds)
	case "memory":
		err = memory()
	case "memory-of":
		err = memoryOf(*kind)
	case "serve":
		err = serve(plan)
	default:
		run, ok := contenders()[command]
		if !ok {
			fmt.Fprintf(os.Stderr, "bench: no command %q\n", command)
			os.Exit(2)
		}
		var n int
		if n, err = run(plan); err == nil {
			fmt.Println(n)
		}
	}

	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}
