package cli

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"curtsy"
	"curtsy/address"
	"curtsy/page"
)

// maxSource bounds a page read from a file, in bytes: as one that is asked for.
const maxSource = 16 << 20

// sourceFlags are the flags of the commands that read single pages.
func sourceFlags() []string {
	return append([]string{"url", "out", "respect", "quiet", "time-budget"}, askingFlags...)
}

// A reader opens the sources of one command: addresses, files and stdin. All the
// addresses are asked through one crawler, each at its turn.
type sourceReader struct {
	*streams
	set     *settings
	ctx     context.Context
	restore func()
	watch   *progress
	crawler *curtsy.Crawler // nil when no source is an address
}

func isAddress(source string) bool {
	lower := strings.ToLower(source)
	return strings.HasPrefix(lower, "http:") || strings.HasPrefix(lower, "https:")
}

// reading makes ready to open sources, and refuses what makes no sense before anybody
// is asked. The caller closes the reader.
func (s *streams) reading(cmd *cobra.Command, set *settings, sources ...string) (*sourceReader, error) {
	var asked []string
	for _, source := range sources {
		if isAddress(source) {
			asked = append(asked, source)
		}
	}
	if len(asked) == 0 {
		for _, name := range append([]string{"respect", "time-budget"}, askingFlags...) {
			if cmd.Flags().Changed(name) {
				return nil, mistakef("leave it out", "--%s means nothing for a file: no site is asked", name)
			}
		}
	}
	if len(asked) == len(sources) && cmd.Flags().Changed("url") {
		return nil, mistakef("leave it out", "--url means nothing for an address: it says where it stands")
	}
	for _, source := range sources {
		if isAddress(source) {
			continue
		}
		if err := set.checkFile(cmd, source); err != nil {
			return nil, err
		}
	}
	r := &sourceReader{streams: s, set: set, restore: func() {}}
	if len(asked) == 0 {
		r.ctx = context.Background()
		return r, nil
	}
	if err := goodStarts(asked); err != nil {
		return nil, err
	}
	if err := set.settle(cmd, s); err != nil {
		return nil, err
	}
	if err := set.introduce(asked...); err != nil {
		return nil, err
	}
	r.ctx, r.restore = untilStopped()
	r.watch = s.watch(bool(set.quiet), len(asked))
	crawler, err := s.crawler(set, "", r.watch.trace())
	if err != nil {
		r.watch.close()
		r.restore()
		return nil, err
	}
	r.crawler = crawler
	return r, nil
}

// firstExample is a whole command line that would be taken.
func firstExample(cmd *cobra.Command) string {
	line, _, _ := strings.Cut(strings.TrimSpace(cmd.Example), "\n")
	return line
}

// checkFile refuses what is no file, or one whose links would stand nowhere.
func (s *settings) checkFile(cmd *cobra.Command, source string) error {
	about, err := os.Stat(source)
	switch {
	case source == "-":
	case err != nil:
		return mistakef(firstExample(cmd), "%s: %v; an address begins with https:// or http://", clean(source), plainPathError(err))
	case about.IsDir():
		return mistakef(firstExample(cmd), "%s is a directory; %s reads single pages", clean(source), cmd.Name())
	}
	if s.url == "" {
		return mistakef("--url https://shop.example/p/1", "--url is missing: a file does not say which address its links stand on")
	}
	if _, err := address.Parse(string(s.url)); err != nil {
		return badValue("--url", "url", string(s.url), errors.New("is no address: "+reasonOf(err)))
	}
	return nil
}

// open reads one source. What was read is told; a page that failed is not: the caller
// ends with its error, which would be said twice.
func (r *sourceReader) open(source string) (*curtsy.Document, error) {
	if !isAddress(source) {
		return r.openFile(source)
	}
	d, err := r.crawler.FetchDocument(r.ctx, source)
	switch {
	case r.ctx.Err() != nil:
		return nil, exitCode(exitInterrupted)
	case err != nil:
		return nil, startError(err)
	}
	if d.Page.Err == nil {
		r.tell(d.Page)
	}
	return d, nil
}

// tell says on the error stream what became of a page, asked for or at hand.
func (r *sourceReader) tell(p *page.Page) {
	switch {
	case r.watch != nil:
		r.watch.page(p)
	case !bool(r.set.quiet):
		r.say("%s", pageLine(p))
	}
}

func (r *sourceReader) openFile(source string) (*curtsy.Document, error) {
	body, err := r.readInput(source, maxSource+1)
	if err != nil {
		return nil, err
	}
	if len(body) > maxSource {
		return nil, mistakef("", "%s: it is over the bound of 16 MiB", clean(source))
	}
	return curtsy.ReadDocument(body, string(r.set.url), http.Header{}, r.set.more())
}

// more are the options that say what is read of a page beyond what always is.
func (s *settings) more() *curtsy.Options {
	return &curtsy.Options{Visible: bool(s.visible), Induce: bool(s.induce), Hydration: bool(s.hydration)}
}

// close ends the bar, the crawler and the hold on the signals.
func (r *sourceReader) close() error {
	if r.watch != nil {
		r.watch.close()
	}
	r.restore()
	if r.crawler != nil {
		return r.crawler.Close()
	}
	return nil
}

// readOut opens what a command reads from and where it writes, takes what it wants of
// its sources, ends the reading, and only then writes: a bar and a text do not meet on
// a terminal.
func readOut[T any](s *streams, cmd *cobra.Command, set *settings, sources []string, take func(*sourceReader) (T, error), write func(io.Writer, T) error) (taken T, err error) {
	r, err := s.reading(cmd, set, sources...)
	if err != nil {
		return taken, err
	}
	out, err := s.output(string(set.out))
	if err != nil {
		return taken, errors.Join(err, r.close())
	}
	taken, err = take(r)
	if closing := r.close(); err == nil {
		err = closing
	}
	if err == nil {
		err = write(out, taken)
	}
	return taken, errors.Join(err, out.Close())
}
