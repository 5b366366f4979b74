// Package explore is a model checker for skua's own code. It runs the real code
// of the deques, the sleep protocol and the scheduler under every interleaving
// of small cases, and prints the schedule of a run that goes wrong, which then
// runs again. Only tests import it.
//
// # Why this is enough
//
// Go's atomics behave as if all of them happened in one order, and a program
// without data races behaves as if its steps were interleaved in one order. So
// all interleavings at the atomic operations, locks and permits, together with
// the absence of data races in each of them, is everything that can happen to
// the program: there is no weaker memory to simulate. Between two such steps a
// thread touches nothing shared, or there is a data race, which the race engine
// reports. What is left to trust is the compiler, the runtime and the processor.
//
// # How the code comes under control
//
// Production code imports sync/atomic and waits by internal/park only. The
// command weave writes an overlay for the go command, in which the first is
// replaced by explore/atomic and the second by explore/park; both call Access
// before they act, and a thread returns from it when its step is chosen. Nothing
// of this is in a production build. The same overlay can plant named faults and
// shrink constants: see the package overlay.
//
// # Modes
//
//	DFS     every interleaving with at most Bound preemptions; all, if negative.
//	        Keeps real-time order, so it is the one for linearizability.
//	DPOR    one interleaving at least of every Mazurkiewicz trace, so all final
//	        states, failed checks on them, panics, races and deadlocks. It does
//	        not keep the real-time order of independent steps.
//	Random  uniform choices.
//	PCT     random priorities with Depth-1 changes.
//
// Result.Exhausted says whether DFS or DPOR ended by themselves.
//
// A thread at a Yield waits until another has written something since it began
// to look (Options.FreeYields gives it a few for nothing). If no other thread can
// move all spinners go round once more; 200 rounds without a write are a
// livelock. A run longer than MaxSteps/2 goes on round-robin without choices and
// counts as cut; at MaxSteps it is a livelock. With spinning code DPOR covers
// only a sample: that a Yield has to wait depends on writes anywhere, which the
// search does not try to reverse.
//
// # Crashes
//
// For protocols between processes a thread stands for a process. A thread started by
// X.GoKilled is never scheduled again from one of its steps on; one started by
// X.GoStopped stops there until no other thread can move. DFS and DPOR search once for
// each such step, the first to the last that any run makes, and once without a crash;
// MaxWork and MaxRuns are shared out among these searches. Random and PCT choose the
// step anew for each run. A printed schedule names it: "@7 0*17 2*10" crashes the
// thread before its eighth step.
//
// With the step fixed a death is no choice of the search, and runs that die at
// different steps are different traces anyway, so DPOR does nothing twice. The death is
// a step of its own, a store to the thread's Life: it may come late, after a pause of
// any length, and threads that ask Life.Over depend on it. A kill falls between two steps,
// so plain memory that other processes see has to be words under the explorer's eyes
// for a kill to fall between two of its stores. A process is one thread: a scenario
// that gives it more cannot kill them together.
//
// # Engines
//
// The fast engine makes every thread a coroutine (iter.Pull); the thread that
// meets a step chooses the next one, and switches only if that is another. A
// thread that ends by Goexit, its own or the one by which the explorer unwinds
// what is left of a run, leaves its coroutine in use: see coro.turn. Code under
// test may recover any panic; it cannot recover Goexit.
//
// The race engine is used in builds with -race. Threads are goroutines, and the
// hand-over from one to the next is hidden from the race detector, which so
// knows the program's own synchronization only and checks every plain access of
// every run. It takes one processor, and some fifteen times as long as the fast
// one. A race ends the exploration with ErrRace and the schedule; the
// detector's report stands above. It reports the same pair of places once in a
// process, so replay in a new one.
//
// Chaos runs the same code freely on goroutines, with random yields before its
// accesses: larger cases, real parallelism, no control and no replay.
//
// # Rules for a scenario
//
// It is a function of its X and makes all it shares anew. Nothing may depend on
// time, chance, map order or a sync.Pool: the clock of the code under test
// counts the steps of the thread that looks, and a wait for some time at most
// lasts for ever, or with X.Late no longer than it must; threads start with
// X.Go, X.Daemon or park.Go only and wait by park only. A run has up to 32
// threads. Locks and parkers are made inside the run: the explorer believes them
// to be unlocked and without permit when it first meets them. One exploration
// runs at a time, and nothing else in the process uses the twins meanwhile (no
// t.Parallel). A loop that touches nothing shared is not interrupted.
//
// What threads note for a check is read in X.OnEnd, or is an atomic. A plain word
// that one thread writes and another looks at is a data race, and DPOR does not
// see that the two depend on each other.
//
// To add one: write a function that builds the smallest case, starts its threads
// with X.Go, checks the outcome with X.OnEnd, and explore it by DPOR, or if it
// spins or is too large by DFS with bound 2 or 3; then plant the fault that it is
// there for and see it fail. It has to check Woven first: without the overlay it
// explores nothing.
//
// To replay: run the test with SKUA_SCHEDULE set to what the failure printed. The
// log that comes with it names the thread, operation, object and line of each
// step.
//
// # Files
//
//	explore.go              options, result, failure
//	x.go                    what a scenario calls
//	hooks.go                what the twins call
//	host.go                 who may answer them instead: the virtual machine room
//	op.go thread.go run.go  steps, threads, and the rules by which a run goes on
//	choose.go               which threads can go on, and the one that does
//	finish.go               what a run can fail of, and the judgement
//	loop.go                 run after run, and the unwinding of each
//	engine_*.go             how threads take turns
//	search.go dpor.go       which thread is next
//	crash.go crashes.go     threads that are killed or stopped, and the search for when
//	history.go              happens-before, traces
//	schedule.go log.go      printing
//	chaos.go                Chaos
//
// Abdulla et al., POPL 2014 (source-DPOR); Burckhardt et al., ASPLOS 2010 (PCT);
// Musuvathi and Qadeer, PLDI 2007 (preemption bounds) and 2008 (fair runs).
package explore
