package indices

import (
	"math"
	"math/bits"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// Regressions: what is wrong in the printed source, by behaviour. Its other
// faults are held by the tests of package span and, as data races, by every test of
// many workers.

// TestSource_largeBounds: a quarter computed by (low+3·high)/4 overflows.
func TestSource_largeBounds(t *testing.T) {
	for _, n := range []int{715_827_883, 1_000_000_000, math.MaxInt32, 1 << (bits.UintSize/2 + 8), math.MaxInt} {
		r := NewRange(0, n, 1)
		lo, hi, ok := r.Steal()
		if !ok || lo <= 0 || hi != n {
			t.Errorf("n=%d: stolen [%d, %d), %v", n, lo, hi, ok)
		}
		if r.Empty() {
			t.Errorf("n=%d: nothing left after one steal", n)
		}
	}
}

// TestSource_negativeBounds: division towards zero made a middle that is too high,
// so an index outside came out and a thief stole nothing.
func TestSource_negativeBounds(t *testing.T) {
	r := NewRange(-1, 0, 1)
	want(t, "the only one", answered(r.Take(1)), interval{-1, 0, true})
	want(t, "after it", answered(r.Take(1)), interval{})
	for lo := -20; lo < 0; lo++ {
		if got := answered(NewRange(lo, 0, 1).Steal()); !got.ok || got.lo >= got.hi {
			t.Errorf("[%d, 0): stolen %v", lo, got)
		}
	}
}

// TestSource_smallestInt: the mark of an empty range, low-1, underflowed.
func TestSource_smallestInt(t *testing.T) {
	r := NewRange(math.MinInt, math.MinInt+1, 1)
	want(t, "stolen", answered(r.Steal()), interval{math.MinInt, math.MinInt + 1, true})
	want(t, "taken", answered(r.Take(1)), interval{})
}

// TestSource_sameWordAgain: packed into a word, the printed steal range could come
// back to an old value while the low bound, elsewhere, had moved on, and a late
// thief's CAS lost items. Here a word that came back is as good as new.
func TestSource_sameWordAgain(t *testing.T) {
	r, got := NewRange(0, 8, 1), expect.NewSeen(0, 8)
	read := r.word.Load() // by a thief that is slow
	lo, _, _ := r.Take(5)
	r.Return(lo)
	if !r.word.CompareAndSwap(read, pack(0, 4)) {
		t.Fatal("the word did not come back")
	}
	got.AddAll(4, 8)
	for lo, hi, ok := r.Take(1); ok; lo, hi, ok = r.Take(1) {
		got.AddAll(lo, hi)
	}
	got.Once(t)
}

// TestSource_failureIsEmptiness: a thief with an old steal range was told that
// there is nothing, though there was.
func TestSource_failureIsEmptiness(t *testing.T) {
	for n := range 40 {
		r := NewRange(0, n, 1)
		for r.Len() > 0 {
			if _, _, ok := r.Steal(); !ok {
				t.Fatalf("n=%d: nothing to steal of %d", n, r.Len())
			}
			r.Take(1)
		}
	}
}

// TestSource_pastTheEnd: each call on an empty range moved its low bound.
func TestSource_pastTheEnd(t *testing.T) {
	r := NewRange(0, 3, 1)
	r.Take(3)
	before := r.word.Load()
	for range 100 {
		r.Take(1)
		r.Steal()
	}
	want(t, "word", r.word.Load(), before)
}

// TestSource_steps: each item cost the owner a locked exchange. Here a chunk does,
// and the steps within write nothing that is shared.
func TestSource_steps(t *testing.T) {
	p := NewCursor(0, 1000, 1)
	p.pace.fixed = 100
	changes, last := 0, p.word.Load()
	for p.Next() || p.Reserve() {
		if word := p.word.Load(); word != last {
			changes, last = changes+1, word
		}
	}
	// ten chunks at most until half is less than a chunk, then one for each halving
	if changes > 9+8 {
		t.Errorf("1000 indices in chunks of 100 changed the word %d times", changes)
	}
}
