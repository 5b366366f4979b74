package skua

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/skua-go/skua/internal/sched"
)

// Pool is a set of workers that share work by stealing. Two numbers limit how many run
// at a time:
//
//   - Workers, see WithWorkers, is how many the pool brings to the work of its callers. The
//     goroutine of a call from outside becomes a worker and counts among them.
//   - Guests, see WithGuests, is how many calls from outside run at a time; the others
//     wait in line. Without it no call waits: a hundred callers at a time are a hundred
//     workers, and the pool adds none of its own.
//
// So the larger of both may run. There can be more for a while, since these do not wait
// either: calls from inside, on the goroutine of a task, run as that task; functions in
// Blocking have others put in their places; a task that comes back from Blocking may be
// one more until one of them has ended its task. And if spawned tasks wait, while all
// workers have been on the same tasks for 10 ms, whoever waits for their scope runs
// them, beside the others.
//
// A pool starts goroutines when there is work to share and uses no processor time
// when there is none. Safe for concurrent use. Make one with New, or use Default.
type Pool struct {
	core   *sched.Pool
	unused runtime.Cleanup // closes the core when nobody has the Pool any more
}

// New returns a pool. It fails with an error that wraps ErrConfig if an option
// is out of range. A pool that is not closed and not used any more is freed
// with its goroutines, unless the body of a Func that ran on it holds it: such a one
// must be closed.
func New(options ...Option) (*Pool, error) {
	var config Config
	for k, o := range options {
		if o == nil || o == Option((*Config)(nil)) {
			panic(fmt.Sprintf("skua: New needs options, but number %d is nil", k))
		}
		o.apply(&config)
	}
	core, err := config.core()
	if err != nil {
		return nil, err
	}
	p := &Pool{core: sched.New(core)}
	// The workers know the core only, so an unused Pool is found by the collector.
	p.unused = runtime.AddCleanup(p, func(core *sched.Pool) { go core.Close() }, p.core)
	return p, nil
}

var defaultPool = sync.OnceValue(func() *Pool { return &Pool{core: sched.New(sched.Config{})} })

// Default returns the pool that Func.Run uses, with as many workers as
// GOMAXPROCS says. It cannot be closed.
func Default() *Pool { return defaultPool() }

// Run runs f on the calling goroutine, as a worker of p, and returns f's error
// when all that f left behind has ended. When ctx ends, everything that runs
// for this call stops at its next Fork or Poll: it is unwound as by a panic, so
// deferred calls run and others do not, and Run returns the cause of the end. So it
// does if ctx ended before f returned nil. A panic of f or of a task goes on as a
// *PanicError. Run returns ErrClosed after Close.
func (p *Pool) Run(ctx context.Context, f func(w *Worker) error) error {
	p.must()
	need("Pool.Run", f != nil)
	needContext("Pool.Run", ctx)
	defer runtime.KeepAlive(p) // nobody else may hold it
	return run(ctx, p.core, (*sched.Pool).NewJob, func(w *sched.Worker) error { return f(workerOn(w)) })
}

// Workers returns how many workers may run at a time: what New or the last
// Resize was told, or, if the pool follows GOMAXPROCS, what that was when a call last
// entered the pool. It costs one atomic load.
func (p *Pool) Workers() int {
	p.must()
	return p.core.Workers()
}

// Resize makes n workers the number that may run. Running tasks are not
// interrupted: workers beyond n stop after their present task. It fails with
// ErrConfig if n is out of range, and with ErrClosed after Close. A pool that was
// made to follow GOMAXPROCS follows it no longer.
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

// Close refuses new calls, waits until those inside have ended, and ends the
// pool's goroutines: none is left when it returns. Closing again waits too. It
// must not be called from a task of the pool, which would wait for itself: it
// panics there, but not on a goroutine or coroutine that the task made: then
// Config.Watchdog tells. The default pool cannot be closed.
func (p *Pool) Close() error {
	p.must()
	if p == Default() {
		return errors.New("skua: the default pool cannot be closed")
	}
	if p.core.Within() {
		panic("skua: Close in a task of the pool would wait for that task")
	}
	p.core.Close()
	p.unused.Stop() // it holds the core, whose stacks hold each Func, whose body may hold the Pool
	return nil
}
