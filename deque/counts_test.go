package deque

import (
	"testing"
	"unsafe"
)

// TestCounts wants every kind to count its owner's compare-and-swaps, or exposures,
// and in builds with -tags counters all the rest; others keep no words for thieves.
func TestCounts(t *testing.T) {
	for _, k := range kinds {
		d := k.make(4)
		for range 2 {
			d.Push(new(task))
			d.Push(new(task))
			stealServed(d)
			d.Pop()
			d.Pop()
		}
		owner, thieves := d.Counts().Owner, d.Counts().Thieves
		if owner.CAS+owner.Exposures == 0 {
			t.Errorf("%s: owner %+v", k.name, owner)
		}
		if (thieves != (Tally{})) != countsAll || !countsAll && owner.Stores > 0 {
			t.Errorf("%s: owner %+v, thieves %+v; a build that counts all: %v", k.name, owner, thieves, countsAll)
		}
		if countsAll && thieves.Steals != 2 {
			t.Errorf("%s: %d steals counted, want 2", k.name, thieves.Steals)
		}
	}
	if n := unsafe.Sizeof(counters{}); (n > unsafe.Sizeof(Tally{})) != countsAll {
		t.Errorf("counters take %d bytes; a build that counts all: %v", n, countsAll)
	}
}
