package arch

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
)

// Sizes beyond which a reader should not have to go: a package in one sitting, a file on
// two screens, a function on one.
const (
	mostFiles     = 20
	mostLines     = 2500
	mostFileLines = 300
	mostFuncLines = 60
)

// large lists the packages that are larger, and why they stay one.
var large = map[string]string{
	"bench/internal/cases":    "a family: a file for each case",
	"bench/internal/peer":     "a family: a file for each rival",
	"cluster":                 "a client and a node; what they share has no name of its own yet",
	"cluster/internal/server": "three deployments of one server, and two systems' files",
	"cluster/shm":             "one protocol, argued in one place; half of it are systems' files",
	"cmd/internal/batch":      "the engine of two commands: a file for each thing that a batch does",
	"cmd/internal/picture":    "formats and a resampler: could become two packages",
	"internal/explore":        "one engine, whose schedules its searches share",
	"lab/sim":                 "a family: a file for each scheduler that is simulated",
	"lab/workload":            "a family: a file for each workload",
	"par":                     "a family: a file for each few functions; what they share is in its rooms",
	"verify/stress":           "a family: a file for each program",
	"vet":                     "a family: a file for each mistake",
}

// oversize complains of packages, files and functions of production that are too large, and
// of entries of listed that no package needs any more.
func oversize(t *tree, listed map[string]string) []string {
	var out []string
	needed := map[string]bool{}
	for _, dir := range slices.Sorted(maps.Keys(t.dirs)) {
		files, lines := 0, 0
		for _, s := range t.dirs[dir] {
			if s.test {
				continue
			}
			n := t.fset.File(s.ast.Pos()).LineCount()
			files, lines = files+1, lines+n
			if n > mostFileLines {
				out = append(out, fmt.Sprintf("%s: %d lines, want at most %d", s.path, n, mostFileLines))
			}
			out = append(out, long(t, s)...)
		}
		if files <= mostFiles && lines <= mostLines {
			continue
		}
		needed[dir] = true
		if listed[dir] == "" {
			out = append(out, fmt.Sprintf("%s: %d files and %d lines, want at most %d and %d",
				dir, files, lines, mostFiles, mostLines))
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(listed)) {
		if !needed[dir] {
			out = append(out, dir+": is listed as large, and is not")
		}
	}
	return out
}

// long complains of the functions of s that are too long.
func long(t *tree, s *source) []string {
	var out []string
	for _, d := range s.ast.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		n := t.fset.Position(f.End()).Line - t.fset.Position(f.Pos()).Line + 1
		if n > mostFuncLines {
			out = append(out, fmt.Sprintf("%s: %s has %d lines, want at most %d",
				t.line(f.Pos()), f.Name.Name, n, mostFuncLines))
		}
	}
	return out
}

func TestSizes(t *testing.T) { none(t, oversize(repo(t), large)) }

func TestControlSizes(t *testing.T) {
	lines := func(n int) string { return strings.Repeat("\n", n) }
	many := []string{"big/doc.go", "package big\n" + lines(mostFileLines), "big/f.go", "package big\nfunc f() {" + lines(mostFuncLines) + "}\n"}
	for n := range mostFiles {
		many = append(many, fmt.Sprintf("crowd/f%d.go", n), "package crowd\n")
		many = append(many, fmt.Sprintf("crowd/f%d_test.go", n), "package crowd\n")
		many = append(many, fmt.Sprintf("listed/f%d.go", n), "package listed\n")
	}
	many = append(many, "listed/more.go", "package listed\n")
	r := planted(t, many...)
	exactly(t, oversize(r, map[string]string{"listed": "a reason", "crowd": "it is not"}),
		"big/doc.go: 301 lines", "big/f.go:2: f has 61 lines", "crowd: is listed as large, and is not")
	exactly(t, oversize(r, nil), "big/doc.go: 301 lines", "big/f.go:2: f has 61 lines", "listed: 21 files")
}
