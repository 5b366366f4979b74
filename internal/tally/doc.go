// Package tally counts off one number what many workers have done. Each would write to that number,
// a thousand times in a loop of 64 µs on 64 of them, and all at once when it ends. So they count in
// groups: those that leave add to the group's word what they did, and the last inside takes all of
// that off the number.
//
// The invariants, each with the interleaving that it prevents:
//
//	G1  A group's word is how many of its workers are inside, from Enter to Leave, and the sum of what
//	    those that left have done. Each change is one addition or one CAS, so none is lost.
//	G2  A sum is taken off once, by a CAS that finds nobody inside. "Counted by nobody" (scenario
//	    Loop/two): the last worker leaves, and the sum stays. But it sees that nobody is inside, in the word
//	    that its own addition returns. If the word has changed before it takes the sum, a worker has come
//	    in, and the last to leave sees the sum again. One that comes late to take a sum that it has seen,
//	    when the groups count other work, takes nothing, or just as much that is there then.
//	G3  A sum waits only for workers inside, each of which has work that is not over, or is about to leave.
//	    "Ended too late" (scenario Loop/two): the number would stay above 0 for a worker that has nothing.
package tally
