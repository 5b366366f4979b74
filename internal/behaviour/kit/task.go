package kit

import (
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
)

// Nothing is a branch without work.
func Nothing(*skua.Worker) {}

// Poller is a *Worker or a *Frame.
type Poller interface{ Poll() }

// Meet returns when c is closed. Meanwhile it answers thieves, so that what p's
// worker has forked can be stolen.
func Meet(p Poller, c <-chan struct{}) {
	for {
		select {
		case <-c:
			return
		default:
			p.Poll()
			runtime.Gosched()
		}
	}
}

// JoinStolen runs a and b as Join does, but b on another worker for certain: a
// begins when b has begun.
func JoinStolen(w *skua.Worker, a, b func(w *skua.Worker)) {
	begun := make(chan struct{})
	skua.Join(w,
		func(w *skua.Worker) {
			Meet(w, begun)
			a(w)
		},
		func(w *skua.Worker) {
			close(begun)
			b(w)
		})
}

// Endless forks for ever, in every shape, and counts who is inside.
func Endless(inside *atomic.Int32) *skua.Func[int, int] {
	return skua.NewFunc(func(f *skua.Frame[int, int], depth int) int {
		inside.Add(1)
		defer inside.Add(-1)
		for {
			if depth == 0 {
				f.Poll()
				runtime.Gosched()
				continue
			}
			f.Both(depth-1, depth-1)
		}
	})
}

var kinds atomic.Uint64

// KindOf returns a Kind of loops that no other test has; cheap if loops of that kind
// were all short so far.
func KindOf(pool *skua.Pool, cheap bool) uintptr {
	kind := ^uintptr(kinds.Add(1)) // no address of code
	quick := skua.Loop{To: 1 << 10, Kind: kind, Body: func(*skua.Part) {}}
	for k := 0; cheap && k < 100; k++ { // one that took long is forgotten gradually
		quick.Run(pool)
	}
	return kind
}

// A Step is what a task of Steps does before it returns 1.
type Step func(f *skua.Frame[Step, int])

// Steps is a task type whose tasks do what their argument says.
var Steps = skua.NewFunc(func(f *skua.Frame[Step, int], do Step) int {
	do(f)
	return 1
})

// SerialFib is the twin of Fib without forks.
func SerialFib(n int) int {
	if n < 2 {
		return n
	}
	return SerialFib(n-1) + SerialFib(n-2)
}

func forkFib(f *skua.Frame[int, int], n int) int {
	if n < 2 {
		return n
	}
	a := forkFib(f.Fork(n-2), n-1)
	b, done := f.Join()
	if !done {
		b = forkFib(f, n-2)
	}
	return a + b
}

// Fib computes Fibonacci numbers with a fork for each.
var Fib = skua.NewFunc(forkFib)

// WantFib complains unless Fib(n) at p is right.
func WantFib(t testing.TB, p skua.Place, n int) {
	t.Helper()
	if got, want := Fib.On(p, n), SerialFib(n); got != want {
		t.Errorf("fib(%d) = %d, want %d", n, got, want)
	}
}
