package par

import (
	"sync/atomic"

	"github.com/skua-go/skua"
)

// MinFunc returns the first minimal element of s, as slices.MinFunc does. cmp is
// called several at once and must be a strict weak ordering; if it is none, the
// result is some element of s. Grain sets the size of the blocks that s is cut
// into, as for Reduce.
//
// Work O(n), span O(n/1024 + log n) calls, or O(Grain + log n). Allocates the
// minima of the blocks and a constant number of small objects. Panics as For
// does, and if s is empty.
func MinFunc[S ~[]E, E any](s S, cmp func(a, b E) int, o ...Option) E {
	need("MinFunc", cmp != nil)
	if len(s) == 0 {
		panic("par: MinFunc of an empty slice")
	}
	return best(resolve(o), s, cmp, func(a, b E) bool { return cmp(b, a) < 0 })
}

// MaxFunc returns the first maximal element of s, as slices.MaxFunc does. The
// rest as MinFunc.
func MaxFunc[S ~[]E, E any](s S, cmp func(a, b E) int, o ...Option) E {
	need("MaxFunc", cmp != nil)
	if len(s) == 0 {
		panic("par: MaxFunc of an empty slice")
	}
	return best(resolve(o), s, cmp, func(a, b E) bool { return cmp(b, a) > 0 })
}

// best returns the first element of s than which none is better.
func best[E any](t settings, s []E, f any, better func(a, b E) bool) E {
	op := func(a, b E) E {
		if better(a, b) {
			return b
		}
		return a
	}
	return reduce(t, len(s), 1024, f, s[0], op, func(lo, hi int) E {
		m := lo
		for i := lo + 1; i < hi; i++ {
			if better(s[m], s[i]) {
				m = i
			}
		}
		return s[m]
	})
}

// CountFunc returns for how many elements of s f is true. f is called several at
// once and in no certain order.
//
// Work O(n), span O(log n) and the longest call. A constant number of
// allocations. Panics as For does.
func CountFunc[S ~[]E, E any](s S, f func(v E) bool, o ...Option) int {
	need("CountFunc", f != nil)
	t := resolve(o)
	if t.sequential {
		count := 0
		for _, v := range s {
			if f(v) {
				count++
			}
		}
		return count
	}
	var total atomic.Int64
	t.loop(len(s), f, func(p *skua.Part) {
		count := 0
		for p.Next() {
			if f(s[p.Index()]) {
				count++
			}
		}
		total.Add(int64(count))
	})
	return int(total.Load())
}
