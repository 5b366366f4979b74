package stuck

import (
	"testing"
	"time"
)

// crowd is a pool whose numbers a test sets.
type crowd struct {
	moves  Moves
	wanted bool
	more   int
}

func (c *crowd) Moves() Moves     { return c.moves }
func (c *crowd) Wanted() bool     { return c.wanted }
func (c *crowd) RunOneMore() bool { c.more++; return true }
func (c *crowd) RunNoMore()       { c.more-- }

// TestRelief: one worker more runs when the pool has got nowhere, after twice as long each time, until a task
// has ended; and none is left when no task waits.
func TestRelief(t *testing.T) {
	const s = standstill
	var p crowd
	var r Relief
	if first := r.Begin(&p); first != s {
		t.Fatalf("the first look comes after %v, want %v", first, s)
	}
	for k, step := range []struct {
		moves  Moves
		wanted bool
		lasts  bool
		next   int // in standstills
		more   int
	}{
		{Moves{0, 1}, false, true, 1, 0}, // a steal
		{Moves{0, 1}, true, true, 1, 0},  // a worker searches
		{Moves{0, 1}, false, true, 2, 1}, // nowhere
		{Moves{0, 2}, false, true, 2, 0}, // the one more has stolen what may be long
		{Moves{0, 2}, false, true, 4, 1},
		{Moves{1, 2}, false, true, 1, 0}, // a task has ended
		{Moves{1, 2}, false, true, 2, 1},
		{Moves{1, 2}, false, false, 0, 0},
	} {
		p.moves, p.wanted = step.moves, step.wanted
		if next := r.Look(&p, step.lasts); next != time.Duration(step.next)*s || p.more != step.more {
			t.Errorf("look %d: the next after %v, %d more; want %d standstills, %d", k, next, p.more, step.next, step.more)
		}
	}
}
