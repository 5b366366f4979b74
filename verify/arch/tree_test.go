package arch

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"go/version"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// rootModule is the import path of the root; nested modules extend it.
const rootModule = "github.com/skua-go/skua"

// A source is one parsed Go file, by its slash-separated path from the root.
type source struct {
	path string
	test bool
	ast  *ast.File
}

func (s *source) dir() string { return path.Dir(s.path) }

// imports returns the import paths of s, unquoted.
func (s *source) imports() []string {
	var out []string
	for _, spec := range s.ast.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		out = append(out, p)
	}
	return out
}

// A tree is a repository, read once.
type tree struct {
	fsys  fs.FS
	fset  *token.FileSet
	files []*source            // every Go file, whatever its build constraint
	dirs  map[string][]*source // by directory
	texts map[string]string    // every *.md, go.mod, go.work and the Makefile
}

// line renders a position as path:line.
func (t *tree) line(pos token.Pos) string {
	p := t.fset.Position(pos)
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// production returns the files that are not tests.
func (t *tree) production() []*source {
	return slices.DeleteFunc(slices.Clone(t.files), func(s *source) bool { return s.test })
}

// isText says which files besides Go sources the rules read.
func isText(name string) bool {
	switch path.Base(name) {
	case "go.mod", "go.work", "Makefile":
		return true
	}
	return strings.HasSuffix(name, ".md")
}

// readTree parses everything under fsys except what the go command ignores too.
func readTree(fsys fs.FS) (*tree, error) {
	t := &tree{fsys: fsys, fset: token.NewFileSet(), dirs: map[string][]*source{}, texts: map[string]string{}}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			hidden := name != "." && (base[0] == '.' || base[0] == '_')
			if hidden || base == "testdata" || base == "node_modules" || base == "bin" {
				return fs.SkipDir
			}
			return nil
		}
		isGo := strings.HasSuffix(base, ".go")
		if !isGo && !isText(name) {
			return nil
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		if !isGo {
			t.texts[name] = string(data)
			return nil
		}
		f, err := parser.ParseFile(t.fset, name, data, parser.ParseComments|parser.SkipObjectResolution|parser.AllErrors)
		if err != nil && !newer(string(data)) {
			return err
		}
		s := &source{path: name, test: strings.HasSuffix(base, "_test.go"), ast: f}
		t.files = append(t.files, s)
		t.dirs[s.dir()] = append(t.dirs[s.dir()], s)
		return nil
	})
	return t, err
}

// newer reports whether the build constraint of a file wants a newer Go than the one that runs the
// test. The parser of that one may complain of a syntax that it does not know yet, and reads the rest.
func newer(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); constraint.IsGoBuild(line) {
			x, err := constraint.Parse(line)
			return err == nil && version.Compare(constraint.GoVersion(x), version.Lang(runtime.Version())) > 0
		}
		if strings.HasPrefix(line, "package ") {
			break
		}
	}
	return false
}

// modules returns the directories that hold a go.mod, "." among them.
func (t *tree) modules() []string {
	var out []string
	for name := range t.texts {
		if path.Base(name) == "go.mod" && !slices.Contains(leftOut, path.Dir(name)) {
			out = append(out, path.Dir(name))
		}
	}
	slices.Sort(out)
	return out
}

// within reports whether dir is root or lies below it.
func within(dir, root string) bool {
	return root == "." || dir == root || strings.HasPrefix(dir, root+"/")
}

// localDir turns an import path of this repository into its directory.
func localDir(importPath string) (string, bool) {
	if importPath == rootModule {
		return ".", true
	}
	return strings.CutPrefix(importPath, rootModule+"/")
}

// repoRoot is the directory of the root module on disk.
var repoRoot = sync.OnceValues(func() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		data, readErr := os.ReadFile(filepath.Join(dir, "go.mod"))
		if readErr == nil && strings.HasPrefix(string(data), "module "+rootModule+"\n") {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			err = fmt.Errorf("no go.mod of %s above the test", rootModule)
		}
		dir = up
	}
	return "", err
})

var readRepo = sync.OnceValues(func() (*tree, error) {
	root, err := repoRoot()
	if err != nil {
		return nil, err
	}
	return readTree(os.DirFS(root))
})

// repo is this repository.
func repo(t *testing.T) *tree {
	t.Helper()
	r, err := readRepo()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// planted is a small tree made of name, content pairs.
func planted(t *testing.T, pairs ...string) *tree {
	t.Helper()
	fsys := fstest.MapFS{"go.mod": {Data: []byte("module " + rootModule + "\n\ngo 1.26\n")}}
	for i := 0; i < len(pairs); i += 2 {
		fsys[pairs[i]] = &fstest.MapFile{Data: []byte(pairs[i+1])}
	}
	r, err := readTree(fsys)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// none fails the test once for each complaint.
func none(t *testing.T, complaints []string) {
	t.Helper()
	for _, c := range complaints {
		t.Error(c)
	}
}

// exactly fails the test unless there is one complaint for each fragment, in order.
func exactly(t *testing.T, complaints []string, fragments ...string) {
	t.Helper()
	ok := len(complaints) == len(fragments)
	for i := 0; ok && i < len(fragments); i++ {
		ok = strings.Contains(complaints[i], fragments[i])
	}
	if !ok {
		t.Errorf("planted faults: got %q, want complaints with %q", complaints, fragments)
	}
}

// TestTree_newer: a file for a newer Go is read as far as this one understands it; any other must parse.
func TestTree_newer(t *testing.T) {
	const text = "package par\n\nfunc Good() {}\n\nfunc 1() {}\n"
	r := planted(t, "par/chain.go", "// Of chains.\n\n//go:build go1.999\n\n"+text)
	if s := surfaceOf(r, "par"); s.names["Good"] == "" {
		t.Errorf("names %v of a file that does not parse as a whole, want what does", s.names)
	}
	for _, tag := range []string{"", "//go:build go1.18\n\n", "//go:build linux\n\n"} {
		if _, err := readTree(fstest.MapFS{"par/chain.go": {Data: []byte(tag + text)}}); err == nil {
			t.Errorf("tag %q: a file that does not parse is no error", tag)
		}
	}
}
