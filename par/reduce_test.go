package par_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// affine is the function x → a·x + b modulo 2³²: composing is associative, but
// not commutative, so a wrong order shows.
type affine struct{ a, b uint32 }

func compose(f, g affine) affine { return affine{f.a * g.a, f.b*g.a + g.b} }

func affineOf(v int) affine { return affine{2*uint32(v) + 1, uint32(v) + 7} }

var start = affine{5, 3} // not the identity, so that it shows if it comes in twice

func composed(s []int) affine {
	acc := start
	for _, v := range s {
		acc = compose(acc, affineOf(v))
	}
	return acc
}

func TestReduce(t *testing.T) {
	eachCase(t, func(g given) {
		got := par.Reduce(par.Map(g.s, affineOf), start, jolting2(compose), g.o...)
		if want := composed(g.s); got != want {
			g.Wrong("got %v, want %v", got, want)
		}
	})
}

func TestMapReduce(t *testing.T) {
	eachCase(t, func(g given) {
		calls := make([]atomic.Int32, len(g.s))
		got := par.MapReduce(pairs(g.s), start, func(p pair) affine { calls[p.at].Add(1); return affineOf(p.key) }, jolting2(compose), g.o...)
		if want := composed(g.s); got != want {
			g.Wrong("got %v, want %v", got, want)
		}
		onceEach(g, calls)
	})
}

func TestFold(t *testing.T) {
	eachCase(t, func(g given) {
		var made atomic.Int32
		got := par.Fold(g.s,
			func() []int { made.Add(1); return nil },
			func(acc []int, v int) []int { jolt(); return append(acc, v) },
			func(a, b []int) []int { return append(a, b...) }, g.o...)
		if !slices.Equal(got, g.s) {
			g.Wrong("got %v, want %v", got, g.s)
		}
		if n := int(made.Load()); g.grain == 0 && n > 128 || n == 0 {
			g.Wrong("made %d accumulators", n)
		}
	})
}

// floats returns numbers whose sum depends on the order of adding.
func floats(r *rand.Rand, n int) []float64 {
	s := make([]float64, n)
	for i := range s {
		s[i] = (r.Float64() - 0.5) * math.Pow(10, float64(r.IntN(17)))
	}
	return s
}

func add(a, b float64) float64 { return a + b }

// Every number of workers, and none, must put the same brackets.
func TestReductionsHaveOneShape(t *testing.T) {
	r := random(t)
	for _, n := range []int{1, 17, 1000, 1025, 5000, size(30_000, 100_000, 100_000)} {
		s := floats(r, n)
		for _, grain := range []par.Option{{}, par.Grain(1), par.Grain(100)} {
			all := func(at par.Option) []float64 {
				max := par.MaxWorkers(1 + r.IntN(8))
				sum := []float64{
					par.Reduce(s, 1, add, grain, at, max),
					par.MapReduce(s, 1, math.Cbrt, add, grain, at, max),
					par.MapReduceN(n, 1, func(i int) float64 { return s[i] }, add, grain, at, max),
					par.ReduceRange(-7, n-7, 1, func(lo, hi int) float64 { return par.Reduce(s[lo+7:hi+7], 0, add, par.Sequential()) }, add, grain, at, max),
					par.Fold(s, func() float64 { return 1 }, add, add, grain, at, max),
				}
				prefix, total := par.ScanExclusive(s, 1, add, grain, at, max)
				return slices.Concat(sum, []float64{total}, prefix, par.Scan(s, 1, add, grain, at, max), par.PrefixSum(s, grain, at, max))
			}
			want := floatBits(all(par.Sequential()))
			for _, way := range ways {
				if got := floatBits(all(way.option())); !slices.Equal(got, want) {
					t.Errorf("n=%d %s: the floats differ from those of Sequential", n, way.name)
				}
			}
		}
	}
}

func floatBits(s []float64) []uint64 {
	out := make([]uint64, len(s))
	for i, v := range s {
		if out[i] = math.Float64bits(v); v != v {
			out[i] = 0
		}
	}
	return out
}

// TestMapReduce_torn has others run what is left of a node of the tree while its first elements last: the
// brackets stay. Elements 5 and 21 of 40 wait until all behind them have run.
func TestMapReduce_torn(t *testing.T) {
	const n = 40
	node := func(acc string, from, to int) string {
		for i := from; i < to; i++ {
			acc = fmt.Sprintf("(%s %d)", acc, i)
		}
		return acc
	}
	want := fmt.Sprintf("((%s %s) %s)", node("id", 0, 16), node("16", 17, 32), node("32", 33, n))
	p, err := skua.New(skua.WithWorkers(3))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for round := range 20 {
		var left [2]sync.WaitGroup // behind 5, and behind 21
		left[0].Add(n - 6)
		left[1].Add(n - 22)
		m := func(i int) string {
			switch i {
			case 5:
				skua.Blocking(p, left[0].Wait)
			case 21:
				skua.Blocking(p, left[1].Wait)
			}
			if i > 5 {
				left[0].Done()
			}
			if i > 21 {
				left[1].Done()
			}
			return fmt.Sprint(i)
		}
		op := func(a, b string) string { return "(" + a + " " + b + ")" }
		s := make([]int, n)
		for i := range s {
			s[i] = i
		}
		if got := par.MapReduce(s, "id", m, op, par.On(p)); got != want {
			t.Fatalf("round %d: got %s, want %s", round, got, want)
		}
		left[0].Add(n - 6)
		left[1].Add(n - 22)
		if got := par.MapReduceN(n, "id", m, op, par.On(p)); got != want {
			t.Fatalf("round %d: N: got %s, want %s", round, got, want)
		}
	}
}
