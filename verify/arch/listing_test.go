package arch

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
	"testing"
)

// mostEntries is how many names the listing of the root may have: with more nobody reads
// it as a table of contents.
const mostEntries = 39

// listing returns the names in the root that are part of the repository.
func listing(t *tree) (names []string, err error) {
	entries, err := fs.ReadDir(t.fsys, ".")
	if err != nil {
		return nil, err
	}
	out := ignored(t)
	for _, e := range entries {
		if !out(e.Name()) {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// ignored tells which names .gitignore keeps out.
func ignored(t *tree) func(name string) bool {
	text, _ := fs.ReadFile(t.fsys, ".gitignore") // without it nothing is kept out
	return func(name string) bool {
		for line := range strings.Lines(string(text)) {
			pattern := strings.TrimRight(line, "/\n")
			at, rooted := strings.CutPrefix(pattern, "/")
			of := name
			if !rooted {
				of = path.Base(name)
			}
			if ok, _ := path.Match(at, of); ok {
				return true
			}
		}
		return name == ".git"
	}
}

// crowded complains of a root with too many entries, and of tests in it that are not
// Examples: the tests of the public API are in internal/behaviour.
func crowded(t *tree, most int) []string {
	names, err := listing(t)
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	if len(names) > most {
		out = append(out, fmt.Sprintf(".: %d entries, want at most %d: %s", len(names), most, strings.Join(names, " ")))
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "example_") {
			out = append(out, name+": a test in the root; tests of the public API go to internal/behaviour")
		}
	}
	return out
}

func TestListing(t *testing.T) { none(t, crowded(repo(t), mostEntries)) }

func TestControlListing(t *testing.T) {
	r := planted(t, ".gitignore", "bin/\n*.prof\n", ".git", "gitdir: elsewhere\n", "bin/skua", "", "cpu.prof", "",
		"a.go", "package skua\n", "a_test.go", "package skua\n", "example_a_test.go", "package skua_test\n")
	exactly(t, crowded(r, 5), "a_test.go: a test in the root")
	exactly(t, crowded(r, 4), ".: 5 entries", "a_test.go: a test in the root")
}
