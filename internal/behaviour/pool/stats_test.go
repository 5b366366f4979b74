package pool

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestStats makes each thing happen that Stats counts.
func TestStats(t *testing.T) {
	kit.Stealing(t)
	pool := kit.NewPool(t, 2)
	expect.Eventually(t, "no work, no worker asleep", func() bool {
		stolenOnce(t, pool)
		for range 200 { // a worker yields 32 times before it sleeps
			runtime.Gosched()
		}
		return pool.Stats().Sleeps > 0
	})
	s := pool.Stats()
	if s.Steals == 0 || s.Lab.Exposures == 0 || s.Lab.Answers == 0 || s.Lab.Attempts < s.Steals {
		t.Errorf("after forks that were stolen: %+v", s)
	}
	if s.Tasks != 0 {
		t.Errorf("%d spawned tasks, and none was spawned", s.Tasks)
	}
	expect.Eventually(t, "a worker asleep, and none woken", func() bool {
		before := pool.Stats()
		if before.Sleeps <= before.Wakes {
			return false
		}
		stolenOnce(t, pool)
		return pool.Stats().Wakes > before.Wakes
	})
}

// TestStats_tasks: each spawned task counts once, also where a race build runs it apart.
func TestStats_tasks(t *testing.T) {
	pool := kit.NewPool(t, 2)
	scope := skua.NewScope(t.Context(), pool)
	for range 10 {
		scope.Go(func(*skua.Worker) error { return nil })
	}
	if err := scope.Wait(); err != nil {
		t.Fatal(err)
	}
	if s := pool.Stats(); s.Tasks != 10 {
		t.Errorf("%d spawned tasks, want 10", s.Tasks)
	}
}

// stolenOnce runs a fork that another worker takes.
func stolenOnce(t *testing.T, pool *skua.Pool) {
	t.Helper()
	err := pool.Run(t.Context(), func(w *skua.Worker) error {
		kit.JoinStolen(w, kit.Nothing, kit.Nothing)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestStats_snapshot reads Stats while workers fork, block, wait in line and come and go, and
// wants what its comment says of every reading.
func TestStats_snapshot(t *testing.T) {
	kit.Stealing(t)
	const guests = 3
	pool := kit.NewPool(t, 2, skua.WithGuests(guests))
	var callers sync.WaitGroup
	var stop atomic.Bool
	for k := range 2 * guests {
		callers.Go(func() {
			for n := 0; !stop.Load(); n++ {
				kit.Inside(pool, func(w *skua.Worker) {
					skua.Join(w, func(*skua.Worker) { runtime.Gosched() }, kit.Nothing)
					skua.Blocking(w, runtime.Gosched)
				})
				if k == 0 {
					pool.Resize(1 + n%4)
				}
			}
		})
	}
	var last skua.Stats
	for range 2_000 {
		s := pool.Stats()
		lent := s.Busy + s.Searching + s.Free - s.Workers
		switch {
		case lent < 0 || lent > guests || s.Busy < 0 || s.Searching < 0:
			t.Fatalf("busy, searching and free workers do not add up: %+v", s)
		case s.Waiting > 0 && s.Guests != guests:
			t.Fatalf("calls wait and not all places are taken: %+v", s)
		case s.Lab.Attempts < s.Steals:
			t.Fatalf("more steals than attempts: %+v", s.Lab)
		case s.Steals < last.Steals || s.Parks < last.Parks || s.Sleeps < last.Sleeps || s.Wakes < last.Wakes || s.Waited < last.Waited:
			t.Fatalf("a sum fell: %v after %v", s, last)
		}
		last = s
	}
	stop.Store(true)
	callers.Wait()
	kit.WantFull(t, pool)
	if s := pool.Stats(); s.Busy != 0 || s.Searching != 0 {
		t.Errorf("at rest: %v", s)
	}
}
