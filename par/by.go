package par

import (
	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// CountBy returns how many elements of s have each key. key is called once for each element,
// several at once and in no certain order. Each worker counts in a map of its own. If the keys
// are small numbers take Histogram, which counts in arrays. As in any map, no NaN equals another.
//
// Work O(n + gP) for g keys on P workers, span O(log n + g log P) and the longest call. Allocates a
// map of at most g keys for each worker that takes part. Panics as For does, and if a key
// cannot be one.
func CountBy[S ~[]E, E any, K comparable](s S, key func(v E) K, o ...Option) map[K]int {
	call.Need("CountBy", key != nil)
	set := resolve(o)
	if set.Sequential {
		counts := map[K]int{}
		for _, v := range s {
			counts[key(v)]++
		}
		return counts
	}
	var maps call.Shelf[map[K]int]
	set.Loop(len(s), key, func(p *skua.Part) {
		counts, ok := maps.TakeFor(p)
		if !ok {
			counts = map[K]int{}
		}
		for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
			for _, v := range s[lo:hi] {
				counts[key(v)]++
			}
		}
		maps.GiveFor(p, counts)
	})
	if len(maps.Free) == 0 {
		return map[K]int{}
	}
	return call.Reduce(set, len(maps.Free), 1, nil, addCounts[K], func(k, _, _ int) map[K]int { return maps.Free[k] })
}

// addCounts adds the counts of the smaller map to those of the larger, and returns that.
func addCounts[K comparable](a, b map[K]int) map[K]int {
	if len(a) < len(b) {
		a, b = b, a
	}
	for k, n := range b {
		a[k] += n
	}
	return a
}

// ReduceBy returns for each key m(v) op m(w) op … of the elements v, w, … that have it, in the
// order of s: MapReduce of each group, without the groups. op must be associative, need not be
// commutative. The functions run several at once, key and m once for each element.
//
// Where the brackets go depends on s and Grain only: the results are the same to the bit on any
// number of workers, for float64 too. Blocks have Grain elements, or n/128 but at least 16,384.
//
// Work O(n + g·min(n/16384, 128)) for g keys, span O(n/128 + g log n) calls, or O(Grain + g log n).
// Allocates a map and a slice for each block, which grow with its keys; and of fewer than 2²¹ elements,
// without Grain and not in Sequential, n keys and n results. Panics as For does, and if a key cannot
// be one.
func ReduceBy[S ~[]E, E any, K comparable, R any](s S, key func(v E) K, m func(v E) R, op func(a, b R) R, o ...Option) map[K]R {
	call.Need("ReduceBy", key != nil && m != nil && op != nil)
	set, out := resolve(o), map[K]R{}
	if len(s) == 0 {
		return out
	}
	each := func(i int) (K, R) { return key(s[i]), m(s[i]) }
	size := set.Grain
	if size == 0 {
		if size = set.BlockSize(len(s), 128); size < reduceBlock {
			size = reduceBlock
			if !set.Sequential { // there are few blocks to share, but any call may be worth a worker
				each = eachBefore(set, s, key, m)
			}
		}
	}
	join := func(a, b *reducedBy[K, R]) *reducedBy[K, R] {
		for i, k := range b.keys {
			a.add(k, b.values[i], op)
		}
		return a
	}
	all := call.Reduce(set, len(s), size, m, join, func(_, lo, hi int) *reducedBy[K, R] {
		t := &reducedBy[K, R]{places: map[K]int{}}
		for i := lo; i < hi; i++ {
			k, r := each(i)
			t.add(k, r, op)
		}
		return t
	})
	for i, k := range all.keys {
		out[k] = all.values[i]
	}
	return out
}

// reduceBlock is how many elements a block with a table of its own has, at least: with a thousand
// keys a table costs as much as some thousand elements. Not measured closer.
const reduceBlock = 1 << 14

// eachBefore calls key and m for all elements of s, and returns a function that tells what came
// out.
func eachBefore[S ~[]E, E any, K comparable, R any](set call.Settings, s S, key func(v E) K, m func(v E) R) func(i int) (K, R) {
	keys, values := make([]K, len(s)), make([]R, len(s))
	set.Loop(len(s), key, func(p *skua.Part) {
		for p.Next() {
			i := p.Index()
			keys[i], values[i] = key(s[i]), m(s[i])
		}
	})
	return func(i int) (K, R) { return keys[i], values[i] }
}

// reducedBy is what the keys of some neighbouring elements come to, by the keys' first places.
type reducedBy[K comparable, R any] struct {
	places map[K]int
	keys   []K
	values []R
}

// add puts r to the right of what k has.
func (t *reducedBy[K, R]) add(k K, r R, op func(a, b R) R) {
	if i, ok := t.places[k]; ok {
		t.values[i] = op(t.values[i], r)
		return
	}
	t.places[k] = len(t.keys)
	t.keys = append(t.keys, k)
	t.values = append(t.values, r)
}
