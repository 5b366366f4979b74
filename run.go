package skua

import (
	"context"
	"fmt"
	"reflect"
	"runtime"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/sched"
)

// This file has how calls begin and end: as the worker that is here, as a guest, or in a
// run of their own.

// Context returns the context of the run that f's task belongs to, as
// Worker.Context does.
func (f *Frame[A, R]) Context() context.Context { return contextOf(f.worker("Frame.Context")) }

// contextOf returns the context of the run that w works for.
func contextOf(w *crew.Worker) context.Context {
	if job := w.Job; job != nil {
		return job.Context
	}
	return context.Background()
}

// newJob makes a run's job: it is NewJob or NewFallible of sched.Pool.
type newJob func(*sched.Pool, context.Context) (job *crew.Job, stop func())

// run runs the body on arg at p in a run of its own, for the function called name.
//
// At a task's place, too, the call gets a worker of its own, a guest: a worker has one job,
// and the end of this run must unwind this call only.
func (fn *Func[A, R]) run(name string, ctx context.Context, p Place, arg A, begin newJob) (r R, err error) {
	needContext(name, ctx)
	s := spotOf(p)
	defer runtime.KeepAlive(s.from)
	if s.stack != nil {
		defer s.stack.Exit(s.stack.Enter(s.i))
	}
	err = run(ctx, s.pool, begin, func(w *crew.Worker) error {
		r = fn.enter(w, arg)
		return nil
	})
	if err != nil {
		r = *new(R)
	}
	return r, err
}

// run runs f as a guest of p in a run of its own, which ends with ctx. If f returns nil
// although the run has ended, run returns the cause: some tasks may not have run, and the
// caller must learn why.
func run(ctx context.Context, p *sched.Pool, begin newJob, f func(w *crew.Worker) error) (err error) {
	job, stop := begin(p, ctx)
	defer stop()
	if err := job.Cause(); err != nil {
		return err
	}
	w := p.Enter(job)
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

// run runs f on the worker of s. It panics with ErrClosed if the pool is closed. If f
// panics, run waits for all tasks that f started, then panics: with a *PanicError at a
// pool, with f's own value elsewhere.
func (s spot) run(f func(w *crew.Worker)) {
	if s.stack == nil {
		s.guest(f)
		return
	}
	defer s.stack.Exit(s.stack.Enter(s.i))
	if !s.whole {
		f(s.stack.Worker())
		return
	}
	w := s.stack.Worker()
	around := sched.Begin(w)
	defer func() {
		if failure := sched.End(w, around, recover()); failure != nil {
			panic(panicError(failure))
		}
	}()
	f(w)
}

func (s spot) guest(f func(w *crew.Worker)) {
	defer runtime.KeepAlive(s.from)
	w := s.pool.Enter(nil)
	if w == nil {
		panic(ErrClosed)
	}
	defer func() {
		switch failure := sched.Depart(w, recover()); {
		case failure == nil:
		case s.whole:
			panic(panicError(failure))
		default:
			s.pool.PassOn(failure)
		}
	}()
	f(w)
}

// refuse panics with ErrClosed if the pool is closed and all calls inside have ended. It is
// for calls that need not enter the pool; entering would notice that.
func (s spot) refuse() {
	if s.pool.Over() {
		panic(ErrClosed)
	}
}

// spotOf returns where a call at p begins. It panics if p is nil or a zero value.
func spotOf(p Place) (s spot) {
	if p != nil {
		s = p.spot()
	}
	if s.pool == nil {
		panic(noPlace(p))
	}
	return s
}

// noPlace says what is wrong with a Place that is nil or a zero value.
func noPlace(p Place) string {
	got := "nil"
	if v := reflect.ValueOf(p); v.IsValid() {
		if got = fmt.Sprintf("a nil %T", p); !v.IsNil() {
			got = fmt.Sprintf("a zero %T", p)
		}
	}
	return "skua: a place to run is needed: a *Pool from New, or the *Worker or *Frame of a task, or Here(), not " + got
}

// need panics, for the function called name, unless it got the function that it is to run.
func need(name string, f bool) {
	if !f {
		panic("skua: " + name + " needs a function, not nil")
	}
}

// needContext panics unless the function called name got a context.
func needContext(name string, ctx context.Context) {
	if ctx == nil {
		panic("skua: " + name + " needs a context, not nil")
	}
}
