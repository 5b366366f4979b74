package spawn

import (
	"testing"

	"github.com/skua-go/skua/internal/crew"
)

// TestCountInTask: a task counts its spawns by one addition, and takes that back if a limit has come.
func TestCountInTask(t *testing.T) {
	s := new(Scope)
	s.state.Store(oneTask)
	if !s.countInTask() || s.state.Load() != (1+maxAhead)*oneTask {
		t.Errorf("the count is %d, want 1 and %d ahead", s.state.Load()/oneTask, maxAhead)
	}
	s.state.Store(oneTask | limited)
	if s.countInTask() || s.state.Load() != oneTask|limited {
		t.Errorf("with a limit the state became %b, want %b", s.state.Load(), oneTask|limited)
	}
}

// TestLifted: a scope that had a limit is not taken for one that never had.
func TestLifted(t *testing.T) {
	s := &Scope{Board: &Board{Crew: new(crew.Crew)}}
	for _, c := range []struct {
		set  int
		want int64
	}{{0, 0}, {2, 2}, {0, lifted}, {3, 3}} {
		if s.SetLimit(c.set); s.limit.Load() != c.want {
			t.Errorf("SetLimit(%d) makes the limit %d, want %d", c.set, s.limit.Load(), c.want)
		}
	}
}
