// Package left is the views that strands have left to another one, which merges them in an order of their
// own: the pieces of a loop, and the tasks of a scope.
//
//	list.go    a list of them      turn.go  the place of a task in the serial order of its scope
//	pieces.go  of a loop
//
//	who leaves                                   who waits
//	Add     under the lock, before it is counted Gather  after the count has said that all are over: sort,
//	        as over                                      merge into its own strand, or in no task
//	                                                     into the values
//
// So the list is complete when it is gathered, and nobody adds any more. Several may gather one
// list: the first merges, and the others wait for that under the lock. A merge is user code, and
// may panic: what is left of the list is dropped then, and the others go on.
package left
