package workload

import "github.com/skua-go/skua/lab/gauge"

// One step of what tasks compute is the step of gauge.Spin.
const (
	stepFactor = gauge.Factor
	stepTerm   = gauge.Term
)

// grind is what the tasks of some workloads do: grain steps, each of which waits
// for the one before, about a nanosecond each.
func grind(x uint64, grain int) uint64 {
	for range grain {
		x = x*stepFactor + stepTerm
	}
	return x
}

// jump returns the factor and the term that do grain steps at once, by squaring:
// the answers are checked with it. Forrest B. Brown, Random Number Generation
// with Arbitrary Strides, Transactions of the American Nuclear Society 71, 1994
// [BR94].
func jump(grain int) (factor, term uint64) {
	factor = 1
	f, t := uint64(stepFactor), uint64(stepTerm)
	for ; grain > 0; grain >>= 1 {
		if grain&1 == 1 {
			factor, term = factor*f, term*f+t
		}
		f, t = f*f, t*f+t
	}
	return factor, term
}

// groundSum is the sum of grind(i, grain) for all i below n.
func groundSum(n, grain int) uint64 {
	factor, term := jump(grain)
	return factor*uint64(n*(n-1)/2) + term*uint64(n)
}
