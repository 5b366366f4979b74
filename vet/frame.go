package vet

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

var frameAnalyzer = &analysis.Analyzer{
	Name: "frame",
	Doc: `find the wrong frame between Fork and Join

Between f.Fork and f.Join the frame f belongs to the forked task; the calls in
between get what Fork returned:

	next := f.Fork(n - 2)
	a := fib(f, n-1) // wrong: fib(next, n-1)
	b, done := f.Join()

The analyser reports f as an argument, as a Place, and as the receiver of Both or
Each. The calls are reported if the function joins f afterwards, or if the called
function is in the same package and forks at f; another one might
be there to join. Poll is not reported, nor is a frame that closures, fields,
slices or arrays share.`,
	Requires: []*analysis.Analyzer{buildssa.Analyzer},
	Run:      runFrame,
}

func runFrame(pass *analysis.Pass) (any, error) {
	if !imports(pass.Pkg, skuaPath) {
		return nil, nil
	}
	heedAllow(pass)
	for _, fn := range functions(pass) {
		reported := map[ssa.Instruction]bool{}
		for c := range calls(fn) {
			fork, ok := c.(*ssa.Call)
			if !ok {
				continue
			}
			if method, recv := frameCall(fork.Common()); method == "Fork" {
				if f := track(recv); f != nil && !f.shared {
					checkFrame(pass, fork, f, reported)
				}
			}
		}
	}
	return nil, nil
}

// checkFrame looks for uses of f between fork, which is a fork at f, and the join.
func checkFrame(pass *analysis.Pass, fork *ssa.Call, f *frame, reported map[ssa.Instruction]bool) {
	isMethod := func(in ssa.Instruction, want string) bool {
		name, _ := f.method(in)
		return name == want
	}
	w := walk{
		ends: func(in ssa.Instruction) bool { return isMethod(in, "Join") || isMethod(in, "Fork") },
		visit: func(in ssa.Instruction) {
			call, ok := in.(*ssa.Call)
			if !ok || !f.calls[call] || reported[in] {
				return
			}
			switch name, _ := f.method(in); {
			case name == "Both" || name == "Each":
				reported[in] = true
				pass.Reportf(call.Pos(), "%s.%s between Fork and Join of %[1]s: use the frame that Fork returned (fork at line %[3]d)", nameOf(f.value), name, lineOf(fork))
			case name == "" && (forksIn(call, f) || joinedAfter(call, f)):
				reported[in] = true
				pass.Reportf(call.Pos(), "%s is passed on between its Fork and its Join: pass the frame that Fork returned (fork at line %d)", nameOf(f.value), lineOf(fork))
			}
		},
	}
	w.after(fork)
}

// joinedAfter reports whether f may be joined after call, before it is forked again.
func joinedAfter(call *ssa.Call, f *frame) (joined bool) {
	w := walk{
		ends: func(in ssa.Instruction) bool {
			name, _ := f.method(in)
			return name == "Fork"
		},
		visit: func(in ssa.Instruction) {
			if name, _ := f.method(in); name == "Join" {
				joined = true
			}
		},
	}
	w.after(call)
	return joined
}
