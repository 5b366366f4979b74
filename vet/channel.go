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

// channelsOf returns what is known about the channels in variables of the package and
// in fields that only the package can set.
func channelsOf(pass *analysis.Pass) map[any]buffering {
	known := map[any]buffering{}
	for _, fn := range functions(pass) {
		for in := range instructions(fn) {
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
	case *ssa.Const:
		return unseen // nil
	}
	return unknown
}

// buffer returns what is known about the channel v.
func (w *waits) buffer(v ssa.Value) buffering {
	v = origin(v)
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
