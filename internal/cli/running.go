package cli

import (
	"context"
	"errors"
	"io"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"curtsy"
	"curtsy/page"
)

// runFlags are the flags of a run over many pages.
var runFlags = append([]string{
	"out", "resume", "keep-failed", "format", "plain", "quiet", "order", "jobs", "time-budget", "max-bytes", "respect",
	"visible", "induce", "hydration",
}, askingFlags...)

// agree refuses flags of a run that disagree.
func (s *settings) agree(cmd *cobra.Command) error {
	if err := errors.Join(alone(cmd, "resume", "out"), alone(cmd, "keep-failed", "resume")); err != nil {
		return err
	}
	if err := together(cmd, [2]string{"plain", "format"}, [2]string{"plain", "out"}); err != nil {
		return err
	}
	if bool(s.resume) && s.format.value == "csv" {
		return mistakef("crawl as JSON Lines, and make the table after", "--resume and --format csv disagree: a table holds no links to go on from")
	}
	return nil
}

// run ranges over a run, writes what it gives and says what it came to.
func (s *streams) run(set *settings, most int, begin func(*curtsy.Crawler) *curtsy.Run) error {
	ctx, restore := untilStopped()
	defer restore()
	sink, err := s.sink(set)
	if err != nil {
		return err
	}
	// On a terminal the lines themselves show how far the run is; a bar between
	// them would smear both.
	shown := set.out == "" && terminal(s.out)
	watch := s.watch(bool(set.quiet) || shown, most)
	defer watch.close()
	crawler, err := s.crawler(set, set.state(), watch.trace())
	if err != nil {
		return errors.Join(err, sink.Close())
	}
	started := time.Now()
	run := begin(crawler)
	nameless, writing := pages(ctx, run, watch, sink)
	err = errors.Join(writing, sink.Close(), run.Err(), crawler.Close())
	watch.close()
	if report := run.Report(); !bool(set.quiet) && (report.Pages+len(report.Sites) > 0 || report.Stopped == curtsy.StopTimeBudget) {
		s.summarise(report, time.Since(started))
	}
	if nameless {
		s.hint("curtsy init --contact bot@example.org --page https://example.org/bot")
	}
	return verdict(ctx, run.Report(), err)
}

// pages writes each page of the run. It says whether one was refused for want
// of an identity, and gives the first error of writing, which ends the run.
func pages(ctx context.Context, run *curtsy.Run, watch *progress, sink curtsy.Sink) (nameless bool, err error) {
	for p := range run.Pages(ctx) {
		nameless = nameless || errors.Is(p.Err, page.NoIdentity)
		if err := sink.Write(p); err != nil {
			return nameless, err
		}
		watch.page(p)
	}
	return nameless, nil
}

// verdict is the exit code of a run that came to report and ended with err.
func verdict(ctx context.Context, report curtsy.Report, err error) error {
	switch {
	case ctx.Err() != nil && (err == nil || errors.Is(err, context.Canceled)):
		return exitCode(exitInterrupted)
	case err != nil && !errors.Is(err, syscall.EPIPE):
		return startError(err)
	case report.Useful > 0:
		return nil
	case report.OK > 0:
		return exitCode(exitNothing)
	default:
		return exitCode(exitNotStarted)
	}
}

// state is the file the run keeps its state in: what -o names, unless it is a
// table.
func (s *settings) state() string {
	if s.format.value == "csv" {
		return ""
	}
	return string(s.out)
}

// sink is where a run's pages go besides its state.
func (s *streams) sink(set *settings) (curtsy.Sink, error) {
	switch {
	case bool(set.plain):
		return plainSink{s.out}, nil
	case set.format.value == "csv":
		return s.csvSink(string(set.out))
	case set.out != "":
		return nowhere{}, nil // the state file is the output
	default:
		return lineSink{s.out}, nil
	}
}

// A lineSink writes each page's line.
type lineSink struct{ out io.Writer }

func (l lineSink) Write(p *page.Page) error {
	line, err := p.Line()
	if err != nil {
		return err
	}
	_, err = l.out.Write(line)
	return err
}

func (lineSink) Close() error { return nil }

// A plainSink writes the addresses of the pages that could be read.
type plainSink struct{ out io.Writer }

func (l plainSink) Write(p *page.Page) error {
	if !p.OK {
		return nil
	}
	_, err := io.WriteString(l.out, p.URL+"\n")
	return err
}

func (plainSink) Close() error { return nil }

// nowhere is the sink of a run whose state is all its output.
type nowhere struct{}

func (nowhere) Write(*page.Page) error { return nil }
func (nowhere) Close() error           { return nil }
