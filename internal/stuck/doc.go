// Package stuck says why a pool stands still, from the stacks of its goroutines, which it
// reads as text: there is no other way to ask what a goroutine waits for. The goroutines of a
// pool are found by the numbers that its workers noted; a pool without a watchdog notes none.
//
//	watchdog.go   looks for progress
//	cause.go      why a pool stands still
//	goroutine.go  what goroutines do
//	relief.go     lets one worker more run meanwhile, in each pool; it needs no stacks
//
// It knows the functions of the scheduler by their names.
package stuck
