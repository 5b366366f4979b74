package account

import (
	"math"
	"math/bits"

	"github.com/skua-go/skua/trace"
)

// least is the width of a histogram's first bin: 128 ns.
const least = 7

// histogram counts durations in bins that double.
type histogram [34]int64

func (h *histogram) add(dt, n int64) {
	h[min(max(bits.Len64(uint64(max(dt, 0)))-least, 0), len(h)-1)] += n
}

func (h *histogram) report() trace.Histogram {
	last := 0
	for i, n := range h {
		if n > 0 {
			last = i
		}
	}
	return trace.Histogram{Least: float64(int(1)<<least) / 1e9, Count: append([]int64(nil), h[:last+1]...)}
}

// units has how long units of work took, sixteen bins to an octave, weighted by time: a thousand
// tiny pieces do not hide the one that matters.
type units struct {
	bins  [40 * 16]float64 // a float32 would stop to grow after some ten million equal ones
	time  float64
	count int64
}

func (u *units) add(dt, n int64) {
	b := int(math.Float64bits(float64(dt)/float64(n))>>48) - lowest
	u.bins[max(0, min(b, len(u.bins)-1))] += float64(dt)
	u.time += float64(dt)
	u.count += n
}

// median returns the unit below which half of the time went, in nanoseconds; 0 without units.
func (u *units) median() float64 {
	seen := 0.0
	for b, t := range u.bins {
		if t == 0 {
			continue
		}
		if seen += t; seen >= u.time/2 {
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
