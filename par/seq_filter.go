package par

import (
	"context"
	"iter"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/feed"
)

// FilterSeq returns an iterator over the values of seq for which keep reports true, in the order of
// seq. keep is called for some more values than the range has asked for. Everything else as MapSeq.
func FilterSeq[E any](seq iter.Seq[E], keep func(v E) bool, o ...Option) iter.Seq[E] {
	call.Need("FilterSeq", seq != nil && keep != nil)
	set := parse(o)
	return func(yield func(E) bool) {
		set.Admit()
		values := feed.Feed[E, judged[E]]{Set: set, Func: keep, Yield: kept(yield)}
		values.Each = func(_ *call.Stretch, _ int, v E) (judged[E], bool) { return judged[E]{v, keep(v)}, true }
		values.Over(seq)
	}
}

// FilterSeqErr returns an iterator over the values of seq for which keep reports true, in the order
// of seq, with nil errors, until one call fails. Errors as MapSeqErr, otherwise as FilterSeq.
func FilterSeqErr[E any](ctx context.Context, seq iter.Seq[E], keep func(ctx context.Context, v E) (bool, error), o ...Option) iter.Seq2[E, error] {
	call.Need("FilterSeqErr", seq != nil && keep != nil)
	return rangeErr("FilterSeqErr", ctx, o, func(set call.Settings, c *call.Failures, yield func(E) bool) {
		mapErr(set, c, seq, keep, func(ctx context.Context, v E) (judged[E], error) {
			ok, err := keep(ctx, v)
			return judged[E]{v, ok}, err
		}, kept(yield))
	})
}

// judged is a value, and whether it is kept.
type judged[E any] struct {
	v    E
	keep bool
}

// kept returns a function that hands on to yield what is kept.
func kept[E any](yield func(E) bool) func(judged[E]) bool {
	return func(j judged[E]) bool { return !j.keep || yield(j.v) }
}

// FlatMapSeq returns an iterator over the elements of f(v) of every value v of seq, in the order of
// seq. Everything else as MapSeq.
func FlatMapSeq[E, R any](seq iter.Seq[E], f func(v E) []R, o ...Option) iter.Seq[R] {
	call.Need("FlatMapSeq", seq != nil && f != nil)
	slices := MapSeq(seq, f, o...)
	return func(yield func(R) bool) { slices(each(yield)) }
}

// FlatMapSeqErr returns an iterator over the elements of f(ctx, v) of every value v of seq, in the
// order of seq, with nil errors, until one call fails. Errors as MapSeqErr, otherwise as FlatMapSeq.
func FlatMapSeqErr[E, R any](ctx context.Context, seq iter.Seq[E], f func(ctx context.Context, v E) ([]R, error), o ...Option) iter.Seq2[R, error] {
	call.Need("FlatMapSeqErr", seq != nil && f != nil)
	return rangeErr("FlatMapSeqErr", ctx, o, func(set call.Settings, c *call.Failures, yield func(R) bool) {
		mapErr(set, c, seq, f, f, each(yield))
	})
}

// each returns a function that hands on to yield the elements of a slice.
func each[R any](yield func(R) bool) func([]R) bool {
	return func(s []R) bool {
		for _, r := range s {
			if !yield(r) {
				return false
			}
		}
		return true
	}
}
