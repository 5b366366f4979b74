package pool

import (
	"runtime"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/behaviour/kit"
	"github.com/skua-go/skua/internal/expect"
)

// TestStats makes each thing happen that Stats counts.
func TestStats(t *testing.T) {
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
	expect.Eventually(t, "a worker asleep, and none woken", func() bool {
		before := pool.Stats()
		if before.Sleeps <= before.Wakes {
			return false
		}
		stolenOnce(t, pool)
		return pool.Stats().Wakes > before.Wakes
	})
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
