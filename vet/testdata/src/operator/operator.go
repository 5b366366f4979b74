package operator

import (
	"cmp"
	"context"

	"github.com/skua-go/skua/par"
	"github.com/skua-go/skua/strand"
)

func minus(a, b int) int { return a - b }

func less[T int | float64](a, b T) T { return b - a }

func identity(v int) int { return v }

func wrong(ctx context.Context, s []int, f []float64) {
	fail := func(_ context.Context, v int) (int, error) { return v, nil }
	quotient := func(a, b int) int { return (a / b) }
	par.Reduce(s, 0, func(a, b int) int { return a - b }) // want `the operator of par.Reduce is not associative: a - b depends on where the parts of the elements begin`
	par.Reduce(s, 0, minus)                               // want `a - b`
	par.Reduce(f, 0, less[float64])                       // want `b - a`
	par.Reduce(f, 0, less)                                // want `b - a`
	par.Reduce(s, 0, minus, par.Grain(1))                 // want `a - b`
	par.MapReduce(s, 1, identity, quotient)               // want `the operator of par.MapReduce is not associative: a / b`
	par.MapReduceN(10, 0, identity, minus)                // want `par.MapReduceN`
	par.ReduceRange(0, 10, 0, minus, minus)               // want `par.ReduceRange`
	par.MapReduceErr(ctx, s, 0, fail, minus)              // want `par.MapReduceErr`
	par.MapReduceNErr(ctx, 10, 0, fail, minus)            // want `par.MapReduceNErr`
	par.ReduceBy(s, identity, identity, minus)            // want `par.ReduceBy`
	par.Fold(s, func() int { return 0 }, minus, minus)    // want `par.Fold`
	par.Scan(s, 0, minus)                                 // want `par.Scan`
	par.ScanInto(s, s, 0, minus)                          // want `par.ScanInto`
	par.ScanExclusive(s, 0, minus)                        // want `par.ScanExclusive`
	par.ScanExclusiveInto(s, s, 0, minus)                 // want `par.ScanExclusiveInto`
	par.Of(s).Reduce(0, minus)                            // want `the operator of Chain.Reduce`
	strand.NewReducer(func() int { return 0 }, minus)     // want `the operator of strand.NewReducer`

	par.Reduce(s, 0, func(a, b int) int { return a % b })               // want `a % b`
	par.Reduce(s, 0, func(a, b int) int { return a << b })              // want `a << b`
	par.Reduce(s, 0, func(a, b int) int { return a >> b })              // want `a >> b`
	par.Reduce(s, 0, func(a, b int) int { return a &^ b })              // want `a &\^ b`
	par.Reduce(f, 0, func(a, b float64) float64 { return (a + b) / 2 }) // want `a mean of means`
}

func right(s []int, f []float64, given func(a, b int) int) {
	par.Reduce(s, 0, func(a, b int) int { return a + b })
	par.Reduce(f, 1, func(a, b float64) float64 { return a * b })
	par.Reduce(s, 0, func(a, b int) int { return a ^ b })
	par.Reduce(s, 0, func(a, b int) int { return max(a, b) })
	par.Reduce(s, 0, func(a, b int) int { return a })
	par.Reduce(s, 0, func(a, b int) int { return b >> 1 })
	par.Reduce(s, 0, given)
	par.Reduce(f, 0, func(a, b float64) float64 { return a - -b })
	par.Reduce(s, 0, func(a, b int) int { // the greatest common divisor
		for b != 0 {
			a, b = b, a%b
		}
		return a
	})
	par.MapReduce(s, 0, func(v int) int { return v - 1 }, func(a, b int) int { return a + b })
	par.Fold(s, func() int { return 0 }, minus, func(a, b int) int { return a + b })
	par.SortFunc(s, func(a, b int) int { return b - a })
	par.SortFunc(s, cmp.Compare[int])
	//skua:allow operator the test shows where the parts begin
	par.Reduce(s, 0, minus)
}
