package par

import (
	"math/bits"
	"math/rand/v2"

	"github.com/skua-go/skua/par/internal/call"
)

// Shuffle puts the elements of s into a random order, which depends on seed and len(s) only: it is
// the same on any number of workers and on any machine. Every order is as likely as any other, as
// far as seeds and the generator, a PCG for each block, can tell. Another version of this package
// may have other orders.
//
// Each element draws a bucket, then each bucket is shuffled alone, in cache (after Sanders, Random
// Permutations on Distributed, External and Hierarchical Memory, IPL 67(6), 1998 [Sa98]). Work O(n),
// span O(n/256 + 65,536). Allocates a buffer of n elements and up to 2 MB of counters; below 65,536
// elements the caller shuffles alone and allocates nothing. Panics with skua.ErrClosed if the pool
// is closed.
func Shuffle[S ~[]E, E any](s S, seed uint64, o ...Option) {
	set := resolve(o)
	if len(s) < shuffleLeast {
		shuffleAlone(s, seed, 0)
		return
	}
	set.Once(func(set call.Settings) { shuffle(set, s, seed) })
}

// shuffle is Shuffle by all workers.
func shuffle[E any](set call.Settings, s []E, seed uint64) {
	d := newDraw(len(s), seed)
	set.Blocks(len(s), d.size, nil, func(k, lo, hi int) { d.count(k, hi-lo) })
	d.settle()
	buf := make([]E, len(s))
	set.Blocks(len(s), d.size, nil, func(k, lo, hi int) {
		next, g := d.of(k), d.generator(k)
		for _, v := range s[lo:hi] {
			b := bucketOf(g, d.buckets)
			buf[next[b]] = v
			next[b]++
		}
	})
	set.Whole(func(set call.Settings) {
		set.Blocks(d.buckets, 1, nil, func(b, _, _ int) {
			lo, hi := d.bounds(b)
			shuffleAlone(buf[lo:hi], seed, uint64(b)+1)
			copy(s[lo:hi], buf[lo:hi])
		})
	})
}

// Sizes of shuffles. They take part in the order, so they depend on len(s) only.
const (
	shuffleLeast  = 1 << 16 // elements below which the caller shuffles alone
	shuffleBucket = 1 << 14 // elements of a bucket, about: small ones fit a cache
	shuffleBlock  = 1 << 16 // elements of a block, at least
	shuffleMost   = 1 << 10 // buckets, at most
	shuffleBlocks = 1 << 8  // blocks, at most
)

// A draw says where the elements of each block go. Blocks draw twice, first to count and then to
// move, from generators that begin anew.
type draw struct {
	n       int
	seed    uint64
	size    int // of a block
	buckets int
	places  []int // for each block and each bucket: how many elements, later where the next goes
	ends    []int // of the buckets
}

func newDraw(n int, seed uint64) *draw {
	d := &draw{n: n, seed: seed, size: max(shuffleBlock, call.BlockCount(n, shuffleBlocks))}
	d.buckets = min(shuffleMost, call.BlockCount(n, shuffleBucket))
	d.places = make([]int, call.BlockCount(n, d.size)*d.buckets)
	d.ends = make([]int, d.buckets)
	return d
}

// of returns the places of block k.
func (d *draw) of(k int) []int { return d.places[k*d.buckets : (k+1)*d.buckets] }

// generator returns the generator of block k, at its beginning.
func (d *draw) generator(k int) *rand.PCG { return newPCG(d.seed, uint64(k)|1<<32) }

// count draws the buckets of n elements, those of block k.
func (d *draw) count(k, n int) {
	counts, g := d.of(k), d.generator(k)
	for range n {
		counts[bucketOf(g, d.buckets)]++
	}
}

// settle makes places of counts: a bucket has the elements of each block, in their order.
func (d *draw) settle() {
	at := 0
	for b := range d.buckets {
		for i := b; i < len(d.places); i += d.buckets {
			d.places[i], at = at, at+d.places[i]
		}
		d.ends[b] = at
	}
}

// bounds returns where bucket b is.
func (d *draw) bounds(b int) (lo, hi int) {
	if b > 0 {
		lo = d.ends[b-1]
	}
	return lo, d.ends[b]
}

// shuffleAlone shuffles s by the numbers of one stream of a seed (Durstenfeld, Algorithm 235, CACM
// 7(7), 1964 [Du64]).
func shuffleAlone[E any](s []E, seed, stream uint64) {
	g := newPCG(seed, stream)
	for i := len(s) - 1; i > 0; i-- {
		j := bucketOf(g, i+1)
		s[i], s[j] = s[j], s[i]
	}
}

// newPCG returns the generator of a stream of a seed. Neighbouring streams begin far from each
// other: the stream is mixed as by SplitMix64.
func newPCG(seed, stream uint64) *rand.PCG {
	x := stream * 0x9E3779B97F4A7C15
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return rand.NewPCG(seed, x^x>>31)
}

// bucketOf draws a number of [0, n). That the n are not exactly as likely as each other, by n in
// 2⁶⁴, no program will notice.
func bucketOf(g *rand.PCG, n int) int {
	hi, _ := bits.Mul64(g.Uint64(), uint64(n))
	return int(hi)
}
