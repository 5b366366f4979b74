// Package walk visits the entries of a tree of directories by all workers of a call.
//
//	walk.go     Walk: what to visit, and the walkers, which are tasks of a scope
//	open.go     directories with entries that nobody has claimed, and how many walkers there are
//	visit.go    one entry, as fs.WalkDir visits it
//	failure.go  which of several errors counts
//	raced.go    race builds: the entries of a directory as a loop
//
// # The walkers
//
// A walker claims the entries of a directory one after the other. If an entry is a directory it
// reads it and walks it at once, as fs.WalkDir does, so one walker alone visits all in the order of
// fs.WalkDir. Meanwhile other walkers may claim further entries of the outer directory. A walker
// that is done with its directory takes the oldest one with unclaimed entries: that is near the
// root, and has most below it. If there is none the walker ends.
//
// No walker ever waits for another: so there is one bound on all of them, whatever the depth of the
// tree, and no deadlock. Each directory that is read calls one more walker, unless one has been
// called and has not begun, or the bound is reached; and a walker that begins calls the next one as
// long as entries are left. So there are as many as the pool has workers for, also while some wait
// in skua.Blocking.
//
// What the walk keeps in memory are the entries of the directories that some walker is in: at most
// the depth of the tree for each walker.
package walk
