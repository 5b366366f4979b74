package vet

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// buffering is what is known about a channel.
type buffering int

const (
	unseen     buffering = iota // no value of it has been seen
	unbuffered                  // a send or receive waits
	unknown                     // it comes from where this package cannot see
	buffered                    // it may be that none waits
)

// and joins what is known of two values of one variable.
func (b buffering) and(c buffering) buffering {
	switch {
	case b == unseen || b == c:
		return c
	case c == unseen:
		return b
	case b == buffered || c == buffered:
		return buffered
	}
	return unknown
}

// channelsOf returns what is known about the channels in variables of the package, in
// fields that only the package can set, and in parameters of functions that only it can call.
func channelsOf(pass *analysis.Pass) map[any]buffering {
	known := map[any]buffering{}
	for _, fn := range functions(pass) {
		for in := range instructions(fn) {
			parametersOf(in, known)
			store, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			if _, ok := store.Val.Type().Underlying().(*types.Chan); !ok {
				continue
			}
			if key := variableOf(store.Addr); key != nil {
				known[key] = known[key].and(made(store.Val))
			}
		}
	}
	for key := range known {
		if v, ok := key.(*types.Var); ok && v.Exported() {
			delete(known, key)
		}
	}
	return known
}

// parametersOf adds what in tells of the channels that are parameters of a function: it calls the
// function with some, or uses it as a value, so that other calls are out of sight.
func parametersOf(in ssa.Instruction, known map[any]buffering) {
	var args []ssa.Value
	var called ssa.Value
	if c, ok := in.(ssa.CallInstruction); ok {
		called, args = c.Common().Value, c.Common().Args
	}
	for _, v := range in.Operands(nil) {
		fn, ok := (*v).(*ssa.Function)
		if !ok {
			continue
		}
		for k, p := range fn.Params {
			b := unknown
			if *v == called && k < len(args) && fn.Signature.Recv() == nil && !token.IsExported(fn.Name()) {
				b = made(args[k])
			}
			known[p] = known[p].and(b)
		}
	}
}

// variableOf returns the field or the variable of the package at addr.
func variableOf(addr ssa.Value) any {
	switch addr := addr.(type) {
	case *ssa.Global:
		return addr.Object()
	case *ssa.FieldAddr:
		s, ok := addr.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
		if ok {
			return s.Field(addr.Field).Origin()
		}
	}
	return nil
}

// made returns what can be seen of a channel where its value is made.
func made(v ssa.Value) buffering {
	switch v := origin(v).(type) {
	case *ssa.MakeChan:
		if isZero(v.Size) {
			return unbuffered
		}
		return buffered
	case *ssa.Call:
		switch calleeOf(v.Common()) {
		case callee{"context", "Context", "Done"}, callee{"time", "", "After"}, callee{"time", "", "Tick"}:
			return unbuffered // they are not filled in advance
		}
		return returned(bodyOf(v.Common()))
	case *ssa.Const:
		return unseen // nil
	}
	return unknown
}

// returned returns what can be seen of the channel that f makes and returns. If f closes one itself
// nobody may have to wait for it.
func returned(f *ssa.Function) buffering {
	if f == nil || f.Signature.Results().Len() != 1 {
		return unknown
	}
	known := unseen
	for in := range instructions(f) {
		switch in := in.(type) {
		case *ssa.Return:
			b := unknown
			if c, ok := origin(in.Results[0]).(*ssa.MakeChan); ok {
				b = made(c)
			}
			known = known.and(b)
		case *ssa.Call:
			if b, ok := in.Call.Value.(*ssa.Builtin); ok && b.Name() == "close" {
				return unknown
			}
		}
	}
	return known
}

// buffer returns what is known about the channel v.
func (w *waits) buffer(v ssa.Value) buffering {
	v = origin(v)
	if p, ok := v.(*ssa.Parameter); ok {
		return w.channels[p]
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		if f, ok := load.X.(*ssa.FieldAddr); ok {
			if path, name := named(f.X.Type()); path == "time" && (name == "Timer" || name == "Ticker") {
				return unbuffered
			}
		}
		if key := variableOf(load.X); key != nil {
			return w.channels[key]
		}
		return unseen
	}
	return made(v)
}
