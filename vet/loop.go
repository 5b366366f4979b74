package vet

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// loopField returns the name of the field if f is one of a skua.Loop.
func loopField(f *ssa.FieldAddr) string {
	if path, name := named(f.X.Type()); path != skuaPath || name != "Loop" {
		return ""
	}
	return fieldName(f)
}

func fieldName(f *ssa.FieldAddr) string {
	s := f.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	return s.Field(f.Field).Name()
}

// loopUses returns what is done with the Loop at v, and where its value is copied to,
// with the variable that a composite literal is for.
func loopUses(v ssa.Value) (out []ssa.Instruction) {
	for _, r := range *v.Referrers() {
		load, ok := r.(*ssa.UnOp)
		if !ok {
			out = append(out, r)
			continue
		}
		for _, r := range *load.Referrers() {
			store, ok := r.(*ssa.Store)
			if ok && store.Addr != v && store.Addr.Referrers() != nil {
				out = append(out, loopUses(store.Addr)...)
			} else {
				out = append(out, r)
			}
		}
	}
	return out
}

// sets reports whether the field of the Loop is set to something that is not 0.
func sets(loop ssa.Value, field string) bool {
	for _, r := range loopUses(loop) {
		if f, ok := r.(*ssa.FieldAddr); ok && loopField(f) == field {
			for _, r := range *f.Referrers() {
				if store, ok := r.(*ssa.Store); ok && !isZero(store.Val) {
					return true
				}
			}
		}
	}
	return false
}

// isZero reports whether v is the constant number 0.
func isZero(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value != nil && isNumber(k.Type()) && constant.Sign(k.Value) == 0
}

// loopOwn reports whether the loop may be run at a pool that is made for tasks that
// wait, or where that cannot be seen.
func loopOwn(loop ssa.Value) bool {
	runs := false
	for _, r := range loopUses(loop) {
		switch r := r.(type) {
		case ssa.CallInstruction:
			if calleeOf(r.Common()) != (callee{skuaPath, "Loop", "Run"}) || ownPool(r.Common().Args[1]) {
				return true
			}
			runs = true
		case *ssa.Store: // it must be the loop that is set, not what it is stored in
			if r.Val.Type() == loop.Type() {
				return true
			}
		case *ssa.FieldAddr, *ssa.DebugRef:
		default:
			return true
		}
	}
	return !runs
}
