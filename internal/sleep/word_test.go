package sleep

import (
	"testing"
	"testing/quick"
)

// TestWordFields changes each field at its limits and wants the others to stay.
func TestWordFields(t *testing.T) {
	w := newWord(3)
	if w.free() != 3 || w.searching() != 0 || w.jec() != 0 || w.starved() || !w.announced() {
		t.Fatalf("new word %x", uint64(w))
	}
	w = w.toSearcher().toSearcher().toSearcher().toSearcher()
	if w.free() != -1 || w.searching() != 4 {
		t.Errorf("overdrawn: free %d, searching %d, want -1, 4", w.free(), w.searching())
	}
	w |= starved
	w = w.fromSearcher().fromSearcher()
	if w.free() != 1 || w.searching() != 2 || !w.starved() || w.jec() != 0 {
		t.Errorf("after two puts: %x", uint64(w))
	}
	last := word(1<<jecBits-1)*oneJEC | w
	if w = last + oneJEC; w.jec() != 0 || w.free() != 1 || w.searching() != 2 || !w.starved() {
		t.Errorf("jec overflowed into other fields: %x", uint64(w))
	}
}

// TestWordLimits: how many guests may overdraw, and how many tokens may be free.
func TestWordLimits(t *testing.T) {
	for _, n := range []int{-1 << 22, -1, 0, 1, 1<<22 - 1} {
		if w := newWord(n); w.free() != n || w.starved() || w.searching() != 0 {
			t.Errorf("%d tokens are the word %x: %d free", n, uint64(w), w.free())
		}
	}
}

func TestWordTakePut(t *testing.T) {
	inverse := func(x uint64, n int16) bool {
		w := word(x)&^freeMask | newWord(int(n))
		if w.searching() == 1<<12-1 {
			return true // no room for one more
		}
		v := w.toSearcher()
		return v.fromSearcher() == w && v.free() == w.free()-1 && v.jec() == w.jec() && v.starved() == w.starved()
	}
	if err := quick.Check(inverse, nil); err != nil {
		t.Error(err)
	}
}
