package vet

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

var operatorAnalyzer = &analysis.Analyzer{
	Name: "operator",
	Doc: `find operators of reductions that are not associative

A reduction combines parts of its elements, and then the parts: what an operator makes of them that is
not associative depends on where the parts begin. The analyser looks at the operators given to Reduce,
MapReduce, ReduceBy, Fold and Scan of package par, in all their forms, to Chain.Reduce and to
strand.NewReducer. It reports a function of this package that returns a - b, a / b, a % b, a << b,
a >> b or a &^ b of its parameters, or the mean (a + b) / 2, and no other. That + of floats rounds is
nothing to report.`,
	Requires: []*analysis.Analyzer{buildssa.Analyzer},
	Run:      runOperator,
}

// operators lists the functions that take an operator, and which argument it is.
var operators = map[callee]int{
	{parPath, "", "Reduce"}:            2,
	{parPath, "", "MapReduce"}:         3,
	{parPath, "", "MapReduceN"}:        3,
	{parPath, "", "ReduceRange"}:       4,
	{parPath, "", "MapReduceErr"}:      4,
	{parPath, "", "MapReduceNErr"}:     4,
	{parPath, "", "ReduceBy"}:          3,
	{parPath, "", "Fold"}:              3,
	{parPath, "", "Scan"}:              2,
	{parPath, "", "ScanInto"}:          3,
	{parPath, "", "ScanExclusive"}:     2,
	{parPath, "", "ScanExclusiveInto"}: 3,
	{parPath, "Chain", "Reduce"}:       2,
	{strandPath, "", "NewReducer"}:     1,
}

func runOperator(pass *analysis.Pass) (any, error) {
	if !imports(pass.Pkg, parPath, strandPath) {
		return nil, nil
	}
	heedAllow(pass)
	for _, fn := range functions(pass) {
		for c := range calls(fn) {
			to := calleeOf(c.Common())
			k, ok := operators[to]
			if !ok {
				continue
			}
			f := function(c.Common().Args[k])
			if f != nil && f.Origin() != nil {
				f = f.Origin()
			}
			if bad := unassociative(f); bad != "" {
				pass.Reportf(c.Pos(), "the operator of %s is not associative: %s depends on where the parts of the elements begin", to, bad)
			}
		}
	}
	return nil, nil
}

// unassociative returns what f, a function of two parameters, returns if it is nothing but an
// operation on them that is not associative.
func unassociative(f *ssa.Function) string {
	if f == nil || len(f.Params) != 2 || len(f.Blocks) != 1 {
		return ""
	}
	instrs := f.Blocks[0].Instrs
	ret, ok := instrs[len(instrs)-1].(*ssa.Return)
	if !ok {
		return ""
	}
	op, ok := ret.Results[0].(*ssa.BinOp)
	if !ok {
		return ""
	}
	switch op.Op {
	case token.SUB, token.QUO, token.REM, token.SHL, token.SHR, token.AND_NOT:
		if ofBoth(f, op) {
			return op.X.Name() + " " + op.Op.String() + " " + op.Y.Name()
		}
	}
	_, by := op.Y.(*ssa.Const)
	if sum, ok := op.X.(*ssa.BinOp); ok && by && op.Op == token.QUO && sum.Op == token.ADD && ofBoth(f, sum) {
		return "a mean of means"
	}
	return ""
}

// ofBoth reports whether op is applied to the two parameters of f.
func ofBoth(f *ssa.Function, op *ssa.BinOp) bool {
	a, b := f.Params[0], f.Params[1]
	return op.X == a && op.Y == b || op.X == b && op.Y == a
}
