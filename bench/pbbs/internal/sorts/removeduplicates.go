package sorts

import (
	"cmp"
	"hash/maphash"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

func removeDuplicates() []suite.Problem {
	const name = "removeDuplicates"
	ints := func(made func(n int) []uint64) func(n int) suite.Instance {
		return func(n int) suite.Instance {
			a := keys(made(n))
			i := distinct(a, func(x uint32) uint64 { return gen.Hash64(uint64(x)) })
			i.Sent = &suite.Sent{Problem: name, Input: func() []byte { return suite.Bytes(a) }, Answer: suite.Numbers[uint32]}
			return i
		}
	}
	seed := maphash.MakeSeed()
	return []suite.Problem{
		{Benchmark: name, Input: "randomSeq_int", Size: 1 << 20, Make: ints(upToSize)},
		{Benchmark: name, Input: "exptSeq_int", Size: 1 << 20, Make: ints(gen.Exponential)},
		{Benchmark: name, Input: "trigramSeq", Size: 1 << 18, Make: func(n int) suite.Instance {
			return distinct(gen.Words(n), func(s string) uint64 { return maphash.String(seed, s) })
		}},
	}
}

// distinct returns each value once, in any order.
func distinct[T cmp.Ordered](in []T, hash func(x T) uint64) suite.Instance {
	size := 2
	for size < 2*len(in) {
		size *= 2
	}
	mask := uint64(size - 1)
	want := sync.OnceValue(func() []T { return slices.Compact(slices.Sorted(slices.Values(in))) })
	return suite.Of(func(c forkjoin.Ctx) []T {
		table := make([]atomic.Uint32, size) // an index of in, and one; 0 is free
		seq.Each(c, len(in), seq.Grain/4, func(i int) {
			for at := hash(in[i]) & mask; ; at = (at + 1) & mask {
				there := table[at].Load()
				if there == 0 && table[at].CompareAndSwap(0, uint32(i+1)) {
					return
				}
				if in[table[at].Load()-1] == in[i] {
					return
				}
			}
		})
		return seq.Pack(c, size, func(at int) bool { return table[at].Load() > 0 }, func(at int) T { return in[table[at].Load()-1] })
	}, func() []T {
		table := make([]uint32, size)
		out := []T{}
	all:
		for i, x := range in {
			at := hash(x) & mask
			for ; table[at] > 0; at = (at + 1) & mask {
				if in[table[at]-1] == x {
					continue all
				}
			}
			table[at] = uint32(i + 1)
			out = append(out, x)
		}
		return out
	}, func(got []T) error {
		return suite.First(slices.Sorted(slices.Values(got)), want())
	})
}
