package vet

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

var forkAnalyzer = &analysis.Analyzer{
	Name: "fork",
	Doc: `find forks without their join

Each Fork is followed by one Join on the same frame, in reverse order. The analyser
reports a Fork

  - after which the function may return without a Join, but with an error, as the body
    of a FuncErr may,
  - after which the frame is forked again before a Join,
  - in a loop that does not join in the same round, on a frame from outside the loop,
  - that is joined before the fork on the frame which it returned.

A way that ends in a panic needs no Join. The analyser says nothing about a frame
that is kept in a variable of a closure, a field, a slice or an array, or given to a
function that may join it, and nothing where the join depends on a
condition that the fork may depend on too.`,
	Requires: []*analysis.Analyzer{buildssa.Analyzer},
	Run:      runFork,
}

func runFork(pass *analysis.Pass) (any, error) {
	if !imports(pass.Pkg, skuaPath) {
		return nil, nil
	}
	heedAllow(pass)
	for _, fn := range functions(pass) {
		for c := range calls(fn) {
			fork, ok := c.(*ssa.Call)
			if !ok {
				continue
			}
			if method, recv := frameCall(fork.Common()); method == "Fork" {
				if f := track(recv); f != nil && !f.shared {
					checkFork(pass, fork, f)
					checkOrder(pass, fork, f)
				}
			}
		}
	}
	return nil, nil
}

// checkFork looks for the join of fork, which is a fork at f.
func checkFork(pass *analysis.Pass, fork *ssa.Call, f *frame) {
	if inRounds(fork, f) {
		pass.Reportf(fork.Pos(), "%s is forked in every round of a loop that does not join it", nameOf(f.value))
		return
	}
	if _, phi := f.value.(*ssa.Phi); phi {
		if !endsAnywhere(fork.Parent(), f) {
			pass.Reportf(fork.Pos(), "this fork is never joined")
		}
		return
	}
	var again *ssa.Call
	leaves := token.NoPos
	returns := 0
	w := walk{
		ends: func(in ssa.Instruction) bool { return in == fork || f.ends(in) },
		visit: func(in ssa.Instruction) {
			if name, sure := f.method(in); name == "Fork" && sure && again == nil {
				again = in.(*ssa.Call)
			}
		},
		leaves: func(r *ssa.Return) {
			if mayFail(r) {
				return
			}
			if returns == 0 || lineOf(r) < returns {
				leaves, returns = r.Pos(), lineOf(r)
			}
		},
	}
	w.after(fork)
	switch {
	case again != nil:
		pass.Reportf(again.Pos(), "%s is forked again before the fork at line %d is joined", nameOf(f.value), lineOf(fork))
	case returns > 0 && !endsAnywhere(fork.Parent(), f):
		pass.Reportf(fork.Pos(), "this fork is never joined")
	case returns > 0:
		pass.Report(analysis.Diagnostic{
			Pos:     fork.Pos(),
			Message: sprintf("this fork is not joined on the way to the return at line %d", returns),
			Related: related(leaves, "returns here"),
		})
	}
}

// inRounds reports whether fork is passed in every round of a loop, on the same
// frame, without an end.
func inRounds(fork *ssa.Call, f *frame) bool {
	loop := rounds(fork.Block())
	if loop == nil {
		return false
	}
	if made, ok := f.value.(ssa.Instruction); ok && loop[made.Block()] {
		return false
	}
	for b := range loop {
		for _, in := range b.Instrs {
			if f.ends(in) {
				return false
			}
		}
	}
	return true
}

func endsAnywhere(fn *ssa.Function, f *frame) bool {
	for in := range instructions(fn) {
		if f.ends(in) {
			return true
		}
	}
	return false
}

// checkOrder looks for a join of the frame below f while fork, at f, is pending.
func checkOrder(pass *analysis.Pass, fork *ssa.Call, f *frame) {
	lower, ok := f.value.(*ssa.Call)
	if !ok {
		return
	}
	method, recv := frameCall(lower.Common())
	if method != "Fork" {
		return
	}
	below := track(recv)
	if below == nil || below.shared {
		return
	}
	var early ssa.Instruction
	w := walk{
		ends: f.ends,
		visit: func(in ssa.Instruction) {
			if name, sure := below.method(in); name == "Join" && sure && early == nil {
				early = in
			}
		},
	}
	w.after(fork)
	if early != nil {
		pass.Reportf(early.Pos(), "%s is joined before the frame that its Fork returned, which was forked at line %d", nameOf(below.value), lineOf(fork))
	}
}

// mayFail reports whether the last result of r is an error that may be one: then the body of
// a FuncErr may return between Fork and Join, since its run stops.
func mayFail(r *ssa.Return) bool {
	if len(r.Results) == 0 {
		return false
	}
	last := r.Results[len(r.Results)-1]
	if !types.Identical(last.Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	c, constant := last.(*ssa.Const)
	return !constant || !c.IsNil()
}
