// Package pad is how values lie in memory: it keeps apart the words that different workers write
// (pad.go), and says which types hold pointers (pointers.go).
//
// It imports nothing of skua and may be imported by every package.
package pad
