package par_test

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/skua-go/skua/par"
)

// A twin is a function of the package and the plain loop that does the same, on
// a slice; both end in a number that the benchmark keeps.
type twin struct {
	name     string
	par, seq func(s []int) int
}

// sizes of benchmarks, but for bodies that compute: 10⁷ of them take seconds.
var sizes = []int{10, 100, 10_000, 10_000_000}

// hash takes about 200 ns: a body that computes.
func hash(v int) int {
	x := uint64(v) + 1
	for range 100 {
		x = bits.RotateLeft64(x*0x9E3779B97F4A7C15, 29) ^ x>>7
	}
	return int(x >> 1)
}

func double(v int) int { return 2 * v }
func odd(v int) bool   { return v&1 == 1 }
func use(v int) {
	if v < 0 {
		into[0] = v
	}
}
func sum(a, b int) int { return a + b }
func never(v int) bool { return v < 0 }
func hashOdd(v int) bool {
	return hash(v)&1 == 1
}

func truth(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// into is where the benchmarks of MapInto and For write.
var into = make([]int, sizes[len(sizes)-1])

// memory's bodies take about a nanosecond, so large inputs are bound by memory.
var memory = []twin{
	{"For",
		func(s []int) int { par.For(len(s), func(i int) { into[i] = 2 * s[i] }); return 0 },
		func(s []int) int { return mapLoop(s, double) }},
	{"ForRange",
		func(s []int) int {
			par.ForRange(0, len(s), func(lo, hi int) { mapBlock(into[lo:hi], s[lo:hi]) })
			return 0
		},
		func(s []int) int { mapBlock(into, s); return 0 }},
	{"ForEach",
		func(s []int) int { par.ForEach(s, use); return 0 },
		func(s []int) int { forLoop(s, use); return 0 }},
	{"Chunks",
		func(s []int) int { par.Chunks(s, 1000, slices.Reverse); return 0 },
		func(s []int) int {
			for c := range slices.Chunk(s, 1000) {
				slices.Reverse(c)
			}
			return 0
		}},
	{"Map",
		func(s []int) int { return len(par.Map(s, double)) },
		func(s []int) int { return len(mapTwin(s, double)) }},
	{"MapInto",
		func(s []int) int { par.MapInto(into, s, double); return 0 },
		func(s []int) int { return mapLoop(s, double) }},
	{"Filter",
		func(s []int) int { return len(par.Filter(s, odd)) },
		func(s []int) int { yes, _ := partitionLoop(s, false); return len(yes) }},
	{"Partition",
		func(s []int) int { yes, no := par.Partition(s, odd); return len(yes) - len(no) },
		func(s []int) int { yes, no := partitionLoop(s, true); return len(yes) - len(no) }},
	{"Reduce",
		func(s []int) int { return par.Reduce(s, 0, sum) },
		func(s []int) int { return reduceLoop(s, 0, sum) }},
	{"MapReduce",
		func(s []int) int { return par.MapReduce(s, 0, double, sum) },
		func(s []int) int { return mapReduceLoop(s, 0, double, sum) }},
	{"MapReducePieces",
		func(s []int) int { return par.MapReduce(slices.Collect(slices.Chunk(s, 4096)), 0, sumLoop[int], sum) },
		sumLoop[int]},
	{"Fold",
		func(s []int) int { return par.Fold(s, func() int { return 0 }, sum, sum) },
		func(s []int) int { return reduceLoop(s, 0, sum) }},
	{"Scan",
		func(s []int) int { return len(par.Scan(s, 0, sum)) },
		func(s []int) int { return scanLoop(s, sum) }},
	{"ScanExclusive",
		func(s []int) int { _, total := par.ScanExclusive(s, 0, sum); return total },
		func(s []int) int { return scanLoop(s, sum) }},
	{"ScanInto",
		func(s []int) int { par.ScanInto(into, s, 0, sum); return 0 },
		func(s []int) int { scanIntoLoop(into, s, sum); return 0 }},
	{"ScanExclusiveInto",
		func(s []int) int { return par.ScanExclusiveInto(into, s, 0, sum) },
		func(s []int) int { return scanIntoLoop(into, s, sum) }},
	{"Sum", func(s []int) int { return par.Sum(s) }, sumLoop[int]},
	{"SumFloat", func(s []int) int { return int(par.Sum(asFloats(s))) }, func(s []int) int { return int(sumLoop(asFloats(s))) }},
	{"Min", func(s []int) int { return par.Min(s) }, slices.Min[[]int]},
	{"MinFloat", func(s []int) int { return int(par.Min(asFloats(s))) }, func(s []int) int { return int(slices.Min(asFloats(s))) }},
	{"Max", func(s []int) int { return par.Max(s) }, slices.Max[[]int]},
	{"Index", func(s []int) int { return par.Index(s, -1) }, func(s []int) int { return slices.Index(s, -1) }},
	{"Contains",
		func(s []int) int { return truth(par.Contains(s, -1)) },
		func(s []int) int { return truth(slices.Contains(s, -1)) }},
	{"IndexFunc",
		func(s []int) int { return par.IndexFunc(s, never) },
		func(s []int) int { return slices.IndexFunc(s, never) }},
	{"ContainsFunc",
		func(s []int) int { return truth(par.ContainsFunc(s, never)) },
		func(s []int) int { return truth(slices.ContainsFunc(s, never)) }},
	{"MinFunc",
		func(s []int) int { return par.MinFunc(s, cmp.Compare) },
		func(s []int) int { return slices.MinFunc(s, cmp.Compare) }},
	{"CountFunc",
		func(s []int) int { return par.CountFunc(s, odd) },
		func(s []int) int { return countLoop(s, odd) }},
	{"GroupBy",
		func(s []int) int { return len(par.GroupBy(s, func(v int) int { return v & 15 })) },
		func(s []int) int {
			m := map[int][]int{}
			for _, v := range s {
				m[v&15] = append(m[v&15], v)
			}
			return len(m)
		}},
	{"Histogram",
		func(s []int) int { return par.Histogram(s, 256, func(v int) int { return v & 255 })[0] },
		func(s []int) int { return histogramLoop(s, 256)[0] }},
	{"Flatten",
		func(s []int) int { return len(par.Flatten(pieces(s))) },
		func(s []int) int { return len(slices.Concat(pieces(s)...)) }},
}

// compute's bodies take about 200 ns.
var compute = []twin{
	{"For",
		func(s []int) int { par.For(len(s), func(i int) { into[i] = hash(s[i]) }); return 0 },
		func(s []int) int { return mapLoop(s, hash) }},
	{"Map",
		func(s []int) int { return len(par.Map(s, hash)) },
		func(s []int) int { return len(mapTwin(s, hash)) }},
	{"MapReduce",
		func(s []int) int { return par.MapReduce(s, 0, hash, sum) },
		func(s []int) int { return mapReduceLoop(s, 0, hash, sum) }},
	{"CountFunc",
		func(s []int) int { return par.CountFunc(s, hashOdd) },
		func(s []int) int { return countLoop(s, hashOdd) }},
}

// BenchmarkPar compares each function with its twin. impl is the last key, so
// that `benchstat -col /impl` puts them side by side.
func BenchmarkPar(b *testing.B) {
	for _, n := range sizes {
		s := ints(random(b), n)
		for _, body := range []struct {
			name  string
			twins []twin
		}{{"memory", memory}, {"compute", compute}} {
			for _, t := range body.twins {
				name := fmt.Sprintf("func=%s/body=%s/n=%d/impl=", t.name, body.name, n)
				b.Run(name+"par", func(b *testing.B) { run(b, t.par, s) })
				b.Run(name+"seq", func(b *testing.B) { run(b, t.seq, s) })
			}
		}
	}
}

func run(b *testing.B, f func(s []int) int, s []int) {
	if strings.Contains(b.Name(), "=Flatten/") {
		pieces(s) // cut outside of the measurement
	}
	if strings.Contains(b.Name(), "Float/") {
		asFloats(s)
	}
	b.ReportAllocs()
	b.SetBytes(int64(8 * len(s)))
	for b.Loop() {
		kept = f(s)
	}
}

var kept int // so that no result is optimized away

//go:noinline
func mapBlock(dst, s []int) {
	for i, v := range s {
		dst[i] = 2 * v
	}
}

// The twins call a function value for each element, as par does.

//go:noinline
func forLoop(s []int, f func(int)) {
	for _, v := range s {
		f(v)
	}
}

//go:noinline
func mapLoop(s []int, f func(int) int) int {
	for i, v := range s {
		into[i] = f(v)
	}
	return 0
}

//go:noinline
func mapTwin(s []int, f func(int) int) []int {
	out := make([]int, len(s))
	for i, v := range s {
		out[i] = f(v)
	}
	return out
}

//go:noinline
func histogramLoop(s []int, n int) []int {
	counts := make([]int, n)
	for _, v := range s {
		counts[v&(n-1)]++
	}
	return counts
}

func partitionLoop(s []int, both bool) (yes, no []int) {
	for _, v := range s {
		if odd(v) {
			yes = append(yes, v)
		} else if both {
			no = append(no, v)
		}
	}
	return yes, no
}

//go:noinline
func reduceLoop(s []int, acc int, op func(a, b int) int) int {
	for _, v := range s {
		acc = op(acc, v)
	}
	return acc
}

//go:noinline
func sumLoop[E par.Number](s []E) (total E) {
	for _, v := range s {
		total += v
	}
	return total
}

//go:noinline
func mapReduceLoop(s []int, acc int, m func(int) int, op func(a, b int) int) int {
	for _, v := range s {
		acc = op(acc, m(v))
	}
	return acc
}

//go:noinline
func scanLoop(s []int, op func(a, b int) int) int {
	return scanIntoLoop(make([]int, len(s)), s, op)
}

//go:noinline
func scanIntoLoop(out, s []int, op func(a, b int) int) int {
	acc := 0
	for i, v := range s {
		acc = op(acc, v)
		out[i] = acc
	}
	return len(out)
}

//go:noinline
func countLoop(s []int, f func(int) bool) (n int) {
	for _, v := range s {
		if f(v) {
			n++
		}
	}
	return n
}

// pieces cuts s into slices of 100 elements; the last cut is kept.
func pieces(s []int) [][]int {
	if len(cut) == 0 || len(cut)*100 < len(s) || len(cut)*100 > len(s)+99 || &cut[0][0] != &s[0] {
		cut = slices.Collect(slices.Chunk(s, 100))
	}
	return cut
}

var cut [][]int

// asFloats returns s as floats, above 0 so that no time goes to the sign of zero; the last are kept.
func asFloats(s []int) []float64 {
	if len(asFloat) != len(s) {
		asFloat = make([]float64, len(s))
		for i, v := range s {
			asFloat[i] = float64(v) + 0.5
		}
	}
	return asFloat
}

var asFloat []float64
