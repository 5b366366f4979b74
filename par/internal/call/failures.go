package call

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
)

// Failures is what one call of a function whose name ends in Err knows about its bodies. The
// first failure ends the context of the bodies, which keeps further ones from starting.
type Failures struct {
	ctx context.Context // the bodies'
	end context.CancelCauseFunc
	all bool // keep every failure, not only the lowest

	begun atomic.Bool // some body was to run

	mu    sync.Mutex
	found []failure // one at most, unless all
	cut   bool      // ctx ended before every index had run
}

type failure struct {
	index int
	err   error
}

// stop is the cause with which a call ends its own context. A body that returns it, or an
// error that wraps it, says nothing new; its address tells it from the errors of other calls.
type stop struct{ because error }

func (s *stop) Error() string { return "par: stopped by another failure: " + s.because.Error() }

func (s *stop) Unwrap() error { return s.because }

var errUnwound = errors.New("par: a body panicked or called runtime.Goexit")

// Watch begins a call of the function called name. If ctx has ended already it
// returns the cause, and nothing may start.
func (s Settings) Watch(name string, ctx context.Context) (*Failures, error) {
	if ctx == nil {
		panic("par: " + name + " needs a context, not nil")
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	c := &Failures{all: s.AllErrors}
	c.ctx, c.end = context.WithCancelCause(ctx)
	return c, nil
}

// Do runs body on index i, unless ctx has ended. It reports whether the next
// index may run.
func (c *Failures) Do(i int, body func(ctx context.Context, i int) error) bool {
	if !c.begun.Load() {
		c.begun.Store(true) // ORDER: none: Missed comes after the loop
	}
	if c.ctx.Err() != nil { // Ended, which would be a call for each index
		c.cutShort()
		return false
	}
	if err := body(c.ctx, i); err != nil {
		c.Note(i, err)
		return false
	}
	return true
}

// Note records that the body failed on index i, unless err only tells that ctx has ended.
func (c *Failures) Note(i int, err error) {
	if c.echo(err) {
		c.cutShort()
		return
	}
	c.mu.Lock()
	switch {
	case c.all || len(c.found) == 0:
		c.found = append(c.found, failure{i, err})
	case i < c.found[0].index:
		c.found[0] = failure{i, err}
	}
	c.mu.Unlock()
	c.end(&stop{err})
}

// echo reports whether err is what a body returns because ctx has ended. A body
// that saw the end returns after it, so there is no race to lose.
func (c *Failures) echo(err error) bool {
	ended := c.ctx.Err()
	return ended != nil && (errors.Is(err, ended) || errors.Is(err, context.Cause(c.ctx)))
}

// Missed notes that no body has run of n that were to, since the call has left the line when its context
// ctx ended. It comes after the loop.
func (c *Failures) Missed(ctx context.Context, n int) {
	if n > 0 && !c.begun.Load() {
		c.Cut(ctx)
	}
}

// Cut notes that bodies that were to run do not, since the call's context ctx has ended.
func (c *Failures) Cut(ctx context.Context) {
	c.end(context.Cause(ctx)) // which the bodies' context may learn a moment later
	c.cutShort()
}

// Close ends the context of the bodies, when the call is over.
func (c *Failures) Close() { c.end(nil) }

// Ended reports whether ctx has ended, so that no further body may start.
func (c *Failures) Ended() bool {
	if c.ctx.Err() == nil {
		return false
	}
	c.cutShort()
	return true
}

func (c *Failures) cutShort() {
	c.mu.Lock()
	c.cut = true
	c.mu.Unlock()
}

// Unwind ends ctx if a body did not return, since other bodies may wait for that. Deferred
// around bodies.
func (c *Failures) Unwind(returned *bool) {
	if !*returned {
		c.Unwound()
	}
}

// Unwound ends ctx because a body did not return.
func (c *Failures) Unwound() { c.end(errUnwound) }

// Result returns what the call returns, when no body runs any more.
func (c *Failures) Result() error {
	c.mu.Lock() // a sequence that was left may still ask
	defer c.mu.Unlock()
	switch {
	case len(c.found) == 0 && c.cut:
		return context.Cause(c.ctx)
	case len(c.found) == 0:
		return nil
	case !c.all:
		return c.found[0].err
	}
	slices.SortFunc(c.found, func(a, b failure) int { return cmp.Compare(a.index, b.index) })
	errs := make([]error, len(c.found))
	for k, f := range c.found {
		errs[k] = f.err
	}
	return errors.Join(errs...)
}
