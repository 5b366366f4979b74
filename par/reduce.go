package par

import (
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// Reduce returns id op s[0] op s[1] op …, which is id if s is empty. op must be
// associative, need not be commutative, and runs several at once. id comes in
// once, at the left, so it may be any start, though it usually is op's identity.
//
// Where the brackets go depends on len(s) and Grain only, never on workers or
// timing: the result is the same to the bit on every machine, for float64 too.
// The slice is cut into blocks of Grain elements, or of n/1024 but at least 16,
// which are folded from left to right; the results are combined 16 at a time.
//
// op is called for each element, which costs a nanosecond or two. Where that is more than
// what op does, take Sum, Min or Max, or ReduceRange, whose function has a loop of its own.
//
// Work O(n), span O(n/1024 + log n) calls, or O(Grain + log n). Allocates at
// most the results of the blocks and a constant number of small objects.
// Panics as For does.
func Reduce[S ~[]E, E any](s S, id E, op func(a, b E) E, o ...Option) E {
	call.Need("Reduce", op != nil)
	set := resolve(o)
	if len(s) == 0 {
		return id
	}
	size := set.CheapSize(len(s))
	run := func(p *skua.Part, k, end int) (acc E, next int, left bool) {
		for next = k; ; {
			lo, hi := call.Block(next, len(s), size)
			v := s[lo]
			if next == 0 {
				v = op(id, v)
			}
			v = call.AddAll(v, s[lo+1:hi], op)
			if next > k {
				v = op(acc, v)
			}
			acc = v
			if next++; next == end || !p.Next() {
				return acc, next, false
			}
			if p.Index() != next {
				return acc, next, true
			}
		}
	}
	return call.ReduceRuns(set, len(s), size, op, op, run)
}

// MapReduce returns id op m(s[0]) op m(s[1]) op …, which is id if s is empty,
// without storing the results of m. Calls of m and op run several at once. Up to 1,024
// elements are a block each, since m may be expensive. Otherwise as Reduce.
func MapReduce[S ~[]E, E, R any](s S, id R, m func(v E) R, op func(a, b R) R, o ...Option) R {
	call.Need("MapReduce", m != nil && op != nil)
	set := resolve(o)
	if len(s) == 0 {
		return id
	}
	size := set.BlockSize(len(s), 1024)
	run := func(p *skua.Part, k, end int) (acc R, next int, left bool) {
		for next = k; ; {
			lo, hi := call.Block(next, len(s), size)
			v := m(s[lo])
			if next == 0 {
				v = op(id, v)
			}
			for lo++; lo < hi; lo++ {
				v = op(v, m(s[lo]))
			}
			if next > k {
				v = op(acc, v)
			}
			acc = v
			if next++; next == end || !p.Next() {
				return acc, next, false
			}
			if p.Index() != next {
				return acc, next, true
			}
		}
	}
	return call.ReduceRuns(set, len(s), size, m, op, run)
}

// MapReduceN returns id op m(0) op m(1) op … op m(n-1), which is id if n is 0, without storing
// the results of m: MapReduce where there is no slice. Blocks and brackets are those of
// MapReduce for n elements; everything else as there.
func MapReduceN[R any](n int, id R, m func(i int) R, op func(a, b R) R, o ...Option) R {
	call.Need("MapReduceN", m != nil && op != nil)
	set := resolve(o)
	if n <= 0 {
		return id
	}
	size := set.BlockSize(n, 1024)
	// NOT: one run for this and MapReduce. It would cost a call more for each element.
	run := func(p *skua.Part, k, end int) (acc R, next int, left bool) {
		for next = k; ; {
			lo, hi := call.Block(next, n, size)
			v := m(lo)
			if next == 0 {
				v = op(id, v)
			}
			for lo++; lo < hi; lo++ {
				v = op(v, m(lo))
			}
			if next > k {
				v = op(acc, v)
			}
			acc = v
			if next++; next == end || !p.Next() {
				return acc, next, false
			}
			if p.Index() != next {
				return acc, next, true
			}
		}
	}
	return call.ReduceRuns(set, n, size, m, op, run)
}

// ReduceRange cuts [lo, hi) into consecutive blocks and returns id op f(block) op f(block) …, from
// left to right, which is id if there are no indices: ForRange with a result. f has a loop of its
// own over the indices of its block, which the compiler sees through, so where an element takes a
// nanosecond this is faster than Reduce and MapReduceN, which call a function for each.
//
// Where blocks begin and the brackets go depends on hi-lo and Grain only, never on workers or
// timing: blocks are of Grain indices, or of a 1024th of them but at least 1,024, which suits cheap
// indices. Where an index takes a microsecond or more, give a Grain, or take MapReduceN.
//
// Work O(n), span O(n/1024 + log n), or O(Grain + log n), for n = hi-lo. Allocates at most the
// results of the blocks and a constant number of small objects. Panics as For does, and if hi-lo is
// no int.
func ReduceRange[R any](lo, hi int, id R, f func(lo, hi int) R, op func(a, b R) R, o ...Option) R {
	call.Need("ReduceRange", f != nil && op != nil)
	n := max(lo, hi) - lo
	if n < 0 {
		panic(fmt.Sprintf("par: ReduceRange(%d, %d): more indices than an int can count", lo, hi))
	}
	set, first := resolve(o), lo
	if n == 0 {
		return id
	}
	return call.Reduce(set, n, set.BareSize(n), f, op, func(lo, hi int) R {
		v := f(first+lo, first+hi)
		if lo == 0 {
			v = op(id, v)
		}
		return v
	})
}

// Fold adds every element of s to an accumulator and returns it. Each block of s
// has an accumulator of its own, made by newAcc. combine merges the accumulators of
// neighbouring blocks, the left one first, and may change and return either; add may change
// and return the one it is given. An accumulator is in one call at a time; calls with
// different accumulators run several at once.
//
// Which elements share an accumulator, and the order of combining, depend on len(s) and
// Grain only, as for Reduce. Without Grain there are at most 128 blocks, of at least 4
// elements, since accumulators may be large. newAcc is called once for each block, and once
// if s is empty.
//
// Work O(n), span O(n/128 + log n) calls, or O(Grain + log n). Allocates what
// the functions do and a constant number of objects. Panics as For does.
func Fold[S ~[]E, E, A any](s S, newAcc func() A, add func(acc A, v E) A, combine func(a, b A) A, o ...Option) A {
	call.Need("Fold", newAcc != nil && add != nil && combine != nil)
	set := resolve(o)
	if len(s) == 0 {
		defer set.AsPoolPanic()
		return newAcc()
	}
	return call.Reduce(set, len(s), accSize(set, len(s)), add, combine, func(lo, hi int) A {
		return call.AddAll(newAcc(), s[lo:hi], add)
	})
}

// accSize returns the size of the blocks of n elements if each block has an accumulator.
func accSize(set call.Settings, n int) int {
	if set.Grain > 0 {
		return set.Grain
	}
	return max(4, set.BlockSize(n, 128))
}
