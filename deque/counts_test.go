package deque

import (
	"testing"
	"unsafe"
)

// TestCounts wants every kind to count in builds with -tags counters, and others
// to count nothing and to keep no words for it.
func TestCounts(t *testing.T) {
	for _, k := range kinds {
		d := k.make(4)
		for range 2 {
			d.Push(new(task))
			d.Push(new(task))
			stealServed(d)
			d.Pop()
		}
		counts := d.Counts()
		if counted := counts.Owner != (Tally{}) && counts.Thieves != (Tally{}); counted != counting {
			t.Errorf("%s: owner %+v, thieves %+v; a build that counts: %v", k.name, counts.Owner, counts.Thieves, counting)
		}
		if counting && counts.Thieves.Steals != 2 {
			t.Errorf("%s: %d steals counted, want 2", k.name, counts.Thieves.Steals)
		}
	}
	if n := unsafe.Sizeof(counters{}); (n > 0) != counting {
		t.Errorf("counters take %d bytes; a build that counts: %v", n, counting)
	}
}
