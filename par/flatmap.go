package par

import (
	"context"

	"github.com/skua-go/skua/par/internal/call"
)

// FlatMap returns the elements of f(v) of every element v of s, one after the other, in the
// order of s. f is called several at once and in no certain order.
//
// Work O(n) and the elements of the result, span O(n) and the longest call; for n elements of s.
// Allocates the result, n slices and a constant number of small objects. Panics as For does, and if
// the elements of the result are more than an int can count.
func FlatMap[S ~[]E, E, R any](s S, f func(v E) []R, o ...Option) (out []R) {
	call.Need("FlatMap", f != nil)
	call.Room[[]R]("FlatMap", len(s))
	set := resolve(o)
	parts := make([][]R, len(s))
	counting := call.CountingResults(&set, len(s), f)
	set.Once(func(set call.Settings) {
		mapInto(set, parts, s, counting)
		set.Grain = 0 // it was for the calls of f
		out = flattened(set, parts)
	})
	return out
}

// FlatMapErr returns the elements of f(ctx, v) of every element v of s, one after the other,
// or nil and the error if one call fails. Errors as ForErr, otherwise as FlatMap.
func FlatMapErr[S ~[]E, E, R any](ctx context.Context, s S, f func(ctx context.Context, v E) ([]R, error), o ...Option) (out []R, err error) {
	call.Need("FlatMapErr", f != nil)
	call.Room[[]R]("FlatMapErr", len(s))
	parts := make([][]R, len(s))
	err = resolve(o).OnceErr(ctx, func(set call.Settings) error {
		if err := mapIntoErr(set, "FlatMapErr", ctx, parts, s, f); err != nil {
			return err
		}
		set.Grain = 0
		out = flattened(set, parts)
		return nil
	})
	return out, err
}

// FilterMap returns the results of f of those elements of s for which f also returns true, in
// the order of s: Map and Filter in one pass. f is called once for each element, several at
// once and in no certain order.
//
// Work O(n), span O(n/1024) calls, or O(Grain). Allocates room for n results, the result and a
// constant number of small objects. Panics as For does.
func FilterMap[S ~[]E, E, R any](s S, f func(v E) (r R, ok bool), o ...Option) (out []R) {
	call.Need("FilterMap", f != nil)
	call.Room[R]("FilterMap", len(s))
	set := resolve(o)
	room := make([]R, len(s)) // block k's results are at the beginning of its own part
	size := set.BlockSize(len(s), 1024)
	parts := make([][]R, call.BlockCount(len(s), size))
	set.Once(func(set call.Settings) {
		set.Blocks(len(s), size, f, func(k, lo, hi int) {
			kept := room[lo:lo:hi]
			for _, v := range s[lo:hi] {
				if r, ok := f(v); ok {
					kept = append(kept, r)
				}
			}
			parts[k] = kept
		})
		set.Grain = 0
		out = flattened(set, parts)
	})
	return out
}
