package pieces

import (
	"testing"
)

// TestBeside: pieces that took twice as long before and after a window, and those that get longer all the
// time, which says nothing.
func TestBeside(t *testing.T) {
	windows := func(unit func(i int, at Level) int64) (times float64, known bool) {
		s, b, i := new(Slower), new(Beside), 0
		for range 3 {
			for _, part := range []struct {
				at Level
				n  int
			}{{Crowded, 40}, {Mixed, 1}, {Alone, 12}, {Mixed, 1}, {Crowded, 40}} {
				for range part.n {
					b.Add(s, 1, 10*unit(i, part.at), 10, part.at)
					i++
				}
			}
		}
		return s.Times()
	}
	for what, c := range map[string]struct {
		unit func(i int, at Level) int64
		want float64
	}{
		"even": {func(int, Level) int64 { return 1000 }, 1},
		"twice as long": {func(_ int, at Level) int64 {
			if at == Alone {
				return 1000
			}
			return 2000
		}, 2},
		"longer and longer":   {func(i int, _ Level) int64 { return 1000 + 20*int64(i) }, 1},
		"shorter and shorter": {func(i int, _ Level) int64 { return 10_000 - 20*int64(i) }, 1},
		"outliers": {func(i int, at Level) int64 {
			if at == Crowded && i%10 == 0 {
				return 3000
			}
			return 1000
		}, 1},
	} {
		times, known := windows(c.unit)
		if !known || times > 1.02*c.want || times < 0.9*c.want {
			t.Errorf("%s: %v times as long, known %v, want %v", what, times, known, c.want)
		}
	}
	s, b := new(Slower), new(Beside)
	for i := range 100 {
		b.Add(s, i%2, 1000, 1, Alone)
	}
	if _, known := s.Times(); known {
		t.Error("nothing ran in company, or at one site for long, and it is known how much slower that is")
	}
}

// The median of many equal pieces is theirs, however many there were.
func TestUnits_many(t *testing.T) {
	var u Units
	for range 1<<25 + 1<<20 {
		u.Add(1000, 1)
	}
	if m := u.Median(); m < 950 || m > 1050 {
		t.Errorf("the median of pieces of 1000 ns is %v", m)
	}
}
