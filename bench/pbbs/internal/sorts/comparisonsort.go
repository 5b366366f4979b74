package sorts

import (
	"cmp"
	"slices"
	"sync"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

// A weighed is a real with another one.
type weighed struct{ key, data float64 }

func comparisonSort() []suite.Problem {
	const name = "comparisonSort"
	reals := func(made func(n int) []float64) func(n int) suite.Instance {
		return func(n int) suite.Instance {
			a := made(n)
			i := sorted(a, cmp.Compare[float64], cmp.Compare[float64])
			i.Sent = &suite.Sent{Problem: name, Input: func() []byte { return suite.Bytes(a) }, Answer: suite.Numbers[float64]}
			return i
		}
	}
	return []suite.Problem{
		{Benchmark: name, Input: "randomSeq_double", Size: 1 << 19, Make: reals(gen.Reals)},
		{Benchmark: name, Input: "exptSeq_double", Size: 1 << 19,
			Make: reals(func(n int) []float64 { return gen.AsReals(gen.Exponential(n)) })},
		{Benchmark: name, Input: "almostSortedSeq_double", Size: 1 << 20,
			Make: reals(func(n int) []float64 { return gen.AsReals(gen.AlmostSorted(n)) })},
		{Benchmark: name, Input: "randomSeq_double_pair_double", Size: 1 << 18, Make: realPairs},
		{Benchmark: name, Input: "trigramSeq", Size: 1 << 17,
			Make: func(n int) suite.Instance { return sorted(gen.Words(n), cmp.Compare[string], cmp.Compare[string]) }},
	}
}

func realPairs(n int) suite.Instance {
	a := make([]weighed, n)
	data := gen.Attached(n, uint64(n))
	for i, x := range gen.Reals(n) {
		a[i] = weighed{x, float64(data[i])}
	}
	byKey := func(x, y weighed) int { return cmp.Compare(x.key, y.key) }
	return sorted(a, byKey, func(x, y weighed) int { return cmp.Or(byKey(x, y), cmp.Compare(x.data, y.data)) })
}

// sorted sorts by compare. total tells all elements apart.
func sorted[T comparable](in []T, compare, total func(x, y T) int) suite.Instance {
	want := sync.OnceValue(func() []T { return slices.SortedFunc(slices.Values(in), total) })
	return suite.Of(func(c forkjoin.Ctx) []T {
		a := clone(c, in)
		seq.Sort(c, a, compare)
		return a
	}, func() []T {
		a := slices.Clone(in)
		slices.SortFunc(a, compare)
		return a
	}, func(got []T) error { return checkSorted(got, want(), compare, total) })
}

// checkSorted wants these elements, in the order of compare.
func checkSorted[T comparable](got, want []T, compare, total func(x, y T) int) error {
	if len(got) == len(want) {
		for i := range got {
			if compare(got[i], want[i]) != 0 {
				return suite.First(got[:i+1], want[:i+1])
			}
		}
	}
	all := slices.Clone(got)
	slices.SortFunc(all, total)
	return suite.First(all, want)
}
