package seq

import "github.com/skua-go/skua/bench/pbbs/internal/forkjoin"

// Filter returns the elements that keep says to keep, in order. It asks twice for each.
func Filter[T any](c forkjoin.Ctx, a []T, keep func(x T) bool) []T {
	return Pack(c, len(a), func(i int) bool { return keep(a[i]) }, func(i int) T { return a[i] })
}

// Pack returns value of each index below n that keep says to keep, in order. It asks twice for each.
func Pack[T any](c forkjoin.Ctx, n int, keep func(i int) bool, value func(i int) T) []T {
	starts := Map(c, blocks(n), 1, func(b int) (kept int) {
		for i := b * block; i < min(n, (b+1)*block); i++ {
			if keep(i) {
				kept++
			}
		}
		return kept
	})
	out := make([]T, serialScan(starts, 0))
	Each(c, blocks(n), 1, func(b int) {
		at := starts[b]
		for i := b * block; i < min(n, (b+1)*block); i++ {
			if keep(i) {
				out[at] = value(i)
				at++
			}
		}
	})
	return out
}
