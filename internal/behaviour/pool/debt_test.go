package pool

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// exchange spawns two tasks of which each waits in Blocking for the other.
func exchange(w *skua.Worker) error {
	s, c := skua.NewScope(context.Background(), w), make(chan int)
	w.Go(s, func(w *skua.Worker) error { skua.Blocking(w, func() { c <- 1 }); return nil })
	w.Go(s, func(w *skua.Worker) error { skua.Blocking(w, func() { <-c }); return nil })
	return s.Wait()
}

// TestDebt wants a place that is given up in Blocking to be taken, however many callers are inside that
// compute, or wait outside of Blocking.
func TestDebt(t *testing.T) {
	kit.Stealing(t)
	for _, workers := range []int{1, 2, 3} {
		for callers := range 6 {
			t.Run(fmt.Sprint(workers, "/", callers), func(t *testing.T) {
				defer expect.Within(t, time.Minute)()
				pool := kit.NewPool(t, workers)
				var came, left sync.WaitGroup
				leave := make(chan int)
				for range callers {
					came.Add(1)
					left.Go(func() {
						skua.Join(pool, func(*skua.Worker) { came.Done(); <-leave }, kit.Nothing)
					})
				}
				came.Wait()
				if err := pool.Run(context.Background(), exchange); err != nil {
					t.Error(err)
				}
				close(leave)
				left.Wait()
				kit.WantFull(t, pool)
			})
		}
	}
}

// TestDebt_nested is TestDebt for callers of which each waits, outside of Blocking, for a goroutine
// that makes the next call.
func TestDebt_nested(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1)
	var call func(n int) error
	call = func(n int) error {
		return pool.Run(context.Background(), func(w *skua.Worker) error {
			if n == 0 {
				return exchange(w)
			}
			done := make(chan error)
			go func() { done <- call(n - 1) }()
			return <-done
		})
	}
	for n := range 6 {
		if err := call(n); err != nil {
			t.Error(err)
		}
	}
	kit.WantFull(t, pool)
}

// TestDebt_lock: a task holds a lock while its two tasks wait for each other in Blocking, and other callers
// want the lock.
func TestDebt_lock(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1)
	var mu sync.Mutex
	var left sync.WaitGroup
	for range 5 {
		left.Go(func() {
			err := pool.Run(context.Background(), func(w *skua.Worker) error {
				mu.Lock()
				defer mu.Unlock()
				return exchange(w)
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	left.Wait()
	kit.WantFull(t, pool)
}
