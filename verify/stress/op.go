package main

import "slices"

// op is what a node can do.
type op struct {
	name        string
	weight      int // how often it is chosen
	least, most int // kids
	needs       feature
	run         func(nd *node, at spot) uint64
	ends        func(nd *node) outcome // nil: as its kids, one after the other
	drops       bool                   // the kids' values are no part of its own
	owns        bool                   // its kids are a run of their own, which can be cancelled
	detaches    bool                   // its kids are a run of their own that is not cancelled
	away        bool                   // its kids run in the other pool
	leaves      bool                   // something for the end of the call or task
	waits       bool                   // when it is over so is all that its kids began
}

// feature is what a program may contain.
type feature uint

const (
	guests  feature = 1 << iota // more goroutines than one call into the pool
	blocks                      // Blocking
	fails                       // panics and errors
	exits                       // Goexit
	cancels                     // runs are cancelled
	resizes                     // the pool is resized
	meets                       // a task waits, looking, for one that it has forked
	home                        // not in the other pool
	slow                        // what costs a millisecond
	knots                       // a task waits in another pool, outside Blocking, for what comes back
	coarse                      // leaves of a millisecond that neither fork nor poll
	lined                       // several calls, of which some wait in line
)

// ops are all of them.
var ops = slices.Concat(leafOps, forkOps, scopeOps, loopOps, parOps, waitOps, callOps, failOps, changeOps)

func opNamed(name string) *op {
	for _, o := range ops {
		if o.name == name {
			return o
		}
	}
	panic("no op " + name)
}
