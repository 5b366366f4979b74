// Package tray is where a worker that has nothing to do waits for a run of indices: one line of memory of
// its own. Whoever has more to run than it needs deals: it puts a run there, with all that is needed to
// begin. That is a steal whose first half the victim does. It is a room of internal/loop, whose short
// loops are dealt.
//
//	owner                                   dealer
//	Open    let others deal                 Seize   CAS open to filling: the tray is its own; cut a
//	Await   look at it for a moment                 run off what it has
//	claim   CAS full to closed: the run     Put     write it down, store full
//	        is its own, and it reads it     Leave   there is none to cut off: store open again
//	close   nothing came: CAS open to       Recall  out of indices itself: CAS full back to open;
//	        closed; not while it is filled          the run is its own again
//
// An owner's tray is open only while the owner does nothing else. So a run lies there until its next look or,
// if the system has taken its processor away, until the dealer has run all else: nobody waits for a worker
// that has not begun.
//
// "Claimed and recalled" (scenario LoopDealt): both are a CAS from full, of one deal: each deal of a tray
// has a number, in the same word. "Closed and dealt" (scenario LoopDealt): both are a CAS from open. If the
// dealer was faster, the owner looks on until the tray is full or open again: that takes the dealer two
// steps.
package tray
