//go:build go1.27

package par

import "github.com/skua-go/skua/par/internal/call"

// A Chain is a slice, or a range of indices, with steps that its elements go through, in the order
// of the source:
//
//	total := par.Of(orders).Filter(paid).Map(net).Sum(par.Identity)
//
// A step, as Filter or Map, runs nothing: it returns a longer chain. A method that returns something
// else, as Sum or Collect, runs all steps in one parallel pass: each element goes through all of them
// before the next one on the same worker, and nothing is stored between. The options given to
// Of or OfN count for that pass; Progress and Unordered are ignored.
//
// A Chain is a value. It may be used any number of times, also at once; each use is a pass of its
// own, calls the functions again and sees the slice as it is then. The zero value is an empty
// chain. In a pass the functions are called once for each element that reaches them, several at
// once and in no certain order, unless the method says that it stops early.
//
// For n elements of the source the work is O(n) and the elements that FlatMap makes. The span is that
// of the function which the method names, for n elements, where a call is all steps of one element
// of the source. No allocation for each element; a constant number for each worker that takes part, each
// time it does. Panics as For does. An element costs two calls for each step it reaches, of the
// step and of its function: where the functions do next to nothing, a loop by hand is several times as fast
// (docs/par.md).
//
// A Chain needs Go 1.27, whose methods may have type parameters.
type Chain[T any] struct {
	n     int           // elements of the source
	set   call.Settings // not admitted yet: each pass does that
	exact bool          // every element of the source comes to one element of the chain
	step  any           // the last step's function, by which loops are remembered; nil: no step

	// pipe returns a function that sends the elements [lo, hi) of the source through all steps,
	// and what comes out to yield, in order, until yield returns false. That function is
	// for one goroutine at a time, if yield is.
	pipe func(yield func(v T) bool) func(lo, hi int)
}

// Of returns the chain of the elements of s, without a step.
func Of[S ~[]E, E any](s S, o ...Option) Chain[E] {
	return Chain[E]{n: len(s), set: parse(o), exact: true, pipe: func(yield func(v E) bool) func(lo, hi int) {
		return func(lo, hi int) {
			for _, v := range s[lo:hi] {
				if !yield(v) {
					return
				}
			}
		}
	}}
}

// OfN returns the chain of the indices [0, n), without a slice.
func OfN(n int, o ...Option) Chain[int] {
	return Chain[int]{n: max(n, 0), set: parse(o), exact: true, pipe: func(yield func(i int) bool) func(lo, hi int) {
		return func(lo, hi int) {
			for i := lo; i < hi; i++ {
				if !yield(i) {
					return
				}
			}
		}
	}}
}

// Map returns the chain of f(v) of every element v of c. Panics if f is nil.
func (c Chain[T]) Map[R any](f func(v T) R) Chain[R] {
	call.Need("Chain.Map", f != nil)
	return then(c, f, c.exact, func(yield func(v R) bool) func(v T) bool {
		return func(v T) bool { return yield(f(v)) }
	})
}

// Filter returns the chain of the elements of c for which keep reports true. Panics if keep is nil.
func (c Chain[T]) Filter(keep func(v T) bool) Chain[T] {
	call.Need("Chain.Filter", keep != nil)
	return then(c, keep, false, func(yield func(v T) bool) func(v T) bool {
		return func(v T) bool { return !keep(v) || yield(v) }
	})
}

// FilterMap returns the chain of the results of f of those elements of c for which f also returns
// true. Panics if f is nil.
func (c Chain[T]) FilterMap[R any](f func(v T) (r R, ok bool)) Chain[R] {
	call.Need("Chain.FilterMap", f != nil)
	return then(c, f, false, func(yield func(v R) bool) func(v T) bool {
		return func(v T) bool {
			r, ok := f(v)
			return !ok || yield(r)
		}
	})
}

// FlatMap returns the chain of the elements of f(v) of every element v of c. What one call of f
// returns stays on one worker. Panics if f is nil.
func (c Chain[T]) FlatMap[R any](f func(v T) []R) Chain[R] {
	call.Need("Chain.FlatMap", f != nil)
	return then(c, f, false, func(yield func(v R) bool) func(v T) bool {
		return func(v T) bool {
			for _, r := range f(v) {
				if !yield(r) {
					return false
				}
			}
			return true
		}
	})
}

// then returns c with one more step, whose function is f. step returns what an element of c goes to,
// if what comes out of the step goes to yield.
func then[T, R any](c Chain[T], f any, exact bool, step func(yield func(v R) bool) func(v T) bool) Chain[R] {
	return Chain[R]{n: c.n, set: c.set, exact: exact, step: f, pipe: func(yield func(v R) bool) func(lo, hi int) {
		return c.pipe(step(yield))
	}}
}

// code returns the function of the user's that stands for a pass: that of the last step, else f.
func (c Chain[T]) code(f any) any {
	if c.step != nil {
		return c.step
	}
	return f
}
