package indices

import (
	"fmt"
	"math"
	"math/bits"
	"testing"

	"github.com/skua-go/skua/internal/expect"
)

// interval is what Take and Steal answer.
type interval struct {
	lo, hi int
	ok     bool
}

func answered(lo, hi int, ok bool) interval { return interval{lo, hi, ok} }

func sibling(r *Range) *Range {
	s := &Range{}
	s.InitSibling(r)
	return s
}

func want(t *testing.T, what string, got, want any) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestRange_halves: a thief takes the upper half, the larger one if the number of
// units is odd, and the last.
func TestRange_halves(t *testing.T) {
	for n, from := range map[int]int{1: 0, 2: 1, 3: 1, 4: 2, 5: 2, 7: 3, 8: 4, 1001: 500} {
		r := NewRange(0, n, 1)
		want(t, fmt.Sprintf("steal of %d", n), answered(r.Steal()), interval{from, n, true})
		want(t, fmt.Sprintf("left of %d", n), r.Len(), from)
	}
}

// TestRange_lowEnd: the owner takes from the low end, all if there is less.
func TestRange_lowEnd(t *testing.T) {
	r := NewRange(0, 10, 1)
	want(t, "take 3", answered(r.Take(3)), interval{0, 3, true})
	want(t, "take 1", answered(r.Take(1)), interval{3, 4, true})
	want(t, "steal of 6", answered(r.Steal()), interval{7, 10, true})
	want(t, "take 5 of 3", answered(r.Take(5)), interval{4, 7, true})
	want(t, "take of none", answered(r.Take(1)), interval{})
	want(t, "steal of none", answered(r.Steal()), interval{})
	want(t, "empty", r.Empty(), true)
}

// TestRange_bounds is for intervals whose ends are far out, and long ones.
func TestRange_bounds(t *testing.T) {
	type row struct {
		lo, hi, grain int
		units         int
		stolen        interval
	}
	rows := []row{
		{-1, 0, 1, 1, interval{-1, 0, true}},
		{-6, 0, 1, 6, interval{-3, 0, true}},
		{-3, 4, 1, 7, interval{0, 4, true}},
		{math.MinInt, math.MinInt + 4, 1, 4, interval{math.MinInt + 2, math.MinInt + 4, true}},
		{math.MaxInt - 4, math.MaxInt, 1, 4, interval{math.MaxInt - 2, math.MaxInt, true}},
		{0, math.MaxInt32, 1, math.MaxInt32, interval{math.MaxInt32 / 2, math.MaxInt32, true}},
		{math.MinInt / 2, math.MaxInt / 2, math.MaxInt/4 + 1, 4, interval{0, math.MaxInt / 2, true}},
		{0, 10, 4, 3, interval{4, 10, true}},
		{0, 10, 100, 1, interval{0, 10, true}},
		{0, 10, math.MaxInt, 1, interval{0, 10, true}},
		{0, 0, 1, 0, interval{}},
		{5, 3, 1, 0, interval{}},
	}
	if bits.UintSize == 64 { // more indices than units: these are of 3
		const n = 1 << (bits.UintSize / 2)
		rows = append(rows, row{0, n, 1, 1_431_655_766, interval{n/2 + 1, n, true}})
	}
	for _, c := range rows {
		r := NewRange(c.lo, c.hi, c.grain)
		name := fmt.Sprintf("[%d, %d) by %d", c.lo, c.hi, c.grain)
		want(t, name+": units", r.Len(), c.units)
		want(t, name+": stolen", answered(r.Steal()), c.stolen)
		rest := interval{c.lo, c.stolen.lo, true}
		if c.units < 2 {
			rest = interval{}
		}
		want(t, name+": the rest", answered(r.Take(math.MaxInt)), rest)
	}
}

// TestRange_returns: what is put back can be taken and stolen again, and less than
// a unit stays with the owner.
func TestRange_returns(t *testing.T) {
	r := NewRange(0, 20, 3)
	want(t, "take 4", answered(r.Take(4)), interval{0, 12, true})
	want(t, "from the middle of a unit", r.Return(7), 9)
	want(t, "less than what is away", r.Return(11), 9)
	want(t, "shorter again", r.Return(4), 6)
	want(t, "steal", answered(r.Steal()), interval{12, 20, true})
	want(t, "take the rest", answered(r.Take(9)), interval{6, 12, true})
	want(t, "nothing", r.Return(12), 12)
	want(t, "all", r.Return(6), 6)
	want(t, "all of it is there", answered(r.Take(9)), interval{6, 12, true})
}

// TestRange_returnsToEmpty: beside a thief that has taken all the others.
func TestRange_returnsToEmpty(t *testing.T) {
	r := NewRange(0, 8, 1)
	r.Take(4)
	for !r.Empty() {
		r.Steal()
	}
	want(t, "returned", r.Return(2), 2)
	want(t, "stolen", answered(r.Steal()), interval{3, 4, true})
	want(t, "taken", answered(r.Take(3)), interval{2, 3, true})
}

func TestRange_fill(t *testing.T) {
	r := NewRange(-10, 13, 5)
	s := sibling(r)
	want(t, "a sibling is empty", s.Empty(), true)
	want(t, "steal", answered(r.Steal()), interval{0, 13, true})
	s.Fill(0, 13)
	want(t, "filled", s.Len(), 3)
	want(t, "take of the sibling", answered(s.Take(2)), interval{0, 10, true})
	want(t, "return to it", s.Return(5), 5)
	want(t, "steal from it", answered(s.Steal()), interval{10, 13, true})
}

// TestRange_once: an owner that puts back, and thieves that fill what they stole
// into ranges of their own, take every unit once.
func TestRange_once(t *testing.T) {
	for _, workers := range []int{1, 2, 8} {
		for _, c := range []struct{ n, grain int }{{1, 1}, {17, 1}, {5000, 1}, {5000, 7}} {
			t.Run(fmt.Sprintf("workers=%d/n=%d/grain=%d", workers, c.n, c.grain), func(t *testing.T) {
				ranges := []*Range{NewRange(-5, c.n-5, c.grain)}
				for range workers - 1 {
					ranges = append(ranges, sibling(ranges[0]))
				}
				got := expect.NewSeen(-5, c.n)
				expect.Together(t, workers, func(k int) { roam(ranges, k, got) })
				for _, r := range ranges { // what was on its way when all others looked
					for lo, hi, ok := r.Take(1); ok; lo, hi, ok = r.Take(1) {
						got.AddAll(lo, hi)
					}
				}
				got.Once(t)
			})
		}
	}
}

// roam drains range k, putting back half of each take, and fills it from others.
func roam(ranges []*Range, k int, got *expect.Seen) {
	own := ranges[k]
	for failed := 0; failed < 20; failed++ {
		for lo, hi, ok := own.Take(4); ok; lo, hi, ok = own.Take(4) {
			hi = min(own.Return(lo+(hi-lo+1)/2), hi)
			got.AddAll(lo, hi)
		}
		for d := range ranges {
			if lo, hi, ok := ranges[(k+d)%len(ranges)].Steal(); ok {
				own.Fill(lo, hi)
				failed = 0
				break
			}
		}
	}
}
