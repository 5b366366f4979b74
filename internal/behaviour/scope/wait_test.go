package scope

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestScope_waiters waits for one scope from many goroutines that are all parked
// before its last task ends, however it does.
func TestScope_waiters(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	failed := errors.New("failed")
	for name, end := range map[string]func() error{
		"nil":    func() error { return nil },
		"error":  func() error { return failed },
		"panic":  func() error { panic(failed) },
		"Goexit": func() error { runtime.Goexit(); return nil },
	} {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s/workers=%d", name, workers), func(t *testing.T) {
				const waiters = 5
				pool := kit.NewPool(t, workers)
				s := skua.NewScope(context.Background(), pool)
				begun, goOn := make(chan struct{}), make(chan struct{})
				s.Go(func(w *skua.Worker) error {
					close(begun)
					skua.Blocking(w, func() { <-goOn })
					return end()
				})
				<-begun
				before := pool.Stats().Parks
				results := make(chan any, waiters)
				for range waiters {
					go func() {
						var result any = "Goexit"
						defer func() {
							if v := recover(); v != nil {
								result = v
							}
							results <- result
						}()
						result = s.Wait()
					}()
				}
				expect.Eventually(t, "all wait", func() bool { return pool.Stats().Parks == before+waiters })
				close(goOn)
				for range waiters {
					result := <-results
					e, panicked := result.(*skua.PanicError)
					ok := map[string]bool{
						"nil": result == nil, "error": result == failed, "Goexit": result == "Goexit",
						"panic": panicked && e.Value == failed,
					}
					if !ok[name] {
						t.Errorf("a waiter got %v", result)
					}
				}
				kit.WantFull(t, pool)
			})
		}
	}
}

// TestScope_waitersSpawn: tasks come while many wait, and those that wait run them.
func TestScope_waitersSpawn(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2, 4} {
		pool := kit.NewPool(t, workers)
		for range 100 {
			s := skua.NewScope(context.Background(), pool)
			var grow func(depth int) func(w *skua.Worker) error
			grow = func(depth int) func(w *skua.Worker) error {
				return func(w *skua.Worker) error {
					if depth > 0 {
						w.Go(s, grow(depth-1))
						s.Go(grow(depth - 1))
					}
					return nil
				}
			}
			s.Go(grow(5))
			done := make(chan error)
			for range 4 {
				go func() { done <- s.Wait() }()
			}
			for range 4 {
				if err := <-done; err != nil {
					t.Error("Wait:", err)
				}
			}
		}
		kit.WantFull(t, pool)
	}
}

// TestScope_waitInside wants a panic with a message from a task that would wait for itself,
// or for the scope of another's task.
func TestScope_waitInside(t *testing.T) {
	kit.Stealing(t) // a task that its waiter runs is on its goroutine
	defer expect.Within(t, time.Minute)()
	ctx := context.Background()
	for name, f := range map[string]func(pool *skua.Pool){
		"own task": func(pool *skua.Pool) {
			s := skua.NewScope(ctx, pool)
			s.Go(func(*skua.Worker) error { return s.Wait() })
			s.Wait()
		},
		"own task, made in a task": func(pool *skua.Pool) {
			skua.Join(pool, func(w *skua.Worker) {
				s := skua.NewScope(ctx, w)
				w.Go(s, func(*skua.Worker) error { return s.Wait() })
				s.Wait()
			}, kit.Nothing)
		},
		// On a pool that is new and has one place, the caller's: if another worker takes the
		// inner task only the watchdog tells.
		"task of a task": func(*skua.Pool) {
			pool := kit.NewPool(t, 1)
			skua.Join(pool, func(*skua.Worker) {
				s := skua.NewScope(ctx, pool)
				s.Go(func(w *skua.Worker) error {
					in := skua.NewScope(ctx, w)
					w.Go(in, func(*skua.Worker) error { return s.Wait() })
					return in.Wait()
				})
				s.Wait()
			}, kit.Nothing)
		},
		"through the pool": func(pool *skua.Pool) {
			s := skua.NewScope(ctx, pool)
			s.Go(func(*skua.Worker) error {
				return pool.Run(ctx, func(*skua.Worker) error { return s.Wait() })
			})
			s.Wait()
		},
		"another goroutine": func(pool *skua.Pool) {
			skua.Join(pool, func(w *skua.Worker) {
				s := skua.NewScope(ctx, w)
				v, goOn := make(chan any), make(chan struct{})
				s.Go(func(w *skua.Worker) error { skua.Blocking(w, func() { <-goOn }); return nil })
				go func() { v <- expect.Recovered(func() { s.Wait() }) }()
				skua.Blocking(w, func() {
					defer close(goOn)
					panic(<-v)
				})
			}, kit.Nothing)
		},
	} {
		for _, workers := range []int{1, 2} {
			pool := kit.NewPool(t, workers)
			for range 20 {
				e := kit.PanicError(t, func() { f(pool) })
				if !strings.HasPrefix(fmt.Sprint(e.Value), "skua: Scope.Wait ") {
					t.Errorf("%s on %d workers: panicked with %v", name, workers, e.Value)
				}
			}
			kit.WantFull(t, pool)
		}
	}
}

// TestScope_waitAfter: the result of a scope whose task has ended is there for
// everybody, and asking for it disturbs nobody.
func TestScope_waitAfter(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	failed := errors.New("failed")
	var kept *skua.Scope
	err := pool.Run(context.Background(), func(w *skua.Worker) error {
		kit.JoinStolen(w, kit.Nothing, func(w *skua.Worker) {
			kept = skua.NewScope(context.Background(), w)
			w.Go(kept, func(*skua.Worker) error { return failed })
			kept.Wait()
		})
		return nil
	})
	if err != nil {
		t.Error("Run:", err)
	}
	for range 10 {
		done := make(chan error)
		go func() { done <- kept.Wait() }()
		kit.WantFib(t, pool, 15)
		if err := <-done; err != failed {
			t.Errorf("Wait returned %v, want the task's error", err)
		}
	}
	kit.WantFull(t, pool)
}
