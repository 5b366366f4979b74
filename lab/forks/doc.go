// Package forks is a small fork-join scheduler whose forks lie in deques: each worker has
// one deque of package deque, and every fork of a recursive function is a push. It is for
// comparing the deques as carriers of forks, with each other and with skua's typed stacks,
// which are the product's; the laboratory alone imports it.
//
//	pool.go    Pool: P workers, and a run from its root to its end
//	worker.go  Worker: fork, join, steal
//	queue.go   what a worker needs of a deque, and the deques by name
//
// # The protocol
//
// A worker's pending forks are tasks[:depth], oldest first; those with queued set were
// pushed, in that order. The function joins newest first, so:
//
//	I1  The worker's deque holds a tail of its queued forks: thieves take the oldest ones.
//	I2  When a join finds the deque empty, its own fork, the newest, was stolen, and so
//	    was every older one that was queued.
//	I3  A task is one fork's until that is joined: while its owner waits, what the owner runs
//	    on top takes the tasks above. Its thief may not have read the argument yet.
//
//	owner                                   thief
//	fork   store the argument; push the     steal   take the oldest task of a deque
//	       task                             tell    store itself in task.thief
//	join   pop. Got: the task itself (I1),  run     the function, with joins of its own,
//	       run it as a plain call.                  until all that it forked has ended
//	       Empty: it was stolen; wait for   report  store the result; then set done
//	       done, and leapfrog meanwhile
//
// The deque publishes the argument, and done publishes the result. A task that was joined
// is used again for the next fork at its depth: the thief has no access to it after done,
// and a slow thief of the deque reads the pointer at most, which it drops when its claim
// fails.
//
// A worker that waits runs other tasks on top of its stack, but only those that it steals
// from the deque of the thief of what it waits for: leapfrogging [WC93]. By I2 that deque
// was empty when the thief began the stolen task, so what is in it now was forked by that
// task, and the stacks grow no deeper than the serial recursion. The exception is a thief that
// ends the task just then, and has begun another: a part of that may be taken, once for each wait.
//
// No two workers wait for each other, whatever they steal: a fork begins later than the function
// that waits for it, and what lies above another on a stack begins later, too. So whoever follows
// the waits comes to tasks that began later and later, and never to the same one again.
//
// A fork that finds a bounded deque full is not pushed: its join is a plain call.
//
// An idle worker steals from random victims and yields between; it does not sleep, and
// keeps a processor busy until the run ends. The function must not panic.
package forks
