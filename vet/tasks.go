package vet

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A task is a function that a program gives to skua to run.
type task struct {
	fn     *ssa.Function
	made   *ssa.MakeClosure // nil if it captures nothing
	by     string           // whom it is given to, for messages
	at     ssa.Instruction  // where
	inside bool             // it runs on the caller's goroutine
	alone  bool             // an option leaves all to one worker
	own    bool             // it may run on a pool that is made for tasks that wait
}

// tasksOf returns the tasks that fn hands over.
func tasksOf(fn *ssa.Function) (out []task) {
	for in := range instructions(fn) {
		switch in := in.(type) {
		case ssa.CallInstruction:
			out = append(out, tasksOfCall(in)...)
		case *ssa.Store: // of Loop.Body
			if f, ok := in.Addr.(*ssa.FieldAddr); ok && loopField(f) == "Body" {
				t := task{by: "a Loop", at: in, alone: sets(f.X, "Workers"), own: loopOwn(f.X)}
				out = t.add(out, in.Val)
			}
		}
	}
	return out
}

func tasksOfCall(c ssa.CallInstruction) (out []task) {
	to, args := calleeOf(c.Common()), c.Common().Args
	t := task{by: to.String(), at: c}
	switch {
	case to.path == parPath && to.recv == "" && !pathIs(c, parPath):
		t.by = "par." + to.name
		t.alone, t.own = parOptions(c)
		for _, a := range args {
			for _, v := range elements(a) {
				out = t.add(out, v)
			}
		}
	case isScope(to, "Scope", "Go", "TryGo"):
		t.own = ownScope(args[0])
		out = t.add(out, args[1])
	case to.path != skuaPath:
	case to.recv == "" && (to.name == "NewFunc" || to.name == "NewFuncErr"):
		t.inside = true
		out = t.add(out, args[0])
	case to == (callee{skuaPath, "", "Join"}):
		t.own = ownPool(args[0])
		out = t.add(out, args[2])
		t.inside = true
		out = t.add(out, args[1])
	case to == (callee{skuaPath, "Pool", "Run"}):
		t.inside, t.own = true, ownPool(args[0])
		out = t.add(out, args[2])
	case to == (callee{skuaPath, "Worker", "Go"}):
		t.own = ownScope(args[1])
		out = t.add(out, args[2])
	}
	return out
}

// add appends t with the function v, if v is a function that is known.
func (t task) add(out []task, v ssa.Value) []task {
	if _, ok := v.Type().Underlying().(*types.Signature); !ok {
		return out
	}
	if t.fn = function(v); t.fn == nil {
		return out
	}
	if t.fn.Origin() != nil {
		t.fn = t.fn.Origin()
	}
	t.made, _ = origin(v).(*ssa.MakeClosure)
	return append(out, t)
}

func pathIs(in ssa.Instruction, path string) bool {
	p := in.Parent().Package()
	return p != nil && pathOf(p.Pkg) == path
}

// elements returns the values of the argument list that v is, else v itself.
func elements(v ssa.Value) []ssa.Value {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return []ssa.Value{v}
	}
	array, ok := s.X.(*ssa.Alloc)
	if !ok {
		return []ssa.Value{v}
	}
	var out []ssa.Value
	for _, r := range *array.Referrers() {
		if at, ok := r.(*ssa.IndexAddr); ok {
			for _, r := range *at.Referrers() {
				if store, ok := r.(*ssa.Store); ok {
					out = append(out, store.Val)
				}
			}
		}
	}
	return out
}
