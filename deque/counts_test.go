package deque

import (
	"strings"
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
		if want := requests(k); owner.Exposures != want {
			t.Errorf("%s: %d exposures counted, want %d", k.name, owner.Exposures, want)
		}
		if k.name == "locked" && (owner.CAS != 6 || owner.FailedCAS != 0) {
			t.Errorf("%s: %d compare-and-swaps counted, %d failed; want one for each of 6 locks, since Pop takes none where nothing is", k.name, owner.CAS, owner.FailedCAS)
		}
		if countsAll && thieves.Steals != 2 {
			t.Errorf("%s: %d steals counted, want 2", k.name, thieves.Steals)
		}
	}
	if n := unsafe.Sizeof(counters{}); (n > unsafe.Sizeof(Tally{})) != countsAll {
		t.Errorf("counters take %d bytes; a build that counts all: %v", n, countsAll)
	}
}

// requests is how often the owner of TestCounts is asked for items, or has a block full of them.
func requests(k kind) uint64 {
	if strings.HasPrefix(k.name, "split") || strings.HasPrefix(k.name, "bwos") {
		return 2
	}
	return 0
}

// A compare-and-swap that fails is counted like one that does not, and once more.
func TestCounts_failed(t *testing.T) {
	var c counters
	if c.ownerCAS(false) || !c.ownerCAS(true) {
		t.Error("ownerCAS does not pass its argument on")
	}
	if owner := c.Counts().Owner; owner.CAS != 2 || owner.FailedCAS != 1 {
		t.Errorf("after one that failed and one that did not: %+v", owner)
	}
	c.thiefCAS(false)
	if thieves := c.Counts().Thieves; countsAll && (thieves.CAS != 1 || thieves.FailedCAS != 1) {
		t.Errorf("after a thief's that failed: %+v", thieves)
	}
}
