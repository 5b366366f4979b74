package kit

import (
	"context"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/sched"
)

// NewPool returns a pool that the end of the test closes.
func NewPool(t testing.TB, workers int, options ...skua.Option) *skua.Pool {
	t.Helper()
	pool, err := skua.New(append([]skua.Option{skua.WithWorkers(workers)}, options...)...)
	if err != nil {
		t.Fatal(err)
	}
	return closed(t, pool)
}

// closed lets the end of the test close the pool.
func closed(t testing.TB, pool *skua.Pool) *skua.Pool {
	t.Cleanup(func() {
		defer expect.Within(t, time.Minute)()
		if err := pool.Close(); err != nil {
			t.Error("Close:", err)
		}
	})
	return pool
}

// NewPoolWith is NewPool for a pool that exposes and keeps forks otherwise than skua's do.
func NewPoolWith(t testing.TB, config crew.Config) *skua.Pool {
	t.Helper()
	return closed(t, sched.Facade(sched.New(config)).(*skua.Pool))
}

// Stealing makes the test one of stealing, and of forks that are plain calls: in race builds, too, where
// forks are asides otherwise (internal/apart).
func Stealing(t testing.TB) { t.Cleanup(apart.Set(apart.Off)) }

// WantFull complains unless the pool comes to rest with every place free.
func WantFull(t testing.TB, pool *skua.Pool) {
	t.Helper()
	expect.Eventually(t, "every place is free again", func() bool {
		s := pool.Stats()
		return s.Free == s.Workers
	})
}

// Widest runs tasks that all wait for each other, as many as the pool has
// workers: they end only if that many can run at a time.
func Widest(t testing.TB, pool *skua.Pool) {
	t.Helper()
	defer expect.Within(t, time.Minute)()
	n := pool.Workers()
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

// Goroutines returns the stacks of the Goroutines that run skua's code.
func Goroutines() (stacks []string) {
	buf := make([]byte, 1<<20)
	buf = buf[:runtime.Stack(buf, true)]
	for _, g := range strings.Split(string(buf), "\n\n") {
		if strings.Contains(g, "skua/internal/sched.") {
			stacks = append(stacks, g)
		}
	}
	return stacks
}

// Inside runs f as a task of the pool.
func Inside(pool *skua.Pool, f func(w *skua.Worker)) {
	pool.Run(context.Background(), func(w *skua.Worker) error { f(w); return nil })
}
