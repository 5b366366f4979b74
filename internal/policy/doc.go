// Package policy holds the scheduler's decisions, apart from its mechanism:
// from which worker to steal, how much private work to expose, when to keep some of it
// public, how much to steal and when to balance. Each decision is a small function
// over plain data, so that the scheduler and the simulator run the same code. None
// waits, and none keeps state of its own: First and Due write what a thief should
// remember into the Memory they are given; the others are pure.
//
//	victim.go   where a search begins, and Memory
//	expose.go   how many private frames become public on a request
//	keep.go     when a frame stays public unasked
//	amount.go   how many spawned tasks a thief takes
//	balance.go  when a worker balances its queue
//	deque.go    which deque holds spawned tasks
//	linger.go   whether a worker goes on looking before it sleeps
//	needless.go when thieves get nothing of an owner for a while
//	names.go    policies by name
//
// It imports nothing of skua.
package policy
