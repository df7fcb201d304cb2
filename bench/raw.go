package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// A server is the process that plays the sites.
type server struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	port    int
}

func startServer(p plan) (*server, error) {
	args := []string{"-sites", strconv.Itoa(p.sites), "-pages", strconv.Itoa(p.pages), "-uneven=" + strconv.FormatBool(p.uneven), "-quiet=" + strconv.FormatBool(p.quiet), "serve"}
	s := &server{command: exec.Command(os.Args[0], args...)}
	s.command.Stderr = os.Stderr
	var err error
	if s.in, err = s.command.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.out = bufio.NewReader(out)
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	line, err := s.out.ReadString('\n')
	if err != nil {
		return nil, err
	}
	s.port, err = strconv.Atoi(strings.TrimSpace(line))
	return s, err
}

// stop ends the server and gives what its sites saw.
func (s *server) stop() (string, error) {
	s.in.Close()
	log, err := io.ReadAll(s.out)
	if waiting := s.command.Wait(); err == nil {
		err = waiting
	}
	return string(log), err
}

// raw measures each contender in turn, rounds times, and prints the medians.
func raw(p plan, rounds int) error {
	p.quiet = true
	s, err := startServer(p)
	if err != nil {
		return err
	}
	defer s.stop()
	names := []string{"bare", "bare-links", "curtsy", "curtsy-kept", "colly"}
	cpu, memory := map[string][]float64{}, map[string][]float64{}
	for range rounds {
		for _, name := range names {
			c := exec.Command(os.Args[0], "-sites", strconv.Itoa(p.sites), "-pages", strconv.Itoa(p.pages), "-port", strconv.Itoa(s.port), name)
			c.Stderr = os.Stderr
			out, err := c.Output()
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			n, err := strconv.Atoi(strings.TrimSpace(string(out)))
			if err != nil || n < p.sites*p.pages {
				return fmt.Errorf("%s had %d of %d pages", name, n, p.sites*p.pages)
			}
			used := c.ProcessState.UserTime() + c.ProcessState.SystemTime()
			cpu[name] = append(cpu[name], used.Seconds()/float64(p.sites*p.pages)*1000)
			memory[name] = append(memory[name], float64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss)/1024)
		}
	}
	fmt.Printf("CPU seconds per 1,000 pages, %d sites of %d pages, %d rounds in turn\n\n", p.sites, p.pages, rounds)
	fmt.Println("| contender | median | least | most | x bare | x bare-links | peak MiB |\n|---|---|---|---|---|---|---|")
	for _, name := range names {
		fmt.Printf("| %s | %.2f | %.2f | %.2f | %.1f | %.1f | %.0f |\n", name, median(cpu[name]), slices.Min(cpu[name]), slices.Max(cpu[name]),
			median(cpu[name])/median(cpu["bare"]), median(cpu[name])/median(cpu["bare-links"]), median(memory[name]))
	}
	return nil
}

func median(list []float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
