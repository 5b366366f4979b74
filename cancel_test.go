package skua_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
)

var errCause = errors.New("the cause")

// endless forks for ever, in every shape, and counts who is inside.
func endless(inside *atomic.Int32) *skua.Func[int, int] {
	return skua.NewFunc(func(f *skua.Frame[int, int], depth int) int {
		inside.Add(1)
		defer inside.Add(-1)
		for {
			if depth == 0 {
				f.Poll()
				runtime.Gosched()
				continue
			}
			f.Both(depth-1, depth-1)
		}
	})
}

// TestCancel_before wants f not run and the cause returned.
func TestCancel_before(t *testing.T) {
	pool := newPool(t, 1)
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errCause)
	err := pool.Run(ctx, func(*skua.Worker) error {
		t.Error("f ran")
		return nil
	})
	if err != errCause {
		t.Errorf("Run returned %v, want the cause", err)
	}
}

// TestCancel_during cancels endless recursions and wants them unwound, stolen
// ones too, with their deferred calls.
func TestCancel_during(t *testing.T) {
	defer within(t, 2*time.Minute)()
	for _, workers := range []int{1, 2, 4} {
		for _, keep := range []string{"hungry", "always", "never"} {
			t.Run(fmt.Sprintf("workers=%d/keep=%s", workers, keep), func(t *testing.T) {
				pool := newPool(t, workers, skua.Policy{Keep: keep})
				for k := range 20 {
					var inside atomic.Int32
					fn := endless(&inside)
					ctx, cancel := context.WithCancelCause(context.Background())
					go func() {
						for int(inside.Load()) <= k {
							runtime.Gosched()
						}
						cancel(errCause)
					}()
					err := pool.Run(ctx, func(w *skua.Worker) error {
						fn.On(w, 40)
						return nil
					})
					if err != errCause {
						t.Fatalf("Run returned %v, want the cause", err)
					}
					if n := inside.Load(); n != 0 {
						t.Fatalf("%d tasks run after Run has returned", n)
					}
				}
				wantFull(t, pool)
				wantFib(t, pool, 15)
			})
		}
	}
}

// TestCancel_promptly cancels in a loop: none of the forks that come after the
// cancellation may go by unseen for good.
func TestCancel_promptly(t *testing.T) {
	defer within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := newPool(t, workers, skua.Policy{Keep: "always"})
		start := time.Now()
		for k := 0; k < 2000 && time.Since(start) < 2*time.Second; k++ { // with one processor a round takes 10 ms
			ctx, cancel := context.WithCancelCause(context.Background())
			flat := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
				for k := n; n > 0; k++ {
					if k == 100 {
						go cancel(errCause)
					}
					f.Both(0, 0)
				}
				return 0
			})
			if err := pool.Run(ctx, func(w *skua.Worker) error { flat.On(w, 1+k%7); return nil }); err != errCause {
				t.Fatalf("Run returned %v, want the cause", err)
			}
		}
	}
}

// TestCancel_fromInside wants the fork after the cancellation not to return.
func TestCancel_fromInside(t *testing.T) {
	defer within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := newPool(t, workers)
		ctx, cancel := context.WithCancelCause(context.Background())
		err := pool.Run(ctx, func(w *skua.Worker) error {
			cancel(errCause)
			for { // the context tells the pool on a goroutine of its own
				skua.Join(w, nothing, nothing)
				runtime.Gosched()
			}
		})
		if err != errCause {
			t.Errorf("workers=%d: Run returned %v, want the cause", workers, err)
		}
	}
}

// TestCancel_spawned wants a cancelled run to start no spawned task, though the
// scope has a context of its own.
func TestCancel_spawned(t *testing.T) {
	defer within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := newPool(t, workers)
		ctx, cancel := context.WithCancelCause(context.Background())
		ran := false
		err := pool.Run(ctx, func(w *skua.Worker) error {
			s := skua.NewScope(context.Background(), w)
			cancel(errCause)
			recovered(func() { // until the run knows
				for {
					w.Poll()
					runtime.Gosched()
				}
			})
			w.Go(s, func(*skua.Worker) error { ran = true; return nil })
			return s.Wait()
		})
		if err != errCause || ran {
			t.Errorf("workers=%d: Run returned %v, the task ran: %v; want the cause, false", workers, err, ran)
		}
	}
}

// TestCancel_recovered wants a task that recovers the unwinding stopped again at
// its next fork.
func TestCancel_recovered(t *testing.T) {
	defer within(t, time.Minute)()
	pool := newPool(t, 2)
	ctx, cancel := context.WithCancelCause(context.Background())
	stops := 0
	err := pool.Run(ctx, func(w *skua.Worker) error {
		cancel(errCause)
		for stops < 3 {
			v := recovered(func() {
				for {
					skua.Join(w, nothing, nothing)
					runtime.Gosched()
				}
			})
			if err, ok := v.(error); !ok || !errors.Is(err, errCause) {
				t.Errorf("recovered %v, want an error that wraps the cause", v)
			}
			stops++
		}
		skua.Join(w, nothing, nothing)
		t.Error("a fork of a cancelled run returned")
		return nil
	})
	if err != errCause || stops != 3 {
		t.Errorf("Run returned %v after %d stops, want the cause after 3", err, stops)
	}
}

// TestCancel_after wants no effect on what has ended, nor on what comes next.
func TestCancel_after(t *testing.T) {
	defer within(t, time.Minute)()
	pool := newPool(t, 2)
	for range 100 {
		ctx, cancel := context.WithCancelCause(context.Background())
		own := errors.New("its own")
		if err := pool.Run(ctx, func(w *skua.Worker) error { wantFib(t, w, 8); return own }); err != own {
			t.Fatalf("Run returned %v, want f's error", err)
		}
		cancel(errCause)
		wantFib(t, pool, 8)
	}
}

// TestCancel_others cancels one run and wants another on the same pool whole.
func TestCancel_others(t *testing.T) {
	defer within(t, time.Minute)()
	pool := newPool(t, 2)
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-stop:
				return
			default:
				wantFib(t, pool, 14)
			}
		}
	}()
	for range 50 {
		var inside atomic.Int32
		ctx, cancel := context.WithCancelCause(context.Background())
		err := pool.Run(ctx, func(w *skua.Worker) error {
			skua.Join(w, func(w *skua.Worker) { cancel(errCause) }, nothing)
			endless(&inside).On(w, 10)
			return nil
		})
		if err != errCause {
			t.Fatalf("Run returned %v, want the cause", err)
		}
	}
	close(stop)
	<-ended
}

// TestCancel_nestedRun cancels the outer of two runs, whose context the inner one has,
// while the inner one polls the outer's worker: it stops, and does not seem to have ended
// well.
func TestCancel_nestedRun(t *testing.T) {
	defer within(t, time.Minute)()
	pool := newPool(t, 2)
	ctx, cancel := context.WithCancelCause(context.Background())
	err := pool.Run(ctx, func(outer *skua.Worker) error {
		err := pool.Run(outer.Context(), func(*skua.Worker) error {
			cancel(errCause)
			for {
				outer.Poll()
				runtime.Gosched()
			}
		})
		if err != errCause {
			t.Errorf("the inner Run returned %v, want the cause", err)
		}
		return err
	})
	if err != errCause {
		t.Errorf("the outer Run returned %v, want the cause", err)
	}
}
