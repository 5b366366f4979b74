package par

import (
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// MinFunc returns the first minimal element of s, as slices.MinFunc does. cmp is
// called several at once and must be a strict weak ordering; otherwise the result is some
// element of s. Grain sets the size of the blocks that s is cut into, as for Reduce.
//
// Work O(n), span O(n/1024 + log n) calls, or O(Grain + log n). Allocates the
// minima of the blocks and a constant number of small objects. Panics as For
// does, and if s is empty.
func MinFunc[S ~[]E, E any](s S, cmp func(a, b E) int, o ...Option) E {
	call.Need("MinFunc", cmp != nil)
	return extreme("MinFunc", least, s, cmp, o)
}

// MaxFunc returns the first maximal element of s, as slices.MaxFunc does. Otherwise as
// MinFunc.
func MaxFunc[S ~[]E, E any](s S, cmp func(a, b E) int, o ...Option) E {
	call.Need("MaxFunc", cmp != nil)
	return extreme("MaxFunc", greatest, s, cmp, o)
}

// What extreme looks for. An answer c of cmp says that one element is more extreme than
// another if c^which < which: if c < 0 for least, and, as ^c is -c-1, if c > 0 for greatest.
const (
	least    = 0
	greatest = -1
)

// extreme returns the first element of s that cmp says is least, or greatest, on behalf of
// the function called name.
func extreme[E any](name string, which int, s []E, cmp func(a, b E) int, o []Option) E {
	if len(s) == 0 {
		panic("par: " + name + " of an empty slice")
	}
	set := resolve(o)
	better := func(m, x E) E {
		if cmp(x, m)^which < which {
			return x
		}
		return m
	}
	return call.Reduce(set, len(s), set.CheapSize(len(s)), cmp, better, func(lo, hi int) E {
		m := s[lo]
		for _, x := range s[lo+1 : hi] {
			if cmp(x, m)^which < which {
				m = x
			}
		}
		return m
	})
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
		// ORDER: none is needed, since only the sum counts. The end of the loop is what lets the
		// Load below see every part's Add.
		total.Add(int64(count))
	})
	return int(total.Load())
}
