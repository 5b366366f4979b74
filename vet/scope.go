package vet

import (
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

var scopeAnalyzer = &analysis.Analyzer{
	Name: "scope",
	Doc: `find scopes that nobody waits for

Wait tells when the tasks of a skua.Scope or par.Scope have ended, and what they failed with. The
analyser reports a NewScope whose scope gets tasks, and has no Wait in the function and its closures.
It says nothing about a scope that leaves the function, as a result, an argument, in a field or in a
variable that is set twice, nor where the function does not return, or ends the program.`,
	Requires: []*analysis.Analyzer{buildssa.Analyzer},
	Run:      runScope,
}

func runScope(pass *analysis.Pass) (any, error) {
	if !imports(pass.Pkg, skuaPath, parPath) || pathOf(pass.Pkg) == skuaPath || pathOf(pass.Pkg) == parPath {
		return nil, nil
	}
	heedAllow(pass)
	for _, fn := range functions(pass) {
		for c := range calls(fn) {
			made, ok := c.(*ssa.Call)
			if !ok || !isScope(calleeOf(made.Common()), "", "NewScope") || !returnsAfter(made) {
				continue
			}
			var u scopeUse
			u.follow(made)
			if u.spawns && !u.waits && !u.leaves {
				pass.Reportf(made.Pos(), "nobody waits for this scope: its tasks may outlive the function or be cut off, and their errors and panics are lost")
			}
		}
	}
	return nil, nil
}

// isScope reports whether c is the named function, or method, for scopes of skua or par.
func isScope(c callee, recv string, names ...string) bool {
	return (c.path == skuaPath || c.path == parPath) && c.recv == recv && slices.Contains(names, c.name)
}

// returnsAfter reports whether the function may return after in.
func returnsAfter(in ssa.Instruction) (returns bool) {
	w := walk{
		ends:   func(ssa.Instruction) bool { return returns },
		visit:  func(ssa.Instruction) {},
		leaves: func(*ssa.Return) { returns = true },
	}
	w.after(in)
	return returns
}

// scopeUse is what a function and its closures do with a scope.
type scopeUse struct {
	spawns, waits bool
	leaves        bool // it goes where it is out of sight
}

// follow notes what is done with the scope v.
func (u *scopeUse) follow(v ssa.Value) {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.BinOp, *ssa.DebugRef:
		case *ssa.Store: // in a variable that closures capture
			if onlyValue(r.Addr) != v {
				u.leaves = true
				continue
			}
			for _, at := range accesses(r.Addr) {
				if load, ok := at.(*ssa.UnOp); ok {
					u.follow(load)
				}
			}
		case ssa.CallInstruction:
			args := r.Common().Args
			switch to := calleeOf(r.Common()); {
			case isScope(to, "Scope", "Go", "TryGo"), to == callee{skuaPath, "Worker", "Go"}:
				u.spawns = u.spawns || !isNil(args[len(args)-1]) // a nil task panics
			case isScope(to, "Scope", "Wait"):
				u.waits = true
			case isScope(to, "Scope", "AwaitRoom", "Context", "Full", "SetLimit"):
			default:
				u.leaves = true
			}
		default:
			u.leaves = true
		}
	}
}
