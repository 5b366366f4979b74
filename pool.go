package skua

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"

	"github.com/skua-go/skua/internal/clock"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/internal/watch"
)

// Pool is a set of workers that share work by stealing. Two numbers limit how many run
// at a time:
//
//   - Workers, see WithWorkers, is how many places the pool has, for workers that run. The
//     goroutine of a call from outside becomes a worker and needs one too.
//   - Guests, see WithGuests, is how many calls from outside are inside at a time; further calls
//     wait in line. Without it no call waits: of a hundred callers at a time each has a place.
//
// So at most the larger of both numbers run, or as many as callers are inside. More run for a while,
// up to as long as a task lasts, since these do not wait:
//
//   - A call from inside, on the goroutine of a task, runs as that task.
//   - A call from outside, also Scope.Wait, begins at once if other workers have all places. One of
//     these gives its place up when its task ends: a spawned one, or what it has stolen of a call
//     or a loop.
//   - Another worker takes the place of one that is in Blocking. When Blocking returns, it
//     goes on at once; one worker gives its place up when its task ends.
//   - If spawned tasks wait while every worker has been on the same task for 100 ms, one worker
//     more begins: what runs may wait for those tasks. If tasks last, the next begins after twice
//     as long.
//
// So a pool of one worker is no lock. Scope.SetLimit(1) and par.MaxWorkers(1) run the tasks of one
// scope, or the calls of one function, one at a time.
//
// A pool starts goroutines when there is work to share, uses no processor time when there is
// none, and has no goroutine left after 200 ms of that. Safe for concurrent use. Make one with
// New, or use Default.
type Pool struct {
	core   *sched.Pool
	unused runtime.Cleanup // closes the core when the program holds the Pool no longer
	shared bool            // it is the default pool
}

// New returns a pool. It fails with an error that wraps ErrConfig if an option
// is out of range. A pool that the program holds no longer is freed with its
// goroutines, closed or not, unless the body of a Func that ran on it holds it: such a
// pool must be closed.
func New(options ...Option) (*Pool, error) { return newPool(options, nil) }

// newPool is New, for a pool with the steal schedule that open returns; if open is nil, the
// environment's.
func newPool(options []Option, open func() (*watch.Schedule, error)) (*Pool, error) {
	var config Config
	for k, o := range options {
		if o == nil || o == Option((*Config)(nil)) {
			panic(fmt.Sprintf("skua: New needs options, but number %d is nil", k))
		}
		o.apply(&config)
	}
	core, err := config.core(open)
	if err != nil {
		return nil, err
	}
	p := &Pool{core: core}
	// The workers refer to the core, not to the Pool, so that an unused Pool is collected.
	p.unused = runtime.AddCleanup(p, func(core *sched.Pool) { go core.Close() }, p.core)
	return p, nil
}

// The packages of this module get a *Pool for a pool that they have made, and the pool of a *Pool.
func init() {
	sched.Make = func(options any, open func() (*watch.Schedule, error)) (any, error) {
		return newPool(options.([]Option), open)
	}
	sched.Facade = func(core *sched.Pool) any { return &Pool{core: core} }
	sched.Of = func(facade any) *sched.Pool {
		p := facade.(*Pool)
		p.must()
		return p.core
	}
}

var defaultPool = sync.OnceValue(newDefault)

func newDefault() *Pool {
	core, _ := Config{}.core(nil) // the zero Config is good
	return &Pool{core: core, shared: true}
}

// Default returns the pool that Func.Run uses outside of tasks, with as many workers as
// GOMAXPROCS says. It cannot be closed.
//
// In a bubble of testing/synctest it returns a new pool each time, whose workers belong to the bubble and
// end as soon as they find nothing to do. So it is in all pools that are made there, which need not be
// closed. A pool that was made elsewhere is not for a bubble: a worker that it starts there keeps the
// bubble from ending.
func Default() *Pool {
	if clock.BubbledTest() {
		return newDefault()
	}
	return defaultPool()
}

// Run runs f on the calling goroutine, as a worker of p, and returns f's error
// when all tasks that f started have ended. When ctx ends, everything that runs
// for this call stops at its next Fork or Poll: it is unwound as by a panic, so
// deferred calls run, and Run returns the cause of the end. Run returns the cause, too,
// if f returns nil after ctx has ended. A panic of f or of a task goes on as a
// *PanicError. Run returns ErrClosed after Close.
//
// A Run that shares no work costs 0.2 µs and two small allocations (BenchmarkCall). To
// wake a worker for work that it shares takes some 10 µs more (BenchmarkWake).
func (p *Pool) Run(ctx context.Context, f func(w *Worker) error) error {
	p.must()
	need("Pool.Run", f != nil)
	needs(ctx != nil, "Pool.Run", "a context, not nil")
	defer runtime.KeepAlive(p) // this call may be the last that holds it
	return run(ctx, p.core, (*sched.Pool).NewJob, func(w *crew.Worker) error { return f(workerOn(w)) })
}

// newJob makes a run's job: it is NewJob or NewFallible of sched.Pool.
type newJob func(*sched.Pool, context.Context) (job *crew.Job, stop func())

// run runs f as a guest of p in a run of its own, which ends with ctx. If f returns nil
// although the run has ended, run returns the cause: some tasks may not have run, and the
// caller must learn why.
func run(ctx context.Context, p *sched.Pool, begin newJob, f func(w *crew.Worker) error) (err error) {
	if watch.Traced() {
		in, end := watch.TraceCall(ctx, "skua.Run")
		ctx = in
		defer end()
	}
	job, stop := begin(p, ctx)
	defer stop()
	if err := job.Cause(); err != nil && p.Watch.Steals == nil { // else Enter looks, which knows whether that is recorded
		return err
	}
	w := p.Enter(job, nil)
	if w == nil {
		if err := job.Cause(); err != nil { // in line
			return err
		}
		return ErrClosed
	}
	defer func() {
		switch failure := sched.Depart(w, recover()); {
		case failure == nil:
		case failure.CancelledBy(job):
			err = job.Cause()
		default:
			panic(panicError(failure))
		}
	}()
	if err = f(w); err == nil {
		err = job.Cause()
	}
	return err
}

// Workers returns how many workers may run at a time: the number given to New or to the
// last Resize, or, if the pool follows GOMAXPROCS, its value when a call last entered the
// pool, or at most a second ago while one is inside. It costs one atomic load.
func (p *Pool) Workers() int {
	p.must()
	return p.core.Workers()
}

// Resize sets the number of workers that may run to n. Running tasks are not
// interrupted: workers beyond n stop after their current task. It fails with
// ErrConfig if n is out of range, and with ErrClosed after Close. A pool that was
// made to follow GOMAXPROCS no longer follows it.
func (p *Pool) Resize(n int) error {
	p.must()
	if err := checkWorkers(n, 1); err != nil {
		return err
	}
	if p.core.Over() {
		return ErrClosed
	}
	p.core.Fix(n)
	return nil
}

// Warm runs f on the calling goroutine, wakes a worker, and until f returns keeps workers awake that
// have found nothing to do: each looks on for a millisecond before it sleeps, as long as the
// system lets it have its processor. It is for a series of short calls and loops, of some 20 µs to
// a millisecond each, with other work in between: to wake a worker for each of them takes
// longer. Without Warm an idle worker looks for 0.2 ms at most. The price of Warm is the processors' time in
// the gaps; other goroutines and programs have priority.
//
// It blocks as long as f does. Calls of it may lie inside each other and beside each other, also in
// tasks. A panic of f goes on. It panics if f is nil.
func (p *Pool) Warm(f func()) {
	p.must()
	need("Pool.Warm", f != nil)
	defer runtime.KeepAlive(p)
	p.core.Warm(f)
}

// Close refuses new calls, waits until those inside have ended, and ends the
// pool's goroutines: none is left when it returns. A second Close waits too. The
// default pool cannot be closed. Close returns an error if the pool was to record its steal schedule or to
// follow one (package steals), and could not.
//
// A task of the pool must not call Close, which would wait for that task: Close
// panics there. On a goroutine or coroutine that the task made it does not panic but
// waits for ever; Config.Watchdog reports that.
func (p *Pool) Close() error {
	p.must()
	if p.shared {
		return errors.New("skua: the default pool cannot be closed")
	}
	if p.core.Within() {
		panic("skua: Close in a task of the pool would wait for that task")
	}
	p.core.Close()
	p.unused.Stop() // it holds the core, and so the stacks, each Func, and what bodies hold: the Pool, perhaps
	return p.core.Watch.Own.Close()
}

// Stats are the current values of a pool, and sums over all its workers since it was made.
//
//   - Workers, Residents, Busy, Searching and Free are of one instant. Busy, Searching and Free
//     add up to the number of places: to Workers, or, if more callers are inside, to theirs.
//   - Guests, Waiting, Waited and GaveUp are of one instant: if calls wait, then as many are
//     inside as may be.
//   - Sums never fall, and have all that happened before the call of Stats. Steals is at most
//     Lab.Attempts. Apart from that, each is of an instant of its own.
type Stats struct {
	Workers   int // workers that may run at a time
	Residents int // goroutines of the pool
	Busy      int // workers that run tasks; not those that wait for others' tasks or in Blocking
	Searching int // workers that look for work
	Free      int // how many more workers could run now; negative: how many run beyond Workers, see Pool
	Guests    int // with WithGuests: calls from outside that are inside; else 0
	Waiting   int // with WithGuests: calls from outside that wait in line; else 0

	Steals uint64 // times that a worker took forks, spawned tasks or a part of a loop from another
	Tasks  uint64 // spawned tasks that were run
	Parks  uint64 // waits for tasks that other workers run, which let another worker run meanwhile
	Sleeps uint64 // times that a worker found no work and went to sleep, or was about to
	Wakes  uint64 // times that a sleeping worker was woken
	Waited uint64 // calls from outside that got in after they had waited in line
	GaveUp uint64 // calls that left the line instead: context or scope ended, or pool closed

	// Lab has what the laboratory's experiments count. It may change with them.
	Lab struct {
		Attempts  uint64 // victims met on the way to these Steals, also those left out in a crowd; tries since a worker's last steal are not counted
		Lost      uint64 // of these Attempts, those that failed because another worker was faster
		Answers   uint64 // times that an owner looked at thieves' requests
		Exposures uint64 // times that an owner made private forks public
	}
}

// Stats returns the pool's counters. It never blocks for long.
func (p *Pool) Stats() Stats {
	p.must()
	return Stats(p.core.Counts())
}

// String returns s in one line for people, without Lab and without what never happened to
// callers from outside. The line may change; programs read the fields.
func (s Stats) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d busy, %d searching, ", plural(s.Workers, "worker"), s.Busy, s.Searching)
	if s.Free < 0 {
		fmt.Fprintf(&b, "%d too many", -s.Free)
	} else {
		fmt.Fprintf(&b, "%d free", s.Free)
	}
	fmt.Fprintf(&b, "; %s; %s, %s, %s, %s, %s", plural(s.Residents, "goroutine"),
		plural(s.Steals, "steal"), plural(s.Tasks, "task"), plural(s.Parks, "park"),
		plural(s.Sleeps, "sleep"), plural(s.Wakes, "wake"))
	if s.Guests > 0 || s.Waiting > 0 || s.Waited > 0 || s.GaveUp > 0 {
		fmt.Fprintf(&b, "; %s inside, %d in line, %d waited, %d gave up",
			plural(s.Guests, "call"), s.Waiting, s.Waited, s.GaveUp)
	}
	return b.String()
}

func plural[N int | uint64](n N, of string) string {
	if n != 1 {
		of += "s"
	}
	return fmt.Sprint(n, " ", of)
}

// must panics unless p was made by New.
func (p *Pool) must() {
	if p == nil || p.core == nil {
		refusePlace(p)
	}
}
