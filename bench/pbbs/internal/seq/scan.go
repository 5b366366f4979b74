package seq

import "github.com/skua-go/skua/bench/pbbs/internal/forkjoin"

// An integer is what can be scanned.
type integer interface{ ~int | ~int32 | ~uint32 }

// Scan replaces each element by the sum of those before it, and returns the sum of all.
func Scan[N integer](c forkjoin.Ctx, a []N) N {
	n := len(a)
	sums := Map(c, blocks(n), 1, func(b int) (sum N) {
		for _, x := range a[b*block : min(n, (b+1)*block)] {
			sum += x
		}
		return sum
	})
	total := serialScan(sums, 0)
	Each(c, blocks(n), 1, func(b int) { serialScan(a[b*block:min(n, (b+1)*block)], sums[b]) })
	return total
}

// serialScan is Scan with a sum to begin with.
func serialScan[N integer](a []N, sum N) N {
	for i, x := range a {
		a[i] = sum
		sum += x
	}
	return sum
}
