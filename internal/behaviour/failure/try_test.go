package failure

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestTry_waits panics above stolen tasks of two types and wants them ended
// when Try returns, with the panic and its stack.
func TestTry_waits(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 3)
	var ended atomic.Int32
	slow := skua.NewFunc(func(f *skua.Frame[chan struct{}, int], begun chan struct{}) int {
		if begun != nil {
			close(begun)
			for range 100 {
				runtime.Gosched()
			}
			ended.Add(1)
		}
		return 0
	})
	for k := range 200 {
		ended.Store(0)
		skua.Join(pool, func(w *skua.Worker) {
			err := skua.Try(w, func() {
				one := make(chan struct{})
				skua.Join(w, func(w *skua.Worker) {
					kit.Meet(w, one)
					two := make(chan struct{})
					skua.Join(w, func(w *skua.Worker) {
						kit.Meet(w, two)
						kit.TheChildThatPanics(k)
					}, func(w *skua.Worker) { slow.On(w, two) })
				}, func(w *skua.Worker) { slow.On(w, one) })
			})
			var e *skua.PanicError
			if !errors.As(err, &e) || e.Value != k || !strings.Contains(string(e.Stack), "TheChildThatPanics") {
				t.Fatalf("Try returned %v, want the panic %d and its stack", err, k)
			}
			if ended.Load() != 2 {
				t.Fatalf("%d of 2 stolen tasks had ended when Try returned", ended.Load())
			}
			kit.WantFib(t, w, 8)
		}, kit.Nothing)
	}
	kit.WantFull(t, pool)
}

// TestTry_keepsOthers wants what was forked before Try, outside it, untouched.
func TestTry_keepsOthers(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, workers := range []int{1, 2} {
		pool := kit.NewPool(t, workers)
		fn := skua.NewFunc(func(f *skua.Frame[int, int], n int) int {
			if n < 10 {
				return n
			}
			g := f.Fork(5)
			for k := range 50 {
				err := skua.Try(g, func() {
					g.Both(1, 2)
					g.Fork(3).Fork(4)
					panic(k)
				})
				if err.(*skua.PanicError).Value != k {
					t.Fatalf("Try returned %v, want %d", err, k)
				}
			}
			a, b := g.Both(6, 7)
			r, done := f.Join()
			if !done {
				r = 5
			}
			return a + b + r
		})
		for range expect.Size(10, 50, 50) {
			if got := fn.On(pool, 10); got != 18 {
				t.Fatalf("workers=%d: got %d, want 18", workers, got)
			}
		}
	}
}

// TestTry_returns covers the ways that are no panic.
func TestTry_returns(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	if err := skua.Try(pool, func() {}); err != nil {
		t.Error("no panic:", err)
	}
	if err := skua.Try(pool, func() { panic("x") }); err == nil || err.(*skua.PanicError).Value != "x" {
		t.Error("at a pool:", err)
	}
	inner := errors.New("inner")
	skua.Join(pool, func(w *skua.Worker) {
		err := skua.Try(w, func() { skua.Join(pool, func(*skua.Worker) { panic(inner) }, kit.Nothing) })
		if !errors.Is(err, inner) {
			t.Error("a nested call's panic:", err)
		}
	}, kit.Nothing)
	if !expect.Exits(func() {
		skua.Join(pool, func(w *skua.Worker) {
			skua.Try(w, runtime.Goexit)
			t.Error("Try returned after Goexit")
		}, kit.Nothing)
	}) {
		t.Error("Goexit did not pass through Try")
	}

	cause := errors.New("cause")
	ctx, cancel := context.WithCancelCause(context.Background())
	err := pool.Run(ctx, func(w *skua.Worker) error {
		err := skua.Try(w, func() {
			cancel(cause)
			for {
				w.Poll()
				runtime.Gosched()
			}
		})
		t.Error("Try returned in a cancelled run:", err)
		return nil
	})
	if !errors.Is(err, cause) {
		t.Errorf("Run returned %v, want the cause", err)
	}
	kit.WantFull(t, pool)
}
