// Package watch is the one seam between the scheduler and those who watch what its workers do, or say what
// they are to do. The scheduler's packages know this one, and none of the watchers'. What takes more than a
// call at a boundary is in internal/fork/watch.go and its namesakes in the other packages.
//
//	pool.go    what a pool has of its watchers     worker.go  what a worker has of them
//	forks.go   of a stack's forks                  chunks.go  of a part of a loop
//	tasks.go   of a spawned task                   region.go  the execution trace
//	calls.go   of the calls from outside           words.go   the names of events and points
//	takes.go   what was taken
//
// # Who watches
//
//	a recording       internal/tracer  what each worker does, and when. It only listens
//	a steal schedule  internal/replay  who takes what: writes it down, or says who is to
//	a director        internal/direct  which goroutine of the pool runs
//	an execution trace  runtime/trace  calls and stolen work
//
// Recording and steal schedule may be there together; a directed pool has neither a steal schedule nor
// branches of race builds.
//
// # The boundaries
//
// A boundary is where a worker takes its slow path anyway, so what nobody watches costs there a load and a
// comparison; and the fast paths, of fork, join and the next index, know nothing. They are slow where a
// watcher wants them: the gate of a watched stack stays above the forks that are watched.
//
//	                          recording               steal schedule            director
//	a call comes in, leaves   Enter, Leave            names it; may keep it out  let in, let go
//	a fork                    follows it, if it is    names it; may hand it     a point
//	                          not too deep            to a worker
//	a join                    Await, Joined, Retake,  -                         a point
//	                          Drop
//	stolen work               Begin, End              Begin, End                a point at each
//	a loop, a chunk           Loop, Chunk, Finish     names the range that is   how large a chunk is;
//	                                                  taken, or hands it over   a point
//	a spawn, a task           Spawn, Begin, End       names it; hands it over   a point
//	a wait                    Gather, Gathered        skips what a stop makes   a point; outside, inside
//	                                                  void
//	a search                  Seek, Stole, Sleep,     what comes next, in place a point
//	                          Wake                    of the search
//
// # Watched forks
//
// While a worker is recorded, forks at frames below a depth are slow, since the gate is not below
// it, and each is told of before thieves can have its frame: so the thief's word that it begins
// comes after the owner's that it was forked. Such a frame is marked as followed, which says
// nothing about who may have it: it may be private or public, and all of internal/fork/doc.go holds
// as it is. A join there is slow too. If no thief took the frame, the body runs inside Join, which
// says that it was done: a caller cannot tell that from a thief, and the recording sees where the
// second branch begins and ends. A deeper fork is fast and not seen, unless a request makes it
// slow; then nothing may have been recorded for long, and the depth grows.
//
// The marks are the owner's. They go when the fork is joined, or in a reclaim; when a recording ends
// before that, the next slow fork lowers the gate and joins find marks that nobody listens to.
//
// # Who calls
//
// All methods of Worker are called on the goroutine that runs the worker, but those that say otherwise. None
// takes a lock of the scheduler's. Those block that let a recording hold the worker (Fork, Chunk, BeginTask,
// Seek), Point, and Steals and Notes where they wait for what a recorded run did.
package watch
