// Package sched is the scheduler: workers, their stacks of forked tasks, joins,
// scopes and guests. It imports deque, internal/sleep, internal/policy and
// floor 0; the facade skua is its only user, and holds the typed part of the
// stacks: what is stored in a frame and the two functions that must inline.
//
//	stack.go    a stack's words          pool.go      the set of workers
//	fork.go     the slow fork, exposure  guest.go     callers from outside
//	join.go     the slow join, reclaim   close.go     who is inside; the end
//	steal.go    claim, run a stolen task worker.go    a resident's life
//	wait.go     parking, blocking        idle.go      search and sleep
//	scope.go    counting, limit, failure injector.go  tasks from outside
//	slot.go     a frame's state          splitqueue.go  deque "split", with its requests
//	spawned.go  running and waiting      inbox.go     where tasks lie
//	own.go      a worker's own tasks     queue.go    which deque holds them, batches
//	loop.go     a running loop           part.go      one worker's part of it
//	partsteal.go  stealing from parts    site.go      what loops cost before
//	failure.go  panic, Goexit, cancellation
//	roster.go  who can be stolen from    bound.go     who runs on which goroutine
//	attend.go  inboxes nobody looks at   block.go     giving the token away
//	round.go   a scope from its first task until its result is taken
//	waiters.go  who waits for a scope    live.go      is this place still in a call
//	misuse.go   what misused frames are told        exact_on.go  and what more in test builds
//	line.go     callers that wait for a seat
//	watchdog.go  looks for progress      stuck.go     what goroutines do
//	cause.go   why nobody gets anywhere
//	job.go      context, cancellation    counters.go  what Stats sums up
//
// # The fork path
//
// A worker has one stack of frames per task type. Frames are numbered; [0, top)
// are stolen, [top, split) public, those from split on private.
//
//	Gate   shared word    a fork at frame i is fast if i >= Gate; Shut = asked
//	age    shared word    split<<32 | top; every claim and every move is a CAS
//	split  owner's        mirrors age
//	base   owner's        frames below belong to callers
//	slot   Public: owner's; state: owner and thief; failure, argument, result:
//	       whoever has the frame
//
//	owner                                    thief
//	fork, fast   load Gate; store argument   claim   load age; CAS top+1
//	fork, slow   tell if split > i;                  then read the frame in place
//	             store argument; Offer       run     on its own empty stack
//	expose       regate; CAS split in age            reclaim all stacks
//	join, fast   Public is false: a call     report  store result, failure;
//	join, slow   tell if split > i+1;                Swap state to done
//	             CAS split down to i, or
//	             await, drop, settle,
//	             go on with failure
//
// Why a claim is sound, and needs no tag: a claim that succeeds saw top < split
// at that instant, so frame top was exposed and not claimed. Its argument was
// stored before the CAS that exposed it, and the thief reads it after its own
// CAS, so it is published. The owner stores there again only after it has seen
// done. Which task sits there does not matter to the claim, so an age that has
// gone round to an old value is as good as one that never changed.
//
// The rules, each with the interleaving that it prevents:
//
//	R1 Argument, then expose; claim, then read; result, then done; done taken
//	   back before split falls. A thief that read the argument before its claim
//	   can run the frame's next task with the last one's argument.
//	R2 Gate before argument. On a misused frame a fork may be public still: one
//	   that stored first would change the argument under a thief. So a slow fork
//	   at i with split > i reclaims from i on, and then panics.
//	R3 Reclaim freezes first: CAS split to max(top, base). Without it a thief
//	   may claim, after the count of what to wait for was taken, a task of a
//	   call that is over. It waits for every frame in [base, top), drops result
//	   and failure, and only then settles at base.
//	R4 A slow join at i with split > i+1 reclaims from i on, and then panics. If it
//	   waited for i only, the frames above would stay claimable meanwhile, and
//	   settling at i would make frames private that a thief has.
//	R5 A thief reclaims all its stacks before it reports done, else what its
//	   task left behind runs after the root has returned; and so does a root.
//	R6 A join restores frame, split and age before a failure goes on in it:
//	   user code may recover it and fork again on that frame.
//	R7 A panic that passes leaves forks that nobody will join. Whoever may be asked
//	   to recover it reclaims: a call of Func.On, Join and Loop, Try, the end of a
//	   segment. A bare recover anywhere else is a misuse: the forked task neither
//	   stops nor is awaited before R2, R4 or one of those.
//	R8 Only a look (open) takes a request back, before it looks at anything else, and
//	   only if it has frames to give; all other moves of the gate are a CAS that
//	   leaves Shut alone. A poll that took back a request with nothing to give
//	   would leave a sleeper without a request, and a store in expose would lose
//	   the one request of a cancellation.
//	R9 A call into another type (Enter, Exit) saves where the caller's stack may
//	   be used again, and restores it also when a panic passes. Entered at an
//	   older base, the stack's frames in use would be used twice.
//
// # Misused frames
//
// Call i the frame in hand if user code may fork on frame i next: all below it are forked
// or belong to callers, all from there on are free. In a correct program, whenever user code
// runs, split <= i. For a call begins with its base in hand, and nothing public
// above it, by the same at the place where it was made, or since all is empty at the
// begin of a segment. A fork at i exposes frames below i+1 at most, and gives i+1 into the
// hand, also at the end of a chunk; on a full stack it offers nothing and leaves i there.
// A look without a fork exposes frames below i. Who waits exposes frames below the bases.
// A fast join at i saw that frame i is not public, so split <= i (I3); a slow one leaves
// split at i. Thieves never move split. A panic takes frames out of the hand without
// joins; but who may recover it restores its own frame (R7).
//
// So what follows is seen only where a frame was misused, and is told there: split > i at a
// slow fork, split > i+1 at a slow join, since i+1 is in hand before it, and split > base
// when a body has returned. Whoever tells has reclaimed before, or its call does, so that the
// stack is sound also if user code recovers and goes on. Only in a cancelled run user
// code may have recovered what unwinds it: there forks and joins unwind it again, and the
// end of a body says nothing.
//
// The owner's words are sound only if one goroutine writes them. Slow forks, slow joins
// and polls compare the caller with the goroutine that is bound to the worker.
//
// A misused frame that stays private leaves no trace, and a trace would cost each fork
// instructions. Builds with the race detector or the tag invariants pay them: each
// stack has the frame in hand as a number (depth). A fork must be at it, a join one
// below, a call at it, and when a body returns it must be back at the base.
//
// # Waiting
//
// Who waits for a stolen frame does not help: it looks for a moment, exposes
// what its other stacks hold, looks for as long as a park and its wake-up would
// take, CASes the frame's state from pending to parked, gives its token away and
// parks. The thief Swaps the state to done; if it was
// parked, the thief's token goes with the wake-up, and the thief rests. CAS and
// Swap are on one word, so either the thief sees parked or the owner sees done.
// The token is given after the CAS: given before, owner and spare could both
// run although the owner need not have parked.
//
// So every task starts on empty stacks (base 0), no unrelated task ever runs
// inside a join, and a lock held across a fork cannot meet a task that wants it
// on the same stack. A parked worker waits for a task that somebody has
// started; follow that to its end and there is one that runs: no cycle, with
// any number of workers. Spares only serve parallelism, so their number is
// bounded (sleep.MaxSleepers) without danger.
//
// Any number of goroutines may wait for a scope that was made outside (waiters.go). A
// scope's maker that waits runs tasks of its own scope, from its queue's
// bottom and from the scope's inbox, then parks in the scope's state word. Tasks
// of the scope in other queues are run by their workers: none rests while its
// queue holds tasks, but runs them or, if it is one too many or its token went with a
// wake-up, injects them (own). If tasks are injected and nobody is free to look, whoever
// waits is woken to run them: a caller if fewer run than there are callers, anybody if
// the pool gets nowhere (attend.go).
//
// # Scopes
//
// A task costs its spawner one CAS of the scope's count and one lock, and who
// runs it one lock; the rest is paid once for up to maxBatch of them.
//
//	spawner                                 runner
//	count   CAS state to one task more,     find    pop the own queue; else take
//	        if it counts some already;              half of another's, or half of
//	        else add: lock, admit, CAS              the inbox of the scope that
//	queue   on a worker: own queue, post            waited longest: run the oldest,
//	inbox   from outside: lock the scope,           keep the rest on the own queue,
//	        put; if it was empty, list              post
//	        it on the injector, unlock,     run     the task; then the next one of
//	        post                                    the own queue, if it is of the
//	                                                same scope: a series
//	                                        settle  take all that ended off state
//
// "First and last": a count of 0 means that the pool has let the scope go, and
// may be closed. So the CAS only moves a count that others hold above 0; from 0 it
// goes under the scope's lock and after admit. An Add would let a task in behind
// the last one's back.
//
// "On the way": between take and keep the tasks of a batch are nowhere. Who
// searches then finds nothing and may fall asleep; so keep posts, and the last
// searcher looks again when it is busy (internal/sleep, finding work).
//
// "Left behind": a push to an inbox that holds tasks posts nothing. The post of
// its first task still stands: whoever it woke takes a part, and being the last
// searcher wakes another for what is left; if it was left to searchers or to who
// gives a token back, these find the inbox as they would find one task. The list
// of the injector changes under the scope's lock too, so that a scope which is
// emptied and filled at the same time is on it.
//
// "Late count": a series counts its tasks as ended when it is over. It is over
// when the own queue has none of the scope's; until then one of them runs, so the
// scope could not have ended. A limit cannot wait that long: with one each task is
// counted at once, and what it held back is launched. The bit limited is set by
// Or: tasks counted before it were all launched, and are the number that runs;
// who ends one after it sees the bit in its own Add.
//
// # Loops
//
// A loop's indices lie in parts, one for each worker that takes part; package
// span has what owner and thief do to a part. w.part is the innermost part on
// worker w that thieves may see, outer leads to those around it.
//
//	maker                                   thief
//	begin   a part with all indices,        take    see a part: from the outermost
//	        hidden at first if lazy                 that has something take half
//	show    publish it; at the next chunk   open    publish an own part of the same
//	        post, if something is left              loop, fill it, post
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
// whoever steals what from whom, and the maker returns then.
//
// A thief may hold a part of a loop that has ended: its range is empty for good,
// so it takes nothing. That is why a part is never used for another loop, and
// why a loop that thieves have seen is left to the collector.
//
// "Stolen under way": between take and open the indices are in no range. Who
// searches then finds nothing and may fall asleep, so the thief posts after
// filling. "Asked and taken": a thief that finds a part empty asks its owner for
// the rest of its chunk; an owner opens its limit before it takes a chunk, so a
// thief that was too late because of that very chunk asks after it. While a body
// waits (join, Blocking, scope) publish gives the rest of all chunks back.
//
// A loop that fails is stopped: owners see it at their next step, because all
// are asked, drop what they have left and count it. The reason is stored before
// that count, and read by the maker after the last one.
//
// A thief runs a part as a segment of its own, on empty stacks. The maker waits
// only for indices that others have begun, as in a join, so the argument that
// waiting makes no cycle holds for loops.
//
// # Jobs
//
// A worker's job is written when a segment (a root, a stolen or a spawned task)
// begins, before anything of it can be public, and read by thieves between a
// claim and its report. All of the segment's frames are reported before it
// ends, so the word is constant while anybody reads it. Tasks that a scope's
// maker runs itself belong to the same job.
//
// Cancellation sets the job's flag and shuts every gate. An owner opens its gate
// before it looks at the flag; so it sees the flag, or its next slow fork sees
// the gate. A thief looks at the flag before it runs what it stole. A job notes the other
// pools that its tasks call, and cancellation asks those too.
//
// Who cancels, in this order:
//
//	the context   ends; a goroutine of its own then sets the flag, and asks
//	a poll        sees the context ended; sets the flag, asks, unwinds
//	Fail          ends the job's own context, sets the flag, asks, unwinds
//
// So a task that is unwound finds the context ended, and the first to end it gave the
// cause. "Half told": a poll comes between the flag and the request that the context's
// goroutine is about to make. It trusts the context, not the gate.
//
// An unwinding segment drops what its stolen frames ended by, but for a panic: that is
// what the segment then ends by (lose, weigh). All of it is reported before the segment
// ends, so a panic that happened in a run always reaches its root.
//
// # Guests
//
// A guest is a worker without goroutine. At its end, however it ends, all its
// stacks are reclaimed and it is free for the next caller. A thief that still
// has an old list of its stacks can shut a gate, or claim what the next caller
// exposed there, which is as good as any claim. Of many guests that leave only a few
// are kept; the others are taken off the roster, and a thief that still has one of
// them finds nothing there.
//
// A call inside a task goes on as the worker that runs there, if all frames in use on it
// are known: those below the bases of its stacks. In a Func's body (typed) they are not. Then
// the call is a guest's on the same goroutine, which works for the same job and shares the
// worker's token: a goroutine has one. A call on a coroutine of the task takes a second
// one. The table in bound.go says who runs here; what it says of one goroutine only that
// goroutine reads and writes.
//
// If the number of guests is limited, a call from outside needs a seat before it becomes
// a guest, and waits for it in line (line.go), without a worker and without a token. Calls
// from inside need none. So every seat is with a guest that waits for tasks only, which
// need no seat to run; it ends, and the line moves. A scope that is waited for by one in
// line runs on the residents, or on its waiter when that has come in.
package sched
