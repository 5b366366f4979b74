package vet

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

var escapeAnalyzer = &analysis.Analyzer{
	Name: "escape",
	Doc: `find frames and parts that leave their task

A *skua.Frame or *skua.Part belongs to the call that got it, on the goroutine of that
call. The analyser reports one that

  - is stored in a variable of the package, or in a field or a map of one,
  - is stored by a task in a variable from outside the task, or in a field or a map
    of one,
  - is sent on a channel,
  - is used by a function of a go statement or given to it as an argument,

and a *Frame from outside that a task uses: a function given to Scope.Go,
Worker.Go, package par or a Loop, or the second one given to Join, which another worker
may run. A *Worker is a hint and may be kept and used anywhere. Not seen: frames in
results, in structs that are passed on, in slices and in arrays, and closures in variables
that are set more than once.`,
	Requires: []*analysis.Analyzer{buildssa.Analyzer},
	Run:      runEscape,
}

func runEscape(pass *analysis.Pass) (any, error) {
	if !imports(pass.Pkg, skuaPath) || pathOf(pass.Pkg) == skuaPath || pathOf(pass.Pkg) == parPath {
		return nil, nil // they are what keeps the promises
	}
	heedAllow(pass)
	bodies := map[*ssa.Function]bool{}
	for _, fn := range functions(pass) {
		for _, t := range tasksOf(fn) {
			bodies[t.fn] = true
			if !t.inside && !t.alone && t.made != nil {
				checkCaptured(pass, t)
			}
		}
	}
	for _, fn := range functions(pass) {
		for in := range instructions(fn) {
			switch in := in.(type) {
			case *ssa.Store:
				checkStore(pass, in.Pos(), in.Addr, in.Val, bodies[fn])
			case *ssa.MapUpdate:
				checkStore(pass, in.Pos(), in.Map, in.Value, bodies[fn])
			case *ssa.Send:
				checkSend(pass, in.Pos(), in.X)
			case *ssa.Select:
				for _, s := range in.States {
					if s.Dir == types.SendOnly {
						checkSend(pass, s.Pos, s.Send)
					}
				}
			case *ssa.Go:
				checkGo(pass, in)
			}
		}
	}
	return nil, nil
}

// checkStore reports v if it is kept in what outlives the call: a variable of the
// package or, in a task, one from outside.
func checkStore(pass *analysis.Pass, pos token.Pos, addr, v ssa.Value, inTask bool) {
	kind := place(origin(v).Type())
	if kind == "" || isNil(v) {
		return
	}
	switch root := rootOf(addr).(type) {
	case *ssa.Global:
		pass.Reportf(pos, "a *skua.%s is stored in the variable %s, which outlives its call", kind, root.Name())
	case *ssa.FreeVar:
		if _, given := origin(v).(*ssa.Parameter); inTask && given {
			pass.Reportf(pos, "a *skua.%s is stored in %s, which outlives its task", kind, root.Name())
		}
	}
}

func isNil(v ssa.Value) bool {
	k, ok := origin(v).(*ssa.Const)
	return ok && k.IsNil()
}

// rootOf returns the variable that holds what addr, or the map addr, is in. Elements of
// slices and arrays have none.
func rootOf(addr ssa.Value) ssa.Value {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.UnOp:
			if a.Op != token.MUL {
				return a
			}
			addr = a.X
		default:
			return a
		}
	}
}

func checkSend(pass *analysis.Pass, pos token.Pos, v ssa.Value) {
	if kind := place(origin(v).Type()); kind != "" && !isNil(v) {
		pass.Reportf(pos, "a *skua.%s is sent on a channel: it belongs to the goroutine of its task", kind)
	}
}

func checkGo(pass *analysis.Pass, g *ssa.Go) {
	for _, a := range g.Call.Args {
		if kind := place(origin(a).Type()); kind != "" && !isNil(a) {
			pass.Reportf(g.Pos(), "a *skua.%s is given to another goroutine: it belongs to that of its task", kind)
			return
		}
	}
	made, ok := origin(g.Call.Value).(*ssa.MakeClosure)
	if !ok {
		return
	}
	for _, v := range made.Fn.(*ssa.Function).FreeVars {
		kind := pointed(v)
		if kind == "" || !needed(v) || setInside(v) {
			continue
		}
		pass.Reportf(g.Pos(), "the *skua.%s %s is used on another goroutine: it belongs to that of its task", kind, v.Name())
	}
}

// checkCaptured reports the frames that the task t gets from around it.
func checkCaptured(pass *analysis.Pass, t task) {
	for _, v := range t.fn.FreeVars {
		if pointed(v) == "Frame" && needed(v) && !setInside(v) {
			pass.Reportf(t.fn.Pos(), "the *skua.Frame %s is used in a function given to %s, which may run on another worker", v.Name(), t.by)
		}
	}
}

// pointed returns the place that the captured variable is of.
func pointed(v *ssa.FreeVar) string {
	if p, ok := v.Type().(*types.Pointer); ok {
		if kind := place(p.Elem()); kind != "" {
			return kind
		}
	}
	return ""
}

// needed reports whether the value of the captured variable is used: not just compared
// or replaced.
func needed(v *ssa.FreeVar) bool {
	for _, at := range accesses(v) {
		if load, ok := at.(*ssa.UnOp); ok {
			for _, r := range *load.Referrers() {
				switch r.(type) {
				case *ssa.BinOp, *ssa.DebugRef:
				default:
					return true
				}
			}
		}
	}
	return false
}

// setInside reports whether the closure itself gives the captured variable a value.
func setInside(v *ssa.FreeVar) bool {
	for _, at := range accesses(v) {
		if _, ok := at.(*ssa.Store); ok {
			return true
		}
	}
	return false
}
