// Package span divides intervals of indices among workers: the work-stealing
// range, and partitioners built on it and beside it.
//
//	Range     the work-stealing range
//	Static    equal parts, nothing moves between them
//	Dynamic   chunks of one size, on demand
//	Guided    chunks that become smaller
//	Stealing  equal parts, then stealing
//
// The partitioners are used from plain goroutines, without a pool. A goroutine ranges
// over All(part), or over Chunks(part) to have a loop of its own inside. All four have
// these two methods, so one can replace another. Static and Stealing panic at a part
// that they do not have; Dynamic and Guided ignore the number. All but Dynamic have
// Parts.
//
// Bounds, sizes and numbers out of range panic with a message that begins with the
// package's name; a nil receiver is a plain nil dereference. A zero value holds
// nothing and has no part.
package span
