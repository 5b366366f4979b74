package skua_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/skua-go/skua"
)

// TestScope_waiters waits for one scope from many goroutines that are all parked
// before its last task ends, however it does.
func TestScope_waiters(t *testing.T) {
	defer within(t, time.Minute)()
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
				pool := newPool(t, workers)
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
				eventually(t, "all wait", func() bool { return pool.Stats().Parks == before+waiters })
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
				wantFull(t, pool)
			})
		}
	}
}

// TestScope_waitersSpawn: tasks come while many wait, and those that wait run them.
func TestScope_waitersSpawn(t *testing.T) {
	defer within(t, time.Minute)()
	for _, workers := range []int{1, 2, 4} {
		pool := newPool(t, workers)
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
		wantFull(t, pool)
	}
}

// TestScope_waitInside wants a panic with a message from who would wait for itself,
// or for the scope of another's task.
func TestScope_waitInside(t *testing.T) {
	defer within(t, time.Minute)()
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
			}, nothing)
		},
		// On a pool that is new and has one place, the caller's: if another worker takes the
		// inner task only the watchdog tells.
		"task of a task": func(*skua.Pool) {
			pool := newPool(t, 1)
			skua.Join(pool, func(*skua.Worker) {
				s := skua.NewScope(ctx, pool)
				s.Go(func(w *skua.Worker) error {
					in := skua.NewScope(ctx, w)
					w.Go(in, func(*skua.Worker) error { return s.Wait() })
					return in.Wait()
				})
				s.Wait()
			}, nothing)
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
				go func() { v <- recovered(func() { s.Wait() }) }()
				skua.Blocking(w, func() {
					defer close(goOn)
					panic(<-v)
				})
			}, nothing)
		},
	} {
		for _, workers := range []int{1, 2} {
			pool := newPool(t, workers)
			for range 20 {
				e := panicError(t, func() { f(pool) })
				if !strings.HasPrefix(fmt.Sprint(e.Value), "skua: Scope.Wait ") {
					t.Errorf("%s on %d workers: panicked with %v", name, workers, e.Value)
				}
			}
			wantFull(t, pool)
		}
	}
}

// TestScope_waitAfter: the result of a scope whose task has ended is there for
// everybody, and asking for it disturbs nobody.
func TestScope_waitAfter(t *testing.T) {
	defer within(t, time.Minute)()
	pool := newPool(t, 2)
	failed := errors.New("failed")
	var kept *skua.Scope
	err := pool.Run(context.Background(), func(w *skua.Worker) error {
		joinStolen(w, nothing, func(w *skua.Worker) {
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
		wantFib(t, pool, 15)
		if err := <-done; err != failed {
			t.Errorf("Wait returned %v, want the task's error", err)
		}
	}
	wantFull(t, pool)
}
