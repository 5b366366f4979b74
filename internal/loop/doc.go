// Package loop is loops: every worker that takes part has a part, a range of indices
// that thieves halve. It is a wing on internal/crew and knows neither forks nor spawned
// tasks.
//
//	loop.go       a running loop          part.go   one worker's part of it
//	partsteal.go  stealing from parts     loops.go  the loops of one worker, as a Kind
//	watch.go     loops that somebody watches   deal.go  short loops, dealt to workers that wait
//	invariants.go
//
// The views that reducers have of its pieces are merged in the order of the indices: left.Pieces.
//
// In its rooms, internal/loop/cost says who helps with a loop, by what such loops cost before, and
// internal/loop/tray is where a worker waits to be dealt some of it.
//
// # Loops
//
// A loop's indices lie in parts, one for each worker that takes part; internal/indices
// has what owner and thief do to a part. Loops.part is the innermost part on
// a worker that thieves may see, outer leads to those around it.
//
//	maker                                   thief
//	begin   a part with all indices,        take    see a part: from the outermost
//	        hidden                                  that has something take half
//	show    at the first chunk, or if the   open    publish an own part of the same
//	        loop hides at one when it has           loop, fill it, post
//	        run for long: publish it, and
//	        post if something is left
//	run     the body, until the part is     run     the body, until the part is
//	        empty                                   empty
//	steal   half of what another part of    reclaim all stacks
//	        the loop has left, and run it   count   take what it ran and dropped
//	wait    look at left for a moment,              off left; if that ends the
//	        then park in state                      loop, Swap state to done
//
// Nothing is lost: indices are in a range, reserved by its owner, on their way
// from one part to another, or counted as over, and each step moves them by one
// CAS or by their owner alone. So left reaches 0 exactly if all of them are over,
// however they were stolen, and the maker returns then. (Many workers count in groups first:
// internal/tally.)
//
// A thief that searches may hold a part of a loop that has ended: its range is empty for good, so it
// takes nothing. That is why a part that thieves can find is never used for another loop, and why a loop that
// they have seen is left to the collector. One that was dealt only is used again: when the maker has seen
// state done, or has counted the last index itself, nobody knows of it but a thief that is late to take a
// group's sum, and takes what is there then (internal/tally).
//
// "Stolen under way" (scenario LoopStolen): between take and open the indices are in no range. A
// searcher that looks then finds nothing and may fall asleep, so the thief posts after filling. Its
// own search ends only after that (crew.Loot.Shares): while all workers of a pool come to a new
// loop, they change the word of internal/sleep one after the other, and others can steal meanwhile.
// "Asked and taken" (scenario Cursor): a thief that finds a part empty asks its owner for the rest
// of its chunk; an owner opens its limit before it takes a chunk, so a thief that was too late
// because of that very chunk asks after it. While a body waits (join, Blocking, scope) publish
// gives the rest of all chunks back.
//
// "Asked further out" (scenario LoopOuter): an owner answers for the part that it runs at each
// step, and for those around it when one of them was asked since it last looked at all
// (Loops.asked). A thief asks, and then sets that; the owner clears it, and then looks. So a loop
// in a hundred thousand others takes as long as one alone, unless thieves ask: their looks, and the
// answers to them, go through all parts.
//
// A loop that fails is stopped: the worker that fails sets stopped, then asks all workers, in
// the order of a cancellation (internal/crew, cancellation). So every owner sees stopped at its
// next step, drops the indices that it has left and counts them. The reason is stored before the
// failed worker counts its indices, and the maker reads it after the last count.
//
// A thief runs a part as a segment of its own, on empty stacks. The maker waits
// only for indices that thieves have begun, as in a join, so the argument that
// waiting makes no cycle holds for loops.
//
// # Who sees a loop
//
// One state of the loop says who may come at first (cost.Who), and one of each part whether thieves find it.
// A part is hidden until show, which its owner calls
//
//	at a chunk of a loop that does not hide, or that has run for Worth
//	at an index that takes longer than that, if it is asked
//	before it waits, for all its loops
//	when it begins what it has stolen, unless that was dealt to it, of a loop that hides and was never shown
//
// What else is noted follows: cursor.Alone, of a loop with which nobody helps, lets a chunk be as long as
// the loop until show; a loop is seen when one of its parts was shown, and so its memory is not used again.
//
// # A part
//
//	P1  A part belongs to one worker for good, and to one loop, or to those that come after it in
//	    its memory.
//	P2  A part is hidden until show, and not again after that, since thieves may have seen it.
//	P3  From the part that thieves see outward no part is hidden.
//	P4  A part that is left is empty: leave comes after Drop or an ended body.
package loop
