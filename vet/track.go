package vet

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A frame is a *Frame that a function has, and what the function does with it.
type frame struct {
	value  ssa.Value          // where it comes from: a parameter, a call, or a phi
	calls  map[*ssa.Call]bool // that get it: true if surely it, false if it or another frame
	shared bool               // it is also kept somewhere, where it is out of sight
}

// track returns the frame that v is, and nil if v comes from where more than this
// function can see: a closure's surroundings, a field, a slice.
func track(v ssa.Value) *frame {
	v = origin(v)
	switch v.(type) {
	case *ssa.Parameter, *ssa.Call, *ssa.Phi:
	default:
		return nil
	}
	f := &frame{value: v, calls: map[*ssa.Call]bool{}}
	seen := map[ssa.Value]bool{}
	var follow func(v ssa.Value, sure bool)
	follow = func(v ssa.Value, sure bool) {
		if seen[v] {
			return
		}
		seen[v] = true
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Phi:
				follow(r, false)
			case *ssa.ChangeType, *ssa.MakeInterface, *ssa.ChangeInterface:
				follow(r.(ssa.Value), sure)
			case *ssa.Call:
				f.calls[r] = f.calls[r] || sure
			case *ssa.BinOp, *ssa.FieldAddr, *ssa.DebugRef:
			default:
				f.shared = true
			}
		}
	}
	follow(v, true)
	return f
}

// method returns which method of f the instruction calls, for sure or perhaps.
func (f *frame) method(in ssa.Instruction) (name string, sure bool) {
	call, ok := in.(*ssa.Call)
	if !ok {
		return "", false
	}
	sure, ok = f.calls[call]
	if !ok {
		return "", false
	}
	name, recv := frameCall(call.Common())
	if name == "" || sure && origin(recv) != f.value {
		return "", false
	}
	return name, sure
}

// ends reports whether in may end the fork at f: it is a join, or a call of a function
// that may join.
func (f *frame) ends(in ssa.Instruction) bool {
	call, ok := in.(*ssa.Call)
	if !ok {
		return false
	}
	if _, ok := f.calls[call]; !ok {
		return false
	}
	if name, _ := f.method(in); name != "" {
		return name == "Join"
	}
	return mayJoin(call, f, map[*ssa.Function]bool{})
}

// mayJoin reports whether the function that call calls, and gives f to, may join f. A
// function that is not known may.
func mayJoin(call *ssa.Call, f *frame, seen map[*ssa.Function]bool) bool {
	if path := calleeOf(call.Common()).path; path == skuaPath || path == parPath {
		return false
	}
	body := bodyOf(call.Common())
	if body == nil || len(body.Params) != len(call.Common().Args) {
		return true
	}
	if seen[body] {
		return false // what it does is looked at already
	}
	seen[body] = true
	for k, p := range body.Params {
		if place(p.Type()) != "Frame" && origin(call.Common().Args[k]) != f.value {
			continue
		}
		inner := track(p)
		if inner.shared {
			return true
		}
		for c := range inner.calls {
			switch name, _ := inner.method(c); {
			case name == "Join" || name == "" && mayJoin(c, inner, seen):
				return true
			}
		}
	}
	return false
}

// forksIn reports whether the function that call calls is known and forks at f.
func forksIn(call *ssa.Call, f *frame) bool {
	body := bodyOf(call.Common())
	if body == nil || len(body.Params) != len(call.Common().Args) {
		return false
	}
	for k, p := range body.Params {
		if origin(call.Common().Args[k]) != f.value {
			continue
		}
		inner := track(p)
		for c := range inner.calls {
			if name, sure := inner.method(c); sure && (name == "Fork" || name == "Both" || name == "Each") {
				return true
			}
		}
	}
	return false
}

// nameOf returns what the source calls the frame, for messages.
func nameOf(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.Phi:
		if v.Comment != "" {
			return v.Comment
		}
	}
	return "the frame"
}

// lineOf returns the line of an instruction, or of the next before it that has one.
func lineOf(in ssa.Instruction) int {
	pos := in.Pos()
	fset := in.Parent().Prog.Fset
	if pos == token.NoPos && in.Parent().Syntax() != nil {
		pos = in.Parent().Syntax().End()
	}
	return fset.Position(pos).Line
}
