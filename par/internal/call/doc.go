// Package call is what all functions of par have in common: the settings that the options
// of one call come to, where the call runs, how it runs its loops, and what becomes of the
// failures of its bodies.
//
//	settings.go  what the options come to, where the call runs, and how it panics
//	loop.go      loops over indices
//	blocks.go    loops over blocks, and what follows the last of them
//	whole.go     loops that no cancellation ends
//	once.go      loops that are one call from outside
//	reduce.go    reductions: trees of a fixed shape
//	apart.go     reductions in race builds
//	shelf.go     things that a worker needs for a time
//	failures.go  bodies that may fail
//	stretch.go   and what a failure stops
//	caught.go    a panic that goes on in the caller
//	progress.go  how many elements are done
//	bit.go       a comparison without a branch
//	misuse.go    what every function refuses
package call
