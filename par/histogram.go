package par

import (
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// Histogram returns how many elements of s fall into each of n buckets. bucket says into
// which of [0, n) an element falls; it is called several at once and in no certain order.
// Each worker counts in an array of its own.
//
// Work O(len(s) + nP) on P workers, span O(log len(s) + nP/P) and the longest
// call. Allocates the result and n counters for each worker that takes part.
// Panics as For does, and if n < 0 or bucket returns another number than [0, n).
func Histogram[S ~[]E, E any](s S, n int, bucket func(v E) int, o ...Option) []int {
	call.Need("Histogram", bucket != nil)
	if n < 0 {
		panic(fmt.Sprintf("par: Histogram of %d buckets: there cannot be fewer than 0", n))
	}
	call.Room[int]("Histogram", n)
	set, c := resolve(o), counters{n: n}
	if set.Sequential {
		counts := c.take()
		for _, v := range s {
			counts[inBucket(bucket(v), n)]++
		}
		return counts
	}
	set.Loop(len(s), bucket, func(p *skua.Part) {
		counts := c.take()
		for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
			rest := s[lo:hi]
			for ; len(rest) >= 4; rest = rest[4:] { // four in a round, as call.AddAll
				i, j := inBucket(bucket(rest[0]), n), inBucket(bucket(rest[1]), n)
				k, l := inBucket(bucket(rest[2]), n), inBucket(bucket(rest[3]), n)
				counts[i]++
				counts[j]++
				counts[k]++
				counts[l]++
			}
			for _, v := range rest {
				counts[inBucket(bucket(v), n)]++
			}
		}
		c.Give(counts)
	})
	return c.sum(set)
}

// inBucket returns b if it is in [0, n).
func inBucket(b, n int) int {
	if uint(b) >= uint(n) {
		panic(fmt.Sprintf("par: Histogram: bucket %d is not in [0, %d)", b, n))
	}
	return b
}

// counters are arrays of counters, one for each part of the loop that runs at a time: a part
// that ends leaves its array to the next.
type counters struct {
	n int
	call.Shelf[[]int]
}

// take returns an array that no other part uses.
func (c *counters) take() []int {
	if counts, ok := c.Shelf.Take(); ok {
		return counts
	}
	const line = 16 // so that two workers' counters share no cache line
	return make([]int, c.n+2*line)[line : line+c.n : line+c.n]
}

// sum adds up all arrays in the first, when all have been given back.
func (c *counters) sum(set call.Settings) []int {
	if len(c.Free) == 0 {
		return make([]int, c.n)
	}
	total, others := c.Free[0], c.Free[1:]
	if len(others) == 0 {
		return total
	}
	set.Blocks(c.n, 1024, nil, func(_, lo, hi int) {
		for _, counts := range others {
			for i := lo; i < hi; i++ {
				total[i] += counts[i]
			}
		}
	})
	return total
}
