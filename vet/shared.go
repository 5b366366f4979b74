package vet

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

var sharedAnalyzer = &analysis.Analyzer{
	Name: "shared",
	Doc: `find what parallel functions share without meaning it

The analyser looks at the functions given to package par and the Body of a Loop, which run several
at once, and at functions of the same package that they call directly. It reports

  - x = append(x, …) for a variable from outside, unless the function locks something: elements
    are lost, and their order is that of time. Take par.Filter, par.FlatMap or a strand.Appender,
  - a View of a par.Local or a strand.Holder in a loop inside a function that goes on to use its View of
    the same: both may be one T, which the inner loop overwrites.`,
	Requires: []*analysis.Analyzer{buildssa.Analyzer},
	Run:      runShared,
}

const strandPath = skuaPath + "/strand"

func runShared(pass *analysis.Pass) (any, error) {
	if !imports(pass.Pkg, skuaPath, parPath) || pathOf(pass.Pkg) == skuaPath || pathOf(pass.Pkg) == parPath {
		return nil, nil
	}
	heedAllow(pass)
	reported := map[token.Pos]bool{}
	report := func(pos token.Pos, format string, args ...any) {
		if !reported[pos] {
			reported[pos] = true
			pass.Reportf(pos, format, args...)
		}
	}
	for _, fn := range functions(pass) {
		for _, t := range tasksOf(fn) {
			if !t.repeats() {
				continue
			}
			for in := range instructions(t.fn) {
				if appends(in, t.fn) && !locks(t.fn) {
					report(in.Pos(), "an append to a variable from outside in a task of %s loses elements: several run at once", t.by)
				}
			}
			outer := viewsOf(t.fn)
			for c := range calls(t.fn) {
				for _, inner := range tasksUnder(c) {
					for holder, at := range viewsOf(inner.fn) {
						if view := outer[holder]; view != nil && inner.fn != t.fn && usedAfter(view, c) {
							report(at.Pos(), "this View may be the one that the task of %s around it uses: a loop shares it with what is around", t.by)
						}
					}
				}
			}
		}
	}
	return nil, nil
}

// once lists the functions of par that call theirs once, or not for elements.
var once = map[string]bool{"Do": true, "DoErr": true, "Gather": true, "GatherErr": true, "Local": true, "Progress": true}

// repeats reports whether skua runs the task several times, and several of them at once.
func (t task) repeats() bool {
	name, ofPar := strings.CutPrefix(t.by, "par.")
	return !t.alone && (t.by == "a Loop" || ofPar && !once[name])
}

// tasksUnder returns the tasks that c hands over, itself or in the function that it calls, and that
// may run on the caller's strand.
func tasksUnder(c ssa.CallInstruction) (out []task) {
	for _, t := range tasksOfCall(c) {
		if !strings.HasSuffix(t.by, "Go") {
			out = append(out, t)
		}
	}
	if f := bodyOf(c.Common()); f != nil && f != c.Parent() {
		for _, t := range tasksOf(f) {
			if t.repeats() {
				out = append(out, t)
			}
		}
	}
	return out
}

// appends reports whether in appends to a variable that is declared outside of fn.
func appends(in ssa.Instruction, fn *ssa.Function) bool {
	store, ok := in.(*ssa.Store)
	if !ok || !outside(store.Addr, fn) {
		return false
	}
	call, ok := store.Val.(*ssa.Call)
	if !ok {
		return false
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" {
		return false
	}
	old, ok := call.Call.Args[0].(*ssa.UnOp)
	return ok && old.Op == token.MUL && variable(old.X) == variable(store.Addr)
}

// outside reports whether addr is that of a variable of the package, or of a function around fn.
func outside(addr ssa.Value, fn *ssa.Function) bool {
	switch addr := variable(addr).(type) {
	case *ssa.Global:
		return true
	case *ssa.Alloc:
		return addr.Parent() != fn
	}
	return false
}

// locks reports whether fn locks anything.
func locks(fn *ssa.Function) bool {
	for c := range calls(fn) {
		if to := calleeOf(c.Common()); to.path == "sync" && (to.name == "Lock" || to.name == "Do") {
			return true
		}
	}
	return false
}

// usedAfter reports whether view is used after c, in the same function.
func usedAfter(view *ssa.Call, c ssa.CallInstruction) bool {
	uses := accesses(view)
	for _, use := range uses {
		if store, ok := use.(*ssa.Store); ok && store.Val == view { // in a variable that closures capture
			uses = append(uses, accesses(store.Addr)...)
		}
	}
	for _, use := range uses {
		if use.Parent() == c.Parent() && follows(use, c) {
			return true
		}
	}
	return false
}

// follows reports whether in may run after c.
func follows(in, c ssa.Instruction) bool {
	all := c.Block().Instrs
	return slices.Index(all, in) > slices.Index(all, c) || reaches(c.Block(), func(i ssa.Instruction) bool { return i == in })
}

// viewsOf returns the holders of which fn uses a View, and where.
func viewsOf(fn *ssa.Function) map[ssa.Value]*ssa.Call {
	out := map[ssa.Value]*ssa.Call{}
	for in := range instructions(fn) {
		c, ok := in.(*ssa.Call)
		if !ok {
			continue
		}
		if to := calleeOf(c.Common()); to == (callee{strandPath, "Holder", "View"}) {
			holder := origin(c.Common().Args[0])
			if load, ok := holder.(*ssa.UnOp); ok && load.Op == token.MUL {
				holder = variable(load.X)
			}
			out[holder] = c
		}
	}
	return out
}
