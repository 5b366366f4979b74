package par

import (
	"cmp"
	"reflect"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/order"
	"github.com/skua-go/skua/par/internal/radix"
)

// SortBy sorts s in ascending order by key, which is called once for each element, several at
// once and in no certain order. Stable: elements of equal keys keep their order. Keys are in the
// order of Sort: NaNs first, and -0 and +0 are equal. If key panics or calls Goexit s is as it was.
//
// It sorts the keys with their indices, then moves each element once: faster than SortFunc where a
// key takes long to make, where elements are large, and for integers of which the greatest is less
// than 2⁶⁴/n above the least. Those are sorted as numbers, in O(n). Else work O(n log n); span
// O(n/64·log n) and the longest call of key. Allocates n keys, n keys with indices and a buffer of
// n elements; if the keys are in order but for a few it costs O(n), and the keys alone. Panics as
// For does.
func SortBy[S ~[]E, E any, K cmp.Ordered](s S, key func(v E) K, o ...Option) {
	call.Need("SortBy", key != nil)
	call.Room[keyed[K]]("SortBy", len(s))
	set := resolve(o)
	keys := make([]K, len(s))
	set.Once(func(set call.Settings) {
		mapInto(set, keys, s, key)
		sortBy(forSort(set), s, keys)
	})
}

// sortBy sorts s by the keys of its elements.
func sortBy[S ~[]E, E any, K cmp.Ordered](set call.Settings, s S, keys []K) {
	if m := order.Near(keys, cmp.Compare[K], set); m != nil {
		order.Apply(m, s)
		return
	}
	from := places(keys, set)
	out := make(S, len(s))
	size := max(1024, set.BlockSize(len(s), 1024))
	set.Blocks(len(s), size, nil, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			out[i] = s[from(i)]
		}
	})
	set.Whole(func(set call.Settings) {
		set.Blocks(len(s), size, nil, func(_, lo, hi int) { copy(s[lo:hi], out[lo:hi]) })
	})
}

// places sorts keys with their indices, and returns where the i-th in order was.
func places[K cmp.Ordered](keys []K, set call.Settings) (from func(i int) int) {
	if words, mask := radix.Places(keys, reflect.TypeFor[K]().Kind(), set); words != nil {
		return func(i int) int { return int(words[i] & mask) }
	}
	pairs := make([]keyed[K], len(keys))
	set.Blocks(len(keys), max(1024, set.BlockSize(len(keys), 1024)), nil, func(_, lo, hi int) {
		for i := lo; i < hi; i++ {
			pairs[i] = keyed[K]{keys[i], i}
		}
	})
	order.Sort(pairs, keyed[K].compare, set)
	return func(i int) int { return pairs[i].i }
}

// keyed is a key with the index of its element. No two are equal.
type keyed[K cmp.Ordered] struct {
	key K
	i   int
}

func (a keyed[K]) compare(b keyed[K]) int {
	if c := cmp.Compare(a.key, b.key); c != 0 {
		return c
	}
	return cmp.Compare(a.i, b.i)
}
