package skua

import (
	"fmt"
	"reflect"
	"time"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/internal/watch"
)

// Config is what New's options add up to: plain data, to print, compare and
// sweep. A Config is itself an Option that sets everything. The zero value is
// the default.
type Config struct {
	// Workers is how many workers may run at a time, callers from outside
	// included: 1,024 at most. 0 follows GOMAXPROCS, also when that changes, but the
	// pool then starts at most 1,024 goroutines of its own.
	Workers int
	// Guests is how many calls from outside may run at a time; 0 sets no limit. See
	// WithGuests.
	Guests int
	// Watchdog, if positive, is how often the pool checks whether the calls inside it make
	// progress. If two checks in a row find that nothing has moved, and that every
	// goroutine in its tasks waits as before, the pool reports on stderr: the likely cause
	// in one sentence, then numbers, then stacks.
	//
	// Reported are tasks that wait outside of Blocking, tasks that wait for each other, and
	// joins of tasks that no worker runs. Not reported are tasks that compute, for however long,
	// and, unless calls wait in line meanwhile (Guests), waits in Blocking for something
	// that may still come. A task that spins until another has run, with Poll or without,
	// looks like one that computes.
	//
	// A check costs microseconds. One that needs the stacks stops the world: for long, if
	// the program has many goroutines. A period of seconds is a good choice. With a
	// watchdog each call from outside costs about a microsecond more.
	Watchdog time.Duration
}

// Option changes a Config for New.
type Option interface{ apply(c *Config) }

func (c Config) apply(to *Config) { *to = c }

type optionFunc func(c *Config)

func (f optionFunc) apply(c *Config) { f(c) }

// WithWorkers sets Config.Workers: how many run at a time. Pool says when more do, for as long as a
// task lasts; to run the tasks of a scope one at a time, use Scope.SetLimit(1).
func WithWorkers(n int) Option { return optionFunc(func(c *Config) { c.Workers = n }) }

// WithGuests sets Config.Guests: at most n calls from outside run on the pool at a
// time. A call from outside is one at a *Pool whose goroutine is in no task: Pool.Run,
// Func.On, Join, Loop.Run, the functions of package par, and Scope.Wait for a scope that
// was made at the *Pool. Further calls wait in line, without a worker, and come in one by
// one, first come, first served. WithWorkers, not n, says how many workers run for the
// calls inside, and Resize does not change n.
//
// A Pool.Run in line leaves it when its context ends: it returns the cause, and its
// function has not run. FuncErr.On and Func.OnContext do the same, the functions of package par
// with a context, and a Loop with a Line; those over sequences, and par.Scope.Wait, when the calls
// that run have returned. A Scope.Wait in line leaves it when other workers have run all the scope's
// tasks, or its context has ended and those that run have; Close leaves it in line. All other calls
// in line get ErrClosed when the pool is closed: Pool.Run, FuncErr.On and Func.OnContext return it,
// and Func.On and Loop.Run panic with it.
// A call that need not wait costs some twenty nanoseconds more; one that waits costs
// allocations and a wake-up.
//
// A call from inside, on the goroutine of a task, also in Blocking, never waits and does
// not count. A call on a goroutine or coroutine that the task has started is not
// recognised as one from inside: if n tasks wait for such calls, the calls wait in line
// for the tasks, a deadlock. The task should make the call itself. Config.Watchdog
// reports such a call of a goroutine, but does not see a coroutine's.
func WithGuests(n int) Option { return optionFunc(func(c *Config) { c.Guests = n }) }

// WithWatchdog sets Config.Watchdog.
func WithWatchdog(d time.Duration) Option { return optionFunc(func(c *Config) { c.Watchdog = d }) }

// maxWorkers bounds Workers: internal/sleep has room for that many sleeping workers.
const maxWorkers = 1024

// maxGuests bounds Guests: more calls at a time than that make no sense. Arbitrary.
const maxGuests = 1 << 20

// core checks c and returns the core of a new pool, with the steal schedule that open returns; if
// open is nil, the environment's.
func (c Config) core(open func() (*watch.Schedule, error)) (*sched.Pool, error) {
	if err := checkWorkers(c.Workers, 0); err != nil {
		return nil, err
	}
	if c.Watchdog < 0 {
		return nil, fmt.Errorf("%w: watchdog %v is negative", ErrConfig, c.Watchdog)
	}
	if c.Guests < 0 || c.Guests > maxGuests {
		return nil, fmt.Errorf("%w: %d guests is not in 0 to %d", ErrConfig, c.Guests, maxGuests)
	}
	apart.Check()
	core := sched.New(crew.Config{Workers: c.Workers, Guests: c.Guests, Watchdog: c.Watchdog, Expose: policy.ExposeHalf})
	return core, core.Note(open)
}

func checkWorkers(n, least int) error {
	if n < least || n > maxWorkers {
		return fmt.Errorf("%w: %d workers is not in %d to %d", ErrConfig, n, least, maxWorkers)
	}
	return nil
}

// needs panics, for the function called name, unless it is ok: then it did not get what it needs.
func needs(ok bool, name, what string) {
	if !ok {
		panic("skua: " + name + " needs " + what)
	}
}

// need panics, for the function called name, unless it got the function that it is to run.
func need(name string, f bool) { needs(f, name, "a function, not nil") }

// refusePlace panics with what is wrong with a Place that is nil or a zero value.
func refusePlace(p Place) {
	got := "nil"
	if v := reflect.ValueOf(p); v.IsValid() {
		if got = fmt.Sprintf("a nil %T", p); !v.IsNil() {
			got = fmt.Sprintf("a zero %T", p)
		}
	}
	panic("skua: a place to run is needed: a *Pool from New, or the *Worker or *Frame of a task, or Here(), not " + got)
}
