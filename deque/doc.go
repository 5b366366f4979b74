// Package deque holds double-ended queues for work stealing: one owner pushes
// and pops at the bottom, any number of thieves steal at the top. Every removal
// answers with an Outcome of three values, since a lost race is not emptiness:
// only Empty may let a thief stop looking. Items are pointers, and must not be nil: no
// deque looks, since that would cost Push an instruction, and a nil comes out like
// any item. Built with -tags invariants Push of nil panics.
//
// The example Worker is a complete worker loop to begin with: own deque, injector,
// steals from the other workers.
//
//	ABP        bounded; top returns to the start of the array
//	ChaseLev   unbounded; a ring that grows and shrinks
//	StealHalf  bounded; takes half of the difference at once
//	Split      a private part without synchronization
//	BWoS       unbounded; in blocks, of which the owner's is private
//	Locked     unbounded, under a lock: baseline and oracle; several items at once
//
// The owner's methods, Push and Pop, must not run at the same time as each
// other, so a deque may have any number of owners one after the other, if each
// hand-over synchronizes. Steal and Len are anyone's. None but Locked's blocks.
// None yields either. A thief that calls Steal again and again should call
// runtime.Gosched between failures: the worker that it waits for may need its
// processor, and with GODEBUG=asyncpreemptoff=1 nothing else ends a loop of inlined
// calls.
//
// Built with -tags invariants the deques check what their comments state, and with -tags
// counters they count all that Counts can tell.
//
// A thief that takes one item at a time comes back for each. Two members give several:
// StealHalf into another StealHalf, without a lock, and Locked into a slice, with one lock
// for all of them. Both give half of the difference between victim and thief.
//
// New… panics at a size out of its range, and StealInto at a deque that is nil or the
// same. A method of a nil deque is a plain nil dereference. An ABP or StealHalf that
// New… did not make has no room: Push answers false.
//
// The package may be used without the scheduler.
package deque
