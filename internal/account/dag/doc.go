// Package dag keeps what a recording saw of the dag: strands, forks, tasks, loops and calls, as one worker
// would run them, however many did. It is a room of internal/account. What it keeps is bounded:
// when there is too much, what took least becomes plain strands.
//
//	dag.go    the dag, and how it grows; tasks.go: by tasks of scopes
//	sum.go    what is inside of a part of it
//	prune.go  how it is made smaller
//	ops.go    the same as trace.Ops
package dag
