// Package apart makes race builds exact: built with -race, the branches of a program that may run at
// the same time run on goroutines of their own, and the race detector knows of two edges between
// them, the fork and the join. Without it an unstolen fork is a plain call, which the detector takes
// for program order. docs/decisions/0025-race-builds.md says what is guaranteed; internal/aside,
// pieces, crew and spawn say what a branch is there. In other builds Enabled is false, and nothing of
// this package is left.
//
//	branch.go  a branch: its goroutine, its edges   turns.go   how many branches run at a time
//	sample.go  which forks become branches          mode.go    what SKUA_RACE says; modes.go: its values
//	site.go    where in the program a fork is       behind.go  what comes after a branch
//	room.go    how many branches exist              linger.go  what the detector remembers
//	hide.go    what the detector does not see       row.go     branches in an order
//	off.go     other builds
//
// # Edges
//
//	maker                                  branch
//	Go      the go statement: fork edge    wait    for a turn, hidden
//	...                                    run     the user's code
//	Run     give it a turn, or wait for    end     release the join edge; then, hidden,
//	        its end, hidden; then acquire          give the turn back
//	        the join edge
//
// Whatever else the two do to find each other is hidden: between Hide and Show the detector takes
// locks, channels and atomics for no order at all. It still sees plain memory there, so what is
// shared there is atomic, or is used by functions that it does not look into (//go:norace).
//
// # Turns
//
// A branch runs when it has a turn. A pool has as many as it has workers. The goroutines of calls
// from outside have one each; a branch gets one
//
//	handed   from the goroutine that joins it, if it has not begun: with one worker the program
//	         runs in serial order
//	extra    if fewer run than the pool has workers: the oldest first, as a thief would take it
//	early    from a maker for which too many branches exist already. It waits for the branch's end,
//	         but not longer than 10 ms; then it makes no other begin early before that end
//	late     from nobody: a spawned task, when no branch began or ended for 10 ms: what runs may
//	         wait for it
//
// A goroutine that waits for a branch, for a scope or in Blocking lends its turn to another.
//
// Feng and Leiserson, Efficient Detection of Determinacy Races in Cilk Programs, SPAA 1997 [FL97].
package apart
