package par

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// Index returns the first index of v in s, or -1, as slices.Index does. Once v is found nothing further is
// compared behind it, except within chunks, of about a microsecond, that were already started.
//
// There is no call for each element, so it is faster than IndexFunc. Work O(n), on P workers at most P times
// that of a plain loop; span O(log n). A constant number of allocations. Panics if E is an interface type
// and a comparison of its values does, as For does if its function panics, and with skua.ErrClosed if the
// pool is closed.
func Index[S ~[]E, E comparable](s S, v E, o ...Option) int {
	set := resolve(o)
	if set.Sequential {
		return slices.Index(s, v)
	}
	find := finder[E]()
	if alone[E](set, len(s), true) {
		return find(s, v)
	}
	b := newBound(len(s))
	set.Loop(len(s), nil, func(p *skua.Part) {
		for lo, hi, ok := p.Chunk(); ok && int64(lo) < b.first.Load(); lo, hi, ok = p.Chunk() {
			if i := find(s[lo:hi], v); i >= 0 {
				b.lower(int64(lo + i))
				return
			}
		}
	})
	return b.found(len(s))
}

// indexOf is slices.Index, four elements in a round.
func indexOf[E comparable](s []E, v E) int {
	i := 0
	for rest := s; len(rest) >= 4; rest = rest[4:] {
		if rest[0] == v || rest[1] == v || rest[2] == v || rest[3] == v {
			break
		}
		i += 4
	}
	for ; i < len(s); i++ {
		if s[i] == v {
			return i
		}
	}
	return -1
}

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
			i, rest := lo, s[lo:hi]
			for ; len(rest) >= 4; i, rest = i+4, rest[4:] { // four in a round, as call.AddAll
				switch {
				case f(rest[0]):
				case f(rest[1]):
					i++
				case f(rest[2]):
					i += 2
				case f(rest[3]):
					i += 3
				default:
					continue
				}
				b.lower(int64(i))
				return
			}
			for k, v := range rest {
				if f(v) {
					b.lower(int64(i + k))
					return
				}
			}
		}
	})
	return b.found(len(s))
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

// found returns the bound, or -1 if it is n, where it began.
func (b *bound) found(n int) int {
	if first := int(b.first.Load()); first < n {
		return first
	}
	return -1
}

// Contains reports whether v is in s, as slices.Contains does. Otherwise as Index, but nothing further is
// compared once v is found anywhere.
func Contains[S ~[]E, E comparable](s S, v E, o ...Option) bool {
	set := resolve(o)
	if set.Sequential {
		return slices.Contains(s, v)
	}
	find := finder[E]()
	if alone[E](set, len(s), true) {
		return find(s, v) >= 0
	}
	b := newBound(1) // 0: found
	set.Loop(len(s), nil, func(p *skua.Part) {
		for lo, hi, ok := p.Chunk(); ok && b.first.Load() > 0; lo, hi, ok = p.Chunk() {
			if find(s[lo:hi], v) >= 0 {
				b.lower(0)
				return
			}
		}
	})
	return b.first.Load() == 0
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
			rest := s[lo:hi]
			for ; len(rest) >= 4; rest = rest[4:] {
				if f(rest[0]) == want || f(rest[1]) == want || f(rest[2]) == want || f(rest[3]) == want {
					b.lower(0)
					return
				}
			}
			for _, v := range rest {
				if f(v) == want {
					b.lower(0)
					return
				}
			}
		}
	})
	return b.first.Load() == 0
}
