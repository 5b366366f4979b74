package call

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"sync/atomic"
)

// Failures is what one call of a function whose name ends in Err knows about its bodies. The error
// of a body stops what lies behind its index, and goes on to the caller if it is that of the lowest
// index: since all below run to their ends, it is the error that a plain loop would have returned.
type Failures struct {
	ctx     context.Context // of all bodies, or of those of the first stretch
	head    Stretch         // the first: constant
	end     context.CancelCauseFunc
	order   order
	endless bool         // the caller's context never ends: the call's does by halt only
	begun   atomic.Bool  // some body was to run
	lowest  atomic.Int64 // index that has failed and stops what lies behind it; -1: all

	hook   sync.Once
	unhook func() bool // of endAll

	mu      sync.Mutex
	found   []failure  // one at most, unless all count
	cut     bool       // ctx ended before every index had run
	running []*Stretch // that have a context of their own
}

// order is what a failure stops.
type order int

const (
	byIndex order = iota // what lies behind it
	inTime               // all
	goesOn               // nothing
)

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

// Errors are what several bodies have returned that count as one.
type Errors []error

func (e Errors) Error() string { return errors.Join(e...).Error() }

// Watch begins a call of the function called name. If ctx has ended already it
// returns the cause, and nothing may start.
func (s Settings) Watch(name string, ctx context.Context) (*Failures, error) {
	if ctx == nil {
		panic("par: " + name + " needs a context, not nil")
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	c := &Failures{endless: ctx.Done() == nil}
	c.lowest.Store(math.MaxInt64) // ORDER: none: nobody else knows c yet
	switch {
	case s.AllErrors:
		c.order = goesOn
	case s.AsReady:
		c.order = inTime
	}
	c.ctx, c.end = context.WithCancelCause(ctx)
	c.head.of, c.head.ctx = c, c.ctx
	return c, nil
}

// Note records that index i, at which no body runs, has failed.
func (c *Failures) Note(i int, err error) { c.note(c.ctx, i, err) }

// note records that the body failed on index i, unless err only tells that its context ctx has ended.
func (c *Failures) note(ctx context.Context, i int, err error) {
	if all, many := err.(Errors); many {
		for _, err := range all {
			c.note(ctx, i, err)
		}
		return
	}
	switch {
	case echo(ctx, err) || echo(c.ctx, err): // ctx may learn it a moment later
		c.cutShort()
		return
	case !c.find(failure{i, err}):
		return
	}
	switch c.order {
	case byIndex:
		c.endBehind(i)
	case inTime:
		c.halt(&stop{err})
	}
}

// halt ends the call's context, and says so to stretches that do not ask that.
//
//go:norace
func (c *Failures) halt(cause error) {
	c.end(cause)
	c.lock()
	defer c.unlock()
	c.lowest.Store(-1) // ORDER: under mu: find stores nothing above it
}

// find keeps f, and reports true, unless one of a lower index is known and only that counts.
//
//go:norace
func (c *Failures) find(f failure) bool {
	c.lock()
	defer c.unlock()
	switch {
	case c.order == goesOn || len(c.found) == 0:
		c.found = append(c.found, f)
	case f.index < c.found[0].index:
		c.found[0] = f
	default:
		return false
	}
	if c.order == byIndex && int64(f.index) < c.lowest.Load() {
		// ORDER: under mu, so that it falls only. Who sees it late runs a body more, or gives a
		// value more.
		c.lowest.Store(int64(f.index))
	}
	return true
}

// echo reports whether err is what a body returns because its context ctx has ended. A body
// that saw the end returns after it, so there is no race to lose.
func echo(ctx context.Context, err error) bool {
	ended := ctx.Err()
	return ended != nil && (errors.Is(err, ended) || errors.Is(err, context.Cause(ctx)))
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
	c.halt(context.Cause(ctx)) // which the bodies' context may learn a moment later
	c.cutShort()
}

// Lose ends the call since a body did not return.
func (c *Failures) Lose() {
	c.halt(errUnwound)
	c.cutShort()
}

// AfterEnd makes f run when the context of the call ends, unless it is stopped before.
func (c *Failures) AfterEnd(f func()) (stop func() bool) {
	if c == nil {
		return func() bool { return false }
	}
	return context.AfterFunc(c.ctx, f)
}

// Stop ends the call, whose results nobody wants any more, with an error.
func (c *Failures) Stop() {
	if c != nil {
		c.halt(errLeft)
		c.cutShort()
	}
}

var errLeft = errors.New("par: the range over a sequence, in which this call is, has ended")

// Close ends the context of the bodies, when the call is over.
func (c *Failures) Close() {
	if c.unhook != nil {
		c.unhook()
	}
	c.end(nil)
}

// Ended reports whether no further body should begin.
func (c *Failures) Ended() bool {
	if c == nil {
		return false
	}
	if c.ctx.Err() != nil {
		c.cutShort()
		return true
	}
	return c.lowest.Load() < math.MaxInt64
}

//go:norace
func (c *Failures) cutShort() {
	c.lock()
	defer c.unlock()
	c.cut = true
}

// Result returns what the call returns, when no body runs any more.
//
//go:norace
func (c *Failures) Result() error {
	c.lock() // a sequence that was left may still ask
	defer c.unlock()
	switch {
	case len(c.found) == 0 && c.cut:
		return cmp.Or(context.Cause(c.ctx), errUnwound)
	case len(c.found) == 0:
		return nil
	case c.order != goesOn:
		return c.found[0].err
	}
	slices.SortStableFunc(c.found, func(a, b failure) int { return cmp.Compare(a.index, b.index) })
	errs := make([]error, len(c.found))
	for k, f := range c.found {
		errs[k] = f.err
	}
	return errors.Join(errs...)
}
