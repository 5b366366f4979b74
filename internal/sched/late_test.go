package sched

import (
	"testing"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/spawn"
)

// TestEnterFor_over comes for a scope whose tasks have ended, into a pool that is over: as a
// waiter does that saw a task that had not ended, and came late. It must not be let in, and
// must give up its seat.
func TestEnterFor_over(t *testing.T) {
	for _, guests := range []int{0, 1} {
		p := New(crew.Config{Workers: 2, Guests: guests})
		s := new(spawn.Scope)
		s.Init(p.Board(), nil, nil, new(planted))
		if w := EnterFor(s); w == nil {
			t.Error("a waiter is not let into an open pool")
		} else {
			Depart(w, nil)
		}
		p.Close()
		for range 3 {
			if EnterFor(s) != nil {
				t.Error("a waiter is let into a pool that is over")
			}
		}
		if n := p.Counts().Guests; n > 0 || p.door.inside > 0 {
			t.Errorf("%d seats are taken and %d calls inside", n, p.door.inside)
		}
	}
}
