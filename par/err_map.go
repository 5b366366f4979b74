package par

import (
	"context"
	"fmt"

	"github.com/skua-go/skua/par/internal/call"
)

// MapErr returns f(ctx, v) of every element v of s, in the order of s, or nil
// and the error if one fails. Errors as ForErr. Allocates the result and a
// constant number of small objects; work, span and panics as ForErr.
func MapErr[S ~[]E, E, R any](ctx context.Context, s S, f func(ctx context.Context, v E) (R, error), o ...Option) ([]R, error) {
	call.Need("MapErr", f != nil)
	call.Room[R]("MapErr", len(s))
	out := make([]R, len(s))
	if err := mapIntoErr(resolve(o), "MapErr", ctx, out, s, f); err != nil {
		return nil, err
	}
	return out, nil
}

// MapNErr returns f(ctx, i) of every i of [0, n), in that order, or nil and the error if one
// fails. Errors as ForErr, otherwise as MapErr.
func MapNErr[R any](ctx context.Context, n int, f func(ctx context.Context, i int) (R, error), o ...Option) ([]R, error) {
	call.Need("MapNErr", f != nil)
	n = max(n, 0)
	call.Room[R]("MapNErr", n)
	out := make([]R, n)
	err := loopErr(resolve(o), "MapNErr", ctx, n, f, func(ctx context.Context, i int) (err error) {
		out[i], err = f(ctx, i)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// MapIntoErr stores f(ctx, v) of every element v of s in dst[:len(s)], which may be s. If a
// call fails nothing is stored for its element, and the results of the other elements may
// be stored or not. Errors as ForErr. Panics as ForErr does, and if dst is shorter than s.
func MapIntoErr[S ~[]E, E, R any](ctx context.Context, dst []R, s S, f func(ctx context.Context, v E) (R, error), o ...Option) error {
	call.Need("MapIntoErr", f != nil)
	if len(dst) < len(s) {
		panic(fmt.Sprintf("par: MapIntoErr of %d elements into %d: dst is shorter than s", len(s), len(dst)))
	}
	return mapIntoErr(resolve(o), "MapIntoErr", ctx, dst[:len(s)], s, f)
}

func mapIntoErr[S ~[]E, E, R any](set call.Settings, name string, ctx context.Context, dst []R, s S, f func(ctx context.Context, v E) (R, error)) error {
	return loopErr(set, name, ctx, len(s), f, func(ctx context.Context, i int) error {
		r, err := f(ctx, s[i])
		if err == nil {
			dst[i] = r
		}
		return err
	})
}

// MapReduceErr returns id op m(ctx, s[0]) op m(ctx, s[1]) op …, or R's zero value
// and the error if one call of m fails. Blocks and brackets are those of MapReduce, so the
// results of both are the same to the bit; op begins to combine the blocks when no call of
// m runs any more. Errors as ForErr, otherwise as MapReduce.
func MapReduceErr[S ~[]E, E, R any](ctx context.Context, s S, id R, m func(ctx context.Context, v E) (R, error), op func(a, b R) R, o ...Option) (R, error) {
	call.Need("MapReduceErr", m != nil && op != nil)
	return mapReduceErr(resolve(o), "MapReduceErr", ctx, len(s), id, m, func(ctx context.Context, i int) (R, error) {
		return m(ctx, s[i])
	}, op)
}

// MapReduceNErr returns id op m(ctx, 0) op m(ctx, 1) op … op m(ctx, n-1), or R's zero value and
// the error if one call of m fails. Everything as MapReduceErr of n elements.
func MapReduceNErr[R any](ctx context.Context, n int, id R, m func(ctx context.Context, i int) (R, error), op func(a, b R) R, o ...Option) (R, error) {
	call.Need("MapReduceNErr", m != nil && op != nil)
	return mapReduceErr(resolve(o), "MapReduceNErr", ctx, max(n, 0), id, m, m, op)
}

// mapReduceErr reduces what m makes of the indices [0, n), for the function called name, which
// was given f.
func mapReduceErr[R any](set call.Settings, name string, ctx context.Context, n int, id R, f any, m func(ctx context.Context, i int) (R, error), op func(a, b R) R) (r R, err error) {
	err = set.OnceErr(ctx, func(set call.Settings) (err error) {
		r, err = mapReduceErrAt(set, name, ctx, n, id, f, m, op)
		return err
	})
	return r, err
}

func mapReduceErrAt[R any](set call.Settings, name string, ctx context.Context, n int, id R, f any, m func(ctx context.Context, i int) (R, error), op func(a, b R) R) (R, error) {
	size := set.BlockSize(n, 1024)
	call.Room[R](name, call.BlockCount(n, size))
	leaves := make([]R, call.BlockCount(n, size))
	set.Grain, set.Tell = 0, nil // Grain has had its say in size, and blocks are no elements
	err := loopErr(set, name, ctx, len(leaves), f, func(ctx context.Context, k int) (err error) {
		lo := k * size
		leaves[k], err = foldErr(ctx, lo, lo+min(size, n-lo), id, m, op, set.AllErrors)
		return err
	})
	if err != nil {
		var none R
		return none, err
	}
	if len(leaves) == 0 {
		return id, nil
	}
	return call.Reduce(set, len(leaves), 1, nil, op, func(k, _ int) R { return leaves[k] }), nil
}

// foldErr folds one block, which is not empty, until m fails or ctx ends, or with all to its end:
// then it returns all errors. The first block begins with id.
func foldErr[R any](ctx context.Context, lo, hi int, id R, m func(ctx context.Context, i int) (R, error), op func(a, b R) R, all bool) (acc R, err error) {
	acc = id
	var errs call.Errors
	for i := lo; i < hi; i++ {
		if i > lo && ctx.Err() != nil {
			return acc, append(errs, ctx.Err())
		}
		r, err := m(ctx, i)
		switch {
		case err != nil && all:
			errs = append(errs, err)
		case err != nil:
			return acc, err
		case i == lo && lo > 0:
			acc = r
		default:
			acc = op(acc, r)
		}
	}
	if errs != nil {
		return acc, errs
	}
	return acc, nil
}
