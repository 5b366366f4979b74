// Package program has the programs that run in the virtual machine room, and outside of it: the same
// code, in which the work of tasks is virtual time or arithmetic. The command run starts them.
//
//	program.go  Program, Params, what a program is given
//	work.go     work and time, virtual or real
//	trees.go    forks: tree, unit-tree, fib, uts, owner
//	loops.go    for, regions, ramp, sort
//	spawns.go   tasks spawned: by one producer, by all, by each other
//	wakes.go    wake
//	deques.go   a deque by itself, with thieves
//	classic.go   forks and spawned tasks in a pool of package classic
//	queues.go   a tree of tasks through one queue, or a deque of each worker's own
package program
