// Package sched is the scheduler: the pool, the lives of its residents and guests, search
// and sleep, and shutdown. What a worker runs is in the wings internal/fork,
// internal/loop and internal/spawn; what it is, in internal/crew.
//
//	pool.go      the set of workers      resident.go  a resident's life
//	guest.go     callers from outside    idle.go      search and sleep
//	door.go      what is inside          close.go     the end
//	watchdog.go  what internal/stuck looks at, which says why there is no progress
//	watch.go     pools that somebody watches, or that follow a steal schedule
//	recorded.go  the recorder of a build tag
//	follow.go    how many may run         invariants.go
//
// # The pool
//
//	Q2  Residents counts the residents from start to end; each has a bed (internal/sleep).
//	Q3  A guest is either in use by one call or in the list of free ones.
//
// Q1 and Q4 are at the type door.
//
// # Shutdown
//
// Shared words: closed, inside and Residents under the pool's lock; stopped, an atomic; the
// event counter of internal/sleep.
//
//	Close                                   a resident
//	1. set closed; list the closer          1. announce to sleep
//	2. send away those in line              2. look for work once more
//	3. wait for the permit                  3. look at stopped: end if it is set
//	the call that brings inside to 0 later  4. sleep, unless an event came since 1
//	   sets stopped, posts an event, and    its end: Residents falls; the last one gives
//	   wakes one sleeper                       the closers their permits
//
// "Asleep for ever" (scenario Close): a resident looks at stopped, it is set, and the resident
// falls asleep. That cannot happen: stopped is set before the event, so a resident that announced
// before the event does not fall asleep, and one that announced after it sees stopped. Each
// resident that ends wakes another sleeper. "Born too late" (scenario Close): born and over are
// under one lock, so no resident starts once the pool is over, and Residents only falls. "A call slips
// in" (scenarios Close and GuestsClose): Q4 holds since Admit and Close use one lock. A caller that
// was handed a seat before the line closed sees closed when it enters.
//
// # Guests
//
// A guest is a worker without a goroutine of its own: it is run by the caller's.
//
//	a call comes in (Enter)                 its end, however it ends (Depart)
//	1. in line: wait for a seat, if guests  1. end the segment: abandon scopes, reclaim
//	   are limited and it is from outside      all stacks
//	2. under the lock: be counted inside,   2. move spawned tasks that are left into
//	   or be refused; get a free guest         their inboxes
//	3. be noted as the goroutine's          3. give the token back, if it has one
//	   innermost worker; publish all work   4. leave the table of goroutines
//	   of the worker around it              5. under the lock: be free for the next call,
//	4. take a token, unless the goroutine      or leave the roster
//	   has one of this pool                 6. give the seat up
//	5. begin a segment for the job          7. be inside no more
//
// "A late thief" (scenario LateThief): one that still has an old list of a guest's stacks can shut a
// gate, or claim what the next caller exposed there, which is as good as any claim. Of many guests that
// leave only a few are kept; a thief that still has one of the rest finds nothing there.
//
// A call inside a task goes on as the worker that runs there, if all frames in use on it
// are known: those below the bases of its stacks. In a Func's body (Worker.Typed) they are not.
// Then the call is a guest's on the same goroutine, which works for the same job and
// shares the worker's token: a goroutine has one. A call on a coroutine of the task takes
// a second one. The table of internal/bound says which worker runs here; what it
// says of one goroutine only that goroutine reads and writes.
//
// "Callers wait for each other" (scenarios Guests and GuestsScope): calls from inside need no seat,
// and a caller in line has neither worker nor token. So every seat is with a guest that waits for
// tasks only, which need no seat to run; it ends, and the line moves. A scope that is waited for by
// a caller in line runs on the residents, or on its waiter when that has come in.
package sched
