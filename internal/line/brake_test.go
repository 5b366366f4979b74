package line

import (
	"slices"
	"testing"
)

// TestBrake: tasks beyond the limit begin in the order in which they came, as others end; and room is told of
// when there is some.
func TestBrake(t *testing.T) {
	var b Brake
	if !b.Begin("without a limit", false) || b.Full() || b.NextRoom() != nil {
		t.Fatal("a zero brake brakes")
	}
	b.End(1, false)
	b.Limit.Store(2)
	for k, want := range []bool{true, true, false, false, false} {
		if got := b.Begin(k, false); got != want {
			t.Errorf("task %d may begin: %v, want %v", k, got, want)
		}
	}
	room := b.NextRoom()
	if room == nil || b.NextRoom() != room {
		t.Fatal("a full brake has no room, and one channel for all that wait")
	}
	expect := func(what string, free []any, running, held int, open bool, want ...any) {
		t.Helper()
		r, h := b.Count()
		told := false
		select {
		case <-room:
			told = true
		default:
		}
		if !slices.Equal(free, want) || r != running || h != held || told != open {
			t.Errorf("%s: %v begin, %d run, %d are held, room %v; want %v, %d, %d, %v", what, free, r, h, told, want, running, held, open)
		}
	}
	expect("one ends", b.End(1, false), 2, 2, false, 2)
	if !b.Begin("by a schedule", true) || !b.Hold("by a schedule") || b.Hold("nothing") {
		t.Error("what begins beyond the limit is held back again, and no other")
	}
	expect("two end", b.End(2, false), 2, 1, false, 3, 4)
	expect("all may begin", b.End(1, true), 2, 0, false, "by a schedule")
	expect("one ends", b.End(1, false), 1, 0, true)
}
