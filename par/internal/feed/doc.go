// Package feed runs a function on the values of a sequence, an iter.Seq that one goroutine
// reads, by all workers of a call. Only par imports it.
//
//	feed.go       Feed: what to do with the values, and the loop over them
//	grace.go      the first microseconds, in which the caller works alone
//	relay.go      batches of values, from the caller to helpers, and the invariants
//	helper.go     the tasks that claim batches, and how many there are
//	run.go        how a batch runs, and how all ends
//	wait.go       the caller waits for a batch, or runs some itself
//	ordered.go    results come back in the order of the values
//	asready.go    results come back as their batches end
//	unordered.go  results have no use
//
// # The relay
//
// The caller fills batches with values and offers them. Helpers, which are tasks of a scope,
// claim ready batches, oldest first, run each as a loop, so that other workers can steal
// the rest of it, and end when none is ready. The caller takes the batches back in order,
// yields their results and fills them again.
//
//	the caller                              a helper
//	----------                              --------
//	fills its open batch                    claims the oldest ready batch, or ends
//	offers it: ready; may call a helper     runs it
//	too much is offered, or no value left:  finishes it: done;
//	    the oldest has run: yields it           wakes the caller if that awaits it
//	    it is claimed: awaits it            goes on, or ends
//	    else claims and runs batches
//
// No wait is for ever. The caller waits for a batch only if a helper has claimed it, and
// claims it itself otherwise. So a helper that never gets a worker delays no call, on a pool
// of any size and at any depth of nesting. The wake-up cannot be missed: the caller sees,
// under mu, that the batch is claimed and not done, and names it as awaited before it lets
// mu go. The helper makes the batch done under mu, and sees there that it is awaited (R4).
//
// The number of helpers follows the pool. While the caller reads there is one for each
// worker but the caller's: more would take its processor. While the caller runs a batch
// itself one helper more is called, as long as batches are ready. The pool has a worker for
// that one only if another waits, in Blocking for example. So if it begins while the caller
// still runs batches, and some are ready, it raises the number for good, and calls the next.
// How far the caller reads ahead follows that number.
package feed
