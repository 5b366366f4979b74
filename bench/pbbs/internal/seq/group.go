package seq

import "github.com/skua-go/skua/bench/pbbs/internal/forkjoin"

// Group writes the elements to out, those with lower keys first and equal keys in order, and
// returns where those of each key begin, and at the end len(in). Keys are below buckets.
func Group[T any](c forkjoin.Ctx, in, out []T, buckets int, key func(x T) int) (starts []int) {
	n := len(in)
	size := max(block, 8*buckets) // so that counting is the lesser part
	count := (n + size - 1) / size
	of := func(b int) []T { return in[b*size : min(n, (b+1)*size)] }
	next := make([]uint32, count*buckets) // of each block and key: how many; then, where the next goes
	Each(c, count, 1, func(b int) {
		counts := next[b*buckets : (b+1)*buckets]
		for _, x := range of(b) {
			counts[key(x)]++
		}
	})
	starts = make([]int, buckets+1)
	Each(c, buckets, max(1, Grain/max(1, count)), func(k int) {
		sum := uint32(0)
		for at := k; at < len(next); at += buckets {
			next[at], sum = sum, sum+next[at]
		}
		starts[k] = int(sum)
	})
	starts[buckets] = Scan(c, starts[:buckets])
	Each(c, count, 1, func(b int) {
		counts := next[b*buckets : (b+1)*buckets]
		for k := range counts {
			counts[k] += uint32(starts[k])
		}
		for _, x := range of(b) {
			k := key(x)
			out[counts[k]] = x
			counts[k]++
		}
	})
	return starts
}

// RadixSort sorts by the lowest bits of the keys; it is stable.
func RadixSort[T any](c forkjoin.Ctx, a []T, bits int, key func(x T) uint64) {
	const digit = 8
	from, to := a, make([]T, len(a))
	for shift := 0; shift < bits; shift += digit {
		width := min(digit, bits-shift)
		Group(c, from, to, 1<<width, func(x T) int { return int(key(x) >> shift & (1<<width - 1)) })
		from, to = to, from
	}
	if len(a) > 0 && &from[0] != &a[0] {
		c.For(0, len(a), 4*Grain, func(_ forkjoin.Ctx, lo, hi int) { copy(a[lo:hi], from[lo:hi]) })
	}
}
