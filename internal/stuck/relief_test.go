package stuck

import (
	"testing"
	"time"
)

// TestRelief: one worker more runs when the pool has got nowhere, after twice as long each time, until a task
// has ended, or no task waits.
func TestRelief(t *testing.T) {
	const s = standstill
	var r Relief
	if first := r.Begin(Moves{}); first != s {
		t.Fatalf("the first look comes after %v, want %v", first, s)
	}
	for k, step := range []struct {
		moves  Moves
		wanted bool
		lasts  bool
		next   int // in standstills
		one    bool
	}{
		{Moves{0, 1}, false, true, 1, false}, // a steal
		{Moves{0, 1}, true, true, 1, false},  // a worker searches
		{Moves{0, 1}, false, true, 2, true},  // nowhere
		{Moves{0, 2}, false, true, 2, false}, // the one more has stolen what may be long
		{Moves{0, 2}, false, true, 4, true},
		{Moves{1, 2}, false, true, 1, false}, // a task has ended
		{Moves{1, 2}, false, true, 2, true},
		{Moves{1, 2}, false, false, 0, false},
	} {
		one, next := r.Look(step.moves, step.wanted, step.lasts)
		if next != time.Duration(step.next)*s || one != step.one {
			t.Errorf("look %d: the next after %v, one more %v; want %d standstills, %v", k, next, one, step.next, step.one)
		}
		r.One = one
	}
}
