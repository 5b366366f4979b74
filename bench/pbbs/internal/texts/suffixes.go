package texts

import (
	"slices"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
)

// A segment is a range of the suffix array whose suffixes have been equal so far.
type segment struct{ from, to uint32 }

// first is how many bytes of each suffix the first round looks at.
const first = 4

// suffixes returns where the suffixes of the text begin, in order; one that is the beginning of
// another comes first. Rounds double the number of bytes that are looked at, as in the suite's
// parallelRange: within a segment suffixes are sorted by the ranks of what follows the bytes so far.
// The text may have a zero byte at its beginning, but nowhere else.
func suffixes(c forkjoin.Ctx, text []byte) []uint32 {
	n := len(text)
	order := seq.Map(c, n, seq.Grain, func(i int) uint64 { return uint64(prefix(text, i))<<32 | uint64(i) })
	seq.RadixSort(c, order, 8*first, func(x uint64) uint64 { return x >> 32 })
	ranks := make([]uint32, n+1) // of the suffix at each place; the empty suffix has 0
	segments := regroupWhole(c, order, ranks)
	for width := first; len(segments) > 0; width *= 2 {
		c.For(0, len(segments), 8, func(c forkjoin.Ctx, from, to int) {
			for _, s := range segments[from:to] {
				sortSegment(c, order[s.from:s.to], ranks, width)
			}
		})
		segments = regroup(c, segments, order, ranks)
	}
	return seq.Map(c, n, seq.Grain, func(i int) uint32 { return uint32(order[i]) })
}

// prefix is the first bytes of a suffix; zeros behind its end, which are less than all letters.
func prefix(text []byte, i int) (p uint32) {
	for k := range first {
		p <<= 8
		if i+k < len(text) {
			p |= uint32(text[i+k])
		}
	}
	return p
}

// sortSegment sorts suffixes by the ranks of what follows the first width bytes.
func sortSegment(c forkjoin.Ctx, part []uint64, ranks []uint32, width int) {
	const small = 4096
	key := func(x uint64) uint64 {
		i := int(uint32(x))
		return uint64(ranks[min(i+width, len(ranks)-1)])<<32 | uint64(i)
	}
	if len(part) <= small {
		for k, x := range part {
			part[k] = key(x)
		}
		slices.Sort(part)
		return
	}
	seq.Each(c, len(part), seq.Grain, func(k int) { part[k] = key(part[k]) })
	seq.RadixSort(c, part, 32, func(x uint64) uint64 { return x >> 32 })
}

// regroup gives the suffixes of the segments their new ranks, which are one more than the place
// where those with the same key begin, and returns the segments of equal keys.
func regroup(c forkjoin.Ctx, segments []segment, order []uint64, ranks []uint32) []segment {
	const some = 32
	return joined(c, seq.Map(c, (len(segments)+some-1)/some, 1, func(k int) (out []segment) {
		for _, s := range segments[k*some : min(len(segments), (k+1)*some)] {
			out = regroupOne(out, s, order, ranks)
		}
		return out
	}))
}

func regroupOne(out []segment, s segment, order []uint64, ranks []uint32) []segment {
	for begin := s.from; begin < s.to; {
		end := begin
		for end < s.to && order[end]>>32 == order[begin]>>32 {
			ranks[uint32(order[end])] = begin + 1
			end++
		}
		if end-begin > 1 {
			out = append(out, segment{begin, end})
		}
		begin = end
	}
	return out
}

// regroupWhole finds where keys begin, and then makes each a segment.
func regroupWhole(c forkjoin.Ctx, order []uint64, ranks []uint32) []segment {
	begins := seq.Pack(c, len(order), func(i int) bool { return i == 0 || order[i]>>32 != order[i-1]>>32 }, func(i int) uint32 { return uint32(i) })
	all := seq.Map(c, len(begins), 256, func(k int) segment {
		s := segment{begins[k], uint32(len(order))}
		if k+1 < len(begins) {
			s.to = begins[k+1]
		}
		regroupOne(nil, s, order, ranks)
		return s
	})
	return seq.Filter(c, all, func(s segment) bool { return s.to-s.from > 1 })
}
