package curtsy

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// packages is who may import whom of ours, and the sentence each doc.go begins with. A
// new arrow is a decision: please do not add one to make a build pass.
var packages = []struct {
	path, sentence string
	imports        []string
}{
	{"address", "writes each address one way and names its origin and site.", nil},
	{"robots", "parses robots.txt by RFC 9309 and says which line allows or disallows a path.", nil},
	{"page", "says what one visit came to: status, links, records, or the error and its code.", nil},
	{"internal/identity", "says who we are in the words of one request: User-Agent and From.", nil},
	{"internal/permit", "keeps each origin's robots.txt a day at most and issues permits from it.", []string{"address", "page", "robots"}},
	{"internal/hours", "says when the operator lets sites be asked.", nil},
	{"internal/challenge", "recognises the pages with which a site asks a visitor to prove that it is no machine.", nil},
	{"internal/traps", "knows the addresses a polite crawl does not follow, and sees when a space of them has no end.", []string{"address"}},
	{"internal/gate", "lends each site one turn at a time and never sooner than it is owed.", []string{"address", "page"}},
	{"internal/fetch", "makes one bounded, conditional, guarded HTTP request for one turn.", []string{"address", "page", "internal/gate", "internal/challenge"}},
	{"internal/visit", "brings one address to an answer: hops, rungs, retries, each with its own turn.", []string{"address", "page", "robots", "internal/permit", "internal/gate", "internal/fetch"}},
	{"internal/tree", "builds a page's tree and says where in it an element stands.", nil},
	{"internal/normal", "writes dates, amounts, currencies and article numbers in their standard forms, where their meaning is beyond doubt.", nil},
	{"internal/summary", "answers the fixed questions about a page from what its readers found.", []string{"page", "internal/normal"}},
	{"internal/induce", "makes records of what a page repeats: lists, cards and tables.", []string{"page", "internal/tree"}},
	{"internal/visible", "guesses what a page's own text says of its title, author, dates and price.", []string{"page", "internal/normal", "internal/tree"}},
	{"internal/maintext", "writes a page's main text, or all of it, as Markdown.", []string{"address", "internal/tree"}},
	{"internal/pick", "gives the values that a CSS selector finds in a page, each with its place.", []string{"internal/tree"}},
	{"internal/read", "reads links, records and rights out of hostile bytes.", []string{"address", "page", "internal/tree", "internal/summary", "internal/induce", "internal/visible"}},
	{"internal/sitemap", "reads sitemaps, streamed, out of hostile bytes.", []string{"address"}},
	{"internal/frontier", "numbers what is admitted and says what is next, in an order decided, not raced.", []string{"address", "page"}},
	{"internal/write", "puts pages down: JSON Lines, which is also the state, and CSV.", []string{"page"}},
	{"internal/store", "keeps what must outlive a process in one home directory: who was asked when, what each site asked for, and robots.txt copies.", []string{"address", "internal/gate", "internal/permit"}},
	{"internal/conform", "holds the suites that every implementation of a seam must pass.", []string{"address", "page", "internal/gate", "internal/permit", "internal/frontier", "internal/write"}},
	{"internal/simweb", "plays sites in memory or on loopback and keeps each one's access log, the judge in every test.", nil},
	{"internal/proofs", "shows the promises with real processes, real sockets and the sites' own logs.", []string{"internal/simweb"}},
	{"internal/cli", "has one function per command: arguments and streams in, exit code out.", []string{"", "address", "page", "robots", "internal/identity", "internal/hours", "internal/simweb", "internal/write"}},
	{"cmd/curtsy", "", []string{"internal/cli"}},
	{"", "maps, crawls and reads public sites, politely.", []string{
		"address", "page", "robots", "internal/identity", "internal/permit", "internal/gate", "internal/fetch", "internal/visit",
		"internal/read", "internal/sitemap", "internal/frontier", "internal/traps", "internal/write", "internal/store", "internal/hours",
		"internal/maintext", "internal/pick", "internal/tree", "internal/summary",
	}},
}

// TestLayers: the packages import what the table lets them, and no other.
func TestLayers(t *testing.T) {
	command := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	listed := map[string][]string{}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		listed[ours(p.ImportPath)] = p.Imports
	}
	for _, row := range packages {
		imports, ok := listed[row.path]
		if !ok {
			t.Errorf("the table names %q, which does not exist", row.path)
		}
		delete(listed, row.path)
		for _, path := range imports {
			if path != "curtsy" && !strings.HasPrefix(path, "curtsy/") {
				continue
			}
			if !slices.Contains(row.imports, ours(path)) {
				t.Errorf("%q imports %q: data flows down, and only the root package knows the order of the stages", row.path, ours(path))
			}
		}
	}
	for path := range listed {
		t.Errorf("package %q has no row in the table", path)
	}
}

func ours(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, "curtsy"), "/") }

// TestSentences: each doc.go begins with its row's sentence, and is short.
func TestSentences(t *testing.T) {
	for _, row := range packages {
		if row.sentence == "" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(row.path, "doc.go"))
		if err != nil {
			t.Error(err)
			continue
		}
		name := filepath.Base(row.path)
		if row.path == "" {
			name = "curtsy"
		}
		comment, _, _ := strings.Cut(string(text), "\npackage ")
		flat := strings.Join(strings.Fields(strings.ReplaceAll(comment, "//", " ")), " ")
		if want := "Package " + name + " " + row.sentence; !strings.HasPrefix(flat, want) {
			t.Errorf("%s/doc.go does not begin with %q", row.path, want)
		}
		if n := strings.Count(comment, "\n"); n > 40 {
			t.Errorf("%s/doc.go has %d lines; what a package is fits in 40", row.path, n)
		}
	}
}

// goFiles gives every Go file of the module.
func goFiles(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "bench" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != ".") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(path, ".go") {
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// allowedState names the package variables there may be, beside errors, tables and
// compiled patterns: each with its reason.
var allowedState = map[string]string{
	"crawler.go: process":            "the site sees one process, however many Crawlers it holds",
	"internal/identity/version.go: ": "the version may be set by the linker",
}

// TestNoPackageState: no package-level variable is ever assigned to or sent through, no
// init function runs, and nobody uses the default client.
func TestNoPackageState(t *testing.T) {
	for _, file := range goFiles(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		globals := map[string]bool{}
		for _, declaration := range tree.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				if d.Name.Name == "init" && d.Recv == nil {
					t.Errorf("%s: init: what runs by itself has no owner", file)
				}
			case *ast.GenDecl:
				if d.Tok != token.VAR {
					continue
				}
				for _, spec := range d.Specs {
					for _, name := range spec.(*ast.ValueSpec).Names {
						globals[name.Name] = true
					}
				}
			}
		}
		ast.Inspect(tree, func(node ast.Node) bool {
			switch n := node.(type) {
			case *ast.AssignStmt:
				for _, left := range n.Lhs {
					name := base(left)
					if n.Tok == token.ASSIGN && name != nil && globals[name.Name] && name.Obj != nil && name.Obj.Kind == ast.Var && isGlobal(tree, name) {
						if _, ok := allowedState[file+": "+name.Name]; !ok {
							t.Errorf("%s: %s is package state", set.Position(n.Pos()), name.Name)
						}
					}
				}
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && x.Name == "http" && strings.HasPrefix(n.Sel.Name, "Default") {
					t.Errorf("%s: http.%s: every connection has one owner", set.Position(n.Pos()), n.Sel.Name)
				}
			}
			return true
		})
	}
}

func base(e ast.Expr) *ast.Ident {
	for {
		switch x := e.(type) {
		case *ast.Ident:
			return x
		case *ast.IndexExpr:
			e = x.X
		case *ast.SelectorExpr:
			e = x.X
		case *ast.StarExpr:
			e = x.X
		default:
			return nil
		}
	}
}

func isGlobal(tree *ast.File, name *ast.Ident) bool {
	return tree.Scope != nil && tree.Scope.Lookup(name.Name) == name.Obj
}

// TestSizes: a file can be read in one sitting, a function does one thing.
func TestSizes(t *testing.T) {
	const mostLines, mostOfAFunction = 500, 70
	for _, file := range goFiles(t) {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		test := strings.HasSuffix(file, "_test.go")
		if lines := set.File(tree.Pos()).LineCount(); lines > mostLines && !test {
			t.Errorf("%s has %d lines; a file is one topic, read in one sitting", file, lines)
		}
		for _, declaration := range tree.Decls {
			f, ok := declaration.(*ast.FuncDecl)
			if !ok || test {
				continue
			}
			if lines := set.Position(f.End()).Line - set.Position(f.Pos()).Line; lines > mostOfAFunction {
				t.Errorf("%s: %s has %d lines; a function does one thing", set.Position(f.Pos()), f.Name.Name, lines)
			}
		}
	}
}

// TestComments: comments say why, not when, and nothing is left to do.
func TestComments(t *testing.T) {
	left := regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b|\b(formerly|renamed from|used to be called)\b|[a-z_]+\.go:[0-9]+`)
	for _, file := range goFiles(t) {
		if file == "house_test.go" {
			continue
		}
		text, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(text)
		lines.Buffer(nil, 1<<20)
		for n := 1; lines.Scan(); n++ {
			if at := strings.Index(lines.Text(), "//"); at >= 0 && left.MatchString(lines.Text()[at:]) {
				t.Errorf("%s, line %d: %s", file, n, strings.TrimSpace(lines.Text()))
			}
		}
		text.Close()
	}
}

// TestNoSleepOutsideBubbles: tests of waiting run in virtual time; only tests of real
// processes wait for real.
func TestNoSleepOutsideBubbles(t *testing.T) {
	for _, file := range goFiles(t) {
		if !strings.HasSuffix(file, "_test.go") || file == "house_test.go" {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("time.Sleep(")) && !bytes.Contains(text, []byte("testing/synctest")) && !strings.Contains(file, "process") {
			t.Errorf("%s sleeps, and has no bubble; a test of real processes says so in its file's name", file)
		}
	}
}

// TestWords: names and flags use the glossary's words.
func TestWords(t *testing.T) {
	avoided := regexp.MustCompile(`(?i)(manager|handler|processor|whitelist|blacklist|spider|scrape|stealth|throttle|util)$`)
	for _, file := range goFiles(t) {
		set := token.NewFileSet()
		tree, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range tree.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				if avoided.MatchString(d.Name.Name) {
					t.Errorf("%s: %s: see docs/glossary.md", set.Position(d.Pos()), d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if s, ok := spec.(*ast.TypeSpec); ok && avoided.MatchString(s.Name.Name) {
						t.Errorf("%s: %s: see docs/glossary.md", set.Position(s.Pos()), s.Name.Name)
					}
				}
			}
		}
	}
}

// TestPlacesExist: every path ARCHITECTURE.md and the decision records name exists.
func TestPlacesExist(t *testing.T) {
	places := regexp.MustCompile("`((?:[a-z]+/)*[a-z_]+(?:\\.go|/))`")
	files, _ := filepath.Glob("docs/*.md")
	for _, file := range append(files, "ARCHITECTURE.md") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range places.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(match[1]); err != nil {
				t.Errorf("%s names %s, which does not exist", file, match[1])
			}
		}
	}
}
