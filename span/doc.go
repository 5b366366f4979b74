// Package span divides intervals of indices among workers: the work-stealing
// range, and partitioners built on it and beside it.
//
//	space.go   an interval and its grain     static.go    equal parts, and that is all
//	range.go   the work-stealing range       dynamic.go   chunks of one size, on demand
//	part.go    its owner's way through it    guided.go    chunks that become smaller
//	pace.go    how long a chunk lasts        stealing.go  equal parts, then stealing
//	                                         wait.go      how its consumers wait
//
// The partitioners are used from plain goroutines, without a pool. All have the
// same methods, so they can be exchanged; a goroutine ranges over All(part), or
// over Chunks(part) to have a loop of its own inside. The scheduler runs its loops
// on Part.
//
// Bounds, sizes and numbers that are none panic with a message that begins with the
// package's name; a nil receiver is a plain nil dereference. A zero value holds
// nothing and has no part.
//
// Where the code departs from its source is written down in docs/divergence.md.
// Built with -tags invariants a Part checks what its comment states. The package
// imports floor 0 only.
package span
