//go:build go1.27

package par

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// pass is one pass over the source. Each worker that takes part calls body, once or more. next returns
// the next elements [lo, hi) of the source for that call, which are behind those before. f stands
// for the pass where the chain has no step; nil: nothing does.
func (c Chain[T]) pass(f any, body func(next func() (lo, hi int, ok bool))) {
	c.set.Admit()
	if c.set.Sequential {
		left := c.n
		body(func() (lo, hi int, ok bool) {
			hi, left = left, 0
			return 0, hi, hi > 0
		})
		return
	}
	c.set.Loop(c.n, c.code(f), func(p *skua.Part) { body(p.Chunk) })
}

// Collect returns the elements of the chain, in order, in a slice of its own.
//
// Span as Map. If every step is a Map, each result is stored where it belongs. Otherwise each worker
// fills slices of its own, each twice as long as the one before, from which the elements are copied
// together at the end: that is memory for about three times the result, and adds the number of these
// slices to the span, which grows with the steals.
func (c Chain[T]) Collect() (out []T) {
	if c.exact {
		return c.exactly()
	}
	c.set.Once(func(set call.Settings) {
		c.set = set
		out = c.together()
	})
	return out
}

// together is Collect where steps leave elements out, or make several of one.
func (c Chain[T]) together() []T {
	var mu sync.Mutex
	var all []piece[T]
	c.pass(nil, func(next func() (lo, hi int, ok bool)) {
		var mine []piece[T]
		x := piece[T]{}
		run := c.pipe(func(v T) bool {
			if len(x.values) == cap(x.values) {
				mine = append(mine, x)
				x.values = make([]T, 0, max(16, 2*cap(x.values)))
			}
			x.values = append(x.values, v)
			return true
		})
		end := 0
		for lo, hi, ok := next(); ok; lo, hi, ok = next() {
			if lo != end { // indices ascend in a part; that they have no gap is not promised
				mine = append(mine, x)
				x = piece[T]{from: lo}
			}
			run(lo, hi)
			end = hi
		}
		mu.Lock()
		defer mu.Unlock()
		all = append(append(all, mine...), x)
	})
	return joined(c.set, all)
}

// exactly returns as many elements as the source has.
func (c Chain[T]) exactly() []T {
	call.Room[T]("Chain.Collect", c.n)
	out := make([]T, c.n)
	c.pass(nil, func(next func() (lo, hi int, ok bool)) {
		i := 0
		run := c.pipe(func(v T) bool { out[i] = v; i++; return true })
		for lo, hi, ok := next(); ok; lo, hi, ok = next() {
			i = lo
			run(lo, hi)
		}
	})
	return out
}

// A piece is what comes of consecutive elements of the source, or a part of that.
type piece[T any] struct {
	from   int // the first of these elements; two pieces with the same one are in order
	values []T
}

// joined returns the values of all pieces in the order of the source. Which pieces there are depends
// on timing, the result does not.
func joined[T any](set call.Settings, all []piece[T]) []T {
	slices.SortStableFunc(all, func(a, b piece[T]) int { return cmp.Compare(a.from, b.from) })
	values := make([][]T, len(all))
	for k, x := range all {
		values[k] = x.values
	}
	set.Grain = 0 // it was for the steps
	return flattened(set, values)
}

// Count returns how many elements the chain has. Span as CountFunc.
func (c Chain[T]) Count() int {
	var total atomic.Int64
	c.pass(nil, func(next func() (lo, hi int, ok bool)) {
		count := 0
		run := c.pipe(func(T) bool { count++; return true })
		for lo, hi, ok := next(); ok; lo, hi, ok = next() {
			run(lo, hi)
		}
		// ORDER: none is needed, since only the sum counts. The end of the loop is what lets the
		// Load below see every part's Add.
		total.Add(int64(count))
	})
	return int(total.Load())
}

// ForEach calls f for every element of the chain. Span as the function ForEach. What the functions of
// the chain write to a reducer of package strand comes out in the order of the elements. Panics also
// if f is nil.
func (c Chain[T]) ForEach(f func(v T)) {
	call.Need("Chain.ForEach", f != nil)
	c.pass(f, func(next func() (lo, hi int, ok bool)) {
		run := c.pipe(func(v T) bool { f(v); return true })
		for lo, hi, ok := next(); ok; lo, hi, ok = next() {
			run(lo, hi)
		}
	})
}

// ContainsFunc reports whether f is true for an element of the chain. Once it was true no further
// element of the source begins, except within chunks, of about a microsecond, that were already
// started. Span as the function ContainsFunc. Panics also if f is nil.
func (c Chain[T]) ContainsFunc(f func(v T) bool) bool {
	call.Need("Chain.ContainsFunc", f != nil)
	return c.contains(f, true)
}

// AllFunc reports whether f is true for every element of the chain, which it is if there is none.
// The rest as ContainsFunc, with false for true.
func (c Chain[T]) AllFunc(f func(v T) bool) bool {
	call.Need("Chain.AllFunc", f != nil)
	return !c.contains(f, false)
}

// contains reports whether f is want for an element of the chain.
func (c Chain[T]) contains(f func(v T) bool, want bool) bool {
	b := newBound(1) // 0: found
	c.pass(f, func(next func() (lo, hi int, ok bool)) {
		found := false
		run := c.pipe(func(v T) bool { found = f(v) == want; return !found })
		for lo, hi, ok := next(); ok && b.first.Load() > 0; lo, hi, ok = next() {
			if run(lo, hi); found {
				b.lower(0)
				return
			}
		}
	})
	return b.first.Load() == 0
}

// First returns the first element of the chain, and whether there is one. Once one is found no
// element of the source begins behind it, except within chunks, of about a microsecond, that were
// already started. Span as IndexFunc. Panics also if a function does so for an element behind the first.
func (c Chain[T]) First() (first T, ok bool) {
	b := newBound(c.n) // of the chunk that first comes from
	var mu sync.Mutex
	c.pass(nil, func(next func() (lo, hi int, ok bool)) {
		var got T
		found := false
		run := c.pipe(func(v T) bool { got, found = v, true; return false })
		for lo, hi, ok := next(); ok && int64(lo) < b.first.Load(); lo, hi, ok = next() {
			if run(lo, hi); !found {
				continue
			}
			mu.Lock()
			defer mu.Unlock()
			if int64(lo) < b.first.Load() {
				first = got
				b.lower(int64(lo))
			}
			return
		}
	})
	return first, b.found(c.n) >= 0
}
