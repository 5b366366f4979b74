package indices

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"
)

// TestPace: chunks last some microseconds, and up to a quarter of the share's age
// when that is more, whatever an index costs; pieces last about one.
func TestPace(t *testing.T) {
	for _, cost := range []time.Duration{1, 150, 3000} {
		var p pace
		ran := 1
		for now := cost; now < 10*time.Millisecond; {
			ran = p.after(ran, now)
			took := time.Duration(ran) * cost
			if most := max(tooLong, now/4, cost); took > most {
				t.Errorf("%d ns an index: a chunk of %v after %v, want at most %v", cost, took, now, most)
			}
			if one := time.Duration(p.piece(ran)) * cost; one > max(tooLong/16, cost) {
				t.Errorf("%d ns an index: a piece of %v after %v", cost, one, now)
			}
			now += took
		}
		if least := tooShort << maxLevel; time.Duration(ran)*cost < least {
			t.Errorf("%d ns an index: the last chunk has %d, want %v", cost, ran, least)
		}
		cost *= 1000
		ran = p.after(ran, p.last+time.Duration(ran)*cost)
		want(t, "indices that have become dear", ran, max(1, int(tooLong<<maxLevel/cost)))
		p.start()
		want(t, "level of a new share", p.level, 0)
	}
}

// TestCursor_expects: the first chunk has what is expected, in a shared cursor no more than half, and the
// tail of one is not halved any further.
func TestCursor_expects(t *testing.T) {
	for _, c := range []struct{ n, units, want int }{
		{100, 0, 1}, {100, 1, 1}, {100, 9, 9}, {100, 1 << 30, mostExpected}, {8, 9, 4}, {1, 9, 1},
	} {
		p := NewCursor(0, c.n, 0)
		p.Expect(c.units)
		p.Reserve()
		want(t, fmt.Sprintf("%d units, %d expected: the first chunk", c.n, c.units), p.end, c.want)
	}
	p := NewCursor(0, 90, 0)
	p.SetChunk(40)
	var ends []int
	for p.Reserve() {
		ends = append(ends, p.end)
	}
	if !slices.Equal(ends, []int{40, 65, 77, 87, 90}) {
		t.Errorf("chunks of 40 end at %v", ends)
	}
}

// TestPace_bounds wants quick chunks to grow up to the limit and stay there. Eight
// times a chunk that ran overflowed, on 32 bits from 2²⁸ units on.
func TestPace_bounds(t *testing.T) {
	for _, ran := range []int{1, maxUnits / 8, maxUnits/8 + 1, maxUnits / 2, maxUnits/2 + 1, maxUnits - 1, maxUnits,
		math.MaxInt/8 + 1, math.MaxInt/2 + 1, math.MaxInt} {
		for _, took := range []time.Duration{0, tooShort/8 - 1, tooShort / 8, tooShort - 1} {
			var p pace
			if units := p.after(ran, took); units < min(ran, maxUnits) || units > maxUnits {
				t.Errorf("after a chunk of %d units in %v: %d", ran, took, units)
			}
		}
	}
}

// TestCursor_longChunks wants a part of all the indices that an int can count, whose
// chunks grow to their limit, to be gone through from end to end.
func TestCursor_longChunks(t *testing.T) {
	for _, grain := range []int{0, math.MaxInt / 2, math.MaxInt} {
		for _, alone := range []bool{true, false} {
			p := NewCursor(0, math.MaxInt, grain)
			p.Alone = alone
			at := 0
			for p.Reserve() {
				if p.Index() != at || p.end <= at {
					t.Fatalf("grain %d, alone %v: a chunk [%d, %d) after %d", grain, alone, p.Index(), p.end, at)
				}
				at = p.end
			}
			if at != math.MaxInt {
				t.Errorf("grain %d, alone %v: ended at %d", grain, alone, at)
			}
		}
	}
}

// TestPace_exported goes as a cursor does, but by the caller's clock.
func TestPace_exported(t *testing.T) {
	var p Pace
	p.Start(time.Second)
	want(t, "the first chunk", p.Next(0, 2*time.Second), 1)
	want(t, "elapsed when it began", p.Elapsed(), time.Duration(0))
	want(t, "after a quick chunk", p.Next(1, time.Second+tooShort/10), 8)
	want(t, "elapsed when the second began", p.Elapsed(), tooShort/10)
	want(t, "after a slow one", p.Next(8, time.Second+tooShort/10+4*tooLong), 2)
}
