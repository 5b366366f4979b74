// Package span divides intervals of indices among workers: the work-stealing
// range, and partitioners built on it and beside it.
//
//	range.go     the work-stealing range
//	static.go    equal parts, nothing moves between them
//	dynamic.go   chunks of one size, on demand
//	guided.go    chunks that become smaller
//	stealing.go  equal parts, then stealing
//	wait.go      how the consumers of a Stealing wait
//
// The partitioners are used from plain goroutines, without a pool. A goroutine ranges
// over All(part), or over Chunks(part) to have a loop of its own inside. All four have
// these two methods, so one can replace another. Static and Stealing panic at a part
// that they do not have; Dynamic and Guided ignore the number. All but Dynamic have
// Parts. The range itself, and the cursor with which an owner goes through it, are in
// internal/indices.
//
// Bounds, sizes and numbers out of range panic with a message that begins with the
// package's name; a nil receiver is a plain nil dereference. A zero value holds
// nothing and has no part.
//
// Where the code departs from its source is written down in docs/divergence.md. The
// package imports internal/indices and floor 0.
package span
