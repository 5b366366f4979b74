package par

import (
	"time"

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
// Allocates a map and a slice for each block, which grow with its keys; and of fewer than 2²¹ elements
// whose key and m take long, without Grain and not in Sequential, n keys and n results. Panics as
// For does, and if a key cannot be one.
func ReduceBy[S ~[]E, E any, K comparable, R any](s S, key func(v E) K, m func(v E) R, op func(a, b R) R, o ...Option) map[K]R {
	call.Need("ReduceBy", key != nil && m != nil && op != nil)
	set := resolve(o)
	by := reducer[E, K, R]{s: s, key: key, m: m, op: op}
	if set.Sequential || set.Grain > 0 || len(s) >= 128*reduceBlock {
		size := set.BlockSize(len(s), 128)
		if set.Grain == 0 {
			size = max(size, reduceBlock)
		}
		return by.reduce(set, size)
	}
	// There are few blocks to share, but any call may be worth a worker: the first calls tell.
	var out map[K]R
	var took time.Duration
	by.keys, by.values = make([]K, min(len(s), reduceFirst)), make([]R, min(len(s), reduceFirst))
	set.BlocksThen(len(by.keys), reduceFirst, key, func(_, lo, hi int) {
		start := call.Clock()
		for i, v := range s[lo:hi] {
			by.keys[i], by.values[i] = key(v), m(v)
		}
		took = call.Clock() - start
	}, func(set call.Settings) {
		if took > reduceLong || set.Steady {
			by.callAll(set)
		}
		out = by.reduce(set, reduceBlock)
	})
	return out
}

const (
	// reduceBlock is how many elements a block with a table of its own has, at least: with a thousand
	// keys a table costs as much as some thousand elements. Not measured closer.
	reduceBlock = 1 << 14

	// reduceFirst calls that take reduceLong, a quarter of a microsecond each, are so long that the
	// others are worth a loop before the blocks. It is less than call.Arity, so that BlocksThen does
	// not take what follows for short.
	reduceFirst = call.Arity - 1
	reduceLong  = reduceFirst * time.Microsecond / 4
)

// A reducer is a call of ReduceBy.
type reducer[E any, K comparable, R any] struct {
	s      []E
	key    func(v E) K
	m      func(v E) R
	op     func(a, b R) R
	keys   []K // of the elements whose functions have been called: those at the front, or all
	values []R
}

// callAll calls key and m for the elements that are left.
func (by *reducer[E, K, R]) callAll(set call.Settings) {
	first := len(by.keys)
	by.keys = append(make([]K, 0, len(by.s)), by.keys...)[:len(by.s)]
	by.values = append(make([]R, 0, len(by.s)), by.values...)[:len(by.s)]
	set.Loop(len(by.s)-first, by.key, func(p *skua.Part) {
		for p.Next() {
			i := first + p.Index()
			by.keys[i], by.values[i] = by.key(by.s[i]), by.m(by.s[i])
		}
	})
}

// reduce reduces blocks of size elements.
func (by *reducer[E, K, R]) reduce(set call.Settings, size int) map[K]R {
	if len(by.s) == 0 {
		return map[K]R{}
	}
	join := func(a, b *reducedBy[K, R]) *reducedBy[K, R] {
		if a.places == nil {
			a.places = make(map[K]int, 2*len(a.keys))
			for i, k := range a.keys {
				a.places[k] = i
			}
		}
		for i, k := range b.keys {
			a.add(k, b.values[i], by.op)
		}
		return a
	}
	all := call.ReduceParts(set, len(by.s), size, by.m, join, func() func(k, lo, hi int) *reducedBy[K, R] {
		places := map[K]int{} // of one block after the other
		return func(_, lo, hi int) *reducedBy[K, R] {
			clear(places)
			t := &reducedBy[K, R]{places: places}
			for ; lo < min(hi, len(by.keys)); lo++ {
				t.add(by.keys[lo], by.values[lo], by.op)
			}
			for _, v := range by.s[lo:hi] {
				t.add(by.key(v), by.m(v), by.op)
			}
			t.places = nil
			return t
		}
	})
	out := make(map[K]R, len(all.keys))
	for i, k := range all.keys {
		out[k] = all.values[i]
	}
	return out
}

// reducedBy is what the keys of some neighbouring elements come to, by the keys' first places.
type reducedBy[K comparable, R any] struct {
	places map[K]int // nil until something is added to a block that has ended
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
