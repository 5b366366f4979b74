// Package steals records which worker took what, and makes a later run of the same program do that
// again.
//
//	pool, err := steals.Record("failure") // until the program fails
//	pool, err := steals.Replay("failure") // in a later run, in which it fails again
//
// What depends on nothing but the input and on who ran what, such as a sum of floats by worker,
// comes out again each time. What does not, and how to record a program that is
// to be replayed: https://github.com/skua-go/skua/blob/main/docs/trust.md.
//
// A program without this package does the same with all of its pools if the environment has
// SKUA_RECORD=file or SKUA_REPLAY=file. A pool of this package has a file of its own, and no part
// in those.
package steals
