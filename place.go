package skua

import "github.com/skua-go/skua/internal/sched"

// Place says where to run: on a *Pool, whose guest the calling goroutine
// becomes, or, from inside a task, at the *Worker or *Frame that the task was
// given. From inside a task both are correct; its own is cheaper, and while the
// call waits the task's pending forks can be stolen: at a *Pool those stay its own
// that no thief has asked for before.
type Place interface {
	// place returns the pool, or the stack and the frame of a task; nothing if
	// it is a nil or zero one.
	place() (*Pool, *sched.Stack, uint32)
}

func (p *Pool) place() (*Pool, *sched.Stack, uint32) {
	if p == nil || p.core == nil {
		return nil, nil, 0
	}
	return p, nil, 0
}

func (f *Frame[A, R]) place() (*Pool, *sched.Stack, uint32) {
	if f == nil || f.stack == nil {
		return nil, nil, 0
	}
	return nil, f.stack.core, f.i
}

func (w *Worker) place() (*Pool, *sched.Stack, uint32) { return w.frame().place() }

// guest runs f on the calling goroutine as a guest of p. It panics with
// ErrClosed if p is closed, and with a *PanicError if f panics, after all that
// f left behind has ended.
func (p *Pool) guest(f func(w *sched.Worker)) {
	w := p.core.Enter(nil, false)
	if w == nil {
		panic(ErrClosed)
	}
	defer func() {
		if failure := w.Depart(recover()); failure != nil {
			panic(panicError(failure))
		}
	}()
	f(w)
}
