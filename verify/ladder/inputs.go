package main

import (
	"crypto/sha256"
	"fmt"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/skua-go/skua"

// checkout is the tree as it stands, with the files that git does not track and those that it ignores: a
// test may read them, and then passes here alone.
type checkout struct {
	root    string
	files   map[string][]string // of a directory, by their paths from the root, sorted
	sums    map[string][32]byte // of a file; what is missing is computed when it is asked for
	modules []string            // their directories, innermost first
	imports map[string][]string // of a directory's production files: directories of this project
	foreign map[string]bool     // import paths that a module has in it, of other projects and of other modules of this one
	tests   map[string][]string // of its test files
}

func open(root string) (*checkout, error) {
	list := exec.Command("git", "ls-files", "-co", "-z")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	c := &checkout{root: root, files: map[string][]string{}, sums: map[string][32]byte{},
		imports: map[string][]string{}, foreign: map[string]bool{}, tests: map[string][]string{}}
	names := strings.Split(strings.TrimRight(string(out), "\x00"), "\x00")
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if info, err := os.Stat(filepath.Join(root, name)); err != nil || info.IsDir() {
			continue // deleted, and not committed yet; or a repository of its own, or a link to a directory
		}
		dir := path.Dir(name)
		c.files[dir] = append(c.files[dir], name)
		if path.Base(name) == "go.mod" && !testdata(dir) && dir != "docs" && dir != ".ci" { // they have a go.mod to be left out of the root
			c.modules = append(c.modules, dir)
		}
	}
	slices.SortFunc(c.modules, func(a, b string) int { return len(b) - len(a) })
	for dir, files := range c.files {
		if err := c.read(dir, files); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// read notes what the Go files of dir import, whatever their build tags.
func (c *checkout) read(dir string, files []string) error {
	if testdata(dir) {
		return nil
	}
	fset := token.NewFileSet()
	for _, name := range files {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		f, err := parser.ParseFile(fset, filepath.Join(c.root, name), nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		into := c.imports
		if strings.HasSuffix(name, "_test.go") {
			into = c.tests
		}
		into[dir] = append(into[dir], "") // a package, if it imports nothing
		for _, spec := range f.Imports {
			to, err := strconv.Unquote(spec.Path.Value)
			if first, _, _ := strings.Cut(to, "/"); strings.Contains(first, ".") {
				c.foreign[c.moduleOf(dir)+" "+to] = true
			}
			if err == nil && (to == module || strings.HasPrefix(to, module+"/")) {
				into[dir] = append(into[dir], path.Join(".", strings.TrimPrefix(to, module)))
			}
		}
	}
	return nil
}

// testdata reports whether dir is within a directory that the go command passes over.
func testdata(dir string) bool {
	for part := range strings.SplitSeq(dir, "/") {
		if part == "testdata" || len(part) > 1 && (part[0] == '.' || part[0] == '_') {
			return true
		}
	}
	return false
}

// packages returns the directories of the patterns: ".", "deque", or "par/..." with all below it
// in its module; "-par/..." leaves out again. A pattern without a package is an error.
func (c *checkout) packages(patterns string) ([]string, error) {
	found := map[string]bool{}
	for pattern := range strings.FieldsSeq(patterns) {
		wanted, out := strings.CutPrefix(pattern, "-")
		base, below := strings.CutSuffix(wanted, "...")
		base = path.Clean(base)
		matched := false
		for dir := range c.files {
			if c.isPackage(dir) && (dir == base || below && within(dir, base) && c.moduleOf(dir) == c.moduleOf(base)) {
				found[dir], matched = !out, true
			}
		}
		if !matched {
			return nil, fmt.Errorf("no package in %s", wanted)
		}
	}
	maps.DeleteFunc(found, func(_ string, in bool) bool { return !in })
	return slices.Sorted(maps.Keys(found)), nil
}

func (c *checkout) isPackage(dir string) bool { return len(c.imports[dir])+len(c.tests[dir]) > 0 }

func within(name, dir string) bool {
	return dir == "." || name == dir || strings.HasPrefix(name, dir+"/")
}

// nested returns the directories of all modules but the root, sorted.
func (c *checkout) nested() []string {
	return slices.Sorted(slices.Values(slices.DeleteFunc(slices.Clone(c.modules), func(m string) bool { return m == "." })))
}

func (c *checkout) moduleOf(dir string) string {
	for _, m := range c.modules {
		if within(dir, m) {
			return m
		}
	}
	return "."
}

// inputs returns the files that a step depends on: those of its packages and of their tests; of all
// packages that these import; how the modules are wired; and the others that it names. Documents of a
// package, and what is no Go file in the root, it has to name.
func (c *checkout) inputs(s step) ([]string, error) {
	begin, err := c.packages(s.code + " " + s.with)
	if err != nil {
		return nil, err
	}
	whole, names := map[string]bool{}, map[string]bool{} // packages with their tests; files
	production := map[string]bool{}
	for _, dir := range begin {
		whole[dir] = true
		c.visit(dir, production)
		for _, to := range c.tests[dir] {
			c.visit(to, production)
		}
	}
	if s.alone {
		tops := map[string]bool{}
		for _, dir := range begin {
			tops[top(dir)] = true
		}
		maps.DeleteFunc(production, func(dir string, _ bool) bool { return !tops[top(dir)] })
	}
	for dir, files := range c.files {
		owner := c.owner(dir)
		if !production[owner] {
			continue
		}
		for _, name := range files {
			switch {
			case path.Ext(name) == ".md", owner == "." && path.Ext(name) != ".go":
			case strings.HasSuffix(name, "_test.go"), testdata(dir):
				if whole[owner] {
					names[name] = true
				}
			default:
				names[name] = true
			}
		}
	}
	if len(production) > 0 {
		for _, name := range c.wiring() {
			names[name] = true
		}
	}
	for other := range strings.FieldsSeq(s.files) {
		found := false
		for _, files := range c.files {
			for _, name := range files {
				if within(name, other) {
					names[name], found = true, true
				}
			}
		}
		if !found {
			return nil, fmt.Errorf("no file in %s", other)
		}
	}
	return slices.Sorted(maps.Keys(names)), nil
}

// wiring lists what says which modules there are and which versions they need: in a workspace those of
// libraries come from all modules.
func (c *checkout) wiring() []string {
	var wiring []string
	for _, m := range c.modules {
		for _, name := range []string{"go.mod", "go.sum", "go.work", "go.work.sum"} {
			if name = path.Join(m, name); slices.Contains(c.files[m], name) {
				wiring = append(wiring, name)
			}
		}
	}
	return wiring
}

// imported lists which module imports what from outside of the standard library: by that its go.mod is
// tidy, or is not.
func (c *checkout) imported() string {
	return strings.Join(slices.Sorted(maps.Keys(c.foreign)), "\n")
}

// top is the folder of the root that dir is in.
func top(dir string) string {
	first, _, _ := strings.Cut(dir, "/")
	return first
}

// visit adds dir, if it is a package, and all that its production files import, to seen.
func (c *checkout) visit(dir string, seen map[string]bool) {
	if dir == "" || seen[dir] {
		return
	}
	seen[dir] = true
	for _, to := range c.imports[dir] {
		c.visit(to, seen)
	}
}

// owner returns the package that a directory belongs to: itself, or the nearest above, which embeds
// its files or whose tests read them. What is in no package, such as docs, belongs to none.
func (c *checkout) owner(dir string) string {
	for at := dir; ; at = path.Dir(at) {
		if c.isPackage(at) && (at != "." || dir == ".") {
			return at
		}
		if at == "." {
			return ""
		}
	}
}

// hash is of the files, with their names, and of the words.
func (c *checkout) hash(files []string, words ...string) (string, error) {
	h := sha256.New()
	for _, word := range words {
		fmt.Fprintf(h, "%q\n", word)
	}
	for _, name := range files {
		sum, err := c.sum(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%x %s\n", sum, name)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:12]), nil
}

func (c *checkout) sum(name string) ([32]byte, error) {
	if sum, ok := c.sums[name]; ok {
		return sum, nil
	}
	file := filepath.Join(c.root, name)
	data, err := os.ReadFile(file)
	if err != nil {
		return [32]byte{}, err
	}
	if info, err := os.Stat(file); err == nil && info.Mode()&0o100 != 0 {
		data = append([]byte("executable\n"), data...)
	}
	c.sums[name] = sha256.Sum256(data)
	return c.sums[name], nil
}
