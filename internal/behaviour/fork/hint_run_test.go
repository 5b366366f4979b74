package fork

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestHint_innerRun: what a run within a task calls at the Worker of that task, or at a
// pool around, ends with the inner run.
func TestHint_innerRun(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool, other := kit.NewPool(t, 1), kit.NewPool(t, 1)
	for _, c := range []struct {
		name string
		on   func(w *skua.Worker) skua.Place // of the inner run
		at   func(w *skua.Worker) skua.Place // of the loop in it
	}{
		{"worker", func(w *skua.Worker) skua.Place { return w }, func(w *skua.Worker) skua.Place { return w }},
		{"pool", func(w *skua.Worker) skua.Place { return w }, func(*skua.Worker) skua.Place { return pool }},
		{"pool around", func(*skua.Worker) skua.Place { return other }, func(*skua.Worker) skua.Place { return pool }},
	} {
		t.Run(c.name, func(t *testing.T) {
			skua.Join(pool, func(w *skua.Worker) {
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				ran := 0
				fn := skua.NewFunc(func(f *skua.Frame[int, int], _ int) int {
					cancel()
					loop := skua.Loop{To: 10_000, Workers: 1, Body: func(p *skua.Part) {
						for p.Next() {
							ran++
							p.Worker().Poll()
						}
					}}
					loop.Run(c.at(w))
					return 0
				})
				if _, err := fn.OnContext(ctx, c.on(w), 0); !errors.Is(err, context.Canceled) || ran > 1 {
					t.Errorf("after the end of the run %d indices ran, and OnContext returns %v", ran, err)
				}
			}, kit.Nothing)
		})
	}
}

// TestWorkerGo_waiterRunsIt: a waiter for a scope runs its tasks, wherever on the
// goroutine they were spawned, and needs nobody else for that: here nobody else can,
// since each pool's places are with those that wait in the other.
func TestWorkerGo_waiterRunsIt(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pools := [2]*skua.Pool{kit.NewPool(t, 1), kit.NewPool(t, 1)}
	var inside [2]chan struct{}
	inside[0], inside[1] = make(chan struct{}), make(chan struct{})
	side := func(k int) {
		skua.Join(pools[k], func(*skua.Worker) {
			skua.Join(pools[1-k], func(w *skua.Worker) {
				close(inside[k])
				<-inside[1-k]
				s := skua.NewScope(context.Background(), pools[1-k])
				w.Go(s, func(*skua.Worker) error { return nil })
				if err := s.Wait(); err != nil {
					t.Error("Wait:", err)
				}
			}, kit.Nothing)
		}, kit.Nothing)
	}
	left := make(chan struct{})
	go func() {
		defer close(left)
		side(0)
	}()
	side(1)
	<-left
}

// TestLoop_panicWins: a panic in a part that another worker runs comes out although the
// run is cancelled, and has unwound the loop's maker.
func TestLoop_panicWins(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	begun, unwinds := make(chan struct{}), make(chan struct{})
	defer func() {
		e, ok := recover().(*skua.PanicError)
		if !ok || e.Value != "mistake" {
			t.Errorf("the panic comes out as %v", e)
		}
	}()
	err := pool.Run(ctx, func(w *skua.Worker) error {
		maker := true // until the first part has begun, which is the maker's
		loop := skua.Loop{To: 2, Grain: 1, Body: func(p *skua.Part) {
			if maker {
				maker = false
				defer close(unwinds)
				p.Next()
				kit.Meet(p.Worker(), begun)
				cancel()
				p.Worker().Poll()
				return
			}
			p.Next()
			close(begun)
			<-unwinds
			panic("mistake")
		}}
		loop.Run(w)
		return nil
	})
	t.Errorf("Run returns %v", err)
}

// TestTry_cancelled: a panic of a stolen task inside Try is the program's to see, and
// does not come out of a run that was cancelled meanwhile.
func TestTry_cancelled(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	defer func() {
		if v := recover(); v != nil {
			t.Errorf("Run panics: %v", v)
		}
	}()
	err := pool.Run(ctx, func(w *skua.Worker) error {
		return skua.Try(w, func() {
			kit.JoinStolen(w,
				func(w *skua.Worker) {
					cancel()
					w.Poll()
				},
				func(*skua.Worker) { panic("expected") })
		})
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Run returns %v, want %v", err, context.Canceled)
	}
}
