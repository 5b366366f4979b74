package vet

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"
)

const (
	errgroupPath = "golang.org/x/sync/errgroup"
	concPath     = "github.com/sourcegraph/conc/pool"
	antsPath     = "github.com/panjf2000/ants"
	pondPath     = "github.com/alitto/pond"
)

var poolPaths = []string{errgroupPath, concPath, antsPath, antsPath + "/v2", pondPath, pondPath + "/v2"}

// unbounded is the limit of a pool that has none, and someLimit that of one whose
// limit is not a constant.
const (
	unbounded = 0
	someLimit = -1
)

// source is what is to be known of a package before its tasks are followed.
type source struct {
	info  *types.Info
	decls map[*types.Func]*ast.FuncDecl
	lits  map[*types.Var]*ast.FuncLit // variables that are one closure
	pools map[*types.Var]int          // variables and fields that hold a pool, and its limit
	of    map[*types.Var]ast.Expr     // groups and results, and the pool they were made by
	runs  map[*types.Var]ast.Expr     // pools that run one function
	sets  map[*types.Var]int          // how often a variable is set
}

// readPools collects the pools of a package. A variable that is set twice is none.
func readPools(pass *analysis.Pass) *source {
	s := &source{
		info:  pass.TypesInfo,
		decls: map[*types.Func]*ast.FuncDecl{},
		lits:  map[*types.Var]*ast.FuncLit{},
		pools: map[*types.Var]int{},
		of:    map[*types.Var]ast.Expr{},
		runs:  map[*types.Var]ast.Expr{},
		sets:  map[*types.Var]int{},
	}
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				if fn, ok := s.info.Defs[n.Name].(*types.Func); ok {
					s.decls[fn] = n
				}
			case *ast.AssignStmt:
				s.assign(n.Lhs, n.Rhs)
			case *ast.ValueSpec:
				lhs := make([]ast.Expr, len(n.Names))
				for k, name := range n.Names {
					lhs[k] = name
				}
				s.zero(n)
				s.assign(lhs, n.Values)
			case *ast.KeyValueExpr:
				if id, ok := n.Key.(*ast.Ident); ok {
					if v, ok := s.info.Uses[id].(*types.Var); ok && v.IsField() {
						s.set(v, n.Value)
					}
				}
			}
			return true
		})
	}
	for v, n := range s.sets {
		if n > 1 {
			delete(s.lits, v)
			delete(s.pools, v)
			delete(s.of, v)
			delete(s.runs, v)
		}
	}
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				s.limit(call)
			}
			return true
		})
	}
	return s
}

// assign notes what the variables get.
func (s *source) assign(lhs, rhs []ast.Expr) {
	for k, x := range lhs {
		v := s.variable(x)
		if v == nil || len(rhs) == 0 {
			continue
		}
		s.sets[v]++
		switch {
		case len(rhs) == len(lhs):
			s.set(v, rhs[k])
		case k == 0:
			s.set(v, rhs[0]) // a call that returns an error or context too
		}
	}
}

// zero notes groups that are ready as they are declared.
func (s *source) zero(n *ast.ValueSpec) {
	for _, name := range n.Names {
		if v, ok := s.info.Defs[name].(*types.Var); ok && isGroup(v.Type()) {
			s.pools[v] = unbounded
		}
	}
}

func (s *source) set(v *types.Var, to ast.Expr) {
	to = ast.Unparen(to)
	if lit, ok := to.(*ast.FuncLit); ok {
		s.lits[v] = lit
	}
	if isGroup(v.Type()) {
		s.pools[v] = unbounded
	}
	call, ok := to.(*ast.CallExpr)
	if !ok {
		return
	}
	if n := s.made(call); n != unbounded {
		s.pools[v] = n
		if len(call.Args) > 1 && strings.HasPrefix(s.callee(call).name, "NewPoolWithFunc") {
			s.runs[v] = call.Args[1]
		}
	}
	if c := s.callee(call); isPond(c.path) {
		switch c.name {
		case "Group", "GroupContext", "NewGroup", "NewGroupContext", "Submit", "SubmitErr":
			if sel, ok := call.Fun.(*ast.SelectorExpr); ok && c.recv != "" {
				s.of[v] = sel.X
			}
		}
	}
}

// number returns a limit: x if it is a constant, and unbounded if that is not positive.
func (s *source) number(x ast.Expr) int {
	value := s.info.Types[x].Value
	if value == nil {
		return someLimit
	}
	n, ok := constant.Int64Val(constant.ToInt(value))
	if !ok || n <= 0 {
		return unbounded
	}
	return int(min(n, 1<<30))
}

func (s *source) callee(call *ast.CallExpr) callee {
	f, _ := typeutil.Callee(s.info, call).(*types.Func)
	if f != nil {
		f = f.Origin()
	}
	return calleeFunc(f)
}

// variable returns the variable or field that x names.
func (s *source) variable(x ast.Expr) *types.Var {
	switch x := ast.Unparen(x).(type) {
	case *ast.Ident:
		v, _ := s.info.ObjectOf(x).(*types.Var)
		return v
	case *ast.SelectorExpr:
		if v, ok := s.info.Uses[x.Sel].(*types.Var); ok {
			return v.Origin()
		}
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return s.variable(x.X)
		}
	}
	return nil
}

// mentions reports whether fn uses one of the pools.
func (s *source) mentions(fn *ast.FuncDecl) (found bool) {
	ast.Inspect(fn, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !found {
			v, _ := s.info.ObjectOf(id).(*types.Var)
			if v != nil {
				_, found = s.pools[v.Origin()]
			}
		}
		return !found
	})
	return found
}

func isGroup(t types.Type) bool {
	path, name := named(t)
	return path == errgroupPath && name == "Group"
}

func isAnts(path string) bool { return slices.Contains([]string{antsPath, antsPath + "/v2"}, path) }

func isPond(path string) bool { return slices.Contains([]string{pondPath, pondPath + "/v2"}, path) }
