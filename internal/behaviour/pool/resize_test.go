package pool

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestResize_working resizes up and down while callers compute.
func TestResize_working(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	var wg sync.WaitGroup
	var working atomic.Int32
	for range 3 {
		working.Add(1)
		wg.Go(func() {
			defer working.Add(-1)
			for range 100 {
				kit.WantFib(t, pool, 16)
				s := skua.NewScope(context.Background(), pool)
				for range 10 {
					s.Go(func(w *skua.Worker) error { kit.WantFib(t, w, 8); return nil })
				}
				if err := s.Wait(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for k := 0; working.Load() > 0; k++ {
		n := []int{1, 8, 2, 64, 3}[k%5]
		if err := pool.Resize(n); err != nil {
			t.Error(err)
		}
		if got := pool.Stats().Workers; got != n {
			t.Errorf("%d workers, want %d", got, n)
		}
		runtime.Gosched()
	}
	wg.Wait()
	kit.WantFull(t, pool)
}

// TestResize_takesEffect wants as many tasks at a time as the new size lets run.
func TestResize_takesEffect(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, 2*time.Minute)()
	pool := kit.NewPool(t, 1)
	for _, n := range []int{4, 1, 7, 2, 1} {
		if err := pool.Resize(n); err != nil {
			t.Fatal(err)
		}
		kit.Widest(t, pool)
		kit.WantFull(t, pool)
		// Not more: all workers but the root, which is one of them, are thieves.
		var running, most atomic.Int32
		s := skua.NewScope(context.Background(), pool)
		for range 200 {
			s.Go(func(w *skua.Worker) error {
				r := running.Add(1)
				for m := most.Load(); r > m && !most.CompareAndSwap(m, r); m = most.Load() {
				}
				runtime.Gosched()
				running.Add(-1)
				return nil
			})
		}
		// The maker of a scope at a pool takes a place without waiting for it.
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
		if got := int(most.Load()); got > n+1 {
			t.Errorf("%d tasks ran at a time on %d workers and the caller", got, n)
		}
		kit.WantFull(t, pool)
	}
}

// TestResize_underLoad makes a pool smaller that never runs out of work, and
// wants the workers beyond its size to rest all the same.
func TestResize_underLoad(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 4)
	s := skua.NewScope(context.Background(), pool)
	var stop atomic.Bool
	var task func(w *skua.Worker) error
	task = func(w *skua.Worker) error {
		if !stop.Load() {
			w.Go(s, task)
		}
		runtime.Gosched()
		return nil
	}
	for range 16 {
		s.Go(task)
	}
	ended := make(chan error)
	go func() { ended <- s.Wait() }()
	defer func() {
		if t.Failed() {
			t.Logf("%+v", pool.Stats())
		}
		stop.Store(true)
		if err := <-ended; err != nil {
			t.Error("Wait:", err)
		}
		kit.WantFull(t, pool)
	}()
	expect.Eventually(t, "every place is taken", func() bool { return pool.Stats().Free <= 0 })
	for _, n := range []int{2, 1} {
		if err := pool.Resize(n); err != nil {
			t.Fatal(err)
		}
		// The caller of Wait takes a place without waiting for it.
		expect.Eventually(t, "no more workers run than places, and the caller", func() bool { return pool.Stats().Free >= -1 })
	}
}

// TestResize_waiting grows a pool whose only worker waits for what only another
// can do.
func TestResize_waiting(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	for range 50 {
		pool := kit.NewPool(t, 1)
		go func() {
			for pool.Stats().Free > 0 { // until the caller is inside
				runtime.Gosched()
			}
			pool.Resize(2)
		}()
		skua.Join(pool, func(w *skua.Worker) { kit.JoinStolen(w, kit.Nothing, kit.Nothing) }, kit.Nothing)
	}
}

// TestGOMAXPROCS changes GOMAXPROCS while a pool that follows it works.
func TestGOMAXPROCS(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	old := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(old)
	pool := kit.NewPool(t, 0)
	var wg sync.WaitGroup
	var working atomic.Int32
	for range 2 {
		working.Add(1)
		wg.Go(func() {
			defer working.Add(-1)
			for range 100 {
				kit.WantFib(t, pool, 16)
			}
		})
	}
	for k := 1; working.Load() > 0; k = k%4 + 1 {
		runtime.GOMAXPROCS(k)
		runtime.Gosched()
	}
	wg.Wait()
	for _, n := range []int{3, 1, 2} {
		runtime.GOMAXPROCS(n)
		kit.WantFib(t, pool, 5)
		if got := pool.Stats().Workers; got != n {
			t.Errorf("%d workers with GOMAXPROCS %d", got, n)
		}
	}
	pool.Resize(5)
	runtime.GOMAXPROCS(1)
	kit.WantFib(t, pool, 5)
	if got := pool.Stats().Workers; got != 5 {
		t.Errorf("%d workers after Resize(5), which ends following", got)
	}
	kit.WantFull(t, pool)
}

// TestGOMAXPROCS_inside: a loop that runs follows GOMAXPROCS, up and down, without another call. Each
// change takes the pool up to a second to see: without the night one is enough, as TestFollower of
// internal/sched has the others.
func TestGOMAXPROCS_inside(t *testing.T) {
	t.Parallel() // it waits; all pools beside it have a size of their own
	defer expect.Within(t, time.Minute)()
	old := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(old)
	pool := kit.NewPool(t, 0)
	pool.Run(context.Background(), func(w *skua.Worker) error {
		for _, wanted := range expect.Size([]int{3}, []int{3}, []int{3, 1, 2}) {
			for runtime.GOMAXPROCS(wanted); pool.Workers() != wanted; w.Poll() {
				time.Sleep(time.Millisecond)
			}
		}
		return nil
	})
	kit.WantFull(t, pool)
}
