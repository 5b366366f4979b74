package vet

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/types/typeutil"
)

var doneAnalyzer = &analysis.Analyzer{
	Name: "done",
	Doc: `find joins whose second result is not looked at

Join returns false when no thief took the task: the caller then runs it, or it is
never run. The analyser reports

	b, _ := f.Join()    // b is zero when done would be false
	f.Join()            // the task may not have been run

and a done that no statement reads. Write _, _ = f.Join() for a task that need
not run. A done that a closure shares is taken to be read.`,
	Requires: []*analysis.Analyzer{buildssa.Analyzer},
	Run:      runDone,
}

func runDone(pass *analysis.Pass) (any, error) {
	if !imports(pass.Pkg, skuaPath) {
		return nil, nil
	}
	heedAllow(pass)
	given := map[token.Pos]bool{} // joins whose second result gets a name
	for _, file := range pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ExprStmt:
				if isJoin(pass.TypesInfo, n.X) {
					pass.Reportf(n.Pos(), "the results of Join are dropped: the task has not run when done is false; write _, _ = if it need not")
				}
			case *ast.AssignStmt:
				if len(n.Rhs) != 1 || len(n.Lhs) != 2 || !isJoin(pass.TypesInfo, n.Rhs[0]) {
					break
				}
				switch {
				case !isBlank(n.Lhs[1]):
					given[ast.Unparen(n.Rhs[0]).(*ast.CallExpr).Lparen] = true
				case !isBlank(n.Lhs[0]):
					pass.Reportf(n.Pos(), "the second result of Join is dropped: when it is false the first is zero and the task has not run")
				}
			}
			return true
		})
	}
	for _, fn := range functions(pass) {
		for call := range calls(fn) {
			if method, _ := frameCall(call.Common()); method == "Join" && given[call.Pos()] {
				if pos := unread(call); pos.IsValid() {
					pass.Reportf(pos, "no statement reads the second result of Join: when it is false the task has not run")
				}
			}
		}
	}
	return nil, nil
}

func isBlank(x ast.Expr) bool {
	id, ok := x.(*ast.Ident)
	return ok && id.Name == "_"
}

// isJoin reports whether x is a call of Frame.Join.
func isJoin(info *types.Info, x ast.Expr) bool {
	call, ok := ast.Unparen(x).(*ast.CallExpr)
	if !ok {
		return false
	}
	f, _ := typeutil.Callee(info, call).(*types.Func)
	return calleeFunc(f) == callee{skuaPath, "Frame", "Join"}
}

// unread returns where join is called if its second result is given to a variable and
// nothing reads it.
func unread(join ssa.CallInstruction) (at token.Pos) {
	call, ok := join.(*ssa.Call)
	if !ok {
		return at
	}
	for _, r := range *call.Referrers() {
		if second, ok := r.(*ssa.Extract); ok && second.Index == 1 {
			if len(*second.Referrers()) > 0 {
				return token.NoPos
			}
			at = call.Pos()
		}
	}
	return at
}
