// Package bound finds the workers that a goroutine runs, one inside the other, of whatever pools: so a call
// goes by the worker that runs here, whatever handle it was given, and a goroutine has one token of a pool
// however many of the pool's workers it runs.
//
//	table.go   which worker a goroutine runs     slot.go   of one goroutine, without a lock
//	shard.go   of any number, with a lock        size.go   how many; size_explore.go: in the explorer
//
// A goroutine is known by its name, the address of its descriptor (internal/self). Only a goroutine itself
// notes and takes back its own name, and it asks for no other: so what it finds is what it has noted. A name
// must be taken back before its goroutine ends, since the next goroutine may get it.
//
//	G1  A worker is in the slot or the shard of its name from Bind to Unbind, once.
//	G2  There the innermost worker of a goroutine comes before those around it; and all that are in the slot
//	    come before those in the shard, where a worker goes only while another goroutine has the slot.
//	G3  Only the goroutine of a name adds to, takes from or follows the notes of its own
//	    workers; in a shard, where they are linked with those of others, under its lock.
//
// In race builds none of this is an order that the race detector sees (internal/apart): the goroutines
// that meet in a shard have nothing to do with each other. So it looks into none of the functions that
// follow lists.
package bound
