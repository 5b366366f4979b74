package skua

import (
	"context"
	"math/bits"
	"reflect"
	"runtime"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/fork"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/sched"
)

// Func is a task type: a body, and stacks of frames for its arguments and
// results on the workers that run it. Make one with NewFunc, once, and share
// it. Safe for concurrent use.
type Func[A, R any] struct {
	body     func(f *Frame[A, R], arg A) R
	pointers bool // arguments or results hold pointers: a dead frame could keep something alive
	open     bool // its stacks tell which frames are in use: so it is for the Func of closures
}

// NewFunc returns a task type whose tasks run body. The body forks through the
// frame it is given and may call itself as an ordinary function; a function literal calls
// itself by Frame.Call, Frame.Both and Frame.Each.
//
// A body that names its own Func, as in
//
//	var size = skua.NewFunc(func(f *skua.Frame[dir, int], d dir) int { … size.On(f, sub) … })
//
// does not compile in package scope, where that is an initialization cycle. Frame.Call is
// the way out. Where several Funcs need each other, declare them and assign them in a
// func init.
func NewFunc[A, R any](body func(f *Frame[A, R], arg A) R) *Func[A, R] {
	need("NewFunc", body != nil)
	return &Func[A, R]{
		body:     body,
		pointers: pad.Pointers(reflect.TypeFor[A]()) || pad.Pointers(reflect.TypeFor[R]()),
	}
}

// Run runs the body on arg where the caller is: fn.On(Here(), arg).
func (fn *Func[A, R]) Run(arg A) R { return fn.On(Here(), arg) }

// On runs the body on arg at p and returns its result when the body and all tasks that it
// forked have ended. On a *Pool the calling goroutine becomes a worker for the
// time of the call; at a *Worker or *Frame the call goes on as the worker it is on, so
// that tasks of several types may call each other. On blocks only while a thief runs a
// task of the call.
//
// A panic of the body comes out unchanged at a *Worker or *Frame, and as a
// *PanicError, with the stack of the task that panicked, at a *Pool; the tasks that the
// body forked have ended then, too. On panics with ErrClosed if the pool is closed. It
// also panics if it sees that the body has returned without joining a fork (Frame).
//
// At a *Pool a call that forks nothing costs 0.15 µs (BenchmarkCall).
func (fn *Func[A, R]) On(p Place, arg A) (r R) {
	fn.must("Func.On")
	s := spotOf(p)
	if !s.plain() {
		s.run(func(w *crew.Worker) { r = fn.enter(w, arg) })
		return r
	}
	defer fn.stackOn(s.stack.Worker()).core.Leave(s.stack, s.stack.Enter(s.i))
	return fn.enter(s.stack.Worker(), arg)
}

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

// enter runs the body from the base of w's stack on.
func (fn *Func[A, R]) enter(w *crew.Worker, arg A) (r R) {
	s := fn.stackOn(w)
	w.Typed = !fn.open
	base := s.core.Base()
	r = fn.body(s.frame(base), arg)
	s.core.Ended(base)
	return r
}

// FuncErr is a task type whose tasks may fail: a Func with a body that returns an
// error too. The first error ends the run. Make one with NewFuncErr, once, and share
// it. Safe for concurrent use.
//
// The body gets a Frame like that of a Func, which yields results without errors:
// Both, Each and Join return only if nothing has failed. Where the body calls itself as a
// function, it gets an error, and returns it at once, even between a Fork and its Join:
//
//	a, err := walk(f.Fork(y), x)
//	if err != nil {
//		return 0, err
//	}
//
// A body returns its error to skua if it is the root's or a stolen task's, or was called
// by Both or Each. The error then ends the run's context (Frame.Context), as its cause.
// Both, Each and thieves begin no task after that, and running tasks stop at their next
// Fork or Poll: they are unwound as by a panic, so deferred calls run. So a body must not
// count on seeing the error of a task that it forked: what it is to handle belongs into
// the result.
type FuncErr[A, R any] struct {
	fn *Func[A, R]
}

// NewFuncErr returns a task type whose tasks run body.
func NewFuncErr[A, R any](body func(f *Frame[A, R], arg A) (R, error)) *FuncErr[A, R] {
	need("NewFuncErr", body != nil)
	return &FuncErr[A, R]{NewFunc(func(f *Frame[A, R], arg A) R {
		w := f.stack.core.Worker()
		w.Check()
		r, err := body(f, arg)
		if err != nil {
			w.Fail(err)
		}
		return r
	})}
}

// Run runs the body on arg where the caller is: fn.On(ctx, Here(), arg).
func (fn *FuncErr[A, R]) Run(ctx context.Context, arg A) (R, error) {
	return fn.must("FuncErr.Run").run("FuncErr.Run", ctx, Here(), arg, (*sched.Pool).NewFallible)
}

// On runs the body on arg at p, in a run of its own, and returns its result when it
// and all that it forked have ended. If a body failed, or ctx ended before the root's
// body returned, On returns no result and what came first: the error, or the cause of
// ctx. Errors that come later are dropped. On returns ErrClosed if the pool is closed.
//
// A panic comes out as a *PanicError. At the *Worker or *Frame of a task On costs as
// much as a call from outside: 0.3 µs and four small allocations (BenchmarkCall). An
// error does not end the task's own run; and the end of that run does not end this one,
// unless ctx derives from its context.
func (fn *FuncErr[A, R]) On(ctx context.Context, p Place, arg A) (R, error) {
	return fn.must("FuncErr.On").run("FuncErr.On", ctx, p, arg, (*sched.Pool).NewFallible)
}

// must panics unless fn was made by NewFunc.
func (fn *Func[A, R]) must(name string) {
	needs(fn != nil && fn.body != nil, name, "a Func that NewFunc made, not a nil or zero one")
}

// must returns fn's Func. It panics unless fn was made by NewFuncErr.
func (fn *FuncErr[A, R]) must(name string) *Func[A, R] {
	needs(fn != nil && fn.fn != nil, name, "a FuncErr that NewFuncErr made, not a nil or zero one")
	return fn.fn
}

// run runs the body on arg at p in a run of its own, for the function called name.
//
// At a task's place, too, the call gets a worker of its own, a guest: a worker has one job,
// and the end of this run must unwind this call only.
func (fn *Func[A, R]) run(name string, ctx context.Context, p Place, arg A, begin newJob) (r R, err error) {
	needs(ctx != nil, name, "a context, not nil")
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

// Frames come in chunks, each twice as long as the one before. So a stack is small until
// a deep recursion needs more, and the chunks that were used can be found and cleared
// without a counter on the fork path: the gate of a chunk's last frame is always shut
// until the first fork there.
const (
	chunkFrames = 32 // of the first chunk
	maxChunks   = 12 // 131,040 frames: UTS T3L starves with 1,024 (docs/decisions/0005-chunks-that-double.md)
)

// padFrames is how many frames at each end of a chunk are never used, so that the frames of two
// workers do not share cache lines: at least 128 bytes where words have 64 bits, somewhat less
// where they have 32.
const padFrames = 3

// alwaysShut is the gate of a chunk's last frame.
var alwaysShut = crew.Shut

// chunkOf returns the chunk of frame i and its place there.
func chunkOf(i uint32) (k int, j uint32) {
	k = bits.Len32(i/chunkFrames+1) - 1
	return k, i - firstOf(k)
}

// firstOf returns the index of the first frame of chunk k.
func firstOf(k int) uint32 { return chunkFrames * (1<<k - 1) }

// stack is the typed part of one worker's stack for one Func. Chunks are added
// by the owner before it exposes a frame in them, so a thief that has claimed
// frame i finds its chunk.
type stack[A, R any] struct {
	core   *fork.Stack
	body   func(f *Frame[A, R], arg A) R // fn's body: kept here, Both needs one load less
	fn     *Func[A, R]
	chunks [maxChunks][]Frame[A, R]
}

// stackOn returns w's stack for fn.
func (fn *Func[A, R]) stackOn(w *crew.Worker) *stack[A, R] {
	if s := fork.BodyOf(w, fn); s != nil {
		return s.(*stack[A, R])
	}
	s := &stack[A, R]{fn: fn, body: fn.body}
	s.core = fork.NewStack(w, fn, s)
	s.addChunk(0)
	return s
}

func (s *stack[A, R]) addChunk(k int) []Frame[A, R] {
	n := chunkFrames << k
	c := make([]Frame[A, R], n+2*padFrames)[padFrames : n+padFrames]
	for j := range c {
		f := &c[j]
		f.stack, f.i, f.gate = s, firstOf(k)+uint32(j), (*uint32)(&s.core.Gate)
		if j > 0 {
			c[j-1].next = f
		}
	}
	c[len(c)-1].gate = &alwaysShut
	s.chunks[k] = c
	return c
}

func (s *stack[A, R]) frame(i uint32) *Frame[A, R] {
	k, j := chunkOf(i)
	return &s.chunks[k][j]
}

// after links the chunk that comes after its last frame f, and returns the
// frame after f, or nil if f is the last of all.
func (s *stack[A, R]) after(f *Frame[A, R]) *Frame[A, R] {
	k, _ := chunkOf(f.i + 1)
	if k == maxChunks {
		return nil
	}
	c := s.chunks[k]
	if c == nil {
		c = s.addChunk(k)
	}
	f.gate, f.next = (*uint32)(&s.core.Gate), &c[0]
	return f.next
}

// last reports whether no frame can come after f.
func (f *Frame[A, R]) last() bool { return f.i == firstOf(maxChunks)-1 }

// Slot implements fork.Body.
func (s *stack[A, R]) Slot(i uint32) *fork.Slot { return &s.frame(i).slot }

// Exec implements fork.Body: the thief runs the task above its own frames.
func (s *stack[A, R]) Exec(thief *crew.Worker, i uint32) {
	f := s.frame(i)
	f.res = s.fn.enter(thief, f.arg)
}

// Name implements fork.Body.
func (s *stack[A, R]) Name() string {
	return runtime.FuncForPC(reflect.ValueOf(s.body).Pointer()).Name()
}

// Clear implements fork.Body: it clears the first chunk and drops the later ones.
func (s *stack[A, R]) Clear() {
	first := s.chunks[0]
	if !s.fn.pointers && s.chunks[1] == nil {
		return
	}
	var arg A
	var res R
	for j := range first {
		f := &first[j]
		f.arg, f.res = arg, res
	}
	last := &first[len(first)-1]
	last.gate, last.next = &alwaysShut, nil
	clear(s.chunks[1:])
}
