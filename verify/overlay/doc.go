// Package overlay writes what `go test -overlay` needs to build skua's code for
// the explorer: copies of source files that import the twins of sync/atomic and
// internal/park, with patches applied if asked for. Lines keep their numbers, so
// stack traces fit the original files.
//
// A patch is a text that occurs exactly once in a file, and what it becomes. One
// name may have many patches. There are two sorts: planted faults, each of which
// some scenario must find, and "small", the sizes that make rings and counters
// overflow within a few steps. They are listed in patches.go and faults*.go; a change of the
// code that they point into makes their test fail until they follow.
//
// Most of the time to plant a fault is that of a build, so one build has many of them (choose.go): behind a
// condition in front of each body of a function that the fault changes. There lines have other numbers.
//
// What race builds have besides, in internal/apart, internal/aside and internal/pieces, is in none of these
// builds: its branches are goroutines that the race detector has to see. verify/race has the
// tests of it, and no fault is planted there.
//
// overlay.go and choose.go write; patches.go and faults*.go list.
package overlay
