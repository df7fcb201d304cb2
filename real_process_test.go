//go:build real

package curtsy_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The real site: the reference of a language's library, as Debian packages it.
const (
	tree       = "/usr/share/doc/openjdk-17-jre-headless"
	forbidden  = "/api/java.xml/"
	realDelay  = 20 * time.Millisecond
	logClock   = 3 * time.Millisecond // nginx writes ends and durations to the millisecond, from a clock it reads once a turn
	kills      = 8
	pagesUnset = 1200
)

// A realSite is nginx serving the tree, with the log it keeps.
type realSite struct {
	url, log string
	listed   int // addresses its sitemaps list
}

// TestReal: what nginx's own log shows of a map, a crawl, and a crawl killed and resumed.
func TestReal(t *testing.T) {
	site := startNginx(t)
	curtsy := filepath.Join(t.TempDir(), "curtsy")
	build := exec.Command("go", "build", "-o", curtsy, "./cmd/curtsy")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	pages := pagesUnset
	if text := os.Getenv("CURTSY_REAL_PAGES"); text != "" {
		var err error
		if pages, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	home, dir := t.TempDir(), t.TempDir()
	common := []string{"--home", home, "--config", emptyConfig(t), "--quiet", "--delay", realDelay.String(), "--jitter", "0.1", "--agent", "ExampleBot/1.0 (+https://example.org/bot; bot@example.org)"}

	t.Run("map", func(t *testing.T) {
		out := run(t, curtsy, append([]string{"map", site.url, "--plain"}, common...))
		if n := bytes.Count(out, []byte("\n")); n != site.listed {
			t.Errorf("the map gives %d addresses; the sitemaps list %d", n, site.listed)
		}
	})
	crawl := func(out string, more ...string) []string {
		return append(append([]string{"crawl", site.url, "-o", out, "--max-pages", strconv.Itoa(pages), "--max-depth", "6"}, more...), common...)
	}
	whole, cut := filepath.Join(dir, "whole.jsonl"), filepath.Join(dir, "cut.jsonl")
	t.Run("crawl", func(t *testing.T) { run(t, curtsy, crawl(whole)) })
	before := len(readLog(t, site.log))
	t.Run("killed and resumed", func(t *testing.T) {
		r := rand.New(rand.NewPCG(1, 1))
		for i := range kills {
			var more []string
			if i > 0 {
				more = []string{"--resume"}
			}
			c := exec.Command(curtsy, crawl(cut, more...)...)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(300+r.IntN(2500)) * time.Millisecond)
			c.Process.Kill()
			c.Wait()
		}
		run(t, curtsy, crawl(cut, "--resume"))
		if want, got := timelessLines(t, whole), timelessLines(t, cut); !slices.Equal(want, got) {
			for i := range min(len(want), len(got)) {
				if want[i] != got[i] {
					t.Fatalf("line %d differs:\nuninterrupted %s\nresumed       %s", i, want[i], got[i])
				}
			}
			t.Errorf("%d lines uninterrupted, %d resumed", len(want), len(got))
		}
	})
	log := readLog(t, site.log)
	judgeReal(t, log)
	asked := map[string]int{}
	again := 0
	for _, entry := range log[before:] {
		if asked[entry.target]++; asked[entry.target] == 2 && strings.HasSuffix(entry.target, ".html") {
			again++
		}
	}
	if again > kills {
		t.Errorf("%d pages were asked again over %d kills: more than were in flight", again, kills)
	}
	t.Logf("%d requests; %d pages were in flight at one of %d kills and asked again", len(log), again, kills)
}

// judgeReal reads promises 1, 2 and 3 off nginx's log.
func judgeReal(t *testing.T, log []logged) {
	t.Helper()
	shortest := time.Hour
	for i, entry := range log {
		if strings.HasPrefix(entry.target, forbidden) {
			t.Errorf("%s was asked, which robots.txt disallows", entry.target)
		}
		if entry.agent != "ExampleBot/1.0 (+https://example.org/bot; bot@example.org) curtsy/0.1.0" {
			t.Errorf("%s came from %q", entry.target, entry.agent)
		}
		if i == 0 {
			if entry.target != "/robots.txt" {
				t.Errorf("the first request was for %s", entry.target)
			}
			continue
		}
		rest := entry.start.Sub(log[i-1].end)
		shortest = min(shortest, rest)
		if rest < realDelay-logClock {
			t.Errorf("%s was asked %v after the end of %s; the rest is %v", entry.target, rest, log[i-1].target, realDelay)
		}
	}
	t.Logf("shortest rest by nginx's log: %v over %d requests, owed %v (its clock reads to about %v)", shortest, len(log), realDelay, logClock)
}

// A logged is one line of nginx's log.
type logged struct {
	start, end    time.Time
	target, agent string
	status        int
}

func readLog(t *testing.T, path string) []logged {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var log []logged
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		parts := strings.SplitN(line, " ", 5)
		end, err1 := strconv.ParseFloat(parts[0], 64)
		took, err2 := strconv.ParseFloat(parts[1], 64)
		status, err3 := strconv.Atoi(parts[2])
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatalf("nginx's log has the line %q", line)
		}
		at := time.UnixMilli(int64(end*1000 + 0.5))
		log = append(log, logged{start: at.Add(-time.Duration(took*1000+0.5) * time.Millisecond), end: at, status: status, target: parts[3], agent: parts[4]})
	}
	return log
}

// startNginx serves the tree on a free port, with its own ETags, compression and log.
func startNginx(t *testing.T) *realSite {
	t.Helper()
	dir := t.TempDir()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	listener.Close()
	site := &realSite{url: fmt.Sprintf("http://127.0.0.1:%d/api/index.html", port), log: filepath.Join(dir, "access.log")}
	site.listed = writeSitemaps(t, dir, port)
	write(t, filepath.Join(dir, "nginx.conf"), fmt.Sprintf(`
daemon off; pid %[1]s/nginx.pid; error_log %[1]s/error.log; worker_processes 1; user root;
events {}
http {
	types { text/html html; text/css css; application/javascript js; application/xml xml; text/plain txt; }
	default_type application/octet-stream;
	log_format judge '$msec $request_time $status $request_uri $http_user_agent';
	access_log %[1]s/access.log judge;
	gzip on; gzip_types text/html application/xml; etag on; keepalive_timeout 30;
	client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
	server {
		listen 127.0.0.1:%[2]d; root %[3]s;
		location = /robots.txt { root %[1]s; }
		location /sitemaps/ { root %[1]s; }
	}
}`, dir, port, tree))
	nginx, err := exec.LookPath("nginx")
	if err != nil {
		nginx = "/usr/sbin/nginx"
	}
	c := exec.Command(nginx, "-c", filepath.Join(dir, "nginx.conf"), "-p", dir)
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Process.Signal(os.Interrupt); c.Wait() })
	for range 100 {
		if conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			conn.Close()
			return site
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Fatal("nginx does not answer")
	return nil
}

// writeSitemaps writes the site's robots.txt and an index of sitemaps of every page.
func writeSitemaps(t *testing.T, dir string, port int) (listed int) {
	t.Helper()
	var pages []string
	root, err := filepath.EvalSymlinks(filepath.Join(tree, "api"))
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".html") {
			relative, _ := filepath.Rel(root, path)
			pages = append(pages, "/api/"+relative)
		}
		return err
	})
	if err != nil || len(pages) < 5000 {
		t.Fatalf("the tree has %d pages: %v", len(pages), err)
	}
	base := fmt.Sprintf("http://127.0.0.1:%d", port)
	if err := os.Mkdir(filepath.Join(dir, "sitemaps"), 0o755); err != nil {
		t.Fatal(err)
	}
	index := `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`
	for i := 0; i*2000 < len(pages); i++ {
		var b strings.Builder
		b.WriteString(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
		for _, p := range pages[i*2000 : min((i+1)*2000, len(pages))] {
			b.WriteString("<url><loc>" + base + p + "</loc></url>\n")
		}
		write(t, filepath.Join(dir, "sitemaps", fmt.Sprintf("%d.xml", i)), b.String()+"</urlset>")
		index += fmt.Sprintf("<sitemap><loc>%s/sitemaps/%d.xml</loc></sitemap>", base, i)
	}
	write(t, filepath.Join(dir, "sitemaps", "index.xml"), index+"</sitemapindex>")
	write(t, filepath.Join(dir, "robots.txt"), fmt.Sprintf("User-agent: *\nDisallow: %s\nSitemap: %s/sitemaps/index.xml\n", forbidden, base))
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return len(pages)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func emptyConfig(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	write(t, path, "")
	return path
}

func run(t *testing.T, name string, args []string) []byte {
	t.Helper()
	c := exec.Command(name, args...)
	var out, talk bytes.Buffer
	c.Stdout, c.Stderr = &out, &talk
	if err := c.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(args[:2], " "), err, talk.String())
	}
	return out.Bytes()
}

// timelessLines are a file's lines without what may differ between runs that came to the same.
func timelessLines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !json.Valid(bytes.SplitN(text, []byte("\n"), 2)[0]) {
		t.Fatalf("%s does not begin with a header", path)
	}
	text = regexp.MustCompile(`"(started|asked_at)":"[^"]*"|"(seconds|waited)":[0-9.e-]+|,"retries":\[[^\]]*\]`).ReplaceAll(text, nil)
	return strings.Split(string(text), "\n")
}
