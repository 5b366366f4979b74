// Package shm lets the processes of one machine steal tasks from each other through a
// shared file mapping, for tasks too small for a server: microseconds and less.
//
// Each process joins the same file with the same handlers. One maps payloads; all that
// work, or map themselves, run them:
//
//	m, err := shm.Join("/dev/shm/squares/tasks", handlers, shm.Config{})
//	defer m.Close()
//	m.Work(ctx)                                       // in the processes that help
//	for r, err := range m.Map(ctx, "square", payloads) { … } // in the one that asks
//
// It needs Linux on amd64 or arm64. Elsewhere Join answers ErrUnsupported.
//
// # What holds
//
// A task is accepted when its word in the mapping says so, a moment after it was put into
// Map or Do. From then on, while one member is alive and works:
//
//   - It is run to its end at least once, unless its submitter gives it up (the end of a
//     ctx, a loop that is left) or the attempts are used up: then it fails with ErrAttempts.
//   - One result is recorded for it, and never replaced.
//   - The loop or call that submitted it gets that result. If that process has died, the
//     next member at its place gets it, by Config.Orphan, unless the loop's body had used it
//     and ended. A process that dies after it used a result and before the body's end
//     leaves it to be used again; only a key in the payload, of the user's, tells that.
//   - No process waits for a dead one. None waits longer than idleTime (100 ms) for a stopped
//     one, except for the tasks that this one had begun. Config.Lease is for those.
//
// It does not survive a loss of power: the file is memory. Handlers run at least once, not
// exactly once; a task that a process had begun when it died is begun again by another. A
// task of Do or Map that finds all slots of its process in use is run in place by the
// caller, and is not accepted in the sense above.
//
// # The one idea
//
// The truth about a task is one word in its own slot. Deques hold hints, which are tried
// and never trusted. Two lemmas carry everything:
//
//   - Adoption. Any live process may, at any time, swap queued(x) for queued(me), if it then
//     puts a hint on its own deque. A process that tries a hint whose word has moved on drops it,
//     so stale and double hints do no harm.
//   - Each swap is justified by the present. queued → claimed(me) is a right claim of
//     whatever task lies in the slot now. No other process touches claimed(me) while I live.
//     So a word that comes back (ABA) does no harm; generations only make stale hints cheap.
//
// A kill inside a push, pop or steal may leave a deque in any state: it is reset, never
// repaired. This is what the deque (deque.go; Hendler and Shavit, PODC 2002; the owner's
// end goes back to Arora, Blumofe and Plaxton, SPAA 1998, and Chase and Lev, SPAA 2005) need
// not solve. That a queue may err if its items are checked is the idea of Michael, Vechev and
// Saraswat, Idempotent Work Stealing, PPoPP 2009.
//
// # Words
//
//	a task    gen | attempts | state | its incarnation; once done: where the result is
//	a place   current incarnation | last one recovered
//	a deque   tag | owner's or thief's word | how much the next thief may take | top; and bottom
//	          loot list: what a thief is about to cut from another's deque
//	sleep     1: a goroutine of this place is asleep or about to be; a futex
//	idle      a bit for each place that wants work; a hint
//
// # Steps of a task
//
//	free → queued      its submitter, by a store, after the payload       accepted
//	queued → queued    any process, by a swap, then a hint                adopted
//	queued → claimed   any process, by a swap, attempts+1, before the handler
//	claimed → done     its claimer, by a swap, after the result           recorded
//	claimed → queued   recovery of its claimer; or its lease; or its claimer, if that has no
//	                   room for the result
//	done → free        its submitter, after the result was used
//	claimed → free     its submitter, which claimed it to drop it or to use the result at once
//
// # Life and death
//
// Incarnation i of place p holds a lock on a byte of the file of its own (an open file
// description lock). The kernel drops it when all threads of the process have left user
// mode: there is no instruction after it. One byte for each incarnation: dead is for ever.
// A process that joins at a place holds one more lock from its look at the registry on. So no
// process locks the number of one that has died, which would make the dead one look alive.
// Death is never guessed, not by heartbeats and not by time: a process that was thought
// dead, and goes on, would adopt tasks for which no process looks any more.
//
// Every process that notices a death recovers (recover.go), without a lock: adopt all
// tasks whose words name the dead, and what is on its loot list; wake all; mark it as
// recovered. A joiner recovers its own place before it steals, as it will write over the
// loot list.
//
// What a kill leaves at each step, by the names of the crash points:
//
//	submit-payload             a free slot; nothing was accepted
//	submit-word                a task without a hint: the scan of recovery adopts it
//	submit-push, post          a task on the dead one's deque, from which thieves steal still;
//	                           a sleeper that was not woken: recovery wakes all
//	popped, claimed, ran       the word names the dead: adopted, run again
//	done                       recorded; the submitter was not woken: recovery wakes all
//	announced                  nothing
//	loot                       a list of hints that were not cut: adopted, harmless
//	cut, relabel               on the loot list: adopted, also by a process that they name already
//	pushed-loot, adopted       the word names the dead: adopted
//	gave-back, lease-over      the word names the dead, and is queued: adopted
//	rec-scan … rec-wake        not marked: the next does it all again
//	rec-marked                 nothing
//	join-lock                  an incarnation that the registry never named: its number is
//	                           taken by the next, which finds it free
//	join-registered, -reset    an incarnation without tasks, dead
//	used                       a result that was used: it is an orphan, or run again
//	freed                      nothing: the successor finds a free slot
//	asleep                     an idle bit without a sleeper: a wake that goes there is lost, and
//	                           recovery wakes all
//
// # A process that is stopped
//
// It keeps its lock, so it is not recovered. When it goes on it may do its next swap, which
// is right or fails; write into its own slots, deque, loot list and blocks, which are still
// its own; and go on with a recovery that other processes finished long ago, which finds words
// that no longer name the dead. What it holds delays other processes as follows:
//
//   - a task that it has claimed: until it goes on, or its lease is over;
//   - up to 64 tasks between cut and relabelling, hints that it has popped and not tried, a
//     task submitted and not pushed: until a member has been idle for 100 ms, which then
//     adopts what it sees queued. The map that waits for them is not delayed: it tries its
//     next tasks itself;
//   - a result recorded and not announced, a wake-up not given: 100 ms, since sleepers look by
//     themselves.
//
// # Leases
//
// With Config.Lease, an idle member that has seen one claim on a task for longer than that
// queues it again. It judges by its own clock and what it saw; nothing is written. Two processes
// may then run the same task, so with leases:
//
//   - each reads the payload into memory of its own, and swaps the word for itself: if that
//     fails, the slot may have a new task, and what was read is not used;
//   - each writes its result into a block of its own blob area, which no other process reads;
//   - record swaps exactly the word of its own claim for done, with the block: one of them
//     succeeds, and the other's result was never visible. A word names its claim by slot,
//     generation, attempt and incarnation, and a claim that was given back may recur only in
//     the process that gave it back, which has ended it before.
//
// So a lease is a matter of speed and of running a handler once more, never of which result
// counts. The effects of a handler outside of its result are not fenced.
//
// # Sleep
//
// The sleeper: word = 1; look; sleep in the futex while the word is 1. The waker: make the thing
// true; read the word; if it is 1, store 0 and wake in one system call (FUTEX_WAKE_OP). With two
// calls, a waker stopped between them would leave a sleeper that all other processes take for
// awake. With the look before the word, a waker in between would see 0, and the sleeper would sleep
// on. How the goroutines of one process share their one word: wait.go.
//
// # Bounds
//
// All is fixed when the file is made: for each place a deque of 16 bytes a slot, 128 bytes a slot,
// the blob area. A full deque keeps hints in Go memory; a full arena or blob area makes the
// submitter run tasks, its own in place if it must; a task whose result has no room is given back,
// and run again by a process that has room, at last by its submitter, which needs none. A place is
// worn out after 2^20-1 joins. Attempts are counted to 63.
//
// # Trust
//
// The file has mode 0600 in a directory of mode 0700, both of our own user, and is refused
// otherwise. The other processes are that user's, and are trusted to mean well, not to be
// right: every index read from the mapping is bounded before it is used. What one of them
// can do by writing anything anywhere is to make results wrong and tasks disappear. A child
// that was forked without exec shares the lock of its parent, which then counts as alive.
//
// # How it is checked
//
// The explorer runs the code of word.go to adopt.go with the words in Go memory and a kernel of the
// tests' own. It kills or stops a submitter, a thief, a recovering process or a joiner at each
// step, in every interleaving of small cases (explore_*_test.go); the checks ask that one survivor
// alone finishes, with adoption switched off where recovery alone must suffice, and that each task
// is recorded once. Each rule above is left out once, and the checks must notice
// (verify/overlay/faults_shm.go). That covers what processes do to each other; not how
// goroutines of one process share a member (wait.go, slot.go), nor blocks of blobs.
//
// The command internal/torture kills real processes, at each named point and at any time.
//
// # Files
//
//	shm.go member.go do.go map.go work.go  what users call
//	flow.go flow_results.go run.go slot.go goroutines of one process: tasks of a Map, slots
//	wait.go wake.go                        sleep, in a process and between them
//	word.go layout.go words.go             the words, and where they are
//	task.go place.go deque.go steal.go     the protocol
//	recover.go adopt.go blob.go            "
//	crash_*.go order_*.go                  for tests: kills at named points; the race detector
//	internal/torture internal/shmbench     kills and stops; speed
//	kernel_linux.go file_linux.go watch_linux.go unsupported.go
package shm
