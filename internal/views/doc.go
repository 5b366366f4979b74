// Package views is what strands have written to reducers and holders, whose types are in package
// strand: how a worker finds the views of the strand that it runs, and how they are put together
// where strands meet. Each worker of internal/crew has a Strand. internal/fork, loop, spawn and sched
// say where strands begin, end and meet.
//
//	strand.go  the strand of a worker       reducer.go  what is known of a reducer
//
// internal/views/left has those that loops and scopes merge in an order of their own.
//
// # Strands
//
// A strand is what one worker runs in the serial order of the program without a gap: a call from
// outside, a stolen task, a spawned task, or the indices of a loop from the one with which a worker
// began to the first that another worker has stolen. A strand begins without views. Where it ends, its
// views go to the strand that waits for it, which merges them at the place where the serial program
// would have run it:
//
//	the strand      leaves its views               its waiter merges them
//	stolen task     in the frame                   in the slow join, before the failure goes on
//	part of a loop  in the loop                    at the loop's end, by their first index
//	spawned task    in the round of the scope      after the scope's Wait, by their turns
//	guest's call    to the worker around it, whose strand goes on; or in the reducers' values
//
// Why a join merges in serial order: the forked task comes, serially, after the branch that its
// owner runs first, and before what the owner does after the join. The owner has run just that
// branch since the fork, because no unrelated task runs on top of a waiting one. So at the join its
// strand has all that comes before the task: it is the left operand. A task that no thief took is a
// call at the join: the same strand, in order.
//
//	V1  One goroutine at a time has a Set: that of the worker whose strand it is, then the one that
//	    waits for the worker's report. No view is lost or merged twice, since each step hands the
//	    pointer on.
//	V2  A Set has at most one view of a reducer.
//	V3  A worker has none between two segments.
//
// "Read before it is written" (scenarios ViewsForks, ViewsLoops and ViewsScopes): a thief writes views
// without a lock, and its owner merges them. The report that the owner waits for comes after all of it: the
// state of a frame, the count of a loop, that of a scope.
//
// A call that takes back what it forked (Reclaim), or leaves a scope without a Wait, drops the views
// with the results: the serial program would not have run those tasks.
//
// Frigo, Halpern, Leiserson and Lewin-Berlin, Reducers and Other Cilk++ Hyperobjects, SPAA 2009 [FHLL09].
package views
