// Package replay writes the steal schedule of a run into a file, and makes a later run of the same
// program follow it: who took which forks, ranges of loops, spawned tasks and calls. It knows no worker
// and no kind of work; the scheduler asks it at slow paths, through internal/watch.
//
//	place.go     names of places           take.go     what a worker takes, and the lines of a file
//	notes.go     one worker's count        pool.go     the schedule of a process, and its pools
//	recorder.go  writing                   parse.go    reading, and what is wrong with a file
//	                                       check.go    what was read, as a whole
//	player.go    handing over, waiting     follow.go    what comes, compared with the recording
//	stop.go      loops that others stop
//	turns.go     takes of which some run at a time
//	lock_flock.go, lock_other.go  one recording for each file
//	release.go   divergence, and how a pool goes on after it
//	stall.go     nobody can go on          program.go  which program this is
//	environment.go  what the variables ask for
//
// # Places
//
// Each worker has a number, and counts what it takes: a call from outside, a stolen fork, a stolen
// range of a loop, a spawned task. In what it took it counts events: forks, loops, spawns and calls
// that come from inside. So 2.3.17 is the 17th event in what worker 2 took third. A program whose
// tasks depend on nothing but their input and the schedule makes the same events in each take,
// whatever the time. A place needs no path from the root: the take that it names says where it was
// taken itself, and so on up to a call.
//
// Worker 0 is no worker: its takes are the lines of the program that call or spawn outside of all
// tasks, its events the calls and spawns of each.
//
//	P1  A take has one worker, and the takes of a worker are numbered in the order in which it began them.
//	P2  An event has at most one take, but for a loop, of which thieves take ranges, each from the end.
//	P3  Event 0 of a take of a range is the range itself, of which thieves take parts.
//
// # Following
//
// What a thief took in the recorded run is handed to it as soon as it exists: a fork when it is
// forked, a range when the part is filled that it was taken from, a task when it is spawned. So
// nobody steals: nothing depends on when a thief looks. A worker runs what it is handed in the
// order of its takes. It waits for each, without a token; owners wait at their joins as ever. All
// that is not in the recording is left to its owner.
//
// No deadlock: the recorded run was one that could happen, with each worker's takes in that order.
// Order all begins and ends of its takes, forks and joins by time. A follower waits only for what
// comes earlier in that order: a worker for the end of its last take and for the place of its next
// one, a join for the end of what was stolen. So the earliest step that is not done can be done.
// Tokens add no waits: a worker that is handed something takes one beyond the pool's number.
//
// A take that a panic or a cancellation stops skips events, and not the same ones in each run. A player
// that waited for them would deadlock: the worker would wait for its own later takes. So before a stopped
// take waits, what was taken of the skipped events is void. A job that is stopped unwinds, so that is all of
// them. After a stopped loop its maker goes on: stop.go has how the events are counted there.
//
// It may also do more than in the recorded run. What it forks then, and what loops it makes, it runs
// itself. A task that it spawns then is handed to nobody: who waits for its scope runs it.
//
// A limited loop or scope adds waits: a take waits for as many others to end as had when it began. They
// had ended, so that is earlier in the order too. Void ones do not end: so the wait is over also when all
// takes that had ended by then, of anything, have ended or are void. A guest's call waits until the
// guest has left after its call before, which is earlier in the order too. A call that did not come in,
// since the pool was closed or what it had to do was over, waits until that is so again.
//
// The argument needs the same program and input. Where they differ, a take is found whose place
// does not come: when the take around it ends, or has other events. That is a divergence: it is
// reported, all that wait are released, and pools go on as usual. Locks that tasks take in another
// order than in the recorded run can make a circle that no take shows. Then nothing moves, which
// stall.go sees.
//
// # The end of a recording
//
// A file has its last line from its pool's Close, or says only that nothing was inside: a process that
// ends closes nothing, and one that is killed between two calls leaves the same file. So a call that
// comes after the last one of its line is a divergence only in a file that was closed. In another one
// it waits until all that is recorded has ended; then the recording ends, which is told and is no
// fault. What a pool has not taken when it is over is a divergence in any file.
//
// After the end, and after a divergence, limits hold again (Notes.Turn, and Task.Return in internal/spawn):
// more may have been handed over, and begun, than may run at a time.
//
// # Whose file
//
// A file has one writer: a lock keeps others out, of this process too. A process notes in its
// environment which file it has taken up, and those that it starts leave that file alone. An event is
// one of the innermost task of a pool with the same schedule: a pool with a file of its own counts calls
// from another file's tasks as calls from outside.
package replay
