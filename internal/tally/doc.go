// Package tally counts off one number what many workers have done. Each would write to that number, a
// thousand times in a loop of 64 µs on 64 of them, and all at once when it ends. So they count in groups:
// those that leave add to the group's word what they did, and the last inside takes all of that off the
// number.
//
// The work is counted: what a worker does between Enter and Leave was some of it, and is over then.
//
// "Counted by nobody" (scenario Loop/two): what a group holds back is taken off by the worker that leaves
// no other inside. It sees that in the word that its own addition returns. If the word has changed before
// it takes the sum, a worker has come in, and the last to leave sees the sum again.
//
// "Ended too late" (scenario Loop/two): the sum waits for workers inside, and each of these has work
// that is not over, or is about to leave.
//
// A worker that comes late to take the sum that it has seen, when another has taken that and the groups count
// other work, takes nothing, or just as much that is there then.
package tally
