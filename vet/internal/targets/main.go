// Command targets type-checks and vets packages of the workspace, tests too: all of them, or those of a
// pattern, as they are for this system, or for others:
//
//	go run ./vet/internal/targets                            # here; and what skua-vet looks for
//	go run ./vet/internal/targets windows/amd64 linux/386
//	go run ./vet/internal/targets -tags counters ./deque/... # with a build tag
//
// go vet would compile each dependency for each target, and look at it, which takes minutes. Here a
// dependency is parsed and type-checked without the bodies of its functions. It runs in the root of the
// workspace: make lint calls it, and .ci/platforms.
package main

import (
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/skua-go/skua/vet"
)

func main() {
	debug.SetGCPercent(400) // a target's syntax trees stay until it is done
	tags := flag.String("tags", "", "build `tags`, with commas between")
	flag.Parse()
	var targets, patterns []string
	for _, word := range flag.Args() {
		if strings.HasPrefix(word, ".") {
			patterns = append(patterns, word)
		} else {
			targets = append(targets, word)
		}
	}
	if patterns == nil {
		patterns = []string{"work"}
	}
	if targets == nil {
		targets = []string{here}
	}
	failed := false
	for _, target := range targets {
		if err := check(os.Stderr, target, *tags, patterns...); err != nil {
			fmt.Fprintf(os.Stderr, "targets: %s: %v\n", target, err)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

const here = runtime.GOOS + "/" + runtime.GOARCH

// check writes what is wrong with the packages as they are for the target.
func check(out io.Writer, target, tags string, patterns ...string) error {
	roots, err := load(target, tags, patterns)
	if err != nil {
		return err
	}
	if err := typed(out, roots); err != nil {
		return err
	}
	all := suite
	if target == here {
		all = slices.Concat(suite, vet.Analyzers())
	}
	graph, err := checker.Analyze(all, roots, nil)
	if err != nil {
		return err
	}
	if err := graph.PrintText(out, -1); err != nil {
		return err
	}
	return verdict(graph)
}

// load returns the packages, with those of their tests.
func load(target, tags string, patterns []string) ([]*packages.Package, error) {
	system, processor, ok := strings.Cut(target, "/")
	if !ok {
		return nil, errors.New("want GOOS/GOARCH, as in linux/386")
	}
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	roots, err := packages.Load(&packages.Config{
		Mode:       packages.LoadAllSyntax,
		Env:        append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+processor),
		BuildFlags: []string{"-tags=" + tags},
		Tests:      true,
		ParseFile:  parse(root + string(filepath.Separator)),
	}, patterns...)
	generated := func(p *packages.Package) bool { return strings.HasSuffix(p.ID, ".test") }
	return slices.DeleteFunc(roots, generated), err
}

// typed is an error if a package of the workspace has errors, which it writes. Those of the
// dependencies are imports that only the bodies use, and keep nothing from being analysed.
func typed(out io.Writer, roots []*packages.Package) error {
	n := 0
	for _, p := range roots {
		for _, e := range p.Errors {
			fmt.Fprintln(out, e)
			n++
		}
	}
	if n > 0 || len(roots) == 0 {
		return fmt.Errorf("%d errors in %d packages", n, len(roots))
	}
	packages.Visit(roots, nil, func(p *packages.Package) { p.IllTyped = false })
	return nil
}

// parse returns a parser that keeps the bodies of functions only in files below root.
func parse(root string) func(*token.FileSet, string, []byte) (*ast.File, error) {
	return func(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
		file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution|parser.ParseComments)
		if file == nil || strings.HasPrefix(name, root) {
			return file, err
		}
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok {
				f.Body = nil
			}
		}
		return file, err
	}
}

// verdict is an error if an analyser reported something about the workspace, or failed.
func verdict(graph *checker.Graph) error {
	reports := 0
	for _, action := range graph.Roots {
		if action.Err != nil {
			return fmt.Errorf("%v: %w", action, action.Err)
		}
		reports += len(action.Diagnostics)
	}
	if reports > 0 {
		return fmt.Errorf("%d reports", reports)
	}
	return nil
}
