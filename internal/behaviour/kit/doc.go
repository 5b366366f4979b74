// Package kit has what tests of skua's public API share: pools that end with their test,
// tasks that are stolen for certain, and checks of a pool at rest. internal/expect has what
// needs no pool.
//
//	kit.go      pools          task.go     tasks, and Fibonacci numbers
//	failure.go  failures
//
// Only tests import it.
package kit
