package picture

import "math"

// A filter is a kernel of resampling: its weights at distances up to support, in samples
// of the smaller of the two pictures.
type filter struct {
	support float64
	at      func(x float64) float64
}

// ImageMagick's choice, which is good: lanczos keeps fine detail, mitchell does not ring where
// edges are hard, which is in drawings and at transparent borders, and where pictures grow.
var (
	lanczos  = filter{3, func(x float64) float64 { return sinc(x) * sinc(x/3) }}
	mitchell = filter{2, cubic}
)

func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(math.Pi*x) / (math.Pi * x)
}

// cubic is Mitchell and Netravali's kernel with B = C = 1/3 (Reconstruction Filters in
// Computer Graphics, SIGGRAPH 1988).
func cubic(x float64) float64 {
	x = math.Abs(x)
	switch {
	case x < 1:
		return (7*x*x*x - 12*x*x + 16.0/3) / 6
	case x < 2:
		return (-7.0/3*x*x*x + 12*x*x - 20*x + 32.0/3) / 6
	}
	return 0
}

// unit is the sum of the weights of one output sample.
const (
	unitBits = 14
	unit     = 1 << unitBits
)

// An axis is how the samples of a line make those of a shorter or longer line.
type axis struct {
	taps    int     // weights for each output sample
	start   []int   // the first input sample of each
	weights []int32 // taps for each; their sum is unit
}

func (a *axis) of(i int) []int32 { return a.weights[i*a.taps : (i+1)*a.taps] }

// newAxis returns the axis from in samples to out. Output sample i is centred at
// origin+(i+0.5)*scale, where input sample j covers j to j+1. Of the last sample only the
// part below full is in the picture, and counts.
func newAxis(in, out int, full, scale, origin float64, f filter) *axis {
	stretch := max(scale, 1)
	reach := f.support * stretch
	a := &axis{taps: min(in, int(math.Ceil(2*reach))+1), start: make([]int, out)}
	a.weights = make([]int32, out*a.taps)
	exact := make([]float64, a.taps)
	for i := range out {
		centre := origin + (float64(i)+0.5)*scale
		first := int(math.Floor(centre - reach + 0.5))
		a.start[i] = max(0, min(first, in-a.taps))
		sum := 0.0
		for j := range exact {
			exact[j] = 0
			if d := (float64(a.start[i]+j) + 0.5 - centre) / stretch; math.Abs(d) < f.support {
				exact[j] = f.at(d) * min(1, full-float64(a.start[i]+j))
			}
			sum += exact[j]
		}
		round(a.of(i), exact, sum)
	}
	return a
}

// round makes whole numbers of weights with the given sum. What rounding loses or adds goes to
// the largest, so that a plain surface keeps its value.
func round(to []int32, exact []float64, sum float64) {
	if sum == 0 { // every sample is out of reach: the middle one
		exact[len(exact)/2], sum = 1, 1
	}
	rest, largest := int32(unit), 0
	for j, w := range exact {
		to[j] = int32(math.Round(w / sum * unit))
		rest -= to[j]
		if to[j] > to[largest] {
			largest = j
		}
	}
	to[largest] += rest
}
