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
// pool is closed. At a *Worker or *Frame, too, it costs as much as a call from outside
// (0.2 µs and two small allocations), and a panic comes out as a *PanicError. The end of
// the task's own run does not stop it, unless ctx derives from that run's context.
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

// newJob makes a run's job: it is NewJob or NewFallible of sched.Pool.
type newJob func(*sched.Pool, context.Context) (job *sched.Job, stop func())

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
	err = run(ctx, s.pool, begin, func(w *sched.Worker) error {
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
