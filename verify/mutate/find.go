package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// scan is one file while the rules look at it.
type scan struct {
	file string
	src  string
	fset *token.FileSet
	rule string
	out  []Mutant
}

// put adds the mutant that replaces the bytes from and to by text.
func (s *scan) put(from, to token.Pos, text string) {
	p := s.fset.Position(from)
	s.out = append(s.out, Mutant{File: s.file, Line: p.Line, Rule: s.rule,
		from: p.Offset, to: s.fset.Position(to).Offset, text: text})
}

// of returns the text of a node.
func (s *scan) of(n ast.Node) string {
	return s.src[s.fset.Position(n.Pos()).Offset:s.fset.Position(n.End()).Offset]
}

// left are the files that are left alone: the explorer has an internal/park/park.go of its own, and
// internal/crew/apart.go works in race builds.
var left = []string{"internal/park/park.go", "internal/crew/apart.go"}

// Find returns the mutants of the production files of a package, in the order of
// the files' names and lines.
func Find(root, pkg string) ([]Mutant, error) {
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pkg), "*.go"))
	if err != nil {
		return nil, err
	}
	var all []Mutant
	for _, f := range files {
		base := filepath.Base(f)
		if strings.HasSuffix(base, "_test.go") || base == "doc.go" || slices.Contains(left, path.Join(pkg, base)) {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		found, err := findIn(path.Join(pkg, base), string(src))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s: nothing to change there; run mutate in the root of the project", pkg)
	}
	return all, nil
}

// findIn returns the mutants of one file; a file under a build constraint has none,
// because the tests of one build cannot judge it.
func findIn(file, src string) ([]Mutant, error) {
	fset := token.NewFileSet()
	head, err := parser.ParseFile(fset, file, src, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil || constrained(head) {
		return nil, err // perhaps of a later Go, whose syntax this one does not know
	}
	f, err := parser.ParseFile(fset, file, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	s := &scan{file: file, src: src, fset: fset}
	for _, r := range rules {
		s.rule = r.name
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || unseen(n) {
				return false
			}
			r.find(s, n)
			return true
		})
	}
	slices.SortStableFunc(s.out, func(a, b Mutant) int { return a.from - b.from })
	return keyed(s.out, src, functions(fset, f)), nil
}

func constrained(f *ast.File) bool {
	return slices.ContainsFunc(f.Comments, func(g *ast.CommentGroup) bool {
		return g.Pos() < f.Package && strings.HasPrefix(g.List[0].Text, "//go:build")
	})
}

// unseen reports what is not mutated: imports, and checks of invariants, which are
// no part of the ordinary build.
func unseen(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return true
	case *ast.FuncDecl:
		if n.Body == nil || len(n.Body.List) == 0 || n.Name.Name == "broken" || strings.HasPrefix(n.Name.Name, "check") {
			return true
		}
		first, ok := n.Body.List[0].(*ast.IfStmt)
		return ok && checks(first)
	case *ast.IfStmt:
		return checks(n)
	}
	return false
}

func checks(s *ast.IfStmt) bool {
	found := false
	ast.Inspect(s.Cond, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if ok {
			x, isName := sel.X.(*ast.Ident)
			found = found || isName && x.Name == "invariant" && sel.Sel.Name == "Enabled"
		}
		return true
	})
	return found
}

// functions returns the function that says in which function of f an offset lies,
// such as Stack.Look; "-" is outside of all.
func functions(fset *token.FileSet, f *ast.File) func(int) string {
	return func(offset int) string {
		for _, d := range f.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || offset < fset.Position(fn.Pos()).Offset || offset >= fset.Position(fn.End()).Offset {
				continue
			}
			if fn.Recv != nil && len(fn.Recv.List) > 0 {
				return typeName(fn.Recv.List[0].Type) + "." + fn.Name.Name
			}
			return fn.Name.Name
		}
		return "-"
	}
}

func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}
