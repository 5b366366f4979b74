package spawn

import (
	"testing"

	"github.com/skua-go/skua/internal/crew"
)

// TestSetLimit: a limit is set while no task counts, and leaves nothing behind when it is lifted.
func TestSetLimit(t *testing.T) {
	s := &Scope{Board: &Board{Crew: new(crew.Crew)}}
	for _, n := range []int{0, 2, 0, 3} {
		if ok := s.SetLimit(n); !ok || s.brake.Limit.Load() != int64(n) || (s.state.Load() == limited) != (n > 0) {
			t.Errorf("SetLimit(%d) reports %v, the limit is %d, the state %b", n, ok, s.brake.Limit.Load(), s.state.Load())
		}
	}
	s.state.Add(oneTask)
	if s.SetLimit(5) || s.brake.Limit.Load() != 3 {
		t.Errorf("while a task counts the limit became %d", s.brake.Limit.Load())
	}
}
