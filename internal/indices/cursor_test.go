package indices

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/skua-go/skua/internal/expect"
)

// TestCursor_gives: a thief that finds nothing asks, and the next step of the owner
// puts the rest of the chunk back, whole units of it.
func TestCursor_gives(t *testing.T) {
	p := NewCursor(0, 100, 3) // 34 units
	p.pace.fixed = 8
	want(t, "reserve", p.Reserve(), true) // 0 to 23
	for !p.Empty() {
		p.Steal()
	}
	want(t, "not asked", p.Wanted(), false)
	p.Ask()
	want(t, "asked", p.Wanted(), true)
	want(t, "the next step sees it", p.Next(), false)
	want(t, "and is good", p.Asked(), true)
	want(t, "index", p.Index(), 1)
	want(t, "gives", p.Give(), true)
	want(t, "stolen", answered(p.Steal()), interval{12, 24, true})
	want(t, "the unit at hand is not cut", p.Next(), true)
	p.Ask()
	want(t, "asked again", p.Next(), false)
	want(t, "the end of the chunk", p.Asked(), false)
	want(t, "reserve", p.Reserve(), true)
	want(t, "index", p.Index(), 3)
	want(t, "taken for good", p.Settle(), 3+6) // a quarter of a chunk is not halved any more
}

// TestCursor_nothingToGive: a request for the last unit of a chunk is answered by no.
func TestCursor_nothingToGive(t *testing.T) {
	p := NewCursor(0, 2, 2)
	p.Reserve()
	p.Ask()
	want(t, "next", p.Next(), false)
	want(t, "asked", p.Asked(), true)
	want(t, "gives", p.Give(), false)
	want(t, "wanted", p.Wanted(), false)
	want(t, "over", p.Next() || p.Asked() || p.Reserve(), false)
}

// TestCursor_givesUnasked gives back all that comes after the index at hand, and
// Rest is what is kept.
func TestCursor_givesUnasked(t *testing.T) {
	p := NewCursor(0, 64, 1)
	p.pace.fixed = 16
	p.Reserve()
	for range 4 {
		p.Next()
	}
	want(t, "gave", p.Give(), true)
	lo, hi := p.Piece()
	want(t, "rest", [2]int{lo, hi}, [2]int{4, 5})
	want(t, "next", p.Next(), false)
	p.Reserve()
	lo, hi = p.Piece()
	want(t, "rest", [2]int{lo, hi}, [2]int{5, 21})
}

// TestCursor_drop: what is left is over without being run.
func TestCursor_drop(t *testing.T) {
	p := NewCursor(0, 50, 4)
	p.Reserve()
	lo, hi, _ := p.Steal()
	p.Drop()
	want(t, "settled", p.Settle(), 50-(hi-lo))
	want(t, "settled again", p.Settle(), 0)
	want(t, "over", p.Next() || p.Reserve(), false)
}

// TestCursor_keepsTheFirst: of what was filled in the first unit is the owner's.
func TestCursor_keepsTheFirst(t *testing.T) {
	p := NewCursor(0, 40, 4)
	q := &Cursor{}
	q.InitSibling(p)
	want(t, "a sibling is over", q.Next() || q.Reserve(), false)
	lo, hi, _ := p.Steal()
	q.Fill(lo, hi) // 20 to 39
	for !q.Empty() {
		q.Steal()
	}
	want(t, "next", q.Next(), true)
	want(t, "index", q.Index(), 20)
	lo, hi = q.Piece()
	want(t, "rest", [2]int{lo, hi}, [2]int{20, 24})
	want(t, "settled", q.Settle(), 4)
}

// TestCursor_staysOver: a part that is over stays so, at the ends of int too, and
// whether or not a thief took the last unit under Reserve's eyes.
func TestCursor_staysOver(t *testing.T) {
	for _, lo := range []int{math.MinInt, -2, math.MaxInt - 4} {
		for _, drop := range []bool{false, true} {
			p, n := NewCursor(lo, lo+4, 1), 0
			for p.Next() || p.Reserve() {
				want(t, "index", p.Index(), lo+n)
				if n++; drop {
					p.Drop()
				}
			}
			for range 5 {
				want(t, fmt.Sprintf("from %d: next", lo), p.Next() || p.Asked() || p.Reserve(), false)
				p.Give()
			}
			want(t, "settled", p.Settle(), 4)
		}
	}
	p := NewCursor(0, 2, 1)
	p.Reserve()
	p.over(true) // as after a lost race
	want(t, "next", p.Next() || p.Asked(), false)
}

// TestCursor_automatic: without a grain a part paces itself by the clock.
func TestCursor_automatic(t *testing.T) {
	p, n := NewCursor(0, 1<<20, 0), 0
	want(t, "elapsed before", p.Elapsed() >= 0, true)
	for p.Next() || p.Reserve() {
		n++
	}
	want(t, "indices", n, 1<<20)
	want(t, "elapsed", p.Elapsed() > 0, true)
	want(t, "elapsed with a grain", NewCursor(0, 9, 1).Elapsed(), time.Duration(0))
}

// TestCursor_once: owners that answer requests and thieves that fill their own parts.
func TestCursor_once(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		for _, chunk := range []int{0, 1, 50} {
			const n = 20_000
			first := NewCursor(0, n, 1)
			first.pace.fixed = chunk
			parts := []*Cursor{first}
			for range workers - 1 {
				p := &Cursor{}
				p.InitSibling(first)
				parts = append(parts, p)
			}
			got := expect.NewSeen(0, n)
			expect.Together(t, workers, func(k int) { travel(parts, k, got) })
			for _, p := range parts { // what was on its way when all others looked
				for lo, hi, ok := p.Take(9); ok; lo, hi, ok = p.Take(9) {
					got.AddAll(lo, hi)
				}
			}
			got.Once(t)
		}
	}
}

// travel runs part k and what it can steal for it.
func travel(parts []*Cursor, k int, got *expect.Seen) {
	p := parts[k]
	for failed := 0; failed < 50; failed++ {
		for {
			if !p.Next() {
				if p.Asked() {
					p.Give()
				} else if !p.Reserve() {
					break
				}
			}
			got.Add(p.Index())
		}
		for d := 1; d < len(parts); d++ {
			v := parts[(k+d)%len(parts)]
			if lo, hi, ok := v.Steal(); ok {
				p.Fill(lo, hi)
				failed = 0
				break
			}
			v.Ask()
		}
	}
}

// TestCursor_elapsed counts from where the part was filled, whatever was before.
func TestCursor_elapsed(t *testing.T) {
	p := NewCursor(0, 100, 0)
	for start := time.Now(); time.Since(start) < time.Microsecond; {
	}
	for p.Reserve() {
		for p.Next() {
		}
	}
	if got := p.Elapsed(); got < time.Microsecond {
		t.Errorf("%v have passed since the part was made, want more than 1 µs", got)
	}
	p.Fill(40, 60)
	want(t, "elapsed since it was filled", p.Elapsed(), time.Duration(0))
	want(t, "first chunk", p.pace.level, 0)
}
