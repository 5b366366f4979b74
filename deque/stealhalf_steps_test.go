package deque

import (
	"fmt"
	"testing"
)

// The tests here drive the steps of owner and thieves by hand, through the
// shortest interleavings in which a printed or a likely form goes wrong. A pop is
// approach, move(-1), settle; a steal is look, copy, cut.

// robber is a thief that has looked.
type robber struct {
	d    *StealHalf[int]
	r    stealRange
	n    int32
	loot []*int
}

func looking(d *StealHalf[int]) *robber {
	r, n, _ := d.look()
	thief := &robber{d: d, r: r, n: n}
	for i := range uint32(max(0, min(n, r.length()))) {
		thief.loot = append(thief.loot, d.slot(r.top()+i).Load())
	}
	return thief
}

// cuts takes k items, or all in range if k is 0, and says whether it did.
func (thief *robber) cuts(k int) bool {
	if k == 0 {
		k = len(thief.loot)
	}
	return k > 0 && k <= len(thief.loot) && thief.d.cut(thief.r, thief.n, int32(k))
}

func wantPop(t *testing.T, d *StealHalf[int], want int) {
	t.Helper()
	if x, outcome := d.Pop(); outcome != Got || *x != want {
		t.Fatalf("popped %v, %v; want %d", x, outcome, want)
	}
	bounds(t, d)
}

func wantNothing(t *testing.T, d *StealHalf[int]) {
	t.Helper()
	if x, outcome := d.Pop(); outcome != Empty {
		t.Fatalf("popped %d from an empty deque", *x)
	}
	if x, outcome := d.Steal(); outcome != Empty {
		t.Fatalf("stole %d from an empty deque", *x)
	}
	bounds(t, d)
	clean(t, d)
}

// TestStealHalf_lastItemStolenInPop has a thief take the last item after the
// owner lowered bot. The printed tests come in an order in which the owner returns
// it too; then bot must be restored, not set to 0 and not left at top-1.
func TestStealHalf_lastItemStolenInPop(t *testing.T) {
	d := newStealHalf[int](4, indexMask, 0)
	pushAll(d, 1)
	thief := looking(d)
	d.approach()
	d.move(-1)
	if !thief.cuts(0) {
		t.Fatal("the thief did not get the item")
	}
	if d.Len() != 0 {
		t.Errorf("Len is %d while bot is top-1", d.Len())
	}
	if _, outcome := d.Steal(); outcome != Empty {
		t.Error("stole from a deque whose bot is top-1")
	}
	if x, outcome := d.settle(); outcome != Empty {
		t.Fatalf("the owner got %d as well", *x)
	}
	wantNothing(t, d)
	pushAll(d, 2)
	wantPop(t, d, 1)
	wantPop(t, d, 0)
	wantNothing(t, d)
}

// TestStealHalf_twoStealsInPop has thieves take two of three items while the owner
// pops the third: it is there.
func TestStealHalf_twoStealsInPop(t *testing.T) {
	d := filled(4, 3)
	d.approach()
	d.move(-1)
	for range 2 {
		if !looking(d).cuts(1) {
			t.Fatal("a steal failed")
		}
	}
	if looking(d).cuts(0) {
		t.Fatal("a third steal took the item that the owner pops")
	}
	if x, outcome := d.settle(); outcome != Got || *x != 2 {
		t.Fatalf("popped %v, %v; want 2", x, outcome)
	}
	bounds(t, d)
	wantNothing(t, d)
}

// TestStealHalf_nothingMoreToSteal has a thief take the last item: the range of 1
// that it leaves is not an item.
func TestStealHalf_nothingMoreToSteal(t *testing.T) {
	d := filled(4, 1)
	if x, outcome := d.Steal(); outcome != Got || *x != 0 {
		t.Fatalf("stole %v, %v; want 0", x, outcome)
	}
	wantNothing(t, d)
	pushAll(d, 3)
	wantPop(t, d, 2)
	for want := range 2 {
		if x, outcome := d.Steal(); outcome != Got || *x != want {
			t.Fatalf("stole %v, %v; want %d", x, outcome, want)
		}
	}
	wantNothing(t, d)
}

// TestStealHalf_emptyRangeIsNotEmpty has a thief see one item of two, as the owner
// is popping the other, and take it: the owner still gets its own.
func TestStealHalf_emptyRangeIsNotEmpty(t *testing.T) {
	d := filled(4, 2)
	d.approach()
	d.move(-1)
	if !looking(d).cuts(0) {
		t.Fatal("the steal failed")
	}
	if x, outcome := d.settle(); outcome != Got || *x != 1 {
		t.Fatalf("popped %v, %v; want 1", x, outcome)
	}
	wantNothing(t, d)
}

// TestStealHalf_lateThief has a thief look at n items just after the owner shrank
// the range for n-1 to come, and cut when it has popped nearly half. By the bottom
// that it read it would leave a range of n/4, more than half of the rest; and the
// next thief one that covers two items while the owner takes one of them without
// a compare-and-swap. The bit that says that the owner made the word prevents it.
func TestStealHalf_lateThief(t *testing.T) {
	for _, n := range []int{8, 16, 32, 64, 256} {
		t.Run(fmt.Sprintf("items=%d", n), func(t *testing.T) {
			d := filled(n, n)
			d.approach()
			first := looking(d)
			d.move(-1)
			d.settle()
			for d.Len() > n/2+2 {
				wantPop(t, d, d.Len()-1)
			}
			d.approach()
			if !first.cuts(0) {
				t.Fatal("the first steal failed")
			}
			bounds(t, d)
			if !looking(d).cuts(0) {
				t.Fatal("the second steal failed")
			}
			bounds(t, d)
			d.move(-1)
			if r := stealRange(d.sr.Load()); distance(d.b, r.top()) < r.length() && d.b != r.top() {
				t.Errorf("the owner takes an item in a range of %d, and it is not the last", r.length())
			}
			if x, outcome := d.settle(); outcome != Got || *x != n/2+1 {
				t.Fatalf("popped %v, %v; want %d", x, outcome, n/2+1)
			}
			bounds(t, d)
		})
	}
}

// TestStealHalf_robbedWhileReceiving has a thief rob the deque that brings 16
// items home, between its bot and its range: the range must not stay at 1.
func TestStealHalf_robbedWhileReceiving(t *testing.T) {
	own := filled(32, 1)
	thief := looking(own)
	var loot []*int
	for k := range 16 {
		loot = append(loot, &k)
	}
	own.land(loot)
	if !thief.cuts(0) {
		t.Fatal("the steal failed")
	}
	own.level()
	bounds(t, own)
	if inRange(own) != 8 {
		t.Errorf("16 items: %d in range, want 8", inRange(own))
	}
}

// TestStealHalf_tagMovesWithTheOwner has a thief look before the owner pops the
// last item, and pushes again at the same index: it must not get either.
func TestStealHalf_tagMovesWithTheOwner(t *testing.T) {
	for pushes := range 2 {
		d := filled(4, 1)
		thief := looking(d)
		wantPop(t, d, 0)
		pushAll(d, pushes)
		if thief.cuts(0) {
			t.Errorf("stole what the owner had popped; %d pushes since", pushes)
		}
	}
}

// TestStealHalf_wordBeforeBottom has a thief read the word before two items become
// one by a pop and none by a steal.
func TestStealHalf_wordBeforeBottom(t *testing.T) {
	d := filled(4, 2)
	r := stealRange(d.sr.Load())
	wantPop(t, d, 1)
	if _, outcome := d.Steal(); outcome != Got {
		t.Fatal("the steal failed")
	}
	if n := distance(d.bot.Load(), r.top()); n != 1 || d.cut(r, n, 1) {
		t.Errorf("stole the first of %d items by an old word", n)
	}
	wantNothing(t, d)
}

// TestStealHalf_share wants signed arithmetic: printed, the amount is unsigned.
func TestStealHalf_share(t *testing.T) {
	for _, c := range []struct{ capacity, have, reach, want int }{
		{8, 0, 1, 1}, {8, 1, 1, 0}, {8, 5, 1, 0}, {8, 2, 2, 1}, {8, 3, 2, 0},
		{64, 36, 32, 14}, {64, 62, 32, 1}, {64, 63, 32, 0}, {4, 0, 32, 4}, {4, 3, 32, 1}, {4, 4, 32, 0},
	} {
		if got := filled(c.capacity, c.have).share(int32(c.reach)); got != int32(c.want) {
			t.Errorf("an owner of %d items with room for %d takes %d of %d; want %d", c.have, c.capacity, got, c.reach, c.want)
		}
	}
}

// TestStealHalf_previousIsWhatWasWritten has a thief change the word right after
// the owner: the owner must notice at its next operation.
func TestStealHalf_previousIsWhatWasWritten(t *testing.T) {
	d := filled(32, 16)
	written := d.prev
	if looking(d).cuts(3); d.prev != written {
		t.Fatal("prev changed by a steal")
	}
	before := changes(d)
	pushAll(d, 1)
	if changes(d) != before+1 || d.prev != stealRange(d.sr.Load()) || inRange(d) != 4 {
		t.Errorf("14 items after a steal: %d in range, %d changes; want 4 and 1", inRange(d), changes(d)-before)
	}
}

// TestStealHalf_longSleep has a thief read the word, and bot only after half of all
// indices went by: it looks as if bot were behind, but that is not emptiness.
func TestStealHalf_longSleep(t *testing.T) {
	d, own := filled(4, 1), filled(4, 0)
	d.bot.Store(1<<25 + 1)
	if _, outcome := d.Steal(); outcome != Lost {
		t.Errorf("Steal answered %v, want lost", outcome)
	}
	if _, outcome := d.StealInto(own); outcome != Lost {
		t.Errorf("StealInto answered %v, want lost", outcome)
	}
}
