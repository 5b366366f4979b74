// Package policy holds the scheduler's decisions, apart from its mechanism: how much private work to
// expose, when to keep some of it public, and how long to look for more. Each decision is a small
// pure function over plain data, so that the scheduler and the simulator run the same code.
//
//	expose.go   how many private frames become public on a request
//	keep.go     whether frames stay public unasked
//	demand.go   for how long; and when thieves get nothing of an owner for a while
//	linger.go   whether a worker goes on looking before it sleeps
//	crowd.go    what a thief leaves to the others that search
//
// Of skua it imports internal/rng only.
package policy
