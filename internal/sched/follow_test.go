package sched

import (
	"runtime"
	"testing"

	"github.com/skua-go/skua/internal/crew"
)

// TestFollower: each look at GOMAXPROCS makes it the number of workers, up and down, until nobody is
// inside or the size is fixed.
func TestFollower(t *testing.T) {
	old := runtime.GOMAXPROCS(1)
	defer runtime.GOMAXPROCS(old)
	p := New(crew.Config{})
	for _, c := range []struct {
		processors, inside int
		fix                bool
		want               int
	}{{3, 1, false, 3}, {1, 1, false, 1}, {2, 2, false, 2}, {4, 0, false, 4}, {1, 1, true, 5}} {
		runtime.GOMAXPROCS(c.processors)
		if p.door.inside = c.inside; c.fix {
			p.Fix(5)
		}
		next := (*follower)(p).Look()
		if p.Workers() != c.want || next > 0 != (c.inside > 0) {
			t.Errorf("%+v: %d workers, and the next look in %v", c, p.Workers(), next)
		}
	}
}
