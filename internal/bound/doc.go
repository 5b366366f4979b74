// Package bound finds the workers that a goroutine runs, one inside the other, of whatever pools: so a call
// goes by the worker that runs here, whatever handle it was given, and a goroutine has one token of a pool
// however many of the pool's workers it runs.
//
//	table.go     which worker a goroutine runs     shard.go      a part of the table, with a lock of its own
//	sighting.go  what was found last               size.go       how large; size_explore.go: in the explorer
//
// A goroutine is known by its name, the address of its descriptor (internal/self). Only a goroutine itself
// notes and takes back its own name, and it asks for no other: so what it finds is what it has noted. A name
// must be taken back before its goroutine ends, since the next goroutine may get it.
//
//	G1  A worker is in the list of its name from Bind to Unbind, once.
//	G2  In a list the innermost worker of a goroutine comes before those around it.
//	G3  Only the goroutine of a name adds to, takes from or follows the list of its own
//	    workers; the links are written under the shard's lock.
//	G4  A sighting of a worker whose Self is a name is the innermost one of that name: only the goroutine of
//	    the name stores such a one, and Bind and Unbind drop it.
//
// In race builds none of this is an order that the race detector sees (internal/apart): the goroutines
// that meet in a shard have nothing to do with each other. So it looks into none of the functions that
// follow lists.
package bound
