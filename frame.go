package skua

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/fork"
	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pieces"
)

// Frame is a place on a worker's stack of forked tasks of one type, and the
// right to fork there. A Func's body gets one with its argument and hands it,
// or what Fork returned, to the calls it makes itself:
//
//	a := fib(f.Fork(n-2), n-1) // offer n-2 to thieves, go on with n-1
//	b, done := f.Join()        // a thief did it,
//	if !done {
//		b = fib(f, n-2) // or it is still ours: a plain call
//	}
//
// Between Fork and Join a frame belongs to the forked task: only what Fork
// returned may be used, and by the same goroutine. Each Fork is followed by one
// Join, in reverse order, unless a panic passes out of the call or the run is
// cancelled. A caller that recovers a panic between a Fork and its Join uses Try, which
// waits for the forked tasks and takes them back; Both and Each fork and join too. A
// frame must not be kept after the call that received it has returned.
//
// Breaking these rules is a bug of the caller. If a thief has come near the frame, the
// misuse panics, at the latest when the body returns; without a thief nothing is seen,
// since the fast paths of Fork and Join have no instruction to spare for a check. Built
// with -race or -tags invariants every misuse panics but two: an ignored done, and a kept
// frame that happens to be the next one to fork at.
//
// When no thief is involved Fork and Join cost a few nanoseconds and do not block. They
// allocate only when forks nest deeper than before in this call: a stack begins with 32
// frames and grows by doubling (amortised, a fork allocates nothing). Forks may nest to
// any depth: beyond 131,040 pending forks a fork is a plain call.
//
// The typed direct task stack follows Wool (Faxén, Efficient Work Stealing for Fine Grained
// Parallelism, ICPP 2010) [FA10] and Lace (van Dijk and van de Pol, Lace: Non-blocking Split
// Deque for Work-Stealing, Euro-Par 2014 Workshops) [DP14]; its private part follows Rito and
// Paulino (Scheduling Computations with Provably Low Synchronization Overheads, Journal of
// Scheduling 2022) [RP22].
type Frame[A, R any] struct {
	gate  *uint32 // the stack's; a chunk's last frame has one that is always shut
	next  *Frame[A, R]
	i     uint32
	slot  fork.Slot
	stack *stack[A, R]
	arg   A
	res   R
}

// Fork offers the body on y to thieves and returns the frame on which the
// caller runs the other branch. It does not wait. A cancelled run stops at a Fork, which
// unwinds the run by a panic that Pool.Run turns into the cause. Fork panics if it sees
// that f is misused: if f's call has ended, if f's last fork is not joined, or on another
// goroutine than the task's.
func (f *Frame[A, R]) Fork(y A) *Frame[A, R] {
	// NOT: the next frame by its address, without a load. That costs the inliner 81 of its 80, and what is
	// not inlined takes 27 instructions for 17, and 1.1 times as long.
	//
	// NOT: one load for the gate. A fork at any frame has to see a thief's request, and a thief does
	// not know at which frame the next fork will be: so the word is the stack's, behind a pointer.
	if invariant.Exact {
		f.stack.core.Forks(f.i, f.last())
	}
	if apart.Enabled && apart.On() { // it may be on a goroutine of its own
		return f.forkSlow(y)
	}
	if f.i >= atomic.LoadUint32(f.gate) { // before the store: f may still be public if it is misused
		f.arg = y
		return f.next
	}
	return f.forkSlow(y)
}

// Join ends the fork at f. If the task was run elsewhere, by a thief or as a recording says, Join
// waits for it and returns its result and true; the task's panic, if any, goes on in the caller
// with its own value. Otherwise Join returns false and the caller runs the task itself, on f; if
// that takes long, it calls Poll first. A caller that ignores done loses a task without a sign:
// nothing at run time can tell that from a task whose result is not needed. Join panics if it sees
// that it comes out of order, without a Fork or on another goroutine.
func (f *Frame[A, R]) Join() (r R, done bool) {
	if invariant.Exact && f.stack != nil {
		f.stack.core.Joins(f.i, f.last())
	}
	if f.slot.Slow != 0 {
		return f.joinSlow()
	}
	return
}

// Call runs the body on x, at f, as an ordinary call, and returns the result. It is for a
// body that is a function literal, which has no name to call itself by, and costs one
// indirect call more than a call by name.
func (f *Frame[A, R]) Call(x A) R { return f.stack.body(f, x) }

// Both runs the body on x and on y, perhaps in parallel, and returns both
// results: Fork and Join in one line, at about twice their price. It is also a Poll
// between the two.
func (f *Frame[A, R]) Both(x, y A) (rx, ry R) {
	// NOT: second as a part of this function: 45.9 instructions beyond the serial function, for 38.9.
	// Without a look at the stack's end (go:nosplit) it would be two less, and programs with large
	// arguments would not link.
	rx = f.stack.body(f.Fork(y), x) //skua:allow fork second joins it, or it is private and nobody asks: a Join would say no
	if !invariant.Exact && f.slot.Slow == 0 && atomic.LoadUint32(f.gate) != crew.Shut {
		return rx, f.stack.body(f, y)
	}
	return rx, f.second(y)
}

// second ends the fork of y at f.
//
//go:noinline
func (f *Frame[A, R]) second(y A) R {
	r, done := f.Join()
	if !done {
		f.look()
		r = f.stack.body(f, y)
	}
	return r
}

// Each runs the body on every argument, perhaps in parallel, and stores the
// results in res, which must be as long as args. It is also a Poll before each call of the body.
func (f *Frame[A, R]) Each(args []A, res []R) {
	if len(args) != len(res) {
		panic("skua: Each needs as many results as arguments")
	}
	if len(args) > 0 {
		f.each(args, res)
	}
}

func (f *Frame[A, R]) each(args []A, res []R) {
	last := len(args) - 1
	if last == 0 {
		f.look()
		res[0] = f.stack.body(f, args[0])
		return
	}
	f.Fork(args[last]).each(args[:last], res[:last]) //skua:allow fork second joins it
	res[last] = f.second(args[last])
}

// Poll answers thieves that ask for work. A body that computes for long without
// forking calls it now and then. It costs a nanosecond when no thief asks, and seven in a
// run whose context can end, because it looks at the context (BenchmarkPoll). Like a Fork,
// a Poll is where a cancelled run stops: the first Poll after a call of the context's
// cancel function does not return.
func (f *Frame[A, R]) Poll() {
	if f.stack.core.Due() {
		f.stack.core.Poll(f.i)
	}
}

// look answers a thief, if one asks, before a body that may be long runs at f.
func (f *Frame[A, R]) look() {
	if atomic.LoadUint32(f.gate) == crew.Shut {
		f.stack.core.Poll(f.i)
	}
}

//go:noinline
func (f *Frame[A, R]) forkSlow(y A) *Frame[A, R] {
	core, next := f.stack.core, f.next
	core.Prepare(f.i)
	if f.gate == &alwaysShut {
		next = f.stack.after(f)
	}
	if next == nil { // the stack is full: the caller runs both branches on f, nothing is offered
		f.Poll()
		return f
	}
	f.arg = y
	if !pieces.Fork(core, f.stack, f.i) {
		core.Offer(f.i)
	}
	return next
}

//go:noinline
func (f *Frame[A, R]) joinSlow() (r R, done bool) {
	core := f.stack.core
	if pieces.Join(core, &f.slot) {
		return f.res, true
	}
	if f.slot.Watched() { // and so the branch runs here, not in the caller
		core.JoinWatched(f.i, func() {
			f.look()
			f.res = f.stack.body(f, f.arg)
		})
		return f.res, true
	}
	if core.JoinSlow(f.i) {
		return f.res, true
	}
	return r, false
}

// worker returns the worker that f is a frame of. The function called name needs it.
func (f *Frame[A, R]) worker(name string) *crew.Worker {
	needs(f != nil && f.stack != nil, name, "the Frame of a task, not a nil or zero one")
	return f.stack.core.Worker()
}
