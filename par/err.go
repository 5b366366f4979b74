package par

import (
	"context"
	"fmt"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// ForErr calls f(ctx, i) for every i of [0, n), several at once and in no certain
// order, until one fails. The following holds for all functions whose name ends in Err:
//
// A failure at an index stops what lies behind it: there no further call begins, and the context
// that the calls that run have got, which derives from ctx, ends. The calls before it are made, as
// a plain loop would have made them. So the result is the error that a plain loop returns, that of
// the lowest index that fails, whatever the timing. Which calls behind it were made depends on
// timing. An error that only tells that the context has ended does not count.
//
// With Unordered the first failure in time stops all calls, and the result is the error of the lowest
// index of those that have failed: for calls that take long, or that wait for each other. With
// AllErrors no failure stops anything, and the result joins all errors in the order of the indices.
//
// If ctx ends, and no call fails for a reason of its own, the result is context.Cause(ctx),
// unless every call was made and returned nil. If ctx has ended already, f is not called. A
// panic or a runtime.Goexit of f ends the context too and goes on in the caller as at For.
//
// A call that waits for a network or a disk keeps its worker unless it does so inside
// skua.Blocking: see "blocking" in the package's comment.
//
// Work O(n), span O(log n) and the longest call. A constant number of
// allocations. Panics if f or ctx is nil.
func ForErr(ctx context.Context, n int, f func(ctx context.Context, i int) error, o ...Option) error {
	call.Need("ForErr", f != nil)
	return loopErr(resolve(o), "ForErr", ctx, n, f, f)
}

// ForRangeErr calls f(ctx, from, to) for consecutive blocks that cover [lo, hi),
// several at once, until one fails. Blocks are cut as by ForRange. Errors as ForErr: if two
// blocks fail the error of the left one counts. Panics as ForRange does.
func ForRangeErr(ctx context.Context, lo, hi int, f func(ctx context.Context, lo, hi int) error, o ...Option) error {
	call.Need("ForRangeErr", f != nil)
	n, first := max(lo, hi)-lo, lo
	if n < 0 {
		panic(fmt.Sprintf("par: ForRangeErr(%d, %d): more indices than an int can count", lo, hi))
	}
	set := resolve(o)
	c, err := set.Watch("ForRangeErr", ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	done := set.Progress(n)
	block := func(s *call.Stretch, lo, hi int) bool {
		return s.Do(lo, func(ctx context.Context, _ int) error {
			err := f(ctx, first+lo, first+hi)
			if err == nil {
				done.Add(hi - lo)
			}
			return err
		})
	}
	if set.Sequential {
		size, s := set.BlockSize(n, 1), c.Stretch(0)
		for i := 0; i < n && block(s, i, i+min(size, n-i)); i += min(size, n-i) {
		}
		return c.Result()
	}
	set.Line = ctx
	set.Loop(n, f, func(p *skua.Part) {
		lo, hi, ok := p.Chunk()
		if !ok {
			return
		}
		s, returned := c.Stretch(lo), false
		defer s.Leave(&returned)
		for ; ok && block(s, lo, hi); lo, hi, ok = p.Chunk() {
		}
		returned = true
	})
	c.Missed(ctx, n)
	return c.Result()
}

// ForEachErr calls f(ctx, v) for every element v of s, several at once, until
// one fails. Errors, and everything else, as ForErr.
func ForEachErr[S ~[]E, E any](ctx context.Context, s S, f func(ctx context.Context, v E) error, o ...Option) error {
	call.Need("ForEachErr", f != nil)
	return loopErr(resolve(o), "ForEachErr", ctx, len(s), f, func(ctx context.Context, i int) error {
		return f(ctx, s[i])
	})
}

// ChunksErr calls f(ctx, chunk) for the consecutive pieces of s that Chunks
// makes, several at once, until one fails. Errors as ForErr, otherwise as Chunks.
func ChunksErr[S ~[]E, E any](ctx context.Context, s S, n int, f func(ctx context.Context, chunk S) error, o ...Option) error {
	call.Need("ChunksErr", f != nil)
	if n < 1 {
		panic(fmt.Sprintf("par: ChunksErr of %d elements: a chunk has at least 1", n))
	}
	return loopErr(resolve(o), "ChunksErr", ctx, call.BlockCount(len(s), n), f, func(ctx context.Context, k int) error {
		lo := k * n
		hi := lo + min(n, len(s)-lo)
		return f(ctx, s[lo:hi:hi])
	})
}

// DoErr calls all functions, perhaps at once, until one fails. Errors as ForErr, the first function
// being index 0; otherwise as Do. Functions that wait for each other, or for ctx to end, belong in
// a Scope.
func DoErr(ctx context.Context, fns ...func(ctx context.Context) error) error {
	for i, f := range fns {
		if f == nil {
			panic(fmt.Sprintf("par: DoErr needs functions, but number %d is nil", i))
		}
	}
	set := resolve(nil)
	set.Grain = 1
	return loopErr(set, "DoErr", ctx, len(fns), nil, func(ctx context.Context, i int) error {
		return fns[i](ctx)
	})
}

// loopErr calls body for every index of [0, n) until one fails, on behalf of the
// function called name, which was given f.
func loopErr(set call.Settings, name string, ctx context.Context, n int, f any, body func(ctx context.Context, i int) error) error {
	c, err := set.Watch(name, ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	if done := set.Progress(n); done != nil {
		call := body
		body = func(ctx context.Context, i int) error {
			err := call(ctx, i)
			if err == nil {
				done.Add(1)
			}
			return err
		}
	}
	if set.Sequential {
		s := c.Stretch(0)
		for i := 0; i < n && s.Do(i, body); i++ {
		}
		return c.Result()
	}
	set.Line = ctx
	set.Loop(n, f, func(p *skua.Part) {
		if !p.Next() {
			return
		}
		s, returned := c.Stretch(p.Index()), false
		defer s.Leave(&returned)
		s.Run(p, body)
		returned = true
	})
	c.Missed(ctx, n)
	return c.Result()
}
