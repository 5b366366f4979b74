package lab

import (
	"math"
	"slices"

	"github.com/skua-go/skua/lab/gauge"
)

// A claim with an O says nothing of constants. It claims that some quotient stays
// below a constant, so the test is whether the quotient still grows where its
// parameter x is large. A quotient that grows more slowly than x to the power
// BoundedBelow counts as bounded, and one that grows as x to the power GrowingFrom or
// faster as growing; between them a run does not decide. Over the ranges here a
// logarithm looks like a power of 0.1 to 0.2; the nearest growth that the sources
// exclude, a root, is a power of 0.5.
const (
	BoundedBelow = 0.25
	GrowingFrom  = 0.4
)

// Exponent returns the e with which y grows as xᵉ. It fits the upper half of the
// different values of x, because terms of lower order count below it. Points without a
// logarithm are left out; with fewer than two values of x the exponent is NaN.
func Exponent(x, y []float64) float64 {
	var lx, ly []float64
	for i := range x {
		if x[i] > 0 && y[i] > 0 {
			lx, ly = append(lx, math.Log(x[i])), append(ly, math.Log(y[i]))
		}
	}
	values := slices.Compact(slices.Sorted(slices.Values(lx)))
	if len(values) < 2 {
		return math.NaN()
	}
	from := values[min((len(values)-1)/2, len(values)-2)]
	var ux, uy []float64
	for i := range lx {
		if lx[i] >= from {
			ux, uy = append(ux, lx[i]), append(uy, ly[i])
		}
	}
	_, e, _ := gauge.Fit(ux, uy)
	return e
}

// A Growth is how one quotient grows in one place of a table.
type Growth struct {
	Where    string
	Exponent float64
}

// Steepest returns the growth with the highest exponent, and false if there is
// none with a number.
func Steepest(all []Growth) (worst Growth, ok bool) {
	for _, g := range all {
		if !math.IsNaN(g.Exponent) && (!ok || g.Exponent > worst.Exponent) {
			worst, ok = g, true
		}
	}
	return worst, ok
}

// Flattest returns the growth with the lowest exponent, and false if there is none with a number.
func Flattest(all []Growth) (least Growth, ok bool) {
	for _, g := range all {
		if !math.IsNaN(g.Exponent) && (!ok || g.Exponent < least.Exponent) {
			least, ok = g, true
		}
	}
	return least, ok
}

// JudgedByGrowth returns the finding that a quotient stays below a constant.
func JudgedByGrowth(worst Growth, reason string) Finding {
	if worst.Exponent > BoundedBelow && worst.Exponent < GrowingFrom {
		return Undecided("%s", reason)
	}
	return Judged(worst.Exponent <= BoundedBelow, "%s", reason)
}
