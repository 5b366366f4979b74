package par

import (
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/par/internal/call"
)

// CountBy returns how many elements of s have each key. key is called once for each element,
// several at once and in no certain order. Each worker counts in a map of its own. If the keys
// are small numbers take Histogram, which counts in arrays. As in any map, no NaN equals another.
//
// Work O(n + gP) for g keys on P workers, span O(log n + g log P) and the longest call. Allocates a
// map of at most g keys for each worker that takes part. Panics as For does, and if a key
// cannot be one.
func CountBy[S ~[]E, E any, K comparable](s S, key func(v E) K, o ...Option) (counts map[K]int) {
	call.Need("CountBy", key != nil)
	set := resolve(o)
	if set.Sequential {
		counts = map[K]int{}
		for _, v := range s {
			counts[key(v)]++
		}
		return counts
	}
	var maps call.Shelf[map[K]int]
	set.Once(func(set call.Settings) {
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
		if counts = map[K]int{}; len(maps.Free) > 0 {
			counts = call.Reduce(set, len(maps.Free), 1, nil, addCounts[K], func(k, _ int) map[K]int { return maps.Free[k] })
		}
	})
	return counts
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
// Work O(n + g·min(n/16384, 128)) for g keys, span O(n/128 + g log n) calls, or O(Grain + g log n); but
// up to 64 calls, while they are quick, are one worker's before it looks whether to share the others.
// Allocates a map and a slice for each block, which grow with its keys; and for elements whose key and
// m take long, of fewer than 2²¹ without Grain, a key and a result each. Panics as For does, and if a
// key cannot be one.
func ReduceBy[S ~[]E, E any, K comparable, R any](s S, key func(v E) K, m func(v E) R, op func(a, b R) R, o ...Option) (out map[K]R) {
	call.Need("ReduceBy", key != nil && m != nil && op != nil)
	set := resolve(o)
	by := reducer[E, K, R]{s: s, key: key, m: m, op: op}
	size := set.BlockSize(len(s), 128)
	if set.Grain == 0 && size < reduceBlock {
		size = reduceBlock
		by.shares = !set.Sequential // there are few blocks to share, but any call may be worth a worker
	}
	set.Once(func(set call.Settings) {
		if by.shares && (set.Workers > 0 || apart.On()) { // loops inside of blocks would be more than may run; the detector wants all calls beside each other
			by.keys, by.values = by.callAll(set, s)
			by.shares = false
		}
		out = by.reduce(set, size)
	})
	return out
}

const (
	// reduceBlock is how many elements a block with a table of its own has, at least: with a thousand
	// keys a table costs as much as some thousand elements. Not measured closer.
	reduceBlock = 1 << 14

	// reduceLook is how many calls a worker makes, at most, before it looks what they have cost: if that
	// is reduceLong or more the others of the block are worth a loop. To look takes 0.1 µs.
	reduceLook = 64
	reduceLong = 8 * time.Microsecond
)

// A reducer is a call of ReduceBy.
type reducer[E any, K comparable, R any] struct {
	s      []E
	key    func(v E) K
	m      func(v E) R
	op     func(a, b R) R
	shares bool // long calls of a block
	keys   []K  // of all elements, if their functions have been called
	values []R
}

// callAll calls key and m for the elements of s.
func (by *reducer[E, K, R]) callAll(set call.Settings, s []E) ([]K, []R) {
	keys, values := make([]K, len(s)), make([]R, len(s))
	set.Loop(len(s), by.key, func(p *skua.Part) {
		for p.Next() {
			i := p.Index()
			keys[i], values[i] = by.key(s[i]), by.m(s[i])
		}
	})
	return keys, values
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
		a.addAll(b.keys, b.values, by.op)
		return a
	}
	all := call.ReduceParts(set, len(by.s), size, by.m, join, func(p *skua.Part) func(lo, hi int) *reducedBy[K, R] {
		places := map[K]int{} // of one block after the other
		return func(lo, hi int) *reducedBy[K, R] {
			clear(places)
			t := &reducedBy[K, R]{places: places}
			switch {
			case by.keys != nil:
				t.addAll(by.keys[lo:hi], by.values[lo:hi], by.op)
			case by.shares:
				by.addShared(set, p, t, by.s[lo:hi])
			default:
				for _, v := range by.s[lo:hi] {
					t.add(by.key(v), by.m(v), by.op)
				}
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

// addShared adds the elements of s to t. Once a few calls have taken long it shares the others with other
// workers; where nothing may depend on time it shares them all.
func (by *reducer[E, K, R]) addShared(set call.Settings, p *skua.Part, t *reducedBy[K, R], s []E) {
	var keys [reduceLook]K
	var values [reduceLook]R
	for n := 1; len(s) > 0 && !p.Steady(); n = min(2*n, reduceLook) {
		look, start := s[:min(n, len(s))], call.Clock()
		for i, v := range look {
			keys[i], values[i] = by.key(v), by.m(v)
		}
		took := call.Clock() - start
		t.addAll(keys[:len(look)], values[:len(look)], by.op)
		if s = s[len(look):]; took > reduceLong {
			break
		}
	}
	if len(s) > 0 {
		set.Place, set.Grain = p.Worker(), 0
		keys, values := by.callAll(set, s)
		t.addAll(keys, values, by.op)
	}
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

// addAll is add for several.
func (t *reducedBy[K, R]) addAll(keys []K, values []R, op func(a, b R) R) {
	for i, k := range keys {
		t.add(k, values[i], op)
	}
}
