package par

import (
	"context"
	"iter"
	"sync/atomic"

	"github.com/skua-go/skua/par/internal/call"
)

// ForSeq2Err calls f(ctx, v) for every value v of seq, several at once, until a call fails or seq
// yields an error: for readers that may fail. A pair with an error ends seq, its value is not
// used, and f is called for all values before it all the same. Then the error counts as that of a call
// at its place in seq. Otherwise as ForSeqErr.
func ForSeq2Err[E any](ctx context.Context, seq iter.Seq2[E, error], f func(ctx context.Context, v E) error, o ...Option) error {
	call.Need("ForSeq2Err", seq != nil && f != nil)
	set := resolve(o)
	c, err := set.Watch("ForSeq2Err", ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	set.Line = ctx
	var end ending
	forErr(set, c, valuesOf(seq, &end), f)
	end.note(c)
	return c.Result()
}

// MapSeq2Err returns an iterator over f(ctx, v) of every value v of seq, in the order of seq, with nil
// errors, until a call fails or seq yields an error. A pair with an error ends seq, its value is not
// used, and the results of all values before it come out all the same. Then the error counts as
// that of a call at its place in seq. Otherwise as MapSeqErr.
//
//	for r, err := range par.MapSeq2Err(ctx, par.MapSeqErr(ctx, names, read), parse) { … }
func MapSeq2Err[E, R any](ctx context.Context, seq iter.Seq2[E, error], f func(ctx context.Context, v E) (R, error), o ...Option) iter.Seq2[R, error] {
	call.Need("MapSeq2Err", seq != nil && f != nil)
	return rangeErr("MapSeq2Err", ctx, o, func(set call.Settings, c *call.Failures, yield func(R) bool) {
		var end ending
		mapErr(set, c, valuesOf(seq, &end), f, f, yield)
		end.note(c)
	})
}

// ending is where a sequence leaves the error with which it ended, at any time: it may be left while it
// waits.
type ending struct{ atomic.Pointer[seqError] }

// seqError is an error of a sequence, and how many values came before it.
type seqError struct {
	index int
	err   error
}

// note tells c, when no call runs any more: else the error would stop those that do.
func (e *ending) note(c *call.Failures) {
	if f := e.Load(); f != nil {
		c.Note(f.index, f.err)
	}
}

// valuesOf returns the values of seq up to its first error, which it stores in end.
func valuesOf[E any](seq iter.Seq2[E, error], end *ending) iter.Seq[E] {
	return func(yield func(E) bool) {
		n := 0
		for v, err := range seq {
			if err != nil {
				end.Store(&seqError{n, err}) // ORDER: complete before it can be seen
				return
			}
			if !yield(v) {
				return
			}
			n++
		}
	}
}
