package skua_test

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
)

// newPool returns a pool that the end of the test closes.
func newPool(t testing.TB, workers int, options ...skua.Option) *skua.Pool {
	t.Helper()
	pool, err := skua.New(append([]skua.Option{skua.WithWorkers(workers)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer within(t, time.Minute)()
		if err := pool.Close(); err != nil {
			t.Error("Close:", err)
		}
	})
	return pool
}

// within ends the test binary with the stacks of all goroutines unless the
// function that it returns is called in time:
//
//	defer within(t, time.Minute)()
func within(t testing.TB, d time.Duration) (done func()) {
	name := t.Name()
	timer := time.AfterFunc(d, func() {
		debug.SetTraceback("all")
		panic(fmt.Sprintf("%s has not finished after %v", name, d))
	})
	return func() { timer.Stop() }
}

// poller is a *Worker or a *Frame.
type poller interface{ Poll() }

// meet returns when c is closed. Meanwhile it answers thieves, so that what p's
// worker has forked can be stolen.
func meet(p poller, c <-chan struct{}) {
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

// joinStolen runs a and b as Join does, but b on another worker for certain: a
// begins when b has begun.
func joinStolen(w *skua.Worker, a, b func(w *skua.Worker)) {
	begun := make(chan struct{})
	skua.Join(w,
		func(w *skua.Worker) {
			meet(w, begun)
			a(w)
		},
		func(w *skua.Worker) {
			close(begun)
			b(w)
		})
}

// again returns a command that runs this test alone in a process of its own, by the
// emulator that runs this one, if .ci/platforms names any.
func again(t testing.TB) *exec.Cmd {
	command := append(strings.Fields(os.Getenv("SKUA_TEST_EMULATOR")),
		os.Args[0], "-test.run=^"+t.Name()+"$", "-test.count=1")
	return exec.Command(command[0], command[1:]...)
}

// nothing is a branch without work.
func nothing(*skua.Worker) {}

// recovered runs f and returns what it panicked with, or nil.
func recovered(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// panicError runs f, which must panic with a *PanicError.
func panicError(t testing.TB, f func()) *skua.PanicError {
	t.Helper()
	v := recovered(f)
	e, ok := v.(*skua.PanicError)
	if !ok {
		t.Fatalf("recovered %T (%v), want a *PanicError", v, v)
	}
	return e
}

// exits runs f on a goroutine of its own and reports whether f ended it by
// runtime.Goexit. A panic of f ends the test binary.
func exits(f func()) bool {
	returned := make(chan bool, 1)
	go func() {
		normal := false
		defer func() {
			if !normal {
				if v := recover(); v != nil {
					panic(v)
				}
			}
			returned <- normal
		}()
		f()
		normal = true
	}()
	return !<-returned
}

// eventually waits until ok holds. It says what did not happen if it takes too
// long.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !ok(); {
		if time.Now().After(end) {
			t.Fatalf("%s: not after 20 s", what)
		}
		runtime.Gosched()
	}
}

// wantFull complains unless the pool comes to rest with every place free.
func wantFull(t testing.TB, pool *skua.Pool) {
	t.Helper()
	eventually(t, "every place is free again", func() bool {
		s := pool.Stats()
		return s.Free == s.Workers
	})
}

// widest runs tasks that all wait for each other, as many as the pool has
// workers: they end only if that many can run at a time.
func widest(t testing.TB, pool *skua.Pool) {
	t.Helper()
	defer within(t, time.Minute)()
	n := pool.Stats().Workers
	var running atomic.Int32
	skua.NewFunc(func(f *skua.Frame[int, struct{}], k int) (none struct{}) {
		if k > 1 {
			f.Both(k/2, k-k/2)
			return
		}
		running.Add(1)
		for int(running.Load()) < n {
			f.Poll()
			runtime.Gosched()
		}
		return
	}).On(pool, n)
}

// goroutines returns the stacks of the goroutines that run skua's code.
func goroutines() (stacks []string) {
	buf := make([]byte, 1<<20)
	buf = buf[:runtime.Stack(buf, true)]
	for _, g := range strings.Split(string(buf), "\n\n") {
		if strings.Contains(g, "skua/internal/sched.") {
			stacks = append(stacks, g)
		}
	}
	return stacks
}

func serialFib(n int) int {
	if n < 2 {
		return n
	}
	return serialFib(n-1) + serialFib(n-2)
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

var fib = skua.NewFunc(forkFib)

// wantFib complains unless fib(n) at p is right.
func wantFib(t testing.TB, p skua.Place, n int) {
	t.Helper()
	if got, want := fib.On(p, n), serialFib(n); got != want {
		t.Errorf("fib(%d) = %d, want %d", n, got, want)
	}
}
