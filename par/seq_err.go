package par

import (
	"context"
	"iter"

	"github.com/skua-go/skua/par/internal/call"
)

// ForSeqErr calls f(ctx, v) for every value v of seq, several at once, until one
// fails: then seq is told to stop. A value's index is its place in seq. Errors as
// ForErr, the rest as ForSeq.
func ForSeqErr[E any](ctx context.Context, seq iter.Seq[E], f func(ctx context.Context, v E) error, o ...Option) error {
	call.Need("ForSeqErr", seq != nil && f != nil)
	s := resolve(o)
	c, err := s.Watch("ForSeqErr", ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	forSeqErr(s, c, seq, f)
	return c.Result()
}

func forSeqErr[E any](s call.Settings, c *call.Failures, seq iter.Seq[E], f func(ctx context.Context, v E) error) {
	var h *pile[E]
	defer func() { h.close() }()
	m := newCalm(s)
	defer m.blame()
	i := 0
	one := func(v E) bool {
		return c.Do(i, func(ctx context.Context, _ int) error { return f(ctx, v) })
	}
	for v := range seq {
		if c.Ended() {
			break
		}
		if h != nil {
			if h.open.add(v) && !h.turn() {
				return
			}
			continue
		}
		m.inside = true
		ok := one(v)
		m.inside = false
		if !ok {
			return
		}
		if i++; !s.Sequential && m.over() {
			h = newPile(newRelay(&m, f, func(b *batch[E, struct{}], k int) bool {
				return c.Do(b.first+k, func(ctx context.Context, _ int) error { return f(ctx, b.in[k]) })
			}))
			h.given = i
			h.broke = func() { c.Unwound() }
		}
	}
	if h != nil {
		h.flush()
	}
}

// MapSeqErr returns an iterator over f(ctx, v) of every value v of seq, in the
// order of seq, with nil errors, until one fails: then seq is told to stop, and
// the last pair that comes out is R's zero value and the error, which is the
// result of ForErr over the same values. All results before the first value that
// failed, or was stopped by the failure, come out before it. A pair with an error
// is always the last. Errors as ForErr, the rest as MapSeq; ctx counts from the
// beginning of the range on.
func MapSeqErr[E, R any](ctx context.Context, seq iter.Seq[E], f func(ctx context.Context, v E) (R, error), o ...Option) iter.Seq2[R, error] {
	call.Need("MapSeqErr", seq != nil && f != nil)
	if ctx == nil {
		panic("par: MapSeqErr needs a context, not nil")
	}
	s := parse(o)
	return func(yield func(R, error) bool) {
		s.Admit()
		c, err := s.Watch("MapSeqErr", ctx)
		if err == nil {
			defer c.Close()
			if !mapSeqErr(s, c, seq, f, func(r R) bool { return yield(r, nil) }) {
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

// mapSeqErr yields all results that come before an error. It reports false if
// the consumer is content. Nothing runs when it returns.
func mapSeqErr[E, R any](s call.Settings, c *call.Failures, seq iter.Seq[E], f func(ctx context.Context, v E) (R, error), yield func(R) bool) bool {
	var l *line[E, R]
	defer func() { l.close() }()
	m := newCalm(s)
	defer m.blame()
	content := false
	deliver := func(r R) bool {
		content = !yield(r)
		return !content
	}
	i := 0
	var out R
	for v := range seq {
		if c.Ended() {
			break
		}
		if l != nil {
			if l.open.add(v) && !l.turn(deliver) {
				return !content
			}
			continue
		}
		m.inside = true
		ok := c.Do(i, func(ctx context.Context, _ int) (err error) { out, err = f(ctx, v); return err })
		m.inside = false
		if !ok || !deliver(out) {
			return !content
		}
		if i++; !s.Sequential && m.over() {
			l = newLine(newRelay(&m, f, func(b *batch[E, R], k int) bool {
				return c.Do(b.first+k, func(ctx context.Context, _ int) (err error) { b.out[k], err = f(ctx, b.in[k]); return err })
			}))
			l.given = i
			l.broke = func() { c.Unwound() }
		}
	}
	if l != nil {
		l.flush(deliver)
	}
	return !content
}
