package main

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"curtsy"
)

// pageSize is the most that is read of one answer.
const pageSize = 16 << 20

// kinds are the pages whose reading may cost memory: what comes before, what is
// repeated with # for its number, and what comes after.
func kinds() []kind {
	const head = "<!doctype html><html lang=en><head><title>Large</title></head><body>"
	return []kind{
		{"text", head + "<p>", "Sentence # says little, but it is as long as sentences are. ", ""},
		{"paragraphs", head, "<p>Sentence # says little, but it is as long as sentences are.</p>\n", ""},
		{"links", head, "<a href=\"/p/#\">Link #</a>\n", ""},
		{"nested boxes", head, "<div>", ""},
		{"empty elements", head, "<b></b>", ""},
		{"attributes", head + "<p ", "a# ", ">"},
		{"metas", head, "<meta name=n# content=c#>", ""},
		{"one JSON-LD script", head + `<script type="application/ld+json">[`, `{"@type":"Product","name":"Thing #","offers":{"price":"#"}},`, "{}]</script>"},
		{"JSON-LD scripts", head, `<script type="application/ld+json">{"@type":"Product","name":"Thing #","offers":{"price":"#"}}</script>`, ""},
		{"state of a script", head + `<script id="__NEXT_DATA__" type="application/json">{"props":[`, `{"name":"Thing #","price":#},`, "{}]}</script>"},
		{"microdata", head, `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Thing #</b><i itemprop="sku">#</i></div>`, ""},
		{"RDFa", head, `<div vocab="https://schema.org/" typeof="Product"><b property="name">Thing #</b></div>`, ""},
		{"microformats", head, `<div class="h-entry"><b class="p-name">Thing #</b></div>`, ""},
		{"tables", head, "<table><tr><th>Name<th>Price<tr><td>Thing #<td>#<tr><td>Thing #<td>#</table>", ""},
		{"one table", head + "<table><tr><th>Name<th>Price", "<tr><td>Thing #<td>#", "</table>"},
		{"cells of an octet", head + "<table><tr>", "<td>x", "</table>"},
		{"items of an octet", head, "<li>x", ""},
		{"cards", head, `<div class="card"><a href="/p/#"><img src="/i/#.jpg"><h3>Thing #</h3></a><span class="price">#</span></div>`, ""},
	}
}

type kind struct{ name, before, again, after string }

// page writes the page into one piece of memory made beforehand, so that making it
// leaves no peak.
func (k kind) page() []byte {
	text := append(make([]byte, 0, pageSize), k.before...)
	for n := int64(0); ; n++ {
		from := len(text)
		if from+len(k.again)+100+len(k.after) > pageSize {
			return append(text, k.after...)
		}
		for i := range len(k.again) {
			if k.again[i] == '#' {
				text = strconv.AppendInt(text, n, 10)
			} else {
				text = append(text, k.again[i])
			}
		}
	}
}

// memory reads a page of each kind, each in a process of its own, and prints what its
// memory grew by at most.
func memory() error {
	fmt.Printf("Reading one page of %d MiB: the most memory beyond the page itself, resident, each kind in a process of its own\n\n", pageSize>>20)
	fmt.Println("| page | peak MiB | x the page | seconds | records | links | left out |\n|---|---|---|---|---|---|---|")
	for _, k := range kinds() {
		child := exec.Command(os.Args[0], "-kind", k.name, "memory-of")
		child.Stderr = os.Stderr
		out, err := child.Output()
		if err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		fmt.Print(string(out))
	}
	return nil
}

// memoryOf is one line of it.
func memoryOf(name string) error {
	for _, k := range kinds() {
		if k.name != name {
			continue
		}
		text := k.page()
		debug.FreeOSMemory()
		before, err := peakKiB()
		if err != nil {
			return err
		}
		started := time.Now()
		d, err := curtsy.ReadDocument(text, readAt, http.Header{"Content-Type": {"text/html; charset=utf-8"}},
			&curtsy.Options{Visible: true, Induce: true, Hydration: true})
		if err != nil {
			return err
		}
		p := d.Page
		took := time.Since(started)
		after, err := peakKiB()
		if err != nil {
			return err
		}
		grown := float64(after-before) / 1024
		fmt.Printf("| %s | %.0f | %.1f | %.2f | %d | %d | %v |\n", k.name, grown, grown/(pageSize>>20), took.Seconds(), len(p.Records), len(p.Links), p.LeftOut)
		return nil
	}
	return fmt.Errorf("there is no page %q", name)
}

// peakKiB is the most memory this process has had resident.
func peakKiB() (int, error) {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			return strconv.Atoi(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(value), "kB")))
		}
	}
	return 0, fmt.Errorf("/proc/self/status has no VmHWM")
}
