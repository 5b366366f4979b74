package vet

import (
	"go/ast"
	"go/types"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// A key tells pools apart: a variable in one call of its function, or a field of it.
type key struct {
	base  types.Object
	call  int // the number of the call in which base was declared; 0 in none
	field *types.Var
}

// A started task is one that the visitor is in.
type started struct {
	pool  key
	limit int
	at    *ast.CallExpr // where it was given to the pool
	loops []ast.Node    // around that place
}

// state is where the visitor is.
type state struct {
	tasks []started
	loops []ast.Node // in the innermost task
}

// An activation is one call of a function that the visitor is in.
type activation struct {
	node   ast.Node // the function
	n      int
	params map[types.Object]key
}

// A visitor goes through the statements of a function as a run of the program would,
// into functions of the package that it calls and into tasks.
type visitor struct {
	pass     *analysis.Pass
	src      *source
	active   []activation
	count    int
	steps    int // how many calls it may still look at
	reported map[ast.Node]bool
}

// enter visits the body of fn, unless it is in two calls of it already: for recursion one
// is enough to see a call in a task of the one before.
func (v *visitor) enter(fn ast.Node, body *ast.BlockStmt, st state, params map[types.Object]key) {
	again := 0
	for _, a := range v.active {
		if a.node == fn {
			again++
		}
	}
	if again >= 3 || len(v.active) > 12 {
		return
	}
	v.count++
	v.active = append(v.active, activation{fn, v.count, params})
	v.visit(body, st)
	v.active = v.active[:len(v.active)-1]
}

func (v *visitor) visit(n ast.Node, st state) {
	ast.Inspect(n, func(m ast.Node) bool {
		if m == n {
			return true
		}
		switch m := m.(type) {
		case *ast.FuncLit: // it is called somewhere, not necessarily in this task
			v.enter(m, m.Body, state{}, nil)
			return false
		case *ast.GoStmt: // not the task, so it may wait
			v.visit(m, state{})
			return false
		case *ast.ForStmt, *ast.RangeStmt:
			inner := st
			inner.loops = append(slices.Clone(st.loops), m)
			v.visit(m, inner)
			return false
		case *ast.CallExpr:
			if v.steps--; v.steps < 0 {
				return false
			}
			v.call(m, st)
		}
		return true
	})
}

func (v *visitor) call(call *ast.CallExpr, st state) {
	to := v.src.callee(call)
	sel, _ := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if sel != nil && to.recv != "" {
		switch effect(to) {
		case starts, startsAndWaits, startsOrWaits:
			v.start(call, sel.X, to, st)
			return
		case waitsForAll:
			v.wait(call, sel.X, to, st)
			return
		}
	}
	if fn, body, params := v.target(call); body != nil {
		v.enter(fn, body, st, params)
	}
}

// start visits the task that call gives to the pool x.
func (v *visitor) start(call *ast.CallExpr, x ast.Expr, to callee, st state) {
	pool, limit, ok := v.pool(x)
	if !ok {
		return
	}
	if effect(to) != starts {
		v.holds(call, pool, limit, to, st)
	}
	tasks := call.Args
	if to.name == "Invoke" {
		tasks = []ast.Expr{v.src.runs[v.src.variable(x)]}
	}
	inner := state{tasks: append(slices.Clone(st.tasks), started{pool, limit, call, st.loops})}
	for _, task := range tasks {
		if fn, body := v.function(task); body != nil {
			v.enter(fn, body, inner, nil)
		}
	}
}

// wait looks at a Wait for x: a group, a pool, or what a pool returned for a task.
func (v *visitor) wait(call *ast.CallExpr, x ast.Expr, to callee, st state) {
	if isPond(to.path) {
		for {
			inner, ok := ast.Unparen(x).(*ast.CallExpr) // p.Submit(…).Wait()
			if !ok || !isPond(v.src.callee(inner).path) {
				break
			}
			sel, ok := inner.Fun.(*ast.SelectorExpr)
			if !ok {
				return
			}
			x = sel.X
		}
		if pool, limit, ok := v.pool(x); ok {
			v.holds(call, pool, limit, to, st)
		}
		return
	}
	if pool, _, ok := v.pool(x); ok {
		for _, t := range st.tasks {
			if t.pool == pool {
				v.report(call, "%s in a task that it waits for never returns", to)
				return
			}
		}
	}
}
