package failure

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
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/policy"
)

// TestCancel_before wants f not run and the cause returned.
func TestCancel_before(t *testing.T) {
	pool := kit.NewPool(t, 1)
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(kit.ErrCause)
	err := pool.Run(ctx, func(*skua.Worker) error {
		t.Error("f ran")
		return nil
	})
	if err != kit.ErrCause {
		t.Errorf("Run returned %v, want the cause", err)
	}
}

// TestCancel_during cancels endless recursions and wants them unwound, stolen
// ones too, with their deferred calls.
func TestCancel_during(t *testing.T) {
	defer expect.Within(t, 2*time.Minute)()
	for _, workers := range []int{1, 2, 4} {
		for _, keep := range policy.Keeps {
			t.Run(fmt.Sprintf("workers=%d/keep=%v", workers, keep), func(t *testing.T) {
				pool := kit.NewPoolWith(t, crew.Config{Workers: workers, Expose: policy.ExposeHalf, Keep: keep})
				for k := range 20 {
					var inside atomic.Int32
					fn := kit.Endless(&inside)
					ctx, cancel := context.WithCancelCause(context.Background())
					go func() {
						for int(inside.Load()) <= k {
							runtime.Gosched()
						}
						cancel(kit.ErrCause)
					}()
					err := pool.Run(ctx, func(w *skua.Worker) error {
						fn.On(w, 40)
						return nil
					})
					if err != kit.ErrCause {
						t.Fatalf("Run returned %v, want the cause", err)
					}
					if n := inside.Load(); n != 0 {
						t.Fatalf("%d tasks run after Run has returned", n)
					}
				}
				kit.WantFull(t, pool)
				kit.WantFib(t, pool, 15)
			})
		}
	}
}

// TestCancel_promptly cancels in a loop: none of the forks that come after the
// cancellation may go by unseen for good.
func TestCancel_promptly(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := kit.NewPoolWith(t, crew.Config{Workers: workers, Expose: policy.ExposeHalf, Keep: policy.KeepAlways})
		start := time.Now()
		for k := 0; k < expect.Size(25, 100, 2000) && time.Since(start) < 2*time.Second; k++ { // with one processor a round takes 10 ms
			ctx, cancel := context.WithCancelCause(context.Background())
			flat := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
				for k := n; n > 0; k++ {
					if k == 100 {
						go cancel(kit.ErrCause)
					}
					f.Both(0, 0)
				}
				return 0
			})
			if err := pool.Run(ctx, func(w *skua.Worker) error { flat.On(w, 1+k%7); return nil }); err != kit.ErrCause {
				t.Fatalf("Run returned %v, want the cause", err)
			}
		}
	}
}

// TestCancel_fromInside wants the fork after the cancellation not to return.
func TestCancel_fromInside(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := kit.NewPool(t, workers)
		ctx, cancel := context.WithCancelCause(context.Background())
		err := pool.Run(ctx, func(w *skua.Worker) error {
			cancel(kit.ErrCause)
			for { // the context tells the pool on a goroutine of its own
				skua.Join(w, kit.Nothing, kit.Nothing)
				runtime.Gosched()
			}
		})
		if err != kit.ErrCause {
			t.Errorf("workers=%d: Run returned %v, want the cause", workers, err)
		}
	}
}

// TestCancel_spawned wants a cancelled run to start no spawned task, though the
// scope has a context of its own.
func TestCancel_spawned(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := kit.NewPool(t, workers)
		ctx, cancel := context.WithCancelCause(context.Background())
		ran := false
		err := pool.Run(ctx, func(w *skua.Worker) error {
			s := skua.NewScope(context.Background(), w)
			cancel(kit.ErrCause)
			expect.Recovered(func() { // until the run knows
				for {
					w.Poll()
					runtime.Gosched()
				}
			})
			w.Go(s, func(*skua.Worker) error { ran = true; return nil })
			return s.Wait()
		})
		if err != kit.ErrCause || ran {
			t.Errorf("workers=%d: Run returned %v, the task ran: %v; want the cause, false", workers, err, ran)
		}
	}
}

// TestCancel_recovered wants a task that recovers the unwinding stopped again at
// its next fork.
func TestCancel_recovered(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	ctx, cancel := context.WithCancelCause(context.Background())
	stops := 0
	err := pool.Run(ctx, func(w *skua.Worker) error {
		cancel(kit.ErrCause)
		for stops < 3 {
			v := expect.Recovered(func() {
				for {
					skua.Join(w, kit.Nothing, kit.Nothing)
					runtime.Gosched()
				}
			})
			if err, ok := v.(error); !ok || !errors.Is(err, kit.ErrCause) {
				t.Errorf("recovered %v, want an error that wraps the cause", v)
			}
			stops++
		}
		skua.Join(w, kit.Nothing, kit.Nothing)
		t.Error("a fork of a cancelled run returned")
		return nil
	})
	if err != kit.ErrCause || stops != 3 {
		t.Errorf("Run returned %v after %d stops, want the cause after 3", err, stops)
	}
}

// TestCancel_after wants no effect on what has ended, nor on what comes next.
func TestCancel_after(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	for range 100 {
		ctx, cancel := context.WithCancelCause(context.Background())
		own := errors.New("its own")
		if err := pool.Run(ctx, func(w *skua.Worker) error { kit.WantFib(t, w, 8); return own }); err != own {
			t.Fatalf("Run returned %v, want f's error", err)
		}
		cancel(kit.ErrCause)
		kit.WantFib(t, pool, 8)
	}
}

// TestCancel_others cancels one run and wants another on the same pool whole.
func TestCancel_others(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-stop:
				return
			default:
				kit.WantFib(t, pool, 14)
			}
		}
	}()
	for range 50 {
		var inside atomic.Int32
		ctx, cancel := context.WithCancelCause(context.Background())
		err := pool.Run(ctx, func(w *skua.Worker) error {
			skua.Join(w, func(w *skua.Worker) { cancel(kit.ErrCause) }, kit.Nothing)
			kit.Endless(&inside).On(w, 10)
			return nil
		})
		if err != kit.ErrCause {
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
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	ctx, cancel := context.WithCancelCause(context.Background())
	err := pool.Run(ctx, func(outer *skua.Worker) error {
		err := pool.Run(outer.Context(), func(*skua.Worker) error {
			cancel(kit.ErrCause)
			for {
				outer.Poll()
				runtime.Gosched()
			}
		})
		if err != kit.ErrCause {
			t.Errorf("the inner Run returned %v, want the cause", err)
		}
		return err
	})
	if err != kit.ErrCause {
		t.Errorf("the outer Run returned %v, want the cause", err)
	}
}
