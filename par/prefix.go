package par

import (
	"cmp"
	"slices"
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// PrefixSum returns the sums of the prefixes of s: element i of the result is s[0] + … + s[i]. Integers
// wrap around. In which order floats are added depends on len(s) and Grain only, so the sums are the same
// to the bit on any number of workers, but they are not those of a plain loop.
//
// There is no call for each element, so it is several times as fast as Scan. Work O(n); span O(n/P) on P
// workers for integers, else O(n/1024 + log n), or O(Grain + log n). Allocates as Scan does. Panics with
// skua.ErrClosed if the pool is closed.
func PrefixSum[S ~[]E, E Number](s S, o ...Option) S {
	out := make(S, len(s))
	prefixSum(resolve(o), out, s)
	return out
}

// PrefixSumInto stores in dst[:len(s)] what PrefixSum would return. dst may be s; if it overlaps s otherwise,
// the result is undefined. Panics as PrefixSum does, and if dst is shorter than s.
func PrefixSumInto[S ~[]E, E Number](dst, s S, o ...Option) {
	prefixSum(resolve(o), room("PrefixSumInto", dst, s), s)
}

func prefixSum[E Number](set call.Settings, out, s []E) {
	store := sums[E]
	if integer[E]() {
		store = sumsExact
	}
	if alone[E](set, len(s), integer[E]()) {
		store(out, 0, s)
		return
	}
	x := &scan[E]{out: out, s: s, op: func(a, b E) E { return a + b }, store: store, sum: sumOf[E](), add: addTo[E]}
	x.run(set, 0, set.BareSize(len(s)))
}

// sumsExact stores in out, which is as long as s, the sums of acc and each prefix of s, and returns the last.
func sumsExact[E Number](out []E, acc E, s []E) E {
	out = out[:len(s)]
	for i, v := range s {
		acc += v
		out[i] = acc
	}
	return acc
}

// sums is sumsExact for floats: of four elements one addition waits for what is before them, not four.
func sums[E Number](out []E, acc E, s []E) E {
	for ; len(s) >= 4 && len(out) >= 4; s, out = s[4:], out[4:] {
		a, c := s[0], s[2]
		b := a + s[1]
		d := c + s[3]
		out[0], out[1], out[2] = acc+a, acc+b, acc+(b+c)
		acc += b + d
		out[3] = acc
	}
	return sumsExact(out, acc, s)
}

func addTo[E Number](out []E, before E) {
	for i := range out {
		out[i] += before
	}
}

// scan is one call of a function that stores what comes of the prefixes of s.
type scan[E any] struct {
	out, s    []E
	op        func(a, b E) E
	f         any                           // the user's function
	store     func(out []E, acc E, s []E) E // stores what comes of s after acc, and returns acc with all of s
	exclusive bool                          // element i is of what is before it

	// What op is to all of a slice, where there is a faster way than to call it; else nil.
	sum func(s []E) E
	add func(out []E, before E) // puts before in front of each

	mu       sync.Mutex
	segments []segment[E]
	steady   bool // a steal schedule goes on (skua.Part.Steady): so the second pass is no loop, cut as the clock says
}

// run stores what comes of all prefixes after id, and returns id with all of s.
func (x *scan[E]) run(set call.Settings, id E, size int) E {
	switch {
	case len(x.s) == 0:
		return id
	case set.Grain > 0 || !integer[E]():
		return x.blocks(set, id, size)
	case set.Sequential:
		return x.store(x.out, id, x.s)
	}
	return x.along(set, id)
}

// blocks finds what comes of all before each block first.
func (x *scan[E]) blocks(set call.Settings, id E, size int) (total E) {
	start := make([]E, call.BlockCount(len(x.s), size)) // the prefix before each block
	start[0] = id
	sum := func(k, lo, hi int) {
		if x.sum != nil {
			start[k+1] = x.sum(x.s[lo:hi])
		} else {
			start[k+1] = call.FoldAll(x.s[lo:hi], x.op)
		}
	}
	set.BlocksThen((len(start)-1)*size, size, x.f, sum, func(set call.Settings) {
		scanTree(set, start, x.op)
		set.Blocks(len(x.s), size, x.f, func(k, lo, hi int) {
			if hi == len(x.s) {
				total = x.store(x.out[lo:hi], start[k], x.s[lo:hi])
			} else if !x.exclusive {
				x.store(x.out[lo:hi], start[k], x.s[lo:hi])
			} else { // a call less
				x.out[hi-1] = x.store(x.out[lo:hi-1], start[k], x.s[lo:hi-1])
			}
		})
	})
	return total
}

// A segment is elements that one worker went through from left to right, from lo up to the next segment.
type segment[E any] struct {
	lo  int
	acc E // what comes of them, later of all up to their end; of the first one after id
}

// along goes through the elements as a plain loop does, until a thief takes some: the thief goes on
// there, but does not know what comes before. When all are done that is put before them, by all
// workers, so each element that was stolen takes two calls. As in Traoré, Roch, Maillard, Gautier and
// Bernard, Deque-Free Work-Optimal Parallel STL Algorithms, Euro-Par 2008 [TRM08]; but there whoever
// comes to what was stolen stops the thief.
//
// Where the brackets go depends on thieves, so it is for integers.
//
// NOT: one call for each element with brackets that depend on the length alone. Then each result is
// the one before it and an element, and no worker can begin in the middle.
func (x *scan[E]) along(set call.Settings, id E) (total E) {
	set.Loop(len(x.s), x.f, func(p *skua.Part) {
		own, at := segment[E]{0, id}, 0
		for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
			if lo != at {
				x.keep(p, own, at)
				own = segment[E]{lo, x.s[lo]}
				if !x.exclusive {
					x.out[lo] = own.acc
				}
				lo++
			}
			own.acc, at = x.store(x.out[lo:hi], own.acc, x.s[lo:hi]), hi
		}
		x.keep(p, own, at)
	})
	if len(x.segments) > 1 || x.steady {
		set.Loop(1, nil, func(p *skua.Part) {
			for p.Next() {
				set.Place = p.Worker()
				x.join(set)
			}
		})
	}
	return x.segments[len(x.segments)-1].acc
}

// keep notes a segment that ends before at, unless it is empty.
func (x *scan[E]) keep(p *skua.Part, own segment[E], at int) {
	if at > own.lo {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.segments, x.steady = append(x.segments, own), p.Steady()
	}
}

// join puts before each segment what comes of all before it.
func (x *scan[E]) join(set call.Settings) {
	slices.SortFunc(x.segments, func(a, b segment[E]) int { return cmp.Compare(a.lo, b.lo) })
	for k := range x.segments[1:] {
		x.segments[k+1].acc = x.op(x.segments[k].acc, x.segments[k+1].acc)
	}
	if len(x.segments) == 1 {
		return
	}
	first := x.segments[1].lo
	if x.steady {
		x.mend(first, len(x.s))
		return
	}
	set.Loop(len(x.s)-first, x.f, func(p *skua.Part) {
		for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
			x.mend(first+lo, first+hi)
		}
	})
}

// mend does so for the elements of [lo, hi), none of which is in the first segment.
func (x *scan[E]) mend(lo, hi int) {
	k, found := slices.BinarySearchFunc(x.segments, lo, func(s segment[E], lo int) int { return cmp.Compare(s.lo, lo) })
	if !found {
		k--
	}
	for ; lo < hi; k++ {
		before, end := x.segments[k-1].acc, hi
		if k+1 < len(x.segments) {
			end = min(hi, x.segments[k+1].lo)
		}
		if x.exclusive && lo == x.segments[k].lo {
			x.out[lo] = before
			lo++
		}
		out := x.out[lo:end]
		lo = end
		if x.add != nil {
			x.add(out, before)
			continue
		}
		for i, v := range out {
			out[i] = x.op(before, v)
		}
	}
}

// prefixes stores in out, which is as long as s, what acc is after each element of s has been added, and
// returns the last.
//
// NOT: four at a time, as call.AddAll. The stores in between make that slower: 3.1 ns an element for 2.4.
func prefixes[E any](out []E, acc E, s []E, op func(a, b E) E) E {
	for i, v := range s {
		acc = op(acc, v)
		out[i] = acc
	}
	return acc
}

// scanTree replaces v by its prefixes.
func scanTree[E any](set call.Settings, v []E, op func(a, b E) E) {
	var ends []E // of all groups but the last
	if groups := call.BlockCount(len(v), call.Arity); groups > 1 {
		ends = make([]E, groups-1)
		set.Level(len(ends)*call.Arity, op, func(k, lo, hi int) { ends[k] = call.FoldAll(v[lo:hi], op) })
		scanTree(set, ends, op)
	}
	if len(v) < 2 {
		return
	}
	set.Level(len(v), op, func(k, lo, hi int) {
		if k > 0 {
			v[lo] = op(ends[k-1], v[lo])
		}
		for i := lo + 1; i < hi; i++ {
			v[i] = op(v[i-1], v[i])
		}
	})
}
