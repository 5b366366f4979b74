// Package aside runs forks and pieces of loops as branches in race builds, so that the race detector sees
// which of them are parallel (internal/apart). It is empty in other builds. internal/pieces imports it.
//
// An Aside runs as a worker of its own, which is on no roster while it runs: nothing of what it has is stolen
// then, so no word of the scheduler orders it. For all but that it is a task that a thief has taken:
//
//	maker                              the aside's goroutine
//	New: the fork edge                 wait for a turn
//	Offer: it may run when fewer run   Arrive as a worker; begin a segment for the maker's job
//	   than there are workers          run f
//	go on                              end the segment: all that f has left behind
//	Join: publish, leave room, let     leave failure and views
//	   it run here if it has not       Part
//	   begun; the join edge
//
// The maker joins each once, or drops it: then it never begins, or its end is waited for. An aside that is
// about to wait goes on the roster (crew.Worker.Publish) if thieves can have something of it.
package aside
