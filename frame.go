package skua

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/sched"
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
// cancelled. Whoever recovers a panic between a Fork and its Join uses Try, which
// waits for what was forked and takes it back; Both and Each fork and join too. A
// frame must not be kept after the call that received it has returned.
//
// Breaking these rules is a bug of the caller. Where a thief has come near the frame, it
// is told by a panic, at the latest when the body returns; the fast paths of Fork and
// Join have no instruction to spare for it. Built with -race or -tags invariants every
// misuse is told but two: an ignored done, and a kept frame that is just the one in turn.
//
// Fork and Join neither allocate nor block when no thief is involved, and cost a
// few nanoseconds; no number of nested forks is too many: beyond 131,040 pending
// ones they are plain calls.
//
// The typed direct task stack follows Wool and Lace (van Dijk and van de Pol,
// Lace: Non-blocking Split Deque for Work-Stealing, MuCoCoS 2014), the private
// part Rito and Paulino (Scheduling Computations with Provably Low
// Synchronization Overheads, Journal of Scheduling 2022).
type Frame[A, R any] struct {
	gate  *uint32 // the stack's; a chunk's last frame has one that is always shut
	next  *Frame[A, R]
	i     uint32
	slot  sched.Slot
	stack *stack[A, R]
	arg   A
	res   R
}

// Fork offers the body on y to thieves and returns the frame on which the
// caller runs the other branch. It does not wait. Fork panics if f is misused, as
// far as that can be seen: if f's call has ended, if f's last fork is not joined, or
// on another goroutine than the task's. And it is where a cancelled run stops: it
// unwinds the run by a panic that Pool.Run turns into the cause.
func (f *Frame[A, R]) Fork(y A) *Frame[A, R] {
	if sched.Exact {
		f.stack.core.Forks(f.i)
	}
	if f.i >= atomic.LoadUint32(f.gate) { // before the store: f may still be public if it is misused
		f.arg = y
		return f.next
	}
	return f.forkSlow(y)
}

// Join ends the fork at f. If a thief took the task, Join waits for it and
// returns its result and true; the task's panic, if any, goes on in the caller
// with its own value. Otherwise Join returns false and the caller runs the task
// itself, on f. A caller that ignores done loses a task without a sign: nothing at run
// time can tell that from a task whose result is not needed. Join panics if it comes out
// of order, without a Fork or on another goroutine, as far as that can be seen.
func (f *Frame[A, R]) Join() (r R, done bool) {
	if sched.Exact && f.stack != nil {
		f.stack.core.Joins(f.i, f.last())
	}
	if f.slot.Public {
		return f.joinSlow()
	}
	return
}

// Call runs the body on x, at f, as an ordinary call, and returns the result: for a body
// that is a function literal, which has no name to call itself by. It costs an indirect
// call more than a name does.
func (f *Frame[A, R]) Call(x A) R { return f.stack.body(f, x) }

// Both runs the body on x and on y, perhaps in parallel, and returns both
// results: Fork and Join in one line, at about twice their price.
func (f *Frame[A, R]) Both(x, y A) (rx, ry R) {
	rx = f.stack.body(f.Fork(y), x)
	ry, done := f.Join()
	if !done {
		ry = f.stack.body(f, y)
	}
	return rx, ry
}

// Each runs the body on every argument, perhaps in parallel, and stores the
// results in res, which must be as long as args.
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
		res[0] = f.stack.body(f, args[0])
		return
	}
	f.Fork(args[last]).each(args[:last], res[:last])
	r, done := f.Join()
	if !done {
		r = f.stack.body(f, args[last])
	}
	res[last] = r
}

// Poll answers thieves that ask for work. A body that computes for long without
// forking calls it now and then; it costs a nanosecond when nobody asks, and
// seven in a run whose context can end, at which it looks. Like Fork it is where a
// cancelled run stops: the first Poll after a call of the context's cancel function
// does not return.
func (f *Frame[A, R]) Poll() {
	if f.stack.core.Due() {
		f.stack.core.Poll(f.i)
	}
}

//go:noinline
func (f *Frame[A, R]) forkSlow(y A) *Frame[A, R] {
	core, next := f.stack.core, f.next
	core.Prepare(f.i)
	if f.gate == &alwaysShut {
		next = f.stack.follow(f)
	}
	if next == nil { // full: the other branch runs here, y after it
		core.Full(f.i)
		f.Poll()
		return f
	}
	f.arg = y
	core.Offer(f.i)
	return next
}

//go:noinline
func (f *Frame[A, R]) joinSlow() (r R, done bool) {
	if f.stack.core.JoinSlow(f.i) {
		return f.res, true
	}
	return r, false
}
