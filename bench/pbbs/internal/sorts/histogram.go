package sorts

import (
	"math/bits"
	"sync"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

func histogram() []suite.Problem {
	const name = "histogram"
	of := func(made func(n int) []uint64, buckets func(n int) int) func(n int) suite.Instance {
		return func(n int) suite.Instance { return counted(keys(made(n)), buckets(n)) }
	}
	below := func(limit int) func(n int) suite.Instance {
		return of(func(n int) []uint64 { return gen.Ints(n, uint64(limit)) }, func(int) int { return limit })
	}
	size := func(n int) int { return n }
	return []suite.Problem{
		{Benchmark: name, Input: "randomSeq_256_int", Size: 1 << 24, Make: below(256)},
		{Benchmark: name, Input: "randomSeq_100K_int", Size: 1 << 22, Make: below(100_000)},
		{Benchmark: name, Input: "randomSeq_int", Size: 1 << 21, Make: of(upToSize, size)},
		{Benchmark: name, Input: "exptSeq_int", Size: 1 << 21, Make: of(gen.Exponential, size)},
		{Benchmark: name, Input: "almostEqualSeq", Size: 1 << 21,
			Make: of(func(n int) []uint64 { return gen.AlmostEqual(n, uint64(n)) }, size)},
	}
}

// counted counts keys below buckets.
func counted(in []uint32, buckets int) suite.Instance {
	want := sync.OnceValue(func() []uint32 { return countSerially(in, buckets) })
	i := suite.Of(func(c forkjoin.Ctx) []uint32 {
		counts := make([]uint32, buckets)
		count(c, in, counts, 0)
		return counts
	}, func() []uint32 {
		return countSerially(in, buckets)
	}, func(got []uint32) error {
		return suite.First(got, want())
	})
	i.Sent = &suite.Sent{Problem: "histogram", Input: func() []byte { return suite.Bytes(in, uint32(buckets)) }, Answer: suite.Numbers[uint32]}
	return i
}

func countSerially(in []uint32, buckets int) []uint32 {
	counts := make([]uint32, buckets)
	for _, k := range in {
		counts[k]++
	}
	return counts
}

// count counts keys of which base is the least. Many keys with many values are grouped first, so
// that the counts of a group are near each other; then each task has counts of its own.
func count(c forkjoin.Ctx, in, counts []uint32, base uint32) {
	const few, groups = 8192, 256
	switch {
	case len(in) <= few:
		for _, k := range in {
			counts[k-base]++
		}
	case len(counts) <= few:
		countBlocks(c, in, counts, base)
	default:
		shift := bits.Len(uint((len(counts) - 1) / groups))
		grouped := make([]uint32, len(in))
		starts := seq.Group(c, in, grouped, groups, func(k uint32) int { return int((k - base) >> shift) })
		c.For(0, groups, 1, func(c forkjoin.Ctx, from, to int) {
			for g := from; g < to; g++ {
				if low := g << shift; low < len(counts) {
					high := min(len(counts), low+1<<shift)
					count(c, grouped[starts[g]:starts[g+1]], counts[low:high], base+uint32(low))
				}
			}
		})
	}
}

// countBlocks counts blocks of the keys apart, and adds.
func countBlocks(c forkjoin.Ctx, in, counts []uint32, base uint32) {
	width := len(counts)
	size := max(8192, 8*width)
	blocks := (len(in) + size - 1) / size
	apart := make([]uint32, blocks*width)
	seq.Each(c, blocks, 1, func(b int) {
		own := apart[b*width : (b+1)*width]
		for _, k := range in[b*size : min(len(in), (b+1)*size)] {
			own[k-base]++
		}
	})
	seq.Each(c, width, max(1, seq.Grain/blocks), func(k int) {
		for at := k; at < len(apart); at += width {
			counts[k] += apart[at]
		}
	})
}
