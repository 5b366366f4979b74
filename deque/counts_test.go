package deque

import (
	"testing"
	"unsafe"
)

// TestCounts wants every kind to count for its owner, and in builds with -tags
// counters for its thieves; others keep no words for that.
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
		if counts.Owner == (Tally{}) || (counts.Thieves != (Tally{})) != countsThieves {
			t.Errorf("%s: owner %+v, thieves %+v; a build that counts for thieves: %v", k.name, counts.Owner, counts.Thieves, countsThieves)
		}
		if countsThieves && counts.Thieves.Steals != 2 {
			t.Errorf("%s: %d steals counted, want 2", k.name, counts.Thieves.Steals)
		}
	}
	if n := unsafe.Sizeof(counters{}); (n > unsafe.Sizeof(Tally{})) != countsThieves {
		t.Errorf("counters take %d bytes; a build that counts for thieves: %v", n, countsThieves)
	}
}
