//go:build race

package race

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// chain spawns n tasks of which each waits in Blocking for the next one.
func chain(w *skua.Worker, n int) error {
	turn := make([]chan int, n+1)
	for i := range turn {
		turn[i] = make(chan int)
	}
	close(turn[n])
	s := skua.NewScope(context.Background(), w)
	for i := range n {
		s.Go(func(w *skua.Worker) error {
			skua.Blocking(w, func() { <-turn[i+1] })
			close(turn[i])
			return nil
		})
	}
	return s.Wait()
}

// TestBlocking_plain: after some thousand tasks some are branches and others are not, and wait for
// each other in Blocking, while other callers have all tokens.
func TestBlocking_plain(t *testing.T) {
	defer expect.Within(t, 2*time.Minute)()
	for workers := 1; workers <= 3; workers++ {
		pool := kit.NewPool(t, workers)
		came, leave := make(chan int), make(chan int)
		for range workers {
			go skua.Join(pool, func(*skua.Worker) { came <- 0; <-leave }, kit.Nothing)
			<-came
		}
		err := pool.Run(context.Background(), func(w *skua.Worker) error {
			for range 300 {
				if err := chain(w, 20); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		close(leave)
	}
}

// TestBlocking_lent: while a branch that runs in the place of its maker is in Blocking, a worker runs tasks
// that are no branches. It does so no more when the branch is back, though there are always more of them.
func TestBlocking_lent(t *testing.T) {
	defer expect.Within(t, 2*time.Minute)()
	defer apart.Set(apart.Off)()
	pool := kit.NewPool(t, 1)
	ran, over := make(chan int), make(chan int)
	s := skua.NewScope(context.Background(), pool)
	var task func(w *skua.Worker) error
	task = func(w *skua.Worker) error {
		select {
		case ran <- 0:
		case <-over:
			return nil
		default:
		}
		w.Go(s, task)
		return nil
	}
	skua.Join(pool, func(w *skua.Worker) {
		w.Go(s, task)
		restore := apart.Set(apart.All)
		skua.Join(w, kit.Nothing, func(w *skua.Worker) {
			restore()
			defer close(over)
			skua.Blocking(w, func() { <-ran })
			expect.Eventually(t, "no more run than places", func() bool { return pool.Stats().Free >= 0 })
		})
	}, kit.Nothing)
	if err := s.Wait(); err != nil {
		t.Error(err)
	}
}

// TestBlocking_private: a branch that runs in the place of its maker, which waits for it, waits in Blocking
// for a task that is none, on the maker's queue.
func TestBlocking_private(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	defer apart.Set(apart.Off)()
	pool := kit.NewPool(t, 1)
	for _, wait := range []func(w *skua.Worker, branch func(w *skua.Worker)){
		func(w *skua.Worker, branch func(w *skua.Worker)) {
			restore := apart.Set(apart.All)
			skua.Join(w, kit.Nothing, func(w *skua.Worker) { restore(); branch(w) })
		},
		func(w *skua.Worker, branch func(w *skua.Worker)) {
			s := skua.NewScope(context.Background(), w)
			restore := apart.Set(apart.All)
			w.Go(s, func(w *skua.Worker) error { branch(w); return nil })
			restore()
			_ = s.Wait()
		},
	} {
		skua.Join(pool, func(w *skua.Worker) {
			var all sync.WaitGroup
			s := skua.NewScope(context.Background(), w)
			for range few {
				all.Add(1)
				w.Go(s, func(*skua.Worker) error { all.Done(); return nil })
			}
			wait(w, func(w *skua.Worker) { skua.Blocking(w, all.Wait) })
			_ = s.Wait()
		}, kit.Nothing)
	}
}

// TestClose_branches wants no goroutine of a branch to outlive its pool, nor the call that has made it,
// whether or not anybody has waited for it.
func TestClose_branches(t *testing.T) {
	defer expect.Within(t, 2*time.Minute)()
	few := func(pool *skua.Pool, wait bool) {
		s := skua.NewScope(context.Background(), pool)
		for range 4 {
			s.Go(func(*skua.Worker) error { return nil })
		}
		if wait {
			if err := s.Wait(); err != nil {
				t.Error(err)
			}
		}
	}
	for wait, pools := range map[bool]int{true: 1_000, false: 100} {
		before := runtime.NumGoroutine()
		for range pools {
			pool := must(skua.New(skua.WithWorkers(2)))
			few(pool, wait)
			pool.Close()
		}
		expect.Eventually(t, "all goroutines of pools have ended", func() bool { return runtime.NumGoroutine() <= before })
	}
	pool := must(skua.New(skua.WithWorkers(2)))
	defer pool.Close()
	before := runtime.NumGoroutine()
	few(pool, true)
	skua.Join(pool, kit.Nothing, kit.Nothing)
	expect.Eventually(t, "all goroutines of calls have ended", func() bool { return runtime.NumGoroutine() <= before })
}
