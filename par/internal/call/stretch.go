package call

import (
	"cmp"
	"context"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
)

// A Stretch is consecutive indices that one goroutine goes through in their order. The context of
// its bodies ends with the call's, or with a failure at a lower index: since stretches have no
// index in common and no failed one goes on, that is a failure before the first index of the
// stretch.
type Stretch struct {
	of    *Failures
	first int
	ctx   context.Context
	end   context.CancelFunc // nil: ctx is that of the call
	edge  apart.Edge         // ctx is made
}

// Stretch begins the stretch from index first on. A nil Failures, of a call whose bodies cannot fail,
// has a nil one. The caller defers Leave.
func (c *Failures) Stretch(first int) *Stretch {
	if c == nil {
		return nil
	}
	if !c.begun.Load() {
		c.begun.Store(true) // ORDER: none: Missed comes after the loop
	}
	if first == 0 {
		return &c.head
	}
	s := &Stretch{of: c, first: first, ctx: c.ctx}
	if c.order == byIndex {
		c.hook.Do(func() { c.unhook = context.AfterFunc(c.ctx, c.endAll) })
		own, end := context.WithCancel(context.Background())
		s.ctx, s.end = &stretchContext{c.ctx, own}, end
		s.edge.Release()
		c.enter(s)
	}
	return s
}

// stretchContext is the context of a stretch that may end before the call's. It is no child of
// that, in which each stretch would take one lock, so that race builds would see no race between
// two.
type stretchContext struct {
	context.Context                 // the call's: values, deadline, and why it has ended
	own             context.Context // ends when this one does
}

func (c *stretchContext) Done() <-chan struct{} { return c.own.Done() }

func (c *stretchContext) Err() error {
	ended := c.own.Err()
	if ended == nil {
		return nil
	}
	return cmp.Or(c.Context.Err(), ended)
}

// AfterFunc is what package context asks for by derived ones, which else take a goroutine each.
func (c *stretchContext) AfterFunc(f func()) (stop func() bool) { return context.AfterFunc(c.own, f) }

// Run does what Do does on the index where p is, and on those that follow there, until one may not run.
func (s *Stretch) Run(p *skua.Part, body func(ctx context.Context, i int) error) {
	for s.of.lowest.Load() >= int64(s.first) {
		if !s.of.endless { // to ask a context costs a call, which may be more than body does
			// NOT: one condition of both. The compiler makes a value of it, in five instructions more.
			if s.of.ctx.Err() != nil {
				break
			}
		}
		if err := body(s.ctx, p.Index()); err != nil {
			if s.of.note(s.ctx, p.Index(), err); s.of.order != goesOn {
				return
			}
		}
		if !p.Next() {
			return
		}
	}
	s.of.cutShort()
}

// Do runs body on index i, unless its context has ended. It reports whether the next index may run.
func (s *Stretch) Do(i int, body func(ctx context.Context, i int) error) bool {
	c := s.of
	if c.lowest.Load() < int64(s.first) || c.ctx.Err() != nil { // s.ctx may learn it a moment later
		c.cutShort()
		return false
	}
	err := body(s.ctx, i)
	if err != nil {
		c.note(s.ctx, i, err)
	}
	return err == nil || c.order == goesOn
}

// Leave ends the stretch. Deferred: if a body has not returned, all others end too, since they may wait
// for that.
func (s *Stretch) Leave(returned *bool) {
	if s == nil {
		return
	}
	if !*returned {
		s.of.Lose()
	}
	if s.end != nil {
		s.of.leave(s)
		s.end()
	}
}

// In race builds the lock is hidden from the detector, which looks into none of the functions that
// take it: stretches are parallel to each other.

func (c *Failures) lock()   { apart.Hide(); c.mu.Lock() }
func (c *Failures) unlock() { c.mu.Unlock(); apart.Show() }

// enter counts s with those that run: a failure that comes later ends its context, and s sees one that
// came before.
//
//go:norace
func (c *Failures) enter(s *Stretch) {
	c.lock()
	defer c.unlock()
	c.running = append(c.running, s)
}

//go:norace
func (c *Failures) leave(s *Stretch) {
	c.lock()
	defer c.unlock()
	for k := range c.running {
		if c.running[k] == s {
			last := len(c.running) - 1
			c.running[k], c.running[last] = c.running[last], nil
			c.running = c.running[:last]
			return
		}
	}
}

// behind returns those that run behind index i.
//
//go:norace
func (c *Failures) behind(i int) []*Stretch {
	c.lock()
	defer c.unlock()
	var all []*Stretch
	for _, s := range c.running {
		if s.first > i {
			all = append(all, s)
		}
	}
	return all
}

// endBehind ends the contexts of the stretches that run behind index i. Those that begin later see why.
func (c *Failures) endBehind(i int) {
	for _, s := range c.behind(i) {
		s.edge.Acquire()
		s.end()
	}
}

// endAll is what the end of the call's context runs.
func (c *Failures) endAll() { c.endBehind(-1) }
