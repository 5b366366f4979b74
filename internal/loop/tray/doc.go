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
// The invariants, each with the interleaving that it prevents:
//
//	D1  A tray is closed but from Open to the end of Await, while its owner does nothing else. So a run lies
//	    there until the owner's next look or, if the system has taken the owner's processor away, until the
//	    dealer has run all else: nobody waits for a worker that has not begun.
//	D2  What lies beside the word is the dealer's from the CAS to filling until it stores full or open, and
//	    else the owner's. "Closed and dealt" (scenario LoopDealt): the owner closes the tray while a dealer
//	    writes to it. But both are a CAS from open. If the dealer was faster, the owner looks on until the
//	    tray is full or open again: that takes the dealer two steps.
//	D3  Each deal of a tray has a number, in the word, and ends once: by the owner's claim or by its
//	    dealer's recall. "Claimed and recalled" (scenario LoopDealt): both have the run, or a dealer recalls
//	    a later deal than its own. But both are a CAS from full with that deal's number.
package tray
