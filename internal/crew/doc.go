// Package crew is what any worker has, whatever it runs: its token and how it parks, the
// job that it works for, how tasks fail, which goroutine runs it, and its kinds of work,
// of which it knows little more than what each is asked for. The wings internal/fork, internal/loop and
// internal/spawn are built on it.
//
//	kind.go     kinds of work            crew.go      what workers of a pool share
//	worker.go   a worker's state         segment.go   loot; how stolen work is run
//	tokens.go   who may run                  places.go    how many; callers that come and go
//	wait.go     parking                  block.go     giving the token away
//	job.go      context, cancellation    failure.go   panic, Goexit, cancellation
//	locate.go   where the calling goroutine is        counters.go   what Stats sums up
//	watch.go    what those who watch are told of calls (internal/watch)
//	apart.go    branches of race builds, as workers of their own
//
// # Waiting
//
// An owner that waits for a stolen frame runs no other task:
//
//	owner                                          thief
//	1. look for a moment                           1. Swap the state to done
//	2. publish all of its work                     2. if it was parked: wake the owner with
//	3. look for 5 µs                                  its own token, and rest
//	4. if nobody searches and no token is free, now
//	   or in the next 15 µs:
//	   search for another's sake, for 15 µs more,
//	   and go on with 5 when there is public work;
//	   else only look, as long
//	5. CAS the state from pending to parked
//	6. give the token away: with the search to a
//	   sleeper if there is public work, else to nobody
//	7. park
//
// CAS and Swap are on one word, so either the thief sees parked or the owner
// sees done. The token is given after the CAS: given before, owner and spare could both run
// although the owner need not have parked. As a searcher the owner takes nothing, but makes other
// owners expose, and posts leave their work to it; internal/sleep argues why none of that is lost.
//
// Who gives a token away and parks at once wakes in place (park.Parker.Unpark): its own processor goes
// over to the one that was woken. So does a thief that reports done. If it finds a free token for itself
// then, it yields first, since the owner is what others wait for.
//
// So every stolen task starts on empty stacks (base 0), no unrelated task ever runs
// inside a join, and a lock held across a fork cannot meet a task that wants it
// on the same stack. A parked worker waits for a task that a thief has
// started; follow that to its end and there is one that runs: no cycle, with
// any number of workers. Spares only serve parallelism, so their number is
// bounded (sleep.MaxSleepers) without danger.
//
// # Blocking
//
// A function that waits for something outside must not keep a token that a worker could
// use. Blocking gives it away for the time:
//
//	the worker                               the pool
//	1. publish all of its work               thieves find it
//	2. note blocked, here and around         a call from f takes the place again, as long as it lasts
//	3. return the token                      a resident wakes or starts, or a debt is paid
//	4. run f
//	5. clear blocked
//	6. take a token, owing one if none       the next resident that comes between two tasks gives
//	   is free                               its up
//
// "Nobody takes its place" (scenario Debt): the token that is returned pays a debt, so no other worker
// runs. Then as many run still as there are places. It must not be the debt of a caller, which may
// wait for the very function that is in Blocking: so a caller that is one too many brings its place
// with it (places.go). "Comes back and waits" (scenario NumberSteps/Blocking): f has returned, and its
// worker would stand in line for a token behind tasks that take long, and that may wait for it. So
// step 6 takes one at once, below zero if need be.
//
// # Jobs
//
// A worker's job is written when a segment (a root, a stolen or a spawned task)
// begins, before anything of it can be public, and read by thieves between a
// claim and its report. All of the segment's frames are reported before it
// ends, so the word is constant while anybody reads it. Tasks that a scope's
// maker runs itself belong to the same job.
//
// # Cancellation
//
// Shared words: the job's flag; the gates of its workers' stacks; the limits of their loops.
//
//	Cancel                                   an owner that answers a request
//	1. set the flag                          1. open the gate or the limit
//	2. take the job's caller off the line;   2. look at the flag: if it is set, shut the
//	   if it stood there, nothing runs          gate or the limit again
//	3. ask every worker of the pool: shut    3. go on: the next slow fork, poll or chunk
//	   all gates and limits                     looks at the flag, and unwinds
//	4. ask those of each pool that calls     a thief, and the owner of a spawned task
//	   of the job's tasks have entered       1. look at the flag before a task begins
//
// "Opened after the request" (scenarios CancelStops and LoopCancelStops): the request of step 3
// comes, and the owner opens the gate, as for a request of a thief, and goes on. Then the flag was
// set before the owner opened the gate, so its step 2 sees the flag. If the owner opens the gate
// before the request of step 3, that request shuts it again. Either way the next fork is slow. A
// call that enters another pool is noted in the job before its tasks look at the flag (Spread), and
// step 4 reads the notes after step 1: so Cancel asks that pool, or the call's tasks see the flag.
//
// Three callers cancel a job, each in this order:
//
//	the context   ends; a goroutine of its own then calls Cancel
//	a poll        sees that the context has ended; calls Cancel, unwinds
//	Fail          ends the job's own context, calls Cancel, unwinds
//
// So a task that is unwound finds the context ended, and the first to end it gave the cause. "Half
// cancelled" (scenario PollStops): a poll comes between step 1 and step 3 of the context's
// goroutine, and finds the gate open. It looks at the context, not at the gate (SeesEnd).
//
// An unwinding segment drops the results of its stolen frames and their failures, but for a
// panic: with the first panic the segment then ends (Lose, Weigh). The thieves report all of
// these frames before the segment ends, so a panic that happened in a run reaches its root.
package crew
