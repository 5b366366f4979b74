package vet

import (
	"fmt"
	"go/ast"
	"go/token"
)

// holds reports call, which waits until the pool has a place, if a task of the pool
// comes to it, and as many tasks as the pool has places may.
func (v *visitor) holds(call *ast.CallExpr, pool key, limit int, to callee, st state) {
	if limit == unbounded {
		return
	}
	for k, t := range st.tasks {
		if t.pool != pool {
			continue
		}
		itself := t.at == call && !v.bounded(st.loops, pool, limit) && v.repeated(st.loops, pool)
		if limit == 1 || v.repeated(t.loops, pool) && !v.bounded(t.loops, pool, limit) || itself || v.loopBetween(st.tasks[k+1:], call, pool) {
			v.report(call, "%s in a task of the same pool waits while the task keeps its place: when %s, none goes on (the task is started at line %d)",
				to, places(limit), v.pass.Fset.Position(t.at.Pos()).Line)
			return
		}
	}
}

// loopBetween reports whether the tasks in between start, in a loop, what comes to call again.
func (v *visitor) loopBetween(tasks []started, call *ast.CallExpr, pool key) bool {
	for _, t := range tasks {
		if t.pool == pool && t.at == call && v.repeated(t.loops, pool) {
			return true
		}
	}
	return false
}

func places(limit int) string {
	if limit == someLimit {
		return "every place of the pool is held so"
	}
	if limit == 1 {
		return "it holds the only one"
	}
	return fmt.Sprintf("all %d places are held so", limit)
}

// repeated reports whether one of the loops starts many tasks on the same pool.
func (v *visitor) repeated(loops []ast.Node, pool key) bool {
	for _, l := range loops {
		if pool.base == nil || pool.base.Pos() < l.Pos() || pool.base.Pos() > l.End() {
			return true
		}
	}
	return false
}

// bounded reports whether the loops are known to go round fewer times than there are
// places, or not known not to.
func (v *visitor) bounded(loops []ast.Node, pool key, limit int) bool {
	if len(loops) != 1 {
		return false
	}
	n := v.rounds(loops[0])
	return n > 0 && (limit == someLimit || n < limit)
}

// rounds returns how often a loop goes round if that is a constant, else 0.
func (v *visitor) rounds(loop ast.Node) int {
	switch loop := loop.(type) {
	case *ast.RangeStmt:
		if n := v.src.number(loop.X); n > 0 {
			return n
		}
	case *ast.ForStmt:
		if c, ok := loop.Cond.(*ast.BinaryExpr); ok && (c.Op == token.LSS || c.Op == token.LEQ) {
			if n := v.src.number(c.Y); n > 0 {
				return n
			}
		}
	}
	return 0
}

func (v *visitor) report(call *ast.CallExpr, format string, args ...any) {
	if !v.reported[call] {
		v.reported[call] = true
		v.pass.Reportf(call.Pos(), format, args...)
	}
}
