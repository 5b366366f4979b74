package pool

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestClose_refuses wants ErrClosed from every way in.
func TestClose_refuses(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, used := range []bool{false, true} {
		pool := kit.NewPool(t, 2)
		if used {
			kit.WantFib(t, pool, 10)
		}
		before := skua.NewScope(context.Background(), pool)
		if err := pool.Close(); err != nil {
			t.Fatal("Close:", err)
		}
		err := pool.Run(context.Background(), func(*skua.Worker) error { t.Error("Run: f ran"); return nil })
		if err != skua.ErrClosed {
			t.Errorf("Run returned %v, want ErrClosed", err)
		}
		panics := map[string]func(){
			"Func.On":        func() { kit.Fib.On(pool, 1) },
			"Join":           func() { skua.Join(pool, kit.Nothing, kit.Nothing) },
			"Loop.Run":       func() { (&skua.Loop{To: 9, Body: func(*skua.Part) { t.Error("Loop: Body ran") }}).Run(pool) },
			"Loop.Run empty": func() { (&skua.Loop{Body: func(*skua.Part) {}}).Run(pool) },
			"Try":            func() { skua.Try(pool, func() { t.Error("Try: f ran") }) },
			"Blocking":       func() { skua.Blocking(pool, func() { t.Error("Blocking: f ran") }) },
		}
		for name, f := range panics {
			if v := expect.Recovered(f); v != skua.ErrClosed {
				t.Errorf("%s panicked with %v, want ErrClosed", name, v)
			}
		}
		for _, s := range []*skua.Scope{before, skua.NewScope(context.Background(), pool)} {
			if err := s.Wait(); err != nil {
				t.Errorf("Wait without tasks returned %v", err)
			}
		}
		s := skua.NewScope(context.Background(), pool)
		for range 3 {
			s.Go(func(*skua.Worker) error { t.Error("Go: a task ran"); return nil })
		}
		if err := s.Wait(); err != skua.ErrClosed {
			t.Errorf("Wait returned %v, want ErrClosed", err)
		}
		if cause := context.Cause(s.Context()); cause != skua.ErrClosed {
			t.Errorf("the scope's context ended by %v, want ErrClosed", cause)
		}
		if err := pool.Resize(3); err != skua.ErrClosed || pool.Stats().Workers != 2 {
			t.Errorf("Resize returned %v and left %d workers, want ErrClosed and 2", err, pool.Stats().Workers)
		}
	}
	if err := skua.Default().Close(); err == nil {
		t.Error("Close of the default pool returned nil")
	}
}

// TestClose_waits closes while a call runs that still forks, and spawns into its
// own scopes.
func TestClose_waits(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for range 50 {
		pool := kit.NewPool(t, 2)
		var ended atomic.Bool
		inside, proceed, closed := make(chan struct{}), make(chan struct{}), make(chan struct{})
		go func() {
			<-inside
			go func() {
				for pool.Run(context.Background(), func(*skua.Worker) error { return nil }) != skua.ErrClosed {
				}
				close(proceed) // Close has begun
			}()
			pool.Close()
			if !ended.Load() {
				t.Error("Close returned while a call was inside")
			}
			close(closed)
		}()
		err := pool.Run(context.Background(), func(w *skua.Worker) error {
			close(inside)
			<-proceed
			kit.WantFib(t, w, 12)
			s := skua.NewScope(context.Background(), w)
			for range 10 {
				s.Go(func(w *skua.Worker) error { kit.WantFib(t, w, 8); return nil })
			}
			err := s.Wait()
			ended.Store(true)
			return err
		})
		if err != nil {
			t.Error("Run:", err)
		}
		<-closed
	}
}

// TestClose_scope closes while a scope made outside has tasks: they run.
func TestClose_scope(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for range 50 {
		pool := kit.NewPool(t, 2)
		s := skua.NewScope(context.Background(), pool)
		inside, proceed := make(chan struct{}), make(chan struct{})
		var ran atomic.Int32
		s.Go(func(w *skua.Worker) error {
			close(inside)
			<-proceed
			for range 10 {
				s.Go(func(*skua.Worker) error { ran.Add(1); return nil })
			}
			return nil
		})
		<-inside
		closed := make(chan struct{})
		go func() { pool.Close(); close(closed) }()
		for pool.Run(context.Background(), func(*skua.Worker) error { return nil }) != skua.ErrClosed {
		}
		close(proceed)
		if err := s.Wait(); err != nil || ran.Load() != 10 {
			t.Fatalf("Wait returned %v after %d of 10 tasks", err, ran.Load())
		}
		<-closed
	}
}

// TestClose_race closes, twice at a time, among calls and spawns: each of them
// runs or is refused, and Close returns.
func TestClose_race(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for range 300 {
		pool := kit.NewPool(t, 2)
		shared := skua.NewScope(context.Background(), pool)
		var wg sync.WaitGroup
		var spawned, ran atomic.Int32
		for range 2 {
			wg.Go(func() { pool.Close() })
			wg.Go(func() {
				ran := false
				err := pool.Run(context.Background(), func(w *skua.Worker) error { ran = true; kit.WantFib(t, w, 5); return nil })
				if ran != (err == nil) || err != nil && err != skua.ErrClosed {
					t.Errorf("Run returned %v, f ran: %v", err, ran)
				}
			})
			wg.Go(func() {
				for range 3 {
					spawned.Add(1)
					shared.Go(func(*skua.Worker) error { ran.Add(1); return nil })
				}
			})
		}
		wg.Wait()
		err := shared.Wait()
		if err == nil && ran.Load() != spawned.Load() {
			t.Errorf("Wait returned nil after %d of %d tasks", ran.Load(), spawned.Load())
		}
		if err != nil && !errors.Is(err, skua.ErrClosed) {
			t.Errorf("Wait returned %v, want nil or ErrClosed", err)
		}
		pool.Close()
	}
}

// left is how many goroutines of pools there are, but for those of the default pool, which stay.
func left() int { return len(kit.Goroutines()) - skua.Default().Stats().Residents }

// TestClose_goroutines wants none of the pool's left.
func TestClose_goroutines(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	expect.Eventually(t, "the pools of other tests have ended", func() bool { return left() == 0 })
	for _, workers := range []int{2, 8, 64} {
		for range 5 {
			pool := kit.NewPool(t, workers)
			kit.Widest(t, pool)
			kit.WantFib(t, pool, 15)
			expect.Exits(func() {
				skua.Join(pool, func(w *skua.Worker) {
					kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) { runtime.Goexit() })
				}, kit.Nothing)
			})
			if n := pool.Stats().Residents; n == 0 {
				t.Fatal("no goroutine to end: the test shows nothing")
			}
			pool.Close()
			if n := pool.Stats().Residents; n != 0 {
				t.Fatalf("%d residents after Close", n)
			}
			// A goroutine that has done its last act may not have gone yet.
			expect.Eventually(t, "no goroutine of the pool is left", func() bool { return left() == 0 })
		}
	}
}

// TestClose_dropped drops pools without Close.
func TestClose_dropped(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	expect.Eventually(t, "the pools of other tests have ended", func() bool {
		runtime.GC()
		return left() == 0
	})
	var pools []*skua.Pool // kept until there is something to see
	for range 10 {
		pool, err := skua.New(skua.WithWorkers(4))
		if err != nil {
			t.Fatal(err)
		}
		pools = append(pools, pool)
		kit.Widest(t, pool)
		s := skua.NewScope(context.Background(), pool)
		s.Go(func(w *skua.Worker) error { kit.WantFib(t, w, 10); return nil })
		if err := s.Wait(); err != nil {
			t.Error(err)
		}
	}
	if left() == 0 {
		t.Fatal("no goroutine to end: the test shows nothing")
	}
	runtime.KeepAlive(pools)
	pools = nil
	expect.Eventually(t, "the goroutines of dropped pools have ended", func() bool {
		runtime.GC()
		return left() == 0
	})
}

// TestClose_underWay: what a task calls at its pool while another goroutine waits
// in Close is not refused: the task is inside, and so is all that it calls.
func TestClose_underWay(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	pool := kit.NewPool(t, 2)
	closed := make(chan struct{})
	quick := func() error { return pool.Run(context.Background(), func(*skua.Worker) error { return nil }) }
	err := pool.Run(context.Background(), func(*skua.Worker) error {
		refused := make(chan struct{})
		go func() { pool.Close(); close(closed) }()
		go func() {
			for quick() != skua.ErrClosed {
			}
			close(refused)
		}()
		<-refused
		if err := quick(); err != nil {
			t.Error("Run in a task:", err)
		}
		ran := false
		skua.Blocking(pool, func() {
			ran = true
			kit.WantFib(t, pool, 5)
		})
		skua.NewFunc(func(*skua.Frame[int, int], int) int { kit.WantFib(t, pool, 5); return 0 }).On(pool, 0)
		s := skua.NewScope(context.Background(), pool)
		s.Go(func(w *skua.Worker) error { kit.WantFib(t, w, 5); return nil })
		if err := s.Wait(); err != nil {
			t.Error("Wait in a task:", err)
		}
		if err := skua.Try(pool, func() { panic("an error") }); err == nil || !ran {
			t.Errorf("Try returned %v, Blocking's function ran: %v", err, ran)
		}
		return nil
	})
	if <-closed; err != nil {
		t.Error("Run:", err)
	}
}

// TestClose_lateTask spawns into scopes whose task and pool are over: the tasks must not
// run, and a second Close must not wait for them.
func TestClose_lateTask(t *testing.T) {
	defer expect.Within(t, time.Minute)()
	for _, elsewhere := range []bool{false, true} {
		pool := kit.NewPool(t, 2) // whose end closes it once more
		var s *skua.Scope
		kit.Inside(pool, func(w *skua.Worker) { s = skua.NewScope(context.Background(), w) })
		pool.Close()
		spawn := func() { s.Go(func(*skua.Worker) error { t.Error("a task ran"); return nil }) }
		if !elsewhere {
			spawn()
			continue
		}
		var other sync.WaitGroup
		other.Go(spawn)
		other.Wait()
	}
}
