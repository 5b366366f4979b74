// Package call is what all functions of par have in common: the settings that the options
// of one call come to, where the call runs, how it runs its loops, and what becomes of the
// failures of its bodies. Only par and the packages in par/internal import it.
//
//	place.go     where a call runs, and what that means for its panics
//	blocks.go    loops over indices, over blocks, and over the level of a tree
//	reduce.go    reductions, whose tree has a fixed shape
//	shelf.go     things that one worker needs at a time
//	failures.go  bodies that may fail
//	misuse.go    what every function refuses
package call
