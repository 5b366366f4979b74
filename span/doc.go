// Package span divides intervals of indices among workers: the work-stealing
// range, and partitioners built on it and beside it.
//
//	range.go     the work-stealing range
//	static.go    equal parts, and that is all
//	dynamic.go   chunks of one size, on demand
//	guided.go    chunks that become smaller
//	stealing.go  equal parts, then stealing
//	wait.go      how its consumers wait
//
// The partitioners are used from plain goroutines, without a pool. A goroutine ranges
// over All(part), or over Chunks(part) to have a loop of its own inside; all
// partitioners have both methods. Static and Stealing have Parts parts and panic on
// another number; Guided and Dynamic ignore the number, and Dynamic has no Parts. The
// range itself, and the cursor with which an owner goes through it, are in
// internal/indices.
//
// Wrong bounds, sizes and numbers panic with a message that begins with the
// package's name; a nil receiver is a plain nil dereference. A zero value holds
// nothing and has no part.
//
// Where the code departs from its source is written down in docs/divergence.md. The
// package imports internal/indices and floor 0.
package span
