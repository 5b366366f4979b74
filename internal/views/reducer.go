package views

import "sync/atomic"

// Reducer is what is known of a reducer or a holder. Its address is what a view is found by. Both
// functions are user code, and may panic.
type Reducer struct {
	Merge   func(left, right any) // puts the later view into the earlier one
	Deliver func(view any)        // puts the view of a run that has ended into the value
	Loose   bool                  // a holder's: a view is delivered when its strand ends; no user code runs
}

// Ordered is set once the program has a reducer: scopes that are made from then on note the order of
// their tasks.
var Ordered atomic.Bool
