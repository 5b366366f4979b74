package pool

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestBlocking_filled waits, inside Blocking, for a channel that another task of
// the same pool of one worker fills: a forked one, a spawned one, and a call
// from outside.
func TestBlocking_filled(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		fillers := map[string]func(pool *skua.Pool, w *skua.Worker, c chan int, wait func(w *skua.Worker)){
			"forked": func(_ *skua.Pool, w *skua.Worker, c chan int, wait func(w *skua.Worker)) {
				skua.Join(w, wait, func(*skua.Worker) { c <- 1 })
			},
			"forked before": func(_ *skua.Pool, w *skua.Worker, c chan int, wait func(w *skua.Worker)) {
				skua.Join(w, func(w *skua.Worker) {
					skua.Join(w, func(w *skua.Worker) {
						skua.NewFunc(func(f *skua.Frame[int, int], _ int) int { // frames of another type
							skua.Join(f, wait, kit.Nothing)
							return 0
						}).On(w, 0)
					}, kit.Nothing)
				}, func(*skua.Worker) { c <- 1 })
			},
			"spawned": func(_ *skua.Pool, w *skua.Worker, c chan int, wait func(w *skua.Worker)) {
				s := skua.NewScope(context.Background(), w)
				w.Go(s, func(*skua.Worker) error { c <- 1; return nil })
				wait(w)
				s.Wait()
			},
			"spawned from outside": func(_ *skua.Pool, w *skua.Worker, c chan int, wait func(w *skua.Worker)) {
				s := skua.NewScope(context.Background(), w)
				s.Go(func(*skua.Worker) error { c <- 1; return nil })
				wait(w)
				s.Wait()
			},
			"called": func(pool *skua.Pool, w *skua.Worker, c chan int, wait func(w *skua.Worker)) {
				go pool.Run(context.Background(), func(*skua.Worker) error { c <- 1; return nil })
				wait(w)
			},
		}
		for name, fill := range fillers {
			t.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(t *testing.T) {
				pool := kit.NewPool(t, workers)
				for range 100 {
					c := make(chan int)
					got := 0
					skua.Join(pool, func(w *skua.Worker) {
						fill(pool, w, c, func(w *skua.Worker) {
							skua.Blocking(w, func() { got = <-c })
						})
					}, kit.Nothing)
					if got != 1 {
						t.Fatal("got", got)
					}
				}
				kit.WantFull(t, pool)
			})
		}
	}
}

// TestBlocking_chain lets every one of many tasks wait for the next, on one
// worker.
func TestBlocking_chain(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1)
	const n = 100
	links := make([]chan int, n+1)
	for k := range links {
		links[k] = make(chan int, 1)
	}
	s := skua.NewScope(context.Background(), pool)
	for k := range n {
		s.Go(func(w *skua.Worker) error {
			skua.Blocking(w, func() { links[k] <- <-links[k+1] + 1 })
			return nil
		})
	}
	s.Go(func(*skua.Worker) error { links[n] <- 0; return nil })
	if err := s.Wait(); err != nil {
		t.Fatal(err)
	}
	if got := <-links[0]; got != n {
		t.Errorf("got %d, want %d", got, n)
	}
	kit.WantFull(t, pool)
}

// TestBlocking_ends panics and forks inside Blocking.
func TestBlocking_ends(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	var ran atomic.Int32
	skua.Blocking(pool, func() { ran.Add(1) })
	for range 100 {
		e := kit.PanicError(t, func() {
			skua.Join(pool, func(w *skua.Worker) {
				skua.Blocking(w, func() {
					kit.WantFib(t, pool, 8)
					kit.WantFib(t, w, 8)
					panic("x")
				})
			}, kit.Nothing)
		})
		if e.Value != "x" {
			t.Fatalf("got %v", e.Value)
		}
	}
	if ran.Load() != 1 {
		t.Errorf("at a pool: f ran %d times, want once", ran.Load())
	}
	kit.WantFull(t, pool)
	kit.Widest(t, pool)
}
