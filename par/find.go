package par

import (
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// IndexFunc returns the first index i for which f(s[i]) is true, or -1, as
// slices.IndexFunc does. f is called several at once and in no certain order, for elements
// behind the match too. Once a match is found no further call begins behind it, except
// within chunks, of about a microsecond, that were already started.
//
// Work O(n), on P workers at most P times that of a plain loop; span O(log n) and
// the longest call. A constant number of allocations. Panics as For does, also
// if f panics behind the first match.
func IndexFunc[S ~[]E, E any](s S, f func(v E) bool, o ...Option) int {
	call.Need("IndexFunc", f != nil)
	set := resolve(o)
	if set.Sequential {
		for i, v := range s {
			if f(v) {
				return i
			}
		}
		return -1
	}
	b := newBound(len(s))
	set.Loop(len(s), f, func(p *skua.Part) {
		// Indices ascend in a part, so all that it has left is behind lo.
		for lo, hi, ok := p.Chunk(); ok && int64(lo) < b.first.Load(); lo, hi, ok = p.Chunk() {
			for i, v := range s[lo:hi] {
				if f(v) {
					b.lower(int64(lo + i))
					return
				}
			}
		}
	})
	if first := int(b.first.Load()); first < len(s) {
		return first
	}
	return -1
}

// bound is the least index found so far. All workers read it before every chunk, so nothing
// that is written often may lie on its cache lines.
type bound struct {
	_     [128]byte
	first atomic.Int64
	_     [120]byte
}

func newBound(first int) *bound {
	b := new(bound)
	b.first.Store(int64(first))
	return b
}

// lower lowers the bound to i, unless it is lower already.
func (b *bound) lower(i int64) {
	for {
		first := b.first.Load()
		// ORDER: the bound only falls. A part that loads it before this CAS takes some
		// elements too many; the Load after the loop sees the lowest.
		if first <= i || b.first.CompareAndSwap(first, i) {
			return
		}
	}
}

// ContainsFunc reports whether f is true for an element of s, as slices.ContainsFunc does.
// f is called several at once and in no certain order. Once it was true no further call
// begins, except within chunks, of about a microsecond, that were already started.
// Sequential calls f in order up to the first match.
//
// Work O(n), span O(log n) and the longest call. A constant number of allocations. Panics
// as For does.
func ContainsFunc[S ~[]E, E any](s S, f func(v E) bool, o ...Option) bool {
	call.Need("ContainsFunc", f != nil)
	return contains(resolve(o), s, f, true)
}

// AllFunc reports whether f is true for every element of s, which it is if s is empty. The
// rest as ContainsFunc, with false for true.
func AllFunc[S ~[]E, E any](s S, f func(v E) bool, o ...Option) bool {
	call.Need("AllFunc", f != nil)
	return !contains(resolve(o), s, f, false)
}

// contains reports whether f is want for an element of s.
func contains[S ~[]E, E any](set call.Settings, s S, f func(v E) bool, want bool) bool {
	if set.Sequential {
		for _, v := range s {
			if f(v) == want {
				return true
			}
		}
		return false
	}
	b := newBound(1) // 0: found
	set.Loop(len(s), f, func(p *skua.Part) {
		for lo, hi, ok := p.Chunk(); ok && b.first.Load() > 0; lo, hi, ok = p.Chunk() {
			for _, v := range s[lo:hi] {
				if f(v) == want {
					b.lower(0)
					return
				}
			}
		}
	})
	return b.first.Load() == 0
}
