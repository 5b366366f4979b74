package scope

import (
	"context"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// forsake makes a scope at w, spawns tasks that run until it is cancelled, and
// waits for none of them. Once one has begun, it returns the scope.
func forsake(w *skua.Worker, running *atomic.Int32) *skua.Scope {
	s := skua.NewScope(context.Background(), w)
	begun := make(chan struct{}, 4)
	for range 4 {
		w.Go(s, func(w *skua.Worker) error {
			running.Add(1)
			defer running.Add(-1)
			begun <- struct{}{}
			kit.Meet(w, s.Context().Done())
			for range 50 {
				runtime.Gosched()
			}
			return nil
		})
	}
	skua.Blocking(w, func() { <-begun })
	return s
}

// TestScope_forsaken wants a scope that nobody waits for cancelled and awaited
// at the end of the task that made it, wherever that runs.
func TestScope_forsaken(t *testing.T) {
	kit.Stealing(t)
	var running atomic.Int32
	places := map[string]func(pool *skua.Pool, task func(*skua.Worker)){
		"root": func(pool *skua.Pool, task func(*skua.Worker)) {
			pool.Run(context.Background(), func(w *skua.Worker) error { task(w); return nil })
		},
		"panicking": func(pool *skua.Pool, task func(*skua.Worker)) {
			expect.Recovered(func() {
				pool.Run(context.Background(), func(w *skua.Worker) error { task(w); panic("x") })
			})
		},
		"exiting": func(pool *skua.Pool, task func(*skua.Worker)) {
			expect.Exits(func() {
				pool.Run(context.Background(), func(w *skua.Worker) error { task(w); runtime.Goexit(); return nil })
			})
		},
		"spawned": func(pool *skua.Pool, task func(*skua.Worker)) {
			s := skua.NewScope(context.Background(), pool)
			s.Go(func(w *skua.Worker) error { task(w); return nil })
			s.Wait()
		},
		"stolen": func(pool *skua.Pool, task func(*skua.Worker)) {
			skua.Join(pool, func(w *skua.Worker) {
				kit.JoinStolen(w, kit.Nothing, task)
				if n := running.Load(); n != 0 {
					panic(fmt.Sprintf("%d tasks run after the stolen task's join", n))
				}
			}, kit.Nothing)
		},
	}
	for name, run := range places {
		for _, workers := range []int{2, 4} {
			t.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(t *testing.T) {
				defer expect.Within(t, time.Minute)()
				pool := kit.NewPool(t, workers)
				for range 20 {
					var s *skua.Scope
					run(pool, func(w *skua.Worker) { s = forsake(w, &running) })
					if n := running.Load(); n != 0 {
						t.Fatalf("%d tasks run after the call has returned", n)
					}
					if s.Context().Err() == nil {
						t.Fatal("the scope was not cancelled")
					}
				}
				kit.WantFull(t, pool)
			})
		}
	}
}

// TestScope_waitsForAll looks for tasks that run after Wait has returned.
func TestScope_waitsForAll(t *testing.T) {
	eachScope(t, func(t *testing.T, _ *skua.Pool, s *skua.Scope, spawn func(func(*skua.Worker) error)) {
		over := false // the race detector looks too
		for k := range 30 {
			spawn(func(w *skua.Worker) error {
				if over {
					t.Error("a task runs after Wait has returned")
				}
				if k == 20 {
					return kit.ErrCause
				}
				skua.Join(w, kit.Nothing, kit.Nothing)
				if over {
					t.Error("a task runs after Wait has returned")
				}
				return nil
			})
		}
		if err := s.Wait(); err != kit.ErrCause {
			t.Errorf("Wait returned %v, want the error", err)
		}
		over = true
	})
}

// TestScope_orphan panics above a stolen fork, in a task that the maker of the
// scope runs itself while it waits: the stolen one has ended before Wait has.
func TestScope_orphan(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{2, 4} {
		pool := kit.NewPool(t, workers)
		for range 300 {
			var running atomic.Int32
			pool.Run(context.Background(), func(w *skua.Worker) error {
				s := skua.NewScope(context.Background(), w)
				w.Go(s, func(w *skua.Worker) error {
					begun := make(chan struct{})
					skua.Join(w,
						func(w *skua.Worker) {
							kit.Meet(w, begun)
							panic("x")
						},
						func(*skua.Worker) {
							running.Add(1)
							close(begun)
							for range 100 {
								runtime.Gosched()
							}
							running.Add(-1)
						})
					return nil
				})
				kit.PanicError(t, func() { s.Wait() })
				if n := running.Load(); n != 0 {
					t.Errorf("workers=%d: %d tasks run after Wait has panicked", workers, n)
				}
				return nil
			})
		}
	}
}

// TestScope_again waits twice and for nothing.
func TestScope_again(t *testing.T) {
	eachScope(t, func(t *testing.T, _ *skua.Pool, s *skua.Scope, spawn func(func(*skua.Worker) error)) {
		if len(t.Name())%2 == 0 {
			spawn(func(*skua.Worker) error { return kit.ErrCause })
			if err := s.Wait(); err != kit.ErrCause {
				t.Errorf("Wait returned %v, want the error", err)
			}
			if err := s.Wait(); err != kit.ErrCause {
				t.Errorf("the second Wait returned %v, want the error again", err)
			}
			return
		}
		if err := s.Wait(); err != nil {
			t.Errorf("Wait without tasks returned %v", err)
		}
	})
}

// TestScope_manyWriters spawns from goroutines outside while the maker waits.
func TestScope_manyWriters(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for range 50 {
		s := skua.NewScope(context.Background(), pool)
		var ran atomic.Int32
		s.Go(func(w *skua.Worker) error {
			done := make(chan struct{})
			for range 4 {
				go func() {
					for range 25 {
						s.Go(func(*skua.Worker) error { ran.Add(1); return nil })
					}
					done <- struct{}{}
				}()
			}
			skua.Blocking(w, func() {
				for range 4 {
					<-done
				}
			})
			return nil
		})
		if err := s.Wait(); err != nil || ran.Load() != 100 {
			t.Fatalf("Wait returned %v after %d of 100 tasks", err, ran.Load())
		}
	}
}

// TestScope_otherPool spawns with a worker of one pool into a scope of another.
func TestScope_otherPool(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	a, b := kit.NewPool(t, 1), kit.NewPool(t, 1)
	a.Run(context.Background(), func(w *skua.Worker) error {
		s := skua.NewScope(context.Background(), b)
		ran := false
		w.Go(s, func(*skua.Worker) error { ran = true; return nil })
		if err := s.Wait(); err != nil || !ran {
			t.Errorf("Wait returned %v, task ran: %v", err, ran)
		}
		return nil
	})
}

// TestScope_makerRuns spawns from a caller that keeps the only place until the
// task has run: the maker, which waits already, runs it.
func TestScope_makerRuns(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for range 50 {
		pool := kit.NewPool(t, 1)
		s := skua.NewScope(context.Background(), pool)
		begun, ran, left := make(chan struct{}), make(chan struct{}), make(chan struct{})
		s.Go(func(w *skua.Worker) error {
			close(begun)
			skua.Blocking(w, func() { <-ran })
			return nil
		})
		<-begun
		go func() {
			defer close(left)
			for { // until the maker waits and nobody holds a place
				if s := pool.Stats(); s.Parks > 0 && s.Free >= 1 {
					break
				}
				runtime.Gosched()
			}
			pool.Run(context.Background(), func(*skua.Worker) error {
				s.Go(func(*skua.Worker) error { close(ran); return nil })
				<-ran
				return nil
			})
		}()
		if err := s.Wait(); err != nil {
			t.Fatal(err)
		}
		<-left
	}
}
