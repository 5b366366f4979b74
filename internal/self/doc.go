// Package self tells goroutines apart. The scheduler asks it whether a caller
// from outside is really inside: a call on a pool from one of the pool's own
// tasks. Only the count of who runs depends on the answer, nothing else.
//
// It imports nothing and may be imported by every package.
package self
