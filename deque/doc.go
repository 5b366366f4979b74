// Package deque holds double-ended queues for work stealing: one owner pushes
// and pops at the bottom, any number of thieves steal at the top.
//
// Today it has one member, Locked, the baseline and oracle; the published
// lock-free ones follow. Every removal answers with an Outcome of three values,
// since a lost race is not emptiness: only Empty may let a thief stop looking.
//
//	locked.go    Locked
//	outcome.go   Outcome
//
// It imports internal/park alone and may be used without the scheduler.
package deque
