//go:build go1.27

package par

import (
	"cmp"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// fold cuts the source into the blocks of MapReduce and returns what op makes of their
// accumulators, in a tree of fixed shape. The first block's accumulator begins as first, the others as
// the zero A. sink returns what the elements of a block go to.
func (c Chain[T]) fold[A any](f any, first A, sink func(acc *A) func(v T) bool, op func(a, b A) A) A {
	c.set.Admit()
	if c.n == 0 {
		return first
	}
	return call.ReduceParts(c.set, c.n, c.set.BlockSize(c.n, 1024), c.code(f), op, func(*skua.Part) func(lo, hi int) A {
		var acc A
		run := c.pipe(sink(&acc))
		return func(lo, hi int) A {
			if acc = *new(A); lo == 0 {
				acc = first
			}
			run(lo, hi)
			return acc
		}
	})
}

// maybe is a value, or none yet.
type maybe[T any] struct {
	v  T
	ok bool
}

// combine returns first op v op …, where first may be none, as the chain may have no element.
func (c Chain[T]) combine(first maybe[T], op func(a, b T) T) maybe[T] {
	add := func(acc *maybe[T]) func(v T) bool {
		return func(v T) bool {
			if acc.ok {
				v = op(acc.v, v)
			}
			*acc = maybe[T]{v, true}
			return true
		}
	}
	return c.fold(op, first, add, func(a, b maybe[T]) maybe[T] {
		if a.ok && b.ok {
			a.v = op(a.v, b.v)
			return a
		}
		if b.ok {
			return b
		}
		return a
	})
}

// Reduce returns id op v op w op … of the elements v, w, … of the chain, which is id if there is
// none. op must be associative, need not be commutative, and runs several at once.
//
// Blocks are those of MapReduce for the source, so where the brackets go depends on the elements and
// Grain only: the result is the same to the bit for any number of workers. If every step is a Map, it is
// that of MapReduce. Span as MapReduce. Panics also if op is nil.
func (c Chain[T]) Reduce(id T, op func(a, b T) T) T {
	call.Need("Chain.Reduce", op != nil)
	return c.combine(maybe[T]{id, true}, op).v
}

// Sum returns the sum of of(v) of the elements v of the chain, which is 0 if there is none. So no Map
// is needed before it; and if the elements are numbers, Sum(Identity) adds them. If the results
// are no numbers, the program does not compile. Integers wrap around. Floats are added in the order
// that Reduce has, so the sum is the same to the bit for any number of workers, but neither that of
// a plain loop nor that of the function Sum. Span as MapReduce. Panics also if of is nil.
func (c Chain[T]) Sum[N Number](of func(v T) N) N {
	call.Need("Chain.Sum", of != nil)
	add := func(acc *N) func(v T) bool {
		return func(v T) bool { *acc += of(v); return true }
	}
	return c.fold(of, 0, add, func(a, b N) N { return a + b })
}

// Min returns the least of of(v) of the elements v of the chain, and whether there is an element. If
// one is NaN, the result is NaN. Min(Identity) is the least element of ordered ones. Span as
// MapReduce. Panics also if of is nil.
func (c Chain[T]) Min[K cmp.Ordered](of func(v T) K) (least K, ok bool) {
	call.Need("Chain.Min", of != nil)
	m := c.Map(of).combine(maybe[K]{}, func(a, b K) K { return min(a, b) })
	return m.v, m.ok
}

// Max returns the greatest of of(v). Otherwise as Min.
func (c Chain[T]) Max[K cmp.Ordered](of func(v T) K) (greatest K, ok bool) {
	call.Need("Chain.Max", of != nil)
	m := c.Map(of).combine(maybe[K]{}, func(a, b K) K { return max(a, b) })
	return m.v, m.ok
}

// MinFunc returns the first minimal element of the chain, and whether there is an element. cmp is
// called several at once and must be a strict weak ordering; otherwise the result is some element.
// Span as MapReduce. Panics also if cmp is nil.
func (c Chain[T]) MinFunc(cmp func(a, b T) int) (first T, ok bool) {
	call.Need("Chain.MinFunc", cmp != nil)
	return c.extreme(least, cmp)
}

// MaxFunc returns the first maximal element of the chain. Otherwise as MinFunc.
func (c Chain[T]) MaxFunc(cmp func(a, b T) int) (first T, ok bool) {
	call.Need("Chain.MaxFunc", cmp != nil)
	return c.extreme(greatest, cmp)
}

// extreme returns the first element that cmp says is least, or greatest.
func (c Chain[T]) extreme(which int, cmp func(a, b T) int) (first T, ok bool) {
	m := c.combine(maybe[T]{}, func(m, x T) T {
		if cmp(x, m)^which < which {
			return x
		}
		return m
	})
	return m.v, m.ok
}

// Identity returns v: for Sum, Min and Max of a chain whose elements are numbers, or ordered. These
// methods need a function, since a method of a generic type exists for all type arguments or for
// none: there can be no Sum() for chains of numbers only.
func Identity[T any](v T) T { return v }
