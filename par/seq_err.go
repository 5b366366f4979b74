package par

import (
	"context"
	"iter"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/feed"
)

// ForSeqErr calls f(ctx, v) for every value v of seq, several at once, until one fails: then seq is
// told to stop, with its next value. If seq waits, let it look at ctx itself. A value's index is
// its place in seq. Errors as ForErr, but if ctx ends before seq has ended the result is
// context.Cause(ctx) even if all calls have returned nil, since seq may have ended for that reason.
// Otherwise as ForSeq. For a sequence of values with errors take ForSeq2Err.
func ForSeqErr[E any](ctx context.Context, seq iter.Seq[E], f func(ctx context.Context, v E) error, o ...Option) error {
	call.Need("ForSeqErr", seq != nil && f != nil)
	set := resolve(o)
	c, err := set.Watch("ForSeqErr", ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	set.Line = ctx
	forErr(set, c, seq, f)
	return c.Result()
}

// forErr calls f for the values of seq until one fails. Nothing runs when it returns.
func forErr[E any](set call.Settings, c *call.Failures, seq iter.Seq[E], f func(ctx context.Context, v E) error) {
	values := feed.Feed[E, struct{}]{Set: set, Func: f, Fails: c}
	values.Each = func(s *call.Stretch, i int, v E) (none struct{}, ok bool) {
		return none, s.Do(i, func(ctx context.Context, _ int) error { return f(ctx, v) })
	}
	values.Over(seq)
}

// MapSeqErr returns an iterator over f(ctx, v) of every value v of seq, in the
// order of seq, with nil errors, until one fails: then seq is told to stop, and
// the last pair that comes out is R's zero value and the error, which is the
// result of ForSeqErr over the same values. The results of all values before the one that failed
// come out before it, unless ctx has ended. A pair with an error is always
// the last. Errors as ForSeqErr, otherwise as MapSeq; ctx is looked at from the beginning of
// the range on. For a sequence of values with errors take MapSeq2Err.
func MapSeqErr[E, R any](ctx context.Context, seq iter.Seq[E], f func(ctx context.Context, v E) (R, error), o ...Option) iter.Seq2[R, error] {
	call.Need("MapSeqErr", seq != nil && f != nil)
	return rangeErr("MapSeqErr", ctx, o, func(set call.Settings, c *call.Failures, yield func(R) bool) {
		mapErr(set, c, seq, f, f, yield)
	})
}

// rangeErr returns an iterator over what over yields, with nil errors, and then, if c has found
// one and the range was not left, an error, for the function called name.
func rangeErr[R any](name string, ctx context.Context, o []Option, over func(set call.Settings, c *call.Failures, yield func(R) bool)) iter.Seq2[R, error] {
	if ctx == nil {
		panic("par: " + name + " needs a context, not nil")
	}
	set := parse(o)
	set.Line = ctx
	return func(yield func(R, error) bool) {
		set.Admit()
		c, err := set.Watch(name, ctx)
		left := false
		if err == nil {
			defer c.Close()
			over(set, c, func(r R) bool {
				left = !yield(r, nil)
				return !left
			})
			err = c.Result()
		}
		if err != nil && !left {
			var none R
			yield(none, err)
		}
	}
}

// mapErr yields the results of body for all values of seq that come before one that fails, or with
// AllErrors for all that do not fail, for the user's function f. Nothing runs when it returns.
func mapErr[E, R any](set call.Settings, c *call.Failures, seq iter.Seq[E], f any, body func(ctx context.Context, v E) (R, error), yield func(R) bool) {
	if !set.AllErrors {
		mapUntil(set, c, seq, f, body, yield)
		return
	}
	mapUntil(set, c, seq, f, func(ctx context.Context, v E) (judged[R], error) {
		r, err := body(ctx, v)
		return judged[R]{r, err == nil}, err
	}, kept(yield))
}

func mapUntil[E, R any](set call.Settings, c *call.Failures, seq iter.Seq[E], f any, body func(ctx context.Context, v E) (R, error), yield func(R) bool) {
	values := feed.Feed[E, R]{Set: set, Func: f, Fails: c, Yield: yield}
	values.Each = func(s *call.Stretch, i int, v E) (r R, ok bool) {
		ok = s.Do(i, func(ctx context.Context, _ int) (err error) { r, err = body(ctx, v); return err })
		return r, ok
	}
	values.Over(seq)
}
