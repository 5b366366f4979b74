package vet

import (
	"go/ast"

	"golang.org/x/tools/go/analysis"
)

var nestedAnalyzer = &analysis.Analyzer{
	Name: "nested",
	Doc: `find tasks of a bounded pool that wait for their own pool

A task that hands another one to its own pool, and waits until the pool takes or
has run it, keeps its own place meanwhile. When every place is held by such a task,
all of them wait for ever:

	g.SetLimit(8)
	for _, dir := range dirs {
		g.Go(func() error {
			g.Go(…) // waits for a place: hangs when 8 tasks are here
			return nil
		})
	}

The analyser knows errgroup.Group with SetLimit, the pools of
github.com/sourcegraph/conc/pool with WithMaxGoroutines, github.com/panjf2000/ants (Submit,
Invoke), and github.com/alitto/pond (SubmitAndWait, and Wait for a task or group of the
pool). It follows functions and closures of the same package, also when they call each
other again. It reports a call in a task if as many tasks as there are places may come to it:
the pool has one place, or the tasks are started in a loop, or start each other in one.
It also reports Wait for a group in a task of that group, which never returns.

TryGo is fine, and so are calls in a go statement. Not seen: pools that are
passed through interfaces, slices or variables set twice; functions of other packages;
pools of ants with options, and tasks that start each other without a loop.`,
	Run: runNested,
}

func runNested(pass *analysis.Pass) (any, error) {
	if !imports(pass.Pkg, poolPaths...) {
		return nil, nil
	}
	heedAllow(pass)
	src := readPools(pass)
	if len(src.pools) == 0 {
		return nil, nil
	}
	v := &visitor{pass: pass, src: src, reported: map[ast.Node]bool{}}
	for _, f := range pass.Files {
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil && src.mentions(fn) {
				v.steps = 20_000
				v.enter(fn, fn.Body, state{}, nil)
			}
		}
	}
	return nil, nil
}
