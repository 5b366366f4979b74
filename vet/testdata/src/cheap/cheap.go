package cheap

import (
	"math"

	"github.com/skua-go/skua/par"
)

type point struct{ x, y float64 }

func add(a, b int) int { return a + b }

func sum[E int | float64](s []E) E { return par.Reduce(s, 0, func(a, b E) E { return a + b }) }

func wrong(dst, s []int, f []float64, points []point) {
	par.For(len(s), func(i int) { dst[i] = 2*s[i] + 1 })                  // want `the function given to par.For costs less than the call of it: par.ForRange takes a loop, into which the compiler inlines it`
	par.For(100_000, func(i int) { dst[i] = i })                          // want `par.ForRange`
	par.For(len(s), func(i int) { dst[i] = max(s[i], 0) }, par.Grain(10)) // want `par.ForRange`
	par.ForEach(points, func(p point) { f[0] = p.x })                     // want `par.ForRange`
	par.MapInto(f, s, func(v int) float64 { return float64(v) * 0.5 })    // want `par.ForRange`

	par.Reduce(s, 0, add)                                         // want `the function given to par.Reduce costs less than the call of it: par.Sum adds without one`
	par.Reduce(s, 1, add)                                         // want `par.ReduceRange takes a loop`
	par.Reduce(s, 0, func(a, b int) int { return b + a })         // want `par.Sum`
	par.Reduce(s, 0, func(a, b int) int { return a ^ b })         // want `par.ReduceRange`
	par.Reduce(f, 0, func(a, b float64) float64 { return a + b }) // want `par.Sum`

	square := func(v float64) float64 { return v * v }
	par.MapReduce(f, 0, square, math.Max)                                           // want `the function given to par.MapReduce costs less than the call of it: par.ReduceRange`
	par.MapReduceN(len(f), 0, func(i int) float64 { return f[i] * f[i] }, math.Max) // want `par.ReduceRange`

	par.Scan(s, 0, add)          // want `par.PrefixSum adds without one`
	par.ScanInto(dst, s, 0, add) // want `par.PrefixSumInto adds without one`
}

func right(dst, s []int, f []float64, text []string, m map[int]int, given func(i int), ch chan int) {
	par.For(len(s), given)
	par.For(9_999, func(i int) { dst[i] = i })
	par.For(len(s), func(i int) { dst[i] = i }, par.Sequential())
	par.For(len(f), func(i int) { f[i] = math.Sqrt(f[i]) }) // a call, whatever becomes of it
	par.For(len(s), func(i int) { dst[i] = m[i] })
	par.For(len(s), func(i int) { dst[i] = <-ch })
	par.For(len(s), func(i int) { text[i] = text[i] + "." })
	par.For(len(s), func(i int) { text[i] = string(rune(i)) })
	par.For(len(s), func(i int) {
		if s[i] > 0 {
			dst[i] = s[i]
		}
	})
	par.For(len(s), func(i int) {
		for j := range i {
			dst[i] += j
		}
	})
	par.For(len(s), func(i int) { dst[i] = ((s[i]*3+1)*5+s[i])*7 + s[i] + s[0] + s[1] })
	par.Map(s, func(v int) int { return v + 1 }) // makes its result, too
	par.ForRange(0, len(s), func(lo, hi int) { dst[lo] = hi })
	par.Reduce(text, "", func(a, b string) string { return a + b })
	par.Reduce(s, math.MinInt, func(a, b int) int {
		if a > b {
			return a
		}
		return b
	})
	par.Scan(s, math.MinInt, func(a, b int) int { return max(a, b) }) // nothing better is there
	par.Scan(text, "", func(a, b string) string { return a + b })
	//skua:allow cheap the table is to be short
	par.For(len(s), func(i int) { dst[i] = i })
}
