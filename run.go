package skua

import (
	"context"
	"runtime"

	"github.com/skua-go/skua/internal/sched"
)

// RunContext runs the body on arg where the caller is, until ctx ends:
// fn.OnContext(ctx, Here(), arg).
func (fn *Func[A, R]) RunContext(ctx context.Context, arg A) (R, error) {
	fn.must("Func.RunContext")
	return fn.run("Func.RunContext", ctx, Here(), arg, (*sched.Pool).NewJob)
}

// OnContext is On in a run of its own, which ends with ctx: everything that runs for
// this call stops at its next Fork or Poll, as at Pool.Run. OnContext returns the
// cause, and no result, if ctx ended before the body returned, and ErrClosed if the
// pool is closed. At a *Worker or *Frame it costs as much as a call from outside, and
// a panic comes out as a *PanicError there too; the task's own run does not stop it,
// unless ctx derives from the run's.
func (fn *Func[A, R]) OnContext(ctx context.Context, p Place, arg A) (R, error) {
	fn.must("Func.OnContext")
	return fn.run("Func.OnContext", ctx, p, arg, (*sched.Pool).NewJob)
}

// Context returns the context of the run that f's task belongs to, as
// Worker.Context does.
func (f *Frame[A, R]) Context() context.Context { return contextOf(f.worker("Frame.Context")) }

func contextOf(w *sched.Worker) context.Context {
	if job := w.Job(); job != nil {
		return job.Context
	}
	return context.Background()
}

// newJob is how a run gets its job: NewJob or NewFallible of sched.Pool.
type newJob func(*sched.Pool, context.Context) (job *sched.Job, stop func())

// run runs the body on arg at p in a run of its own, for the function called name.
//
// A call at a task's place is a guest of the pool, inside the task, so that an end of
// this run unwinds this call only: a worker has one job.
func (fn *Func[A, R]) run(name string, ctx context.Context, p Place, arg A, begin newJob) (r R, err error) {
	needContext(name, ctx)
	s := spotOf(p)
	defer runtime.KeepAlive(s.from)
	if s.stack != nil {
		defer s.stack.Exit(s.stack.Enter(s.i))
	}
	err = run(ctx, s.pool, begin, func(w *sched.Worker) error {
		r = fn.enter(w, arg)
		return nil
	})
	if err != nil {
		r = *new(R)
	}
	return r, err
}

// run runs f as a guest of p in a run of its own, which ends with ctx. If f
// returns nil although the run has ended, run returns the cause: what ended it would be
// lost, and tasks may have been left out.
func run(ctx context.Context, p *sched.Pool, begin newJob, f func(w *sched.Worker) error) (err error) {
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
		switch failure := w.Depart(recover()); {
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
