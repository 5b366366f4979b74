package pool

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// crowd counts how many are in a piece of code at a time.
type crowd struct{ now, most atomic.Int32 }

func (c *crowd) in() {
	n := c.now.Add(1)
	for m := c.most.Load(); n > m && !c.most.CompareAndSwap(m, n); m = c.most.Load() {
	}
	runtime.Gosched() // so that other tasks that run at this time come in too
}

func (c *crowd) out() { c.now.Add(-1) }

// TestTokens_nestedScopes: at most as many tasks of nested scopes run at a time as
// the pool has workers, though many hand their places to makers that wait.
func TestTokens_nestedScopes(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2, 3, 4} {
		pool := kit.NewPool(t, workers)
		var c crowd
		var nest func(w *skua.Worker, depth int) error
		nest = func(w *skua.Worker, depth int) error {
			c.in()
			kit.WantFib(t, w, 8)
			c.out()
			if depth == 0 {
				return nil
			}
			s := skua.NewScope(context.Background(), w)
			for range 4 {
				w.Go(s, func(w *skua.Worker) error { return nest(w, depth-1) })
			}
			return s.Wait()
		}
		for range 30 {
			if err := pool.Run(context.Background(), func(w *skua.Worker) error { return nest(w, 4) }); err != nil {
				t.Fatal(err)
			}
		}
		if most := int(c.most.Load()); most > workers {
			t.Errorf("%d tasks ran at a time on %d workers", most, workers)
		}
		kit.WantFull(t, pool)
	}
}

// endless is a task that spawns the next before it does anything, until ends; those that run at a time are
// counted.
type endless struct {
	ends    atomic.Bool
	begun   atomic.Int64
	counted atomic.Pointer[crowd]
}

func newEndless() *endless {
	e := new(endless)
	e.counted.Store(new(crowd))
	return e
}

// task returns the task, for a scope.
func (e *endless) task(s *skua.Scope) (task func(w *skua.Worker) error) {
	task = func(w *skua.Worker) error {
		if e.ends.Load() {
			return nil
		}
		w.Go(s, task)
		c := e.counted.Load()
		c.in()
		e.begun.Add(1)
		c.out()
		return nil
	}
	return task
}

// recount counts anew, until n more have begun. One that is about to note how many ran with it notes
// that in the old crowd.
func (e *endless) recount(n int64) {
	e.counted.Store(new(crowd))
	for seen := e.begun.Load(); e.begun.Load() < seen+n; {
		runtime.Gosched()
	}
}

// TestTokens_resizeInSteps makes a pool that never runs out of work smaller in
// several steps: then no more tasks run at a time than its last size.
func TestTokens_resizeInSteps(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	for _, steps := range [][]int{{1}, {3, 1}, {5, 4, 3, 2, 1}, {1, 2}, {2, 4, 2}} {
		pool := kit.NewPool(t, 6)
		last := steps[len(steps)-1]
		e := newEndless()
		err := pool.Run(context.Background(), func(w *skua.Worker) error {
			s := skua.NewScope(context.Background(), w)
			task := e.task(s)
			for range 20 {
				w.Go(s, task)
			}
			go func() {
				defer e.ends.Store(true)
				expect.Eventually(t, "every place is taken", func() bool { return pool.Stats().Free <= 0 })
				for _, n := range steps {
					pool.Resize(n)
				}
				expect.Eventually(t, "no more run than places", func() bool { return pool.Stats().Free >= 0 })
				e.recount(500)
			}()
			return s.Wait()
		})
		if err != nil {
			t.Error(err)
		}
		if most := int(e.counted.Load().most.Load()); most > last {
			t.Errorf("sizes %v: %d tasks ran at a time", steps, most)
		}
		kit.WantFull(t, pool)
	}
}

// TestTokens_nestedBlocking gives one token away for Blocking inside Blocking. A call from there takes it
// again, also one that comes through another pool.
func TestTokens_nestedBlocking(t *testing.T) {
	kit.Stealing(t)
	pool, other := kit.NewPool(t, 1), kit.NewPool(t, 1)
	var free [6]int
	err := pool.Run(context.Background(), func(w *skua.Worker) error {
		skua.Blocking(w, func() {
			free[0] = pool.Stats().Free
			skua.Blocking(w, func() {
				free[1] = pool.Stats().Free
				skua.Blocking(pool, func() { free[2] = pool.Stats().Free })
			})
			kit.Inside(pool, func(*skua.Worker) { free[3] = pool.Stats().Free })
			kit.Inside(other, func(*skua.Worker) {
				kit.Inside(pool, func(*skua.Worker) { free[4] = pool.Stats().Free })
			})
			free[5] = pool.Stats().Free
		})
		return nil
	})
	if want := [6]int{1, 1, 1, 0, 0, 1}; err != nil || free != want {
		t.Errorf("free places %v, want %v, error %v", free, want, err)
	}
	kit.WantFull(t, pool)
}

// TestTokens_blockingBurst lets many wait in Blocking at a time: the goroutines that
// stood in for them end but for a few.
func TestTokens_blockingBurst(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	const n = 200
	arrived, leave := make(chan int, n), make(chan int)
	s := skua.NewScope(context.Background(), pool)
	for range n {
		s.Go(func(w *skua.Worker) error {
			skua.Blocking(w, func() { arrived <- 1; <-leave })
			return nil
		})
	}
	go func() {
		for range n {
			<-arrived
		}
		close(leave)
	}()
	if err := s.Wait(); err != nil {
		t.Error(err)
	}
	expect.Eventually(t, "the goroutines beyond Workers and a few spares end", func() bool {
		return pool.Stats().Residents <= 2+16
	})
	kit.WantFull(t, pool)
	kit.Widest(t, pool)
}

// TestTokens_waitForACall: every token is with a task that waits, outside Blocking,
// for what a call waits for whose tasks come from outside. That call runs them itself.
func TestTokens_waitForACall(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	err := pool.Run(context.Background(), func(w *skua.Worker) error {
		done := make(chan error)
		go func() {
			began, release := make(chan int), make(chan int)
			s := skua.NewScope(context.Background(), pool)
			s.Go(func(*skua.Worker) error { close(began); <-release; return nil })
			<-began // on the other worker
			before := pool.Stats().Parks
			go func() {
				expect.Eventually(t, "the maker waits", func() bool { return pool.Stats().Parks > before })
				s.Go(func(*skua.Worker) error { close(release); return nil })
			}()
			done <- s.Wait()
		}()
		return <-done
	})
	if err != nil {
		t.Error(err)
	}
	kit.WantFull(t, pool)
}

// TestTokens_lent: the only token is with a task that waits, outside Blocking, for a
// call in which Blocking waits for a spawned task. The token that Blocking gives away
// pays for that call's own, so another is lent for the spawned task.
func TestTokens_lent(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1)
	err := pool.Run(context.Background(), func(w *skua.Worker) error {
		done := make(chan error)
		go func() {
			done <- pool.Run(context.Background(), func(w *skua.Worker) error {
				c := make(chan int)
				s := skua.NewScope(context.Background(), pool)
				s.Go(func(*skua.Worker) error { close(c); return nil })
				skua.Blocking(w, func() { <-c })
				return s.Wait()
			})
		}()
		return <-done
	})
	if err != nil {
		t.Error(err)
	}
	kit.WantFull(t, pool)
}

// TestTokens_caller: a caller that waits does not wait for its turn. While another
// caller keeps the only place, a task that comes to the first one's scope is run.
func TestTokens_caller(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1)
	s := skua.NewScope(context.Background(), pool)
	waits, ran := make(chan int), make(chan int)
	s.Go(func(w *skua.Worker) error {
		skua.Blocking(w, func() { close(waits); <-ran })
		return nil
	})
	<-waits // on a worker of the pool
	parks := pool.Stats().Parks
	done := make(chan error)
	go func() { done <- s.Wait() }()
	expect.Eventually(t, "the caller waits", func() bool { return pool.Stats().Parks > parks })
	skua.Join(pool, func(w *skua.Worker) {
		s.Go(func(*skua.Worker) error { close(ran); return nil })
		for open := true; open; {
			inner := skua.NewScope(context.Background(), w)
			w.Go(inner, func(*skua.Worker) error { return nil })
			inner.Wait()
			select {
			case <-ran:
				open = false
			default:
			}
		}
	}, kit.Nothing)
	if err := <-done; err != nil {
		t.Error(err)
	}
	kit.WantFull(t, pool)
}

// TestTokens_polling: a task that polls until another has run keeps the only place; the
// scope of the other runs it after a while.
func TestTokens_polling(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 1)
	skua.Join(pool, func(w *skua.Worker) {
		ran, done := make(chan struct{}), make(chan error)
		go func() {
			s := skua.NewScope(context.Background(), pool)
			waits := make(chan int)
			s.Go(func(w *skua.Worker) error {
				skua.Blocking(w, func() { close(waits); <-ran })
				return nil
			})
			go func() {
				<-waits
				s.Go(func(*skua.Worker) error { close(ran); return nil })
			}()
			done <- s.Wait()
		}()
		kit.Meet(w, ran)
		if err := <-done; err != nil {
			t.Error(err)
		}
	}, kit.Nothing)
	kit.WantFull(t, pool)
}

// TestTokens_loop: a loop serves the spawned tasks of the calls around it too.
func TestTokens_loop(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	var sum atomic.Int64
	for range 200 {
		var done atomic.Bool
		s := skua.NewScope(context.Background(), pool)
		skua.Join(pool, func(w *skua.Worker) {
			w.Go(s, func(*skua.Worker) error { return nil })
			w.Go(s, func(*skua.Worker) error { done.Store(true); return nil })
			for !done.Load() {
				l := skua.Loop{To: 1000, Body: func(p *skua.Part) {
					for p.Next() {
						sum.Add(1)
					}
				}}
				l.Run(w)
			}
		}, kit.Nothing)
		if err := s.Wait(); err != nil {
			t.Fatal(err)
		}
	}
	kit.WantFull(t, pool)
}
