package scope

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// A scopeMaker makes a scope, outside of the pool or in a task of it.
type scopeMaker func(t testing.TB, pool *skua.Pool, f func(s *skua.Scope, spawn func(func(*skua.Worker) error)))

var scopeMakers = map[string]scopeMaker{
	"outside": func(_ testing.TB, pool *skua.Pool, f func(*skua.Scope, func(func(*skua.Worker) error))) {
		s := skua.NewScope(context.Background(), pool)
		f(s, s.Go)
	},
	"task": func(t testing.TB, pool *skua.Pool, f func(*skua.Scope, func(func(*skua.Worker) error))) {
		err := pool.Run(context.Background(), func(w *skua.Worker) error {
			s := skua.NewScope(w.Context(), w)
			f(s, func(task func(*skua.Worker) error) { w.Go(s, task) })
			return nil
		})
		if err != nil {
			t.Error("Run:", err)
		}
	},
	"stolen": func(t testing.TB, pool *skua.Pool, f func(*skua.Scope, func(func(*skua.Worker) error))) {
		skua.Join(pool, func(w *skua.Worker) {
			skua.Join(w, kit.Nothing, func(w *skua.Worker) {
				s := skua.NewScope(context.Background(), w)
				f(s, func(task func(*skua.Worker) error) { w.Go(s, task) })
			})
		}, kit.Nothing)
	},
}

// eachScope runs f with scopes of all makers on pools of several sizes.
func eachScope(t *testing.T, f func(t *testing.T, pool *skua.Pool, s *skua.Scope, spawn func(func(*skua.Worker) error))) {
	for maker, make := range scopeMakers {
		for _, workers := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("%s/workers=%d", maker, workers), func(t *testing.T) {
				if maker == "stolen" {
					kit.Stealing(t)
				}
				defer expect.Within(t, time.Minute)()
				pool := kit.NewPool(t, workers)
				for range 20 {
					make(t, pool, func(s *skua.Scope, spawn func(func(*skua.Worker) error)) { f(t, pool, s, spawn) })
				}
				kit.WantFull(t, pool)
			})
		}
	}
}

// TestScope_all runs tasks that spawn tasks of their own scope, both ways.
func TestScope_all(t *testing.T) {
	eachScope(t, func(t *testing.T, _ *skua.Pool, s *skua.Scope, spawn func(func(*skua.Worker) error)) {
		var ran atomic.Int32
		var grow func(depth int) func(w *skua.Worker) error
		grow = func(depth int) func(w *skua.Worker) error {
			return func(w *skua.Worker) error {
				ran.Add(1)
				if depth > 0 {
					w.Go(s, grow(depth-1))
					s.Go(grow(depth - 1))
				}
				return nil
			}
		}
		spawn(grow(4))
		spawn(grow(4))
		if err := s.Wait(); err != nil || ran.Load() != 62 {
			t.Errorf("Wait returned %v after %d of 62 tasks", err, ran.Load())
		}
		if s.Context().Err() == nil {
			t.Error("the scope's context has not ended with Wait")
		}
	})
}

// TestScope_error wants the first error, the context ended with it, and what has
// not started left out.
func TestScope_error(t *testing.T) {
	eachScope(t, func(t *testing.T, _ *skua.Pool, s *skua.Scope, spawn func(func(*skua.Worker) error)) {
		first, second := errors.New("first"), errors.New("second")
		s.SetLimit(1) // one after the other
		late := false
		spawn(func(w *skua.Worker) error {
			s.Go(func(*skua.Worker) error { late = true; return second })
			return first
		})
		err := s.Wait()
		if err == nil {
			t.Error("Wait returned nil, want an error")
		}
		if err == first && late && context.Cause(s.Context()) != first {
			t.Error("the context's cause is not the first error")
		}
		if got := context.Cause(s.Context()); got != err {
			t.Errorf("the context ended by %v, Wait returned %v", got, err)
		}
	})
}

// TestScope_firstError orders two errors by a channel.
func TestScope_firstError(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 3)
	for range 100 {
		s := skua.NewScope(context.Background(), pool)
		first := errors.New("first")
		begun := make(chan struct{})
		s.Go(func(*skua.Worker) error {
			close(begun)
			<-s.Context().Done() // the error of the other
			return errors.New("second")
		})
		s.Go(func(*skua.Worker) error { <-begun; return first })
		if err := s.Wait(); err != first {
			t.Fatalf("Wait returned %v, want the first error", err)
		}
	}
}

// TestScope_skips wants tasks that have not started left out after an error.
func TestScope_skips(t *testing.T) {
	eachScope(t, func(t *testing.T, _ *skua.Pool, s *skua.Scope, spawn func(func(*skua.Worker) error)) {
		failed := errors.New("failed")
		s.SetLimit(1)
		ran := 0
		for range 50 {
			spawn(func(*skua.Worker) error { ran++; return failed })
		}
		if err := s.Wait(); err != failed || ran != 1 {
			t.Errorf("Wait returned %v after %d tasks, want the error of the only one", err, ran)
		}
	})
}

// TestScope_cancelled ends the context that the scope was made with.
func TestScope_cancelled(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for range 100 {
		ctx, cancel := context.WithCancelCause(context.Background())
		s := skua.NewScope(ctx, pool)
		var ran atomic.Int32
		var inside atomic.Int32
		s.Go(func(w *skua.Worker) error { // unwound at a fork
			cancel(kit.ErrCause)
			kit.Endless(&inside).On(w, 5)
			return nil
		})
		s.Go(func(w *skua.Worker) error { <-s.Context().Done(); return nil })
		err := s.Wait()
		s.Go(func(*skua.Worker) error { ran.Add(1); return nil })
		s.Wait()
		if err != kit.ErrCause || ran.Load() != 0 || inside.Load() != 0 {
			t.Fatalf("Wait returned %v; %d late tasks ran, %d run still; want the cause, 0, 0", err, ran.Load(), inside.Load())
		}
	}
	kit.WantFull(t, pool)
}

// TestScope_limit counts how many run at a time.
func TestScope_limit(t *testing.T) {
	for _, limit := range []int{1, 2, 3} {
		eachScope(t, func(t *testing.T, _ *skua.Pool, s *skua.Scope, spawn func(func(*skua.Worker) error)) {
			s.SetLimit(limit)
			var running, ran, most atomic.Int32
			for range 40 {
				spawn(func(w *skua.Worker) error {
					n := running.Add(1)
					for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
					}
					runtime.Gosched()
					running.Add(-1)
					ran.Add(1)
					return nil
				})
			}
			if err := s.Wait(); err != nil || ran.Load() != 40 || int(most.Load()) > limit {
				t.Errorf("Wait returned %v after %d of 40 tasks, %d at a time, want at most %d", err, ran.Load(), most.Load(), limit)
			}
		})
	}
}

// TestScope_panic wants a panic of a task at Wait, after all tasks have ended,
// and the rest cancelled.
func TestScope_panic(t *testing.T) {
	eachScope(t, func(t *testing.T, pool *skua.Pool, s *skua.Scope, spawn func(func(*skua.Worker) error)) {
		var running atomic.Int32
		for range 10 {
			spawn(func(w *skua.Worker) error {
				running.Add(1)
				defer running.Add(-1)
				skua.Join(w, kit.Nothing, func(*skua.Worker) { runtime.Gosched() })
				kit.TheChildThatPanics("spawned")
				return nil
			})
		}
		if e := kit.PanicError(t, func() { s.Wait() }); e.Value != "spawned" {
			t.Error("got the value", e.Value)
		}
		if running.Load() != 0 {
			t.Errorf("%d tasks run after Wait has panicked", running.Load())
		}
		if s.Context().Err() == nil {
			t.Error("a panic did not cancel the scope")
		}
	})
}
