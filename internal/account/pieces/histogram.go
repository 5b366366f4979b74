package pieces

import (
	"math"
	"math/bits"

	"github.com/skua-go/skua/trace"
)

// least is the width of a Histogram's first bin: 128 ns.
const least = 7

// Histogram counts durations in bins that double.
type Histogram [34]int64

// Add counts n durations.
func (h *Histogram) Add(dt, n int64) {
	h[min(max(bits.Len64(uint64(max(dt, 0)))-least, 0), len(h)-1)] += n
}

// Report returns the same for a report.
func (h *Histogram) Report() trace.Histogram {
	last := 0
	for i, n := range h {
		if n > 0 {
			last = i
		}
	}
	return trace.Histogram{Least: float64(int(1)<<least) / 1e9, Count: append([]int64(nil), h[:last+1]...)}
}

// Units has how long units of work took, sixteen bins to an octave, weighted by time: a thousand
// tiny pieces do not hide the one that matters.
type Units struct {
	bins  [40 * 16]float64 // a float32 would stop to grow after some ten million equal ones
	Time  float64          // of all
	Count int64
}

// Add adds n units that took dt together.
func (u *Units) Add(dt, n int64) {
	b := int(math.Float64bits(float64(dt)/float64(n))>>48) - lowest
	u.bins[max(0, min(b, len(u.bins)-1))] += float64(dt)
	u.Time += float64(dt)
	u.Count += n
}

// Median returns the unit below which half of the time went, in nanoseconds; 0 without units.
func (u *Units) Median() float64 {
	seen := 0.0
	for b, t := range u.bins {
		if t == 0 {
			continue
		}
		if seen += t; seen >= u.Time/2 {
			return binOf(b)
		}
	}
	return 0
}

// lowest is the first bin: the exponent of a quarter of a nanosecond, and four bits of zero.
const lowest = (1023 - 2) << 4

// binOf returns the middle of a bin, in nanoseconds.
func binOf(b int) float64 {
	return math.Float64frombits(uint64(b+lowest)<<48 | 1<<47)
}

// Even reports whether the units take about the same time.
func (u *Units) Even() bool {
	m, near := u.Median(), 0.0
	if m == 0 {
		return false
	}
	for b, time := range u.bins {
		if d := binOf(b) / m; d > 0.5 && d < 2 {
			near += time
		}
	}
	return near > 0.8*u.Time
}
