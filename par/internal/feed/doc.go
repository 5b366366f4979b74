// Package feed runs a function on the values of a sequence, an iter.Seq that one goroutine
// reads, by all workers of a call.
//
//	feed.go    Feed: what to do with the values, and who reads them
//	grace.go   the first microseconds, in which the caller works alone
//	reader.go  a goroutine that runs a sequence
//	told.go    a sequence is told to stop, and ranges that run in it
//	batch.go   a row of values, which its reader fills and anybody may close
//	relay.go   batches, from the reader to helpers and back, and the invariants
//	watch.go   a sequence that waits holds nothing back
//	helper.go  the tasks that claim batches, and how many there are
//	run.go     how a batch runs
//	caller.go  what the caller does: it yields, runs batches itself, and waits
//	close.go   how all ends
//	raced.go   under the race detector: a task for each value; raced_caller.go: how its caller waits
//
// # The reader
//
// Functions without results read in the caller. So do others at a Worker or Frame that is not
// skua.Here(), and in a directed program. The rest have a reader of their own, so that the caller
// can yield what is ready while the sequence waits
// (docs/decisions/0040-streams-hold-nothing-back.md). In the first microseconds no helper is
// called: the caller runs all values, and yields its processor to the reader in place of going to
// sleep.
//
// # The relay
//
// The reader fills a batch with values and offers it. Helpers, which are tasks of a scope,
// claim ready batches, oldest first, run each as a loop, so that other workers can steal
// the rest of it, and end when none is ready. The caller takes the batches back, in order or as
// they end, yields their results and has them filled again.
//
//	the reader               the caller                       a helper
//	----------               ----------                       --------
//	fills the open batch     yields the next batch that       claims the oldest ready batch,
//	offers it: ready;            has run                          or ends
//	    may call a helper    none: claims and runs batches    runs it
//	too much is offered:     none: waits                      finishes it: done; wakes the caller
//	    waits                                                     if that waits for it
//
// No wait is for ever. The caller waits only if no batch is ready that it may run, so what it waits
// for is claimed, or not read yet. A batch that a helper has claimed ends like any call, and one
// that is offered to an idle caller wakes it. So a helper that never gets a worker delays no call,
// on a pool of any size and at any depth of nesting. A wake-up cannot be missed: who waits says so
// under mu, when it sees that there is nothing for it, and who changes that sees it under mu (R4).
// The reader waits only if too many batches are not used up, and each of those comes back to the
// caller, who sees it then.
//
// # A sequence that waits
//
// What the sequence has given before it waits must not wait with it. So the reader publishes each
// value by one atomic addition, and a batch that has been open for a batchTime is closed by a timer
// (watch.go): the word that counts its values has a bit that says so. Who sets the bit offers the
// values that were counted before, and the reader, whose addition comes after it, takes its value
// to the next batch. A batch of one value is offered at once. Then batches have no more values than
// that one had, and grow late.
//
// The number of helpers follows the pool. There is one for each worker but the caller's, as the
// reader uses a processor, too. While the sequence has given nothing for a batchTime, and values
// are ready, one more is called, again and again: the pool begins it if it has a worker to spare.
// While the caller runs a batch itself one more is called, as long as batches are ready and values
// are worth waking a worker for. The pool has a worker for that one only if another waits, in
// Blocking for example. So if it begins while the caller still runs batches, and some are ready, it
// raises the number for good, and calls the next. How far the reader is ahead follows that number.
package feed
