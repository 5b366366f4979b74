package seq

import "github.com/skua-go/skua/bench/pbbs/internal/forkjoin"

// Each calls f for each index below n, at most grain of them in one task.
func Each(c forkjoin.Ctx, n, grain int, f func(i int)) {
	c.For(0, n, grain, func(_ forkjoin.Ctx, from, to int) {
		for i := from; i < to; i++ {
			f(i)
		}
	})
}

// Map returns f of each index below n.
func Map[T any](c forkjoin.Ctx, n, grain int, f func(i int) T) []T {
	a := make([]T, n)
	c.For(0, n, grain, func(_ forkjoin.Ctx, from, to int) {
		for i := from; i < to; i++ {
			a[i] = f(i)
		}
	})
	return a
}

// Reduce joins f of each index below n, in order; zero is the join of none.
func Reduce[T any](c forkjoin.Ctx, n int, zero T, f func(i int) T, join func(a, b T) T) T {
	sums := Map(c, blocks(n), 1, func(b int) T {
		sum := zero
		for i := b * block; i < min(n, (b+1)*block); i++ {
			sum = join(sum, f(i))
		}
		return sum
	})
	total := zero
	for _, s := range sums {
		total = join(total, s)
	}
	return total
}
