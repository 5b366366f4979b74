package skua

import (
	"context"
	"runtime"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/direct"
	"github.com/skua-go/skua/internal/fork"
	"github.com/skua-go/skua/internal/sched"
	"github.com/skua-go/skua/internal/watch"
)

// Place says where to run.
//
//	*Pool    on that pool
//	*Worker  on the pool of the task that got it
//	Here()   on the pool of the task that the calling goroutine is in, or else
//	         on the default pool
//	*Frame   at that frame, which only its task may use
//
// If the calling goroutine is in a task of the pool, the call goes on as the worker that
// runs the task, and is cancelled with the task's run. Otherwise the calling goroutine
// becomes a worker of the pool for the time of the call. So a *Worker is a hint: any
// *Worker of the pool is right in any task and on any goroutine.
//
// In the body of a Func only a *Frame tells which of its forks are pending. A call at
// any other Place is right there too, but costs a fraction of a microsecond more; and
// while it waits, thieves cannot steal pending forks that are still private.
type Place interface {
	// spot returns where a call may begin; the zero spot if there is nothing.
	spot() spot
}

// A spot is where a call begins: at frame i of a stack of the worker that runs here, or
// if there is no stack, as a guest of the pool.
type spot struct {
	pool  *sched.Pool
	stack *fork.Stack
	i     uint32
	whole bool  // a panic comes out as a *PanicError
	from  *Pool // kept here, so that it is not collected before the call has ended
}

func (p *Pool) spot() spot {
	if p == nil || p.core == nil {
		return spot{}
	}
	s := spotIn(p.core)
	s.whole, s.from = true, p
	return s
}

func (w *Worker) spot() spot {
	if w == nil || w.stack == nil {
		return spot{}
	}
	core := w.stack.core
	if core.Worker().Open() {
		return spot{pool: sched.PoolOf(core.Worker()), stack: core, i: core.Base()}
	}
	return spotIn(sched.PoolOf(core.Worker()))
}

func (f *Frame[A, R]) spot() spot {
	if f == nil || f.stack == nil {
		return spot{}
	}
	core := f.stack.core
	pool := sched.PoolOf(core.Worker())
	switch {
	case !core.Worker().Mine() || !core.Live(f.i):
		panic(strayFrame)
	case core.Worker().Away():
		return spot{pool: pool}
	}
	return spot{pool: pool, stack: core, i: f.i}
}

// strayFrame is the text with which a Frame panics that is used where its task does not run.
const strayFrame = "skua: a Frame is used where its task does not run: on another goroutine, or after the call that got it has ended or has passed control on"

// spotIn returns where a call on the pool goes on: on the worker of the pool that runs
// here, if all frames that are in use on it are known.
func spotIn(pool *sched.Pool) spot {
	w := pool.Here()
	if w == nil || !w.Open() {
		return spot{pool: pool}
	}
	core := closures.stackOn(w).core
	return spot{pool: pool, stack: core, i: core.Base()}
}

// home returns the pool of a goroutine that is in no task.
func home() *Pool {
	if p, ok := direct.Home().(*Pool); ok { // in a program that package schedule explores
		return p
	}
	return Default()
}

// Here returns the Place where the calling goroutine is: the pool whose task it is in,
// or the default pool if it is in no task. Func.Run and package par run there. A goroutine
// that a task has started is in no task, and neither is a coroutine (iter.Pull).
func Here() Place { return anywhere }

type here struct{}

var anywhere Place = here{}

func (here) spot() spot {
	w := crew.Innermost()
	if w == nil {
		p := home()
		return spot{pool: p.core, whole: true, from: p}
	}
	s := spotIn(sched.PoolOf(w))
	s.whole = true
	return s
}

// Outside returns the pool where a call here runs if the calling goroutine is in no task; else nil. Package
// par asks.
func (here) Outside() *Pool {
	if crew.Innermost() != nil {
		return nil
	}
	return home()
}

// Workers returns how many workers may run in the pool where a call here would run. Package par asks.
func (here) Workers() int {
	if w := crew.Innermost(); w != nil {
		return sched.PoolOf(w).Workers()
	}
	return home().Workers()
}

// Poll stops a cancelled run, as Frame.Poll and the next index of a Loop do, wherever the
// caller is: if the run of the task that the calling goroutine is in was cancelled, or its
// context has ended, Poll unwinds the task by a panic and does not return. So what has seen
// the end of a context, as an error of a Scope for example, can pass it on to its caller.
//
// If a call at p would go on as the worker that runs here, Poll also answers thieves that
// ask for work: at a *Frame of its task with the forks that are pending there, at any other
// Place with all other work. In no task there is nothing to stop. Poll panics with ErrClosed
// if the pool is closed, and never blocks. It costs tens of nanoseconds, since it must find
// out where it is; Frame.Poll and Worker.Poll cost one.
func Poll(p Place) {
	s := spotOf(p)
	s.refuse()
	w := crew.Innermost()
	if w == nil {
		return
	}
	w.Heed()
	if s.stack != nil {
		s.stack.Poll(s.i)
	}
}

// A visit is a call at a spot while it lasts, for a caller that wants no function of ours
// between its own and the user's. Made of its spot; then enter, unless that is plain.
type visit struct {
	spot
	guest *crew.Worker // that the calling goroutine has become, or nil
	mark  fork.Mark
	end   func() // of the guest's call in the execution trace, or nil
}

// plain reports whether a call at s goes on as the task that it is in: then its caller enters
// frame i of its stack, exits at the end, and what panics goes on by itself.
func (s *spot) plain() bool { return s.stack != nil && !s.whole }

var noLine context.Context // of a call that waits in line until it comes in

// enter begins a call that is not plain. It panics with ErrClosed if the pool is closed. It reports
// false if the call waited in line until line, which may be nil, ended.
func (v *visit) enter(line context.Context) bool {
	if v.stack != nil {
		v.mark = v.stack.Enter(v.i)
		sched.BeginNested(v.stack.Worker())
		return true
	}
	var job *crew.Job
	if watch.Traced() {
		job, v.end = v.pool.TracedCall("skua.Call")
	}
	w := v.pool.Enter(job, line)
	if w == nil {
		v.ended()
		if line != nil && line.Err() != nil {
			return false
		}
		panic(ErrClosed)
	}
	v.guest, v.stack = w, closures.stackOn(w).core
	return true
}

// leave ends a call that is not plain; deferred, with the recovered panic. If there is one it
// waits for all tasks that the call started, then panics: with a *PanicError at a pool, with
// the panic's own value elsewhere.
func (v *visit) leave(recovered any) {
	if v.guest == nil {
		failure := sched.EndNested(v.stack.Worker(), recovered)
		v.stack.Exit(v.mark)
		if failure != nil {
			panic(panicError(failure))
		}
		return
	}
	failure := sched.Depart(v.guest, recovered)
	v.ended()
	runtime.KeepAlive(v.from)
	switch {
	case failure == nil:
	case v.whole:
		panic(panicError(failure))
	default:
		v.pool.PassOn(failure)
	}
}

func (v *visit) ended() {
	if v.end != nil {
		v.end()
	}
}

// run runs f on the worker of s, at a spot that is not plain.
func (s spot) run(f func(w *crew.Worker)) {
	v := visit{spot: s}
	v.enter(noLine)
	defer func() { v.leave(recover()) }()
	f(v.stack.Worker())
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
		refusePlace(p)
	}
	return s
}
