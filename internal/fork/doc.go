// Package fork is forked tasks: a worker's stacks of frames, the slow forks and joins,
// claims, and what is reported about misused frames. It is a wing on internal/crew and
// knows neither loops nor spawned tasks.
//
//	stack.go   one stack                  stacks.go  the stacks of one worker, as a Kind
//	age.go     who has which frame        gate.go    requests, and from where on forks are fast
//	fork.go    the slow fork, exposure    join.go    the slow join, reclaim
//	steal.go   what thieves do            slot.go    a frame's state; what the facade has
//	watch.go   forks that somebody watches (internal/watch)
//	demand.go  how much thieves want (policy.Demand), by the clock
//	live.go    is this frame in a call    misuse.go  reports of misused frames
//	invariants.go  and what more in test builds
//
// # The fork path
//
// A worker has one stack of frames per task type. Frames are numbered; [0, top)
// are stolen, [top, split) public, those from split on private.
//
//	Gate   shared word    a fork at frame i is fast if i >= Gate; Shut = asked
//	age    shared word    split<<32 | top; every claim and every move is a CAS, but for
//	                      renew's Store, while top == split
//	split  owner's        mirrors age, unless that is stale
//	base   owner's        frames below belong to callers
//	slot   Slow, with the bit of a public frame: owner's; state: owner and thief; failure and
//	       views, argument, result: the one that has the frame
//
//	owner                                    thief
//	fork, fast   load Gate; store argument   claim   load age; CAS top+1
//	fork, slow   panic if split > i;                 then read the frame in place
//	             store argument; Offer       run     on its own empty stack
//	expose       regate; CAS split in age            reclaim all stacks
//	join, fast   Slow is 0: a call           report  store result, failure, views;
//	join, slow   panic if split > i+1;                Swap state to done
//	             CAS split down to i, or
//	             take the frame, settle,
//	             merge views, go on with failure
//
// Why a claim is sound, and needs no tag: a claim that succeeds saw top < split
// at that instant, so frame top was exposed and not claimed. Its argument was
// stored before the CAS that exposed it, and the thief reads it after its own
// CAS, so it is published. The owner stores there again only after it has seen
// done. Which task sits there does not matter to the claim, so an age that has
// gone round to an old value is as good as one that never changed.
//
// "Stale" (scenario Stealing/twice): after joins of stolen frames age stays at (k, k), while the
// owner's split falls below k. No thief can claim there, since top is not below split; the frames from
// the owner's split on are joined, so the owner forks on them as on any private frame. Before one of
// them becomes public, and when a segment ends, the owner renews age by a plain store: with top ==
// split before and after, no claim can succeed that the store would undo. All frames below the owner's
// split are stolen still, as the stale top says to a join there.
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
//	   call that is over. It waits for every frame in [base, top), drops result,
//	   failure and views, and only then settles at base.
//	R4 A slow join at i with split > i+1 reclaims from i on, and then panics. If it
//	   waited for i only, the frames above would stay claimable meanwhile, and
//	   settling at i would make frames private that a thief has.
//	R5 A thief reclaims all its stacks before it reports done, else what its
//	   task left behind runs after the root has returned; and so does a root.
//	R6 A join restores frame and split before views are merged or a failure goes on
//	   in it: a merge is user code, and user code may recover and fork again on that frame.
//	R7 A panic that passes leaves forks that will not be joined. A call that may be asked
//	   to recover it reclaims: a call of Func.On, Join and Loop, Try, the end of a
//	   segment. A bare recover anywhere else is a misuse: the forked task neither
//	   stops nor is awaited before R2, R4 or one of those.
//	R8 Only open takes a request back, for a look or an answer, before it looks at
//	   anything else, and only if it has frames to give (and Offer, in race builds, on a
//	   stack that no thief can find). Every other move of the gate
//	   either shuts it or is a CAS that leaves Shut alone. A poll that took back a
//	   request with nothing to give would leave a sleeper without a request, and a
//	   store in expose would lose the one request of a cancellation (internal/crew,
//	   cancellation).
//	R9 A call into another type (Enter, Exit) saves where the caller's stack may
//	   be used again, and restores it also when a panic passes. Entered at an
//	   older base, the stack's frames in use would be used twice.
//
// # Looks
//
// A task may fork nothing and poll nothing for as long as it likes. So an owner looks, which is a
// load of the gate, right before it runs a function of the user's that comes next: at each fork;
// before the second function of Both and Join, and each argument of Each, if no thief has it;
// between two indices of a loop, and two tasks of a scope. Frame.Join cannot: what comes after it
// is the user's, and a load there would cost each fork.
//
// A look that finds a request makes as many frames public as there are idle workers, or more: the
// next look may come only after a task of a second. If fewer are private the request stands, and so
// the next fork is an answer, too; else workers that sleep, and so ask nobody, would get one frame
// of a tree that its owner goes down in no time, before it is in a leaf for long. It stands as
// often as there are workers, for as long as nothing is known of the tasks or the last that was
// stolen was not short: where tasks are short the next look is near.
//
// A fork that a recording follows is slow, and so is its join: internal/watch, watched forks.
//
// # Misused frames
//
// Call frame i current if user code may fork on it next: all below it are forked or belong
// to callers, all from there on are free. Claim: whenever user code of a correct program
// runs, split <= i. It holds
//
//   - where a segment begins: its stacks are empty;
//   - where a call begins: its base is current, and nothing above that is public, by the
//     claim at the place of the call;
//   - after a fork at i: it exposes frames below i+1 at most, and i+1 is current, also at the
//     end of a chunk; on a full stack it offers nothing, and i stays current;
//   - after a look without a fork: it exposes frames below i; a waiter, those below the bases;
//   - after a join at i: a fast one saw that frame i is not public, so split <= i (I3), and
//     a slow one leaves split at i;
//   - where a panic is recovered: the call that may recover it makes its own frame current
//     again (R7).
//
// Thieves never move split. So each of these shows a misuse: split > i at a slow fork;
// split > i+1 at a slow join, before which i+1 is current; and split > base when a body has
// returned. The function that sees it takes the frames back, then panics, so the stack is
// sound also if user code recovers and goes on. One thing else leads there: in a cancelled
// run user code may have recovered the unwinding. There forks and joins unwind it again,
// and the end of a body says nothing.
//
// The owner's words are sound only if one goroutine writes them. Slow forks, slow joins
// and polls compare the caller with the goroutine that is bound to the worker.
//
// A misused frame that stays private leaves no trace, and a trace would cost each fork
// instructions. Exact builds (internal/invariant) pay them: each stack has its current frame as a number
// (depth). A fork must be at it, a join one below, a call at it, and when a body returns it must be
// back at the base.
package fork
