package pool

import (
	"context"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
	"github.com/skua-go/skua/internal/sched"
)

// TestBlocking_elsewhere: a task of one pool waits at another, for what needs the place that it has in the
// first: in Blocking there, for a scope, or for a stolen task.
func TestBlocking_elsewhere(t *testing.T) {
	kit.Stealing(t)
	for name, wait := range map[string]func(at *skua.Worker, second *skua.Pool, meet chan int){
		"Blocking": func(at *skua.Worker, _ *skua.Pool, meet chan int) {
			skua.Blocking(at, func() { <-meet })
		},
		"Blocking at no place": func(_ *skua.Worker, _ *skua.Pool, meet chan int) {
			skua.Blocking(skua.Here(), func() { <-meet })
		},
		"Scope.Wait": func(_ *skua.Worker, second *skua.Pool, meet chan int) {
			s := skua.NewScope(context.Background(), second)
			s.Go(func(w *skua.Worker) error { skua.Blocking(w, func() { <-meet }); return nil })
			s.Wait()
		},
		"Join": func(at *skua.Worker, _ *skua.Pool, meet chan int) {
			begun := make(chan struct{})
			skua.Join(at, func(w *skua.Worker) { kit.Meet(w, begun) }, func(w *skua.Worker) {
				close(begun)
				skua.Blocking(w, func() { <-meet })
			})
		},
		"Join, and another task of the second": func(at *skua.Worker, second *skua.Pool, meet chan int) {
			begun, ran := make(chan struct{}), make(chan int)
			s := skua.NewScope(context.Background(), at)
			skua.Join(at, func(w *skua.Worker) {
				kit.Meet(w, begun)
				w.Go(s, func(*skua.Worker) error { close(ran); return nil })
			}, func(*skua.Worker) {
				close(begun)
				<-meet // outside of Blocking: so the owner hands its own place over to one that runs the task
				<-ran
			})
			s.Wait()
		},
		"Blocking further out": nil,
	} {
		t.Run(name, func(t *testing.T) { waitElsewhere(t, wait) })
		// There the clock goes on only when nobody can: so what a busy machine delays is no standstill.
		t.Run(name+", in a bubble", func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if n := waitElsewhere(t, wait); n > 0 {
					t.Errorf("nobody took the place: the pool stood still, and one worker more ran, %d times", n)
				}
			})
		})
	}
}

// waitElsewhere has a task wait, and returns how often one worker more than a pool has places ran since the
// pool stood still.
func waitElsewhere(t *testing.T, wait func(at *skua.Worker, second *skua.Pool, meet chan int)) (beyond int64) {
	defer expect.Within(t, time.Minute)()
	first, second := kit.NewPool(t, 1), kit.NewPool(t, 2)
	meet := make(chan int)
	err := first.Run(context.Background(), func(w *skua.Worker) error {
		s := skua.NewScope(context.Background(), w)
		w.Go(s, func(*skua.Worker) error { close(meet); return nil })
		if wait == nil { // at the worker around, while the goroutine has the only place of another pool too
			own := make(chan int)
			third := kit.NewPool(t, 1)
			skua.Join(third, func(*skua.Worker) {
				inner := skua.NewScope(context.Background(), third)
				inner.Go(func(*skua.Worker) error { close(own); return nil })
				skua.Blocking(w, func() { <-meet; <-own })
				inner.Wait()
			}, kit.Nothing)
			beyond = sched.Of(third).Beyond.Load()
			return s.Wait()
		}
		skua.Join(second, func(at *skua.Worker) { wait(at, second, meet) }, kit.Nothing)
		return s.Wait()
	})
	if err != nil {
		t.Error(err)
	}
	kit.WantFull(t, first)
	kit.WantFull(t, second)
	return beyond + sched.Of(first).Beyond.Load()
}

// TestBlocking_around: a goroutine that is in a task of a pool, in one of another, and again in one of the
// first gives the place that it has in the first up once, while it waits for a thief.
func TestBlocking_around(t *testing.T) {
	kit.Stealing(t)
	defer expect.Within(t, time.Minute)()
	first, second := kit.NewPool(t, 2), kit.NewPool(t, 1)
	most := 0
	skua.Join(first, func(*skua.Worker) {
		skua.Join(second, func(*skua.Worker) {
			skua.Join(first, func(w *skua.Worker) {
				kit.JoinStolen(w, kit.Nothing, func(*skua.Worker) {
					parks := first.Stats().Parks
					expect.Eventually(t, "the owner waits", func() bool { return first.Stats().Parks > parks })
					for range 1000 {
						s := first.Stats()
						most = max(most, s.Free+s.Searching)
						runtime.Gosched()
					}
				})
			}, kit.Nothing)
		}, kit.Nothing)
	}, kit.Nothing)
	if most > 1 {
		t.Errorf("%d places were free or with workers that search, beside that of the thief", most)
	}
	kit.WantFull(t, first)
	kit.WantFull(t, second)
}
