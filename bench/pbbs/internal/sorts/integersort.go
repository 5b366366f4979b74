package sorts

import (
	"cmp"
	"math/bits"
	"slices"
	"sync"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

// A keyed is an integer with another one.
type keyed struct{ Key, Data uint32 }

func integerSort() []suite.Problem {
	const name = "integerSort"
	whole := func(n int) int { return bits.Len(uint(n - 1)) }
	plain := func(made func(n int) []uint64) func(n int) suite.Instance {
		return func(n int) suite.Instance {
			return sortedByKey(name, keys(made(n)), whole(n), func(x uint32) uint64 { return uint64(x) })
		}
	}
	pairs := func(limit func(n int) uint64, width func(n int) int) func(n int) suite.Instance {
		return func(n int) suite.Instance {
			a := make([]keyed, n)
			data := gen.Attached(n, uint64(n))
			for i, x := range gen.Ints(n, limit(n)) {
				a[i] = keyed{uint32(x), uint32(data[i])}
			}
			return sortedByKey(name+"Pairs", a, width(n), func(x keyed) uint64 { return uint64(x.Key) })
		}
	}
	byte256 := func(int) uint64 { return 256 }
	return []suite.Problem{
		{Benchmark: name, Input: "randomSeq_int", Size: 1 << 21, Make: plain(upToSize)},
		{Benchmark: name, Input: "exptSeq_int", Size: 1 << 21, Make: plain(gen.Exponential)},
		{Benchmark: name, Input: "randomSeq_int_pair_int", Size: 1 << 20, Make: pairs(func(n int) uint64 { return uint64(n) }, whole)},
		{Benchmark: name, Input: "randomSeq_256_int_pair_int", Size: 1 << 22, Make: pairs(byte256, func(int) int { return 8 })},
	}
}

func upToSize(n int) []uint64 { return gen.Ints(n, uint64(n)) }

// keys are the numbers in 32 bits.
func keys(a []uint64) []uint32 {
	b := make([]uint32, len(a))
	for i, x := range a {
		b[i] = uint32(x)
	}
	return b
}

// sortedByKey sorts by the lowest bits of the key.
func sortedByKey[T comparable](name string, in []T, width int, key func(x T) uint64) suite.Instance {
	want := sync.OnceValue(func() []T {
		return slices.SortedStableFunc(slices.Values(in), func(x, y T) int { return cmp.Compare(key(x), key(y)) })
	})
	i := suite.Of(func(c forkjoin.Ctx) []T {
		a := clone(c, in)
		seq.RadixSort(c, a, width, key)
		return a
	}, func() []T {
		return serialRadixSort(slices.Clone(in), width, key)
	}, func(got []T) error { return suite.First(got, want()) })
	i.Sent = &suite.Sent{Problem: name, Input: func() []byte { return suite.Bytes(in, uint32(width)) }, Answer: suite.Numbers[T]}
	return i
}

// clone copies in parallel.
func clone[T any](c forkjoin.Ctx, in []T) []T {
	a := make([]T, len(in))
	c.For(0, len(in), 4*seq.Grain, func(_ forkjoin.Ctx, from, to int) { copy(a[from:to], in[from:to]) })
	return a
}

// serialRadixSort sorts a and may return another slice.
func serialRadixSort[T any](a []T, width int, key func(x T) uint64) []T {
	b := make([]T, len(a))
	for shift := 0; shift < width; shift += 8 {
		mask := uint64(1)<<min(8, width-shift) - 1
		var next [257]int
		for _, x := range a {
			next[key(x)>>shift&mask+1]++
		}
		for k := range 256 {
			next[k+1] += next[k]
		}
		for _, x := range a {
			k := key(x) >> shift & mask
			b[next[k]] = x
			next[k]++
		}
		a, b = b, a
	}
	return a
}
