package loop

import (
	"testing"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/loop/cost"
)

// TestDeal: what is dealt of a part is claimed, or recalled.
func TestDeal(t *testing.T) {
	c := loopCrew(crew.Config{}, 3)
	w, v := c.Hire(-1), c.Hire(0)
	maker, owner := New(w), New(v)
	w.Offer(maker, noKind{}, noKind{})
	v.Offer(owner, noKind{}, noKind{})
	p := &maker.newLoop(LoopConfig{To: 8, Grain: 1}).first
	deal := func(want bool) {
		t.Helper()
		if p.dealTo(&owner.tray) != want {
			t.Fatalf("dealt: %v", !want)
		}
	}
	if _, ok := owner.Wait(); ok || owner.tray.IsOpen() {
		t.Fatal("of an open tray comes what nobody dealt, or it is left open")
	}
	deal(false)
	owner.tray.Open()
	deal(true)
	deal(false)
	if lo, hi, ok := p.recall(); lo != 4 || hi != 8 || !ok {
		t.Fatalf("recalled [%d, %d) %v, want [4, 8)", lo, hi, ok)
	}
	deal(true)
	if r, ok := owner.tray.Await(0); !ok || r.Lo != 2 || r.Hi != 4 || r.Of != p.loop {
		t.Fatalf("the owner got %+v %v, want [2, 4)", r, ok)
	}
	if lo, hi, ok := p.recall(); ok {
		t.Fatalf("recalled [%d, %d), which was claimed", lo, hi)
	}
	deal(false)
	owner.tray.Open()
	deal(true)
	if lo, hi, ok := p.recall(); lo != 1 || hi != 2 || !ok {
		t.Fatalf("recalled [%d, %d) %v, want [1, 2)", lo, hi, ok)
	}
	if n := p.cursor.Len(); n != 1 {
		t.Errorf("%d are left of 8, want 1", n)
	}
}

// TestPartOf: the part that a worker keeps for a loop is good for the next one in the same memory.
func TestPartOf(t *testing.T) {
	c := loopCrew(crew.Config{}, 2)
	w, v := c.Hire(-1), c.Hire(0)
	maker, owner := New(w), New(v)
	v.Offer(owner, noKind{}, noKind{})
	var before *Part
	for _, r := range [][2]int{{0, 8}, {-20, -10}} {
		l := maker.newLoop(LoopConfig{From: r[0], To: r[1], Grain: 1})
		l.Who = cost.Dealt
		p := owner.partOf(l)
		p.cursor.Fill(r[1]-3, r[1])
		for n := r[1] - 3; n < r[1]; n++ {
			if !p.Next() || p.Index() != n {
				t.Fatalf("a part of [%d, %d) goes to %d, want %d", r[0], r[1], p.Index(), n)
			}
			if owner.partOf(l) != p {
				t.Fatal("a worker has two parts of one loop")
			}
		}
		if before != nil && before != p {
			t.Error("the part was not used again")
		}
		before, l.over = p, true
		l.first.cursor.Drop()
		maker.freeLoop(l)
	}
}
