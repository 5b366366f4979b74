package vet

import (
	"go/ast"
	"strings"
)

// made returns the limit of the pool that call makes, unbounded if it makes none.
func (s *source) made(call *ast.CallExpr) int {
	c := s.callee(call)
	switch {
	case c.path == concPath && c.recv != "" && strings.HasPrefix(c.name, "With"):
		if c.name == "WithMaxGoroutines" {
			return s.number(call.Args[0])
		}
		if inner, ok := ast.Unparen(call.Fun.(*ast.SelectorExpr).X).(*ast.CallExpr); ok {
			return s.made(inner)
		}
	case isAnts(c.path) && c.recv == "" && len(call.Args) > 0:
		options := len(call.Args) - 1
		if strings.HasPrefix(c.name, "NewPoolWithFunc") {
			options--
		}
		if strings.HasPrefix(c.name, "NewPool") && options == 0 {
			return s.number(call.Args[0])
		}
	case isPond(c.path) && c.recv == "" && len(call.Args) > 0:
		if c.name == "New" || c.name == "NewPool" || c.name == "NewResultPool" {
			return s.number(call.Args[0])
		}
	}
	return unbounded
}

// limit notes calls that set the limit of a pool later.
func (s *source) limit(call *ast.CallExpr) {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return
	}
	v := s.variable(sel.X)
	if v == nil || s.sets[v] > 1 {
		return
	}
	switch s.callee(call) {
	case callee{errgroupPath, "Group", "SetLimit"}:
		n := s.number(call.Args[0])
		if old, ok := s.pools[v]; ok && old != unbounded && old != n {
			n = someLimit
		}
		s.pools[v] = n
	case callee{concPath, "Pool", "WithMaxGoroutines"}, callee{concPath, "ErrorPool", "WithMaxGoroutines"},
		callee{concPath, "ContextPool", "WithMaxGoroutines"}, callee{concPath, "ResultPool", "WithMaxGoroutines"}:
		s.pools[v] = s.number(call.Args[0])
	}
}
