package main

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// once makes `for cond` an if, lets an endless loop run once, and ends any other with a
// break.
func once(s *scan, n ast.Node) {
	switch n := n.(type) {
	case *ast.ForStmt:
		switch {
		case n.Init != nil || n.Post != nil:
			s.breaks(n, n.Body)
		case n.Cond != nil:
			s.put(n.For, n.For+token.Pos(len("for")), "if")
		default:
			s.put(n.For, n.For+token.Pos(len("for")), "for once := true; once; once = false")
		}
	case *ast.RangeStmt:
		s.breaks(n, n.Body)
	}
}

func (s *scan) breaks(loop ast.Stmt, body *ast.BlockStmt) {
	text := s.of(loop)
	s.put(loop.Pos(), body.End(), text[:len(text)-1]+"; break }")
}

// swapping are the names of what compares and swaps.
var swapping = []string{"CompareAndSwap", "CompareAndSwapUint32", "cas"}

// casOf returns a call that compares and swaps.
func casOf(n ast.Node) (*ast.CallExpr, *ast.SelectorExpr) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return nil, nil
	}
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || !slices.Contains(swapping, sel.Sel.Name) {
		return nil, nil
	}
	return call, sel
}

// casOnce drops the retry: the caller believes that it has won.
func casOnce(s *scan, n ast.Node) {
	if call, _ := casOf(n); call != nil {
		s.put(call.Pos(), call.End(), "("+s.of(call)+" || true)")
	}
}

func casStore(s *scan, n ast.Node) {
	call, sel := casOf(n)
	if call == nil || !strings.HasPrefix(sel.Sel.Name, "CompareAndSwap") {
		return
	}
	store := s.of(sel.X) + "." + strings.Replace(sel.Sel.Name, "CompareAndSwap", "Store", 1)
	switch len(call.Args) {
	case 2:
		store += "(" + s.of(call.Args[1]) + ")"
	case 3:
		store += "(" + s.of(call.Args[0]) + ", " + s.of(call.Args[2]) + ")"
	default:
		return
	}
	s.put(call.Pos(), call.End(), "func() bool { if false { "+s.of(call)+" }; "+store+"; return true }()")
}
