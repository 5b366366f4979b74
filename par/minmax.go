package par

import (
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
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
	call.Need("MinFunc", cmp != nil)
	if len(s) == 0 {
		panic("par: MinFunc of an empty slice")
	}
	return best(resolve(o), s, cmp, func(v []E) E {
		m := v[0]
		for _, x := range v[1:] {
			if cmp(x, m) < 0 {
				m = x
			}
		}
		return m
	}, func(m, x E) E {
		if cmp(x, m) < 0 {
			return x
		}
		return m
	})
}

// MaxFunc returns the first maximal element of s, as slices.MaxFunc does. The
// rest as MinFunc.
func MaxFunc[S ~[]E, E any](s S, cmp func(a, b E) int, o ...Option) E {
	call.Need("MaxFunc", cmp != nil)
	if len(s) == 0 {
		panic("par: MaxFunc of an empty slice")
	}
	return best(resolve(o), s, cmp, func(v []E) E {
		m := v[0]
		for _, x := range v[1:] {
			if cmp(x, m) > 0 {
				m = x
			}
		}
		return m
	}, func(m, x E) E {
		if cmp(x, m) > 0 {
			return x
		}
		return m
	})
}

// best returns the best element of s, which is not empty: of tells which it is of
// several, and better of two, which says the same without a slice.
func best[E any](set call.Settings, s []E, f any, of func(v []E) E, better func(m, x E) E) E {
	return call.Reduce(set, len(s), set.CheapSize(len(s)), f, better, func(_, lo, hi int) E { return of(s[lo:hi]) })
}

// CountFunc returns for how many elements of s f is true. f is called several at
// once and in no certain order.
//
// Work O(n), span O(log n) and the longest call. A constant number of
// allocations. Panics as For does.
func CountFunc[S ~[]E, E any](s S, f func(v E) bool, o ...Option) int {
	call.Need("CountFunc", f != nil)
	set := resolve(o)
	if set.Sequential {
		count := 0
		for _, v := range s {
			if f(v) {
				count++
			}
		}
		return count
	}
	var total atomic.Int64
	set.Loop(len(s), f, func(p *skua.Part) {
		count := 0
		for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
			for _, v := range s[lo:hi] {
				if f(v) {
					count++
				}
			}
		}
		total.Add(int64(count))
	})
	return int(total.Load())
}
