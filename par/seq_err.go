package par

import (
	"context"
	"iter"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/feed"
)

// ForSeqErr calls f(ctx, v) for every value v of seq, several at once, until one
// fails: then seq is told to stop. A value's index is its place in seq. Errors as ForErr,
// otherwise as ForSeq.
func ForSeqErr[E any](ctx context.Context, seq iter.Seq[E], f func(ctx context.Context, v E) error, o ...Option) error {
	call.Need("ForSeqErr", seq != nil && f != nil)
	set := resolve(o)
	c, err := set.Watch("ForSeqErr", ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	values := feed.Feed[E, struct{}]{Set: set, Func: f, Ended: c.Ended, Unwound: c.Unwound}
	values.Each = func(i int, v E) (none struct{}, ok bool) {
		return none, c.Do(i, func(ctx context.Context, _ int) error { return f(ctx, v) })
	}
	values.Over(seq)
	return c.Result()
}

// MapSeqErr returns an iterator over f(ctx, v) of every value v of seq, in the
// order of seq, with nil errors, until one fails: then seq is told to stop, and
// the last pair that comes out is R's zero value and the error, which is the
// result of ForErr over the same values. All results before the first value that
// failed, or was stopped by the failure, come out before it. A pair with an error is always
// the last. Errors as ForErr, otherwise as MapSeq; ctx is looked at from the beginning of
// the range on.
func MapSeqErr[E, R any](ctx context.Context, seq iter.Seq[E], f func(ctx context.Context, v E) (R, error), o ...Option) iter.Seq2[R, error] {
	call.Need("MapSeqErr", seq != nil && f != nil)
	if ctx == nil {
		panic("par: MapSeqErr needs a context, not nil")
	}
	set := parse(o)
	return func(yield func(R, error) bool) {
		set.Admit()
		c, err := set.Watch("MapSeqErr", ctx)
		if err == nil {
			defer c.Close()
			if !mapSeqErr(set, c, seq, f, yield) {
				return
			}
			err = c.Result()
		}
		if err != nil {
			var none R
			yield(none, err)
		}
	}
}

// mapSeqErr yields all results that come before an error. It reports false if the range was
// left. Nothing runs when it returns.
func mapSeqErr[E, R any](set call.Settings, c *call.Failures, seq iter.Seq[E], f func(ctx context.Context, v E) (R, error), yield func(R, error) bool) bool {
	left := false
	values := feed.Feed[E, R]{Set: set, Func: f, Ended: c.Ended, Unwound: c.Unwound}
	values.Each = func(i int, v E) (r R, ok bool) {
		ok = c.Do(i, func(ctx context.Context, _ int) (err error) { r, err = f(ctx, v); return err })
		return r, ok
	}
	values.Yield = func(r R) bool {
		left = !yield(r, nil)
		return !left
	}
	values.Over(seq)
	return !left
}
