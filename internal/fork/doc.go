// Package fork is forked tasks: a worker's stacks of frames, the slow forks and joins,
// claims, and what is told about misused frames. It is a wing on internal/crew and
// knows neither loops nor spawned tasks; internal/sched and the facade import it.
//
//	stack.go   a stack's words            stacks.go  the stacks of one worker, as a Kind
//	fork.go    the slow fork, exposure    join.go    the slow join, reclaim
//	steal.go   what thieves do: ask,      slot.go    a frame's state; what the facade has
//	           claim, run
//	live.go    is this frame in a call    misuse.go  what misused frames are told
//	exact_on.go, exact_off.go             and what more in test builds
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
//	       the one that has the frame
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
//	R7 A panic that passes leaves forks that will not be joined. A call that may be asked
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
// A look without a fork exposes frames below i. A waiter exposes frames below the bases.
// A fast join at i saw that frame i is not public, so split <= i (I3); a slow one leaves
// split at i. Thieves never move split. A panic takes frames out of the hand without
// joins; but a call that may recover it restores its own frame (R7).
//
// So what follows is seen only where a frame was misused, and is told there: split > i at a
// slow fork, split > i+1 at a slow join, since i+1 is in hand before it, and split > base
// when a body has returned. The one that tells has reclaimed before, or its call does, so that the
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
package fork
