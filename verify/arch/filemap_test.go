package arch

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// fileName is a Go file as a map in a doc.go names it, in a line that begins with a tab.
var fileName = regexp.MustCompile(`[\w/*]+\.go\b`)

// misdrawn complains of maps of files, in a doc.go, that name files which are not there or
// leave some out. A map is a list in a doc.go that names half of its directory's files. To
// name x.go or x_linux.go is to name all x_*.go.
func misdrawn(t *tree) []string {
	var out []string
	for _, files := range t.dirs {
		there := map[string]bool{}
		for _, s := range files {
			if !s.test {
				there[path.Base(s.path)] = true
			}
		}
		for _, s := range files {
			if path.Base(s.path) == "doc.go" && s.ast.Doc != nil {
				out = append(out, compared(s.path, namedIn(s), there)...)
			}
		}
	}
	slices.Sort(out)
	return out
}

// namedIn returns the files that the indented lines of a doc.go's comment name, but for those of
// other directories, and says of each whether it begins its line: then it must be there.
func namedIn(s *source) map[string]bool {
	named := map[string]bool{}
	for _, c := range s.ast.Doc.List {
		text, indented := strings.CutPrefix(c.Text, "//\t")
		if !indented || strings.HasPrefix(text, "go ") { // a command
			continue
		}
		for _, name := range fileName.FindAllString(text, -1) {
			if !strings.Contains(name, "/") && !strings.HasSuffix(name, "_test.go") {
				named[name] = named[name] || strings.HasPrefix(text, name) && !strings.Contains(name, "*")
			}
		}
	}
	return named
}

// compared tells the names of a map from the files that are there.
func compared(file string, named, there map[string]bool) (out []string) {
	drawn, stems := 0, map[string]bool{}
	for name := range named {
		stems[stem(name)] = true
		if there[name] {
			drawn++
		}
	}
	if 2*drawn < len(there)-1 {
		return nil
	}
	for name, first := range named {
		if first && !there[name] {
			out = append(out, fmt.Sprintf("%s: its map names %s, which is not there", file, name))
		}
	}
	for name := range there {
		if !stems[stem(name)] && name != "doc.go" {
			out = append(out, fmt.Sprintf("%s: its map leaves out %s", file, name))
		}
	}
	return out
}

// stem returns what the names of a file for all systems and of those for each have in common.
func stem(name string) string {
	s, _, _ := strings.Cut(strings.TrimSuffix(name, ".go"), "_")
	return s
}

func TestMapsOfFilesAreComplete(t *testing.T) { none(t, misdrawn(repo(t))) }

func TestControlFileMap(t *testing.T) {
	doc := "// Package deque is.\n//\n//\ta.go  b.go\n//\tc.go\n//\tgone.go\n//\totherdir/d.go\npackage deque\n"
	r := planted(t, "deque/doc.go", doc, "deque/a.go", "package deque\n", "deque/b.go", "package deque\n",
		"deque/c.go", "package deque\n", "deque/new.go", "package deque\n")
	exactly(t, misdrawn(r), "deque/doc.go: its map leaves out new.go", "deque/doc.go: its map names gone.go")
}
