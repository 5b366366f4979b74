package vet

import (
	"go/ast"
	"go/token"
	"go/types"
)

// pool returns the pool that x stands for, and its limit.
func (v *visitor) pool(x ast.Expr) (key, int, bool) {
	name := v.src.variable(x)
	if made, ok := v.src.of[name]; ok { // a group of the pool
		x, name = made, v.src.variable(made)
	}
	k, ok := v.key(x)
	if !ok {
		return key{}, 0, false
	}
	holder := k.field
	if holder == nil {
		holder, _ = k.base.(*types.Var)
	}
	for _, at := range []*types.Var{name, holder} {
		if limit, ok := v.src.pools[at]; ok && limit != unbounded {
			return k, limit, true
		}
	}
	_, ok = v.src.pools[holder]
	return k, unbounded, ok
}

// key returns which variable, or field of one, x is in the call that the visitor is in.
func (v *visitor) key(x ast.Expr) (key, bool) {
	switch x := ast.Unparen(x).(type) {
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return v.key(x.X)
		}
	case *ast.Ident:
		return v.base(v.src.info.ObjectOf(x))
	case *ast.SelectorExpr:
		field, ok := v.src.info.Uses[x.Sel].(*types.Var)
		if !ok {
			return key{}, false
		}
		if !field.IsField() {
			return key{base: field}, true // of another package
		}
		if k, ok := v.key(x.X); ok && k.field == nil {
			k.field = field.Origin()
			return k, true
		}
	}
	return key{}, false
}

func (v *visitor) base(obj types.Object) (key, bool) {
	if _, ok := obj.(*types.Var); !ok {
		return key{}, false
	}
	for k := len(v.active) - 1; k >= 0; k-- {
		a := v.active[k]
		if a.node.Pos() <= obj.Pos() && obj.Pos() < a.node.End() {
			if k, ok := a.params[obj]; ok {
				return k, true
			}
			return key{base: obj, call: a.n}, true
		}
	}
	return key{base: obj}, true
}

// function returns the function that x is, if its source is here.
func (v *visitor) function(x ast.Expr) (ast.Node, *ast.BlockStmt) {
	switch x := ast.Unparen(x).(type) {
	case *ast.FuncLit:
		return x, x.Body
	case *ast.Ident:
		switch obj := v.src.info.ObjectOf(x).(type) {
		case *types.Var:
			if lit := v.src.lits[obj]; lit != nil {
				return lit, lit.Body
			}
		case *types.Func:
			return v.declared(obj)
		}
	case *ast.SelectorExpr:
		if f, ok := v.src.info.Uses[x.Sel].(*types.Func); ok {
			return v.declared(f)
		}
	case *ast.IndexExpr:
		return v.function(x.X)
	}
	return nil, nil
}

func (v *visitor) declared(f *types.Func) (ast.Node, *ast.BlockStmt) {
	if d := v.src.decls[f.Origin()]; d != nil && d.Body != nil {
		return d, d.Body
	}
	return nil, nil
}

// target returns the function that call calls, and which pools its parameters are.
func (v *visitor) target(call *ast.CallExpr) (fn ast.Node, body *ast.BlockStmt, params map[types.Object]key) {
	if fn, body = v.function(call.Fun); body == nil {
		return nil, nil, nil
	}
	params = map[types.Object]key{}
	give := func(name *ast.Ident, x ast.Expr) {
		if k, ok := v.key(x); ok {
			params[v.src.info.Defs[name]] = k
		}
	}
	var list *ast.FieldList
	switch fn := fn.(type) {
	case *ast.FuncLit:
		list = fn.Type.Params
	case *ast.FuncDecl:
		list = fn.Type.Params
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if ok && fn.Recv != nil && len(fn.Recv.List[0].Names) > 0 {
			give(fn.Recv.List[0].Names[0], sel.X)
		}
	}
	k := 0
	for _, field := range list.List {
		for _, name := range field.Names {
			if k < len(call.Args) {
				give(name, call.Args[k])
			}
			k++
		}
	}
	return fn, body, params
}
