package par

import (
	"cmp"

	"github.com/skua-go/skua/par/internal/call"
)

// MinBy returns the first element of s whose key is least. key is called once for each element, several
// at once and in no certain order. Keys are in the order of Sort: a NaN is less than any other, and
// -0 and +0 are equal. Up to 1,024 elements are a block each, since key may be expensive; Grain
// sets the size of the blocks, as for MapReduce.
//
// Work O(n), span O(n/1024 + log n) calls, or O(Grain + log n). Allocates a key for each block and
// a constant number of small objects. Panics as For does, and if s is empty.
func MinBy[S ~[]E, E any, K cmp.Ordered](s S, key func(v E) K, o ...Option) E {
	call.Need("MinBy", key != nil)
	return extremeBy("MinBy", least, s, key, o)
}

// MaxBy returns the first element of s whose key is greatest. Otherwise as MinBy.
func MaxBy[S ~[]E, E any, K cmp.Ordered](s S, key func(v E) K, o ...Option) E {
	call.Need("MaxBy", key != nil)
	return extremeBy("MaxBy", greatest, s, key, o)
}

// extremeBy returns the first element of s with the least or the greatest key.
func extremeBy[E any, K cmp.Ordered](name string, which int, s []E, key func(v E) K, o []Option) E {
	if len(s) == 0 {
		panic("par: " + name + " of an empty slice")
	}
	set := resolve(o)
	better := func(m, x keyed[K]) keyed[K] {
		if cmp.Compare(x.key, m.key)^which < which {
			return x
		}
		return m
	}
	m := call.Reduce(set, len(s), set.BlockSize(len(s), 1024), key, better, func(lo, hi int) keyed[K] {
		m := keyed[K]{key(s[lo]), lo}
		for i := lo + 1; i < hi; i++ {
			m = better(m, keyed[K]{key(s[i]), i})
		}
		return m
	})
	return s[m.i]
}
