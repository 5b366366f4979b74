package vet

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

var cheapAnalyzer = &analysis.Analyzer{
	Name: "cheap",
	Doc: `find functions that cost less than the call with which par reaches them

Package par calls a function for each element. A call takes 1 to 2 ns, and the compiler cannot inline it,
so a body of a few instructions is 2 to 5 times as fast in a loop of the program's own, which ForRange
and ReduceRange take. The analyser looks at the functions given to For, ForEach, MapInto, MapReduce,
MapReduceN, Reduce, Scan and ScanInto, and reports those of this package that have no call, no branch,
no loop and at most twelve instructions. It says what to use instead: for sums Sum, PrefixSum or
PrefixSumInto. It says nothing where the number of elements is a constant below 10,000, where an option
may leave one worker only, nor in test files.`,
	Requires: []*analysis.Analyzer{buildssa.Analyzer},
	Run:      runCheap,
}

// A body is which argument of a function of par is called for each element, and the function
// that takes a loop instead.
type body struct {
	arg     int
	instead string
	sum     string // what to use if the body adds numbers
}

var bodies = map[string]body{
	"For":        {1, "ForRange", ""},
	"ForEach":    {1, "ForRange", ""},
	"MapInto":    {2, "ForRange", ""},
	"MapReduce":  {2, "ReduceRange", ""},
	"MapReduceN": {2, "ReduceRange", ""},
	"Reduce":     {2, "ReduceRange", "Sum"},
	"Scan":       {2, "", "PrefixSum"},
	"ScanInto":   {3, "", "PrefixSumInto"},
}

// cheap is the number of instructions of a body, its return among them, that a call outweighs.
const cheap = 12

func runCheap(pass *analysis.Pass) (any, error) {
	if !imports(pass.Pkg, parPath) || pathOf(pass.Pkg) == parPath {
		return nil, nil
	}
	heedAllow(pass)
	for _, fn := range functions(pass) {
		if strings.HasSuffix(pass.Fset.Position(fn.Pos()).Filename, "_test.go") {
			continue
		}
		for c := range calls(fn) {
			to := calleeOf(c.Common())
			b, ok := bodies[to.name]
			if !ok || to.path != parPath || to.recv != "" || few(c.Common().Args[0]) {
				continue
			}
			if alone, _ := parOptions(c); alone {
				continue
			}
			f := function(c.Common().Args[b.arg])
			if f != nil && f.Origin() != nil {
				f = f.Origin()
			}
			if instead := b.better(f, c.Common().Args); instead != "" {
				pass.Reportf(c.Pos(), "the function given to %s costs less than the call of it: %s", to, instead)
			}
		}
	}
	return nil, nil
}

// better says what to use instead of b with the function f, and nothing if f is not known or not cheap.
func (b body) better(f *ssa.Function, args []ssa.Value) string {
	switch {
	case f == nil || !isCheap(f):
		return ""
	case b.sum != "" && adds(f) && isZero(args[b.arg-1]):
		return "par." + b.sum + " adds without one"
	case b.instead != "":
		return "par." + b.instead + " takes a loop, into which the compiler inlines it"
	}
	return ""
}

// few reports whether v, the number of elements, is a constant with which nothing is gained.
func few(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value != nil && c.Value.Kind() == constant.Int && c.Int64() < 10_000
}

// isCheap reports whether f is a straight line of a few instructions that the compiler inlines.
func isCheap(f *ssa.Function) bool {
	if len(f.Blocks) != 1 || len(f.Blocks[0].Instrs) > cheap {
		return false
	}
	for _, in := range f.Blocks[0].Instrs {
		switch in := in.(type) {
		case *ssa.DebugRef, *ssa.IndexAddr, *ssa.Index, *ssa.FieldAddr, *ssa.Field, *ssa.Store, *ssa.Return, *ssa.ChangeType:
		case *ssa.Alloc:
			if in.Heap {
				return false
			}
		case *ssa.UnOp:
			if in.Op == token.ARROW {
				return false
			}
		case *ssa.BinOp:
			if !isNumber(in.X.Type()) {
				return false
			}
		case *ssa.Convert:
			if !isNumber(in.X.Type()) || !isNumber(in.Type()) {
				return false
			}
		case *ssa.Call:
			if name := in.Call.Value.Name(); !isBuiltin(in) || name != "min" && name != "max" && name != "len" {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func isBuiltin(c *ssa.Call) bool {
	_, ok := c.Call.Value.(*ssa.Builtin)
	return ok
}

// isNumber reports whether t is an integer or a float, and no type parameter.
func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsInteger|types.IsFloat) != 0
}

// adds reports whether f returns the sum of its two parameters and does nothing else.
func adds(f *ssa.Function) bool {
	instrs := f.Blocks[0].Instrs
	ret, ok := instrs[len(instrs)-1].(*ssa.Return)
	if !ok || len(f.Params) != 2 || len(ret.Results) != 1 {
		return false
	}
	op, ok := ret.Results[0].(*ssa.BinOp)
	return ok && op.Op == token.ADD && ofBoth(f, op)
}
