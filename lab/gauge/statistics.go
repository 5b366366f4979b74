package gauge

import (
	"math"
	"slices"
)

// Median returns the middle of the values, or 0 if there are none.
func Median(v []float64) float64 { return Quantile(v, 0.5) }

// Quantile returns the value below which a share q of the values lies, between
// neighbours by their distance. It returns 0 if there are none.
func Quantile(v []float64, q float64) float64 {
	if len(v) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(v))
	at := q * float64(len(s)-1)
	lo := int(at)
	hi := min(lo+1, len(s)-1)
	return s[lo] + (at-float64(lo))*(s[hi]-s[lo])
}

// IntervalNeeds is how many values Interval needs to be as sure as it says. Interval
// of fewer values refutes nothing: among the many intervals of a table some lie far
// off by chance.
const IntervalNeeds = 6

// Interval returns bounds between which the median of the population lies with a
// confidence of at least 95 %, whatever the distribution: two order statistics.
// With fewer than IntervalNeeds values they are the least and the greatest, and less sure.
func Interval(v []float64) (low, high float64) {
	if len(v) == 0 {
		return 0, 0
	}
	s := slices.Sorted(slices.Values(v))
	n, k := len(s), 0
	for below := 0.0; k < n/2; k++ { // P(fewer than k+1 of n below the median)
		if below += binomial(n, k); 2*below > 0.05 {
			break
		}
	}
	k = max(k-1, 0)
	return s[k], s[n-1-k]
}

// binomial returns the probability of k heads of n.
func binomial(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return math.Exp(a - b - c - float64(n)*math.Ln2)
}

// Fit returns the line y = a + b·x with the least squares, and the share of the
// variance of y that it explains.
func Fit(x, y []float64) (a, b, r2 float64) {
	if len(x) != len(y) || len(x) < 2 {
		return 0, 0, 0
	}
	mx, my := Mean(x), Mean(y)
	var xx, xy, yy float64
	for i := range x {
		xx += (x[i] - mx) * (x[i] - mx)
		xy += (x[i] - mx) * (y[i] - my)
		yy += (y[i] - my) * (y[i] - my)
	}
	if xx == 0 || yy == 0 {
		return my, 0, 0
	}
	b = xy / xx
	return my - b*mx, b, xy * xy / (xx * yy)
}

func Mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}
