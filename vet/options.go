package vet

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// parOptions says what the options of a call of par mean for its functions. Options
// that are not written in the call may mean anything.
func parOptions(c ssa.CallInstruction) (alone, own bool) {
	args := c.Common().Args
	if !c.Common().Signature().Variadic() || len(args) == 0 {
		return false, false
	}
	last := args[len(args)-1]
	if k, ok := last.(*ssa.Const); ok && k.IsNil() {
		return false, false
	}
	for _, v := range elements(last) {
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			continue // of Do
		}
		call, ok := origin(v).(*ssa.Call)
		if !ok {
			return true, true
		}
		switch calleeOf(call.Common()).name {
		case "Sequential", "MaxWorkers":
			alone = true
		case "On":
			own = own || ownPool(call.Call.Args[0])
		case "Grain", "AllErrors":
		default:
			return true, true
		}
	}
	return alone, own
}

// ownPool reports whether p is a *Pool that may have been made with many workers, for
// tasks that wait: one that is neither the default pool nor made without options.
func ownPool(p ssa.Value) bool {
	v := origin(p)
	if path, name := named(v.Type()); path != skuaPath || name != "Pool" {
		return false
	}
	if pair, ok := v.(*ssa.Extract); ok {
		v = pair.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return true
	}
	switch calleeOf(call.Common()) {
	case callee{skuaPath, "", "Default"}:
		return false
	case callee{skuaPath, "", "New"}:
		options, ok := call.Call.Args[0].(*ssa.Const)
		return !ok || !options.IsNil()
	}
	return true
}

// ownScope reports whether s may be a scope that was made at such a pool.
func ownScope(s ssa.Value) bool {
	call, ok := origin(s).(*ssa.Call)
	if !ok {
		return true
	}
	switch calleeOf(call.Common()) {
	case callee{skuaPath, "", "NewScope"}:
		return ownPool(call.Call.Args[1])
	case callee{parPath, "", "NewScope"}:
		_, own := parOptions(call)
		return own
	}
	return true
}
