package vet

import (
	"go/token"
	"iter"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/ssa"
)

// functions returns all functions of the package, those in the initial values of
// variables among them.
func functions(pass *analysis.Pass) []*ssa.Function {
	program := pass.ResultOf[buildssa.Analyzer].(*buildssa.SSA)
	out := program.SrcFuncs
	var add func(f *ssa.Function)
	add = func(f *ssa.Function) {
		out = append(out, f)
		for _, g := range f.AnonFuncs {
			add(g)
		}
	}
	add(program.Pkg.Func("init"))
	return out
}

func instructions(fn *ssa.Function) iter.Seq[ssa.Instruction] {
	return func(yield func(ssa.Instruction) bool) {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if !yield(in) {
					return
				}
			}
		}
	}
}

// calls returns the calls of fn, go and defer statements among them.
func calls(fn *ssa.Function) iter.Seq[ssa.CallInstruction] {
	return func(yield func(ssa.CallInstruction) bool) {
		for in := range instructions(fn) {
			if c, ok := in.(ssa.CallInstruction); ok && !yield(c) {
				return
			}
		}
	}
}

// origin follows v back through conversions and variables that are set just once, in
// fn or around it, to where the value comes from.
func origin(v ssa.Value) ssa.Value {
	for range 100 { // variables may be defined by each other
		next := ssa.Value(nil)
		switch v := v.(type) {
		case *ssa.ChangeType:
			next = v.X
		case *ssa.MakeInterface:
			next = v.X
		case *ssa.ChangeInterface:
			next = v.X
		case *ssa.UnOp:
			if v.Op == token.MUL {
				next = onlyValue(variable(v.X))
			}
		}
		if next == nil {
			return v
		}
		v = next
	}
	return v
}

// variable follows the address of a captured variable to where it is declared.
func variable(addr ssa.Value) ssa.Value {
	for {
		free, ok := addr.(*ssa.FreeVar)
		if !ok {
			return addr
		}
		if addr = captured(free); addr == nil {
			return free
		}
	}
}

// captured returns what the closure that free belongs to was made with.
func captured(free *ssa.FreeVar) ssa.Value {
	fn := free.Parent()
	for k, v := range fn.FreeVars {
		if v != free || fn.Parent() == nil {
			continue
		}
		for in := range instructions(fn.Parent()) {
			if made, ok := in.(*ssa.MakeClosure); ok && made.Fn == fn {
				return made.Bindings[k]
			}
		}
	}
	return nil
}

// onlyValue returns the only value that the local variable at addr ever gets, and nil
// if it gets several or its address is used for more than loads and stores.
func onlyValue(addr ssa.Value) (only ssa.Value) {
	if _, ok := addr.(*ssa.Alloc); !ok {
		return nil
	}
	for _, at := range accesses(addr) {
		switch at := at.(type) {
		case *ssa.Store:
			if at.Val == addr || only != nil {
				return nil
			}
			only = at.Val
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil
		}
	}
	return only
}

// accesses returns what is done with the variable at addr, in closures too.
func accesses(addr ssa.Value) (out []ssa.Instruction) {
	if addr.Referrers() == nil {
		return nil
	}
	for _, r := range *addr.Referrers() {
		made, ok := r.(*ssa.MakeClosure)
		if !ok {
			out = append(out, r)
			continue
		}
		for k, v := range made.Bindings {
			if v == addr {
				out = append(out, accesses(made.Fn.(*ssa.Function).FreeVars[k])...)
			}
		}
	}
	return out
}

// function returns the function that v is, if that is known.
func function(v ssa.Value) *ssa.Function {
	switch v := origin(v).(type) {
	case *ssa.Function:
		return v
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	}
	return nil
}

// bodyOf returns the function that c calls, if it is known and its source is here.
func bodyOf(c *ssa.CallCommon) *ssa.Function {
	if c.IsInvoke() {
		return nil
	}
	f := c.StaticCallee()
	if f == nil {
		f = function(c.Value)
	}
	if f != nil && f.Origin() != nil {
		f = f.Origin()
	}
	if f == nil || len(f.Blocks) == 0 {
		return nil
	}
	return f
}
