package main

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// statements returns the statements of a block or a clause.
func statements(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// drop puts the mutant in which the statement is not executed.
func (s *scan) drop(st ast.Stmt) {
	s.put(st.Pos(), st.End(), "if false { "+s.of(st)+" }")
}

func swap(s *scan, n ast.Node) {
	stmts := statements(n)
	for i := 1; i < len(stmts); i++ {
		a, b := stmts[i-1], stmts[i]
		if acts(a) && acts(b) && !commute(a, b) && !declares(a, b) {
			between := s.src[s.fset.Position(a.End()).Offset:s.fset.Position(b.Pos()).Offset]
			s.put(a.Pos(), b.End(), s.of(b)+between+s.of(a))
		}
	}
}

// acts reports whether a statement stores or calls.
func acts(st ast.Stmt) bool {
	switch st.(type) {
	case *ast.ExprStmt, *ast.AssignStmt, *ast.IncDecStmt, *ast.SendStmt, *ast.GoStmt, *ast.DeferStmt:
		return true
	}
	return false
}

// commute reports that the order of two statements cannot matter: one only counts,
// or is a deferred call beside a statement that calls nothing, or neither calls
// anything; and neither names what the other assigns.
func commute(a, b ast.Stmt) bool {
	return counts(a) || counts(b) ||
		(!calls(a) || deferred(a)) && (!calls(b) || deferred(b)) && !(deferred(a) && deferred(b)) &&
			!names(b, assigned(a)) && !names(a, assigned(b))
}

func deferred(st ast.Stmt) bool {
	_, ok := st.(*ast.DeferStmt)
	return ok
}

// declares reports whether b needs a variable that a declares.
func declares(a, b ast.Stmt) bool {
	def, ok := a.(*ast.AssignStmt)
	return ok && def.Tok == token.DEFINE && names(b, assigned(a))
}

// counting are methods that change statistics.
var counting = []string{"countAdded", "countTaken", "ownerCAS", "thiefCAS",
	"ownerStores", "ownerExposes", "thiefStores", "thiefSteals"}

// counts reports whether a statement is a call that counts: of such a method, of one of
// a field count or wakes, or of a check of invariants.
func counts(st ast.Stmt) bool {
	e, ok := st.(*ast.ExprStmt)
	if !ok {
		return false
	}
	call, ok := e.X.(*ast.CallExpr)
	if !ok {
		return false
	}
	if f, ok := call.Fun.(*ast.Ident); ok {
		return strings.HasPrefix(f.Name, "check")
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	return ok && (strings.HasPrefix(sel.Sel.Name, "check") || slices.Contains(counting, sel.Sel.Name) || names(sel.X, map[string]bool{"count": true, "wakes": true}))
}

func calls(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CallExpr, *ast.SendStmt:
			found = true
		}
		return !found
	})
	return found
}

// assigned returns the last names of what a statement assigns: i of r.buf[k].i.
func assigned(st ast.Stmt) map[string]bool {
	var to []ast.Expr
	switch st := st.(type) {
	case *ast.AssignStmt:
		to = st.Lhs
	case *ast.IncDecStmt:
		to = []ast.Expr{st.X}
	}
	out := map[string]bool{}
	for _, e := range to {
		for {
			if index, ok := e.(*ast.IndexExpr); ok {
				e = index.X
			} else if star, ok := e.(*ast.StarExpr); ok {
				e = star.X
			} else {
				break
			}
		}
		switch e := e.(type) {
		case *ast.Ident:
			out[e.Name] = true
		case *ast.SelectorExpr:
			out[e.Sel.Name] = true
		}
	}
	return out
}

func names(n ast.Node, wanted map[string]bool) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && wanted[id.Name] {
			found = true
		}
		return !found
	})
	return found
}

func dropCall(s *scan, n ast.Node) {
	for _, st := range statements(n) {
		if _, ok := st.(*ast.ExprStmt); ok && !strings.HasSuffix(s.of(st), ".check()") {
			s.drop(st)
		}
	}
}

func dropStore(s *scan, n ast.Node) {
	for _, st := range statements(n) {
		switch st := st.(type) {
		case *ast.AssignStmt:
			if st.Tok != token.DEFINE {
				s.drop(st)
			}
		case *ast.IncDecStmt, *ast.SendStmt:
			s.drop(st)
		}
	}
}

func dropDefer(s *scan, n ast.Node) {
	for _, st := range statements(n) {
		if _, ok := st.(*ast.DeferStmt); ok {
			s.drop(st)
		}
	}
}

func dropGo(s *scan, n ast.Node) {
	for _, st := range statements(n) {
		if _, ok := st.(*ast.GoStmt); ok {
			s.drop(st)
		}
	}
}

// dropJump changes the text from the condition on, so that the key tells which of
// several returns it is.
func dropJump(s *scan, n ast.Node) {
	branch, ok := n.(*ast.IfStmt)
	if !ok {
		return
	}
	for _, st := range branch.Body.List {
		switch st.(type) {
		case *ast.ReturnStmt, *ast.BranchStmt:
			before := s.src[s.fset.Position(n.Pos()).Offset:s.fset.Position(st.Pos()).Offset]
			s.put(n.Pos(), st.End(), before+"if false { "+s.of(st)+" }")
		}
	}
}

func returnEarly(s *scan, n ast.Node) {
	f, ok := n.(*ast.FuncDecl)
	if !ok || f.Body == nil || f.Type.Results != nil {
		return
	}
	s.put(f.Body.Lbrace, f.Body.Lbrace+1, "{ return;")
}
