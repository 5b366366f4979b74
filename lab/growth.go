package lab

import (
	"math"
	"slices"

	"github.com/skua-go/skua/lab/gauge"
)

// Claims with an O say nothing of constants: what tells is whether a quotient
// that should stay below some constant still grows where its parameter is large.
// It counts as bounded if it grows more slowly than x to the power bounded, and as
// growing from the power growing on; between them a run does not decide. A
// logarithm looks like a power of 0.1 to 0.2 over the ranges here; the nearest
// thing that the sources exclude, a root, is 0.5.
const (
	bounded = 0.25
	Growing = 0.4
)

// Exponent returns the e with which y grows as xᵉ, by a fit over the upper half of
// the different values of x: below it terms of lower order count. Points that
// logarithms do not have are left out; with fewer than two values of x it is NaN.
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

// JudgedByGrowth returns the finding that a quotient stays below a constant.
func JudgedByGrowth(worst Growth, reason string) Finding {
	if worst.Exponent > bounded && worst.Exponent < Growing {
		return Undecided("%s", reason)
	}
	return Judged(worst.Exponent <= bounded, "%s", reason)
}
