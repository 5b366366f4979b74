package spawn

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/park"
)

// injector lists the scopes whose inbox holds tasks: those that were spawned from outside
// any worker, and that a worker which leaves has moved there (Flush). They are kept by scope, so that a
// waiter for a scope can find its tasks.
// Safe for concurrent use. Its lock is taken inside that of a scope.
type injector struct {
	mu   park.Mutex
	ring *Scope       // the scope that has waited longest, in a ring of them
	size atomic.Int64 // of the ring
}

// add puts s behind the other scopes.
func (in *injector) add(s *Scope) {
	in.mu.Lock()
	if in.ring == nil {
		in.ring, s.before, s.after = s, s, s
	} else {
		s.before, s.after = in.ring.before, in.ring
		s.before.after, s.after.before = s, s
	}
	// ORDER: under mu, and under the lock of the scope that came or went: a
	// worker that reads 0 linearises before the push that lists the next one.
	in.size.Add(1)
	in.check()
	in.mu.Unlock()
}

func (in *injector) remove(s *Scope) {
	in.mu.Lock()
	s.before.after, s.after.before = s.after, s.before
	if in.ring == s {
		in.ring = s.after
	}
	if in.ring == s {
		in.ring = nil
	}
	s.before, s.after = nil, nil
	// ORDER: under both locks: a worker that still reads 1 finds an empty list under mu.
	in.size.Add(-1)
	in.check()
	in.mu.Unlock()
}

// next returns the scope that has waited longest, and puts it behind the other ones.
func (in *injector) next() *Scope {
	if in.size.Load() == 0 {
		return nil
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	s := in.ring
	if s != nil {
		in.ring = s.after
	}
	return s
}

// scopes returns those that are listed, the one that has waited longest first.
func (in *injector) scopes() (scopes []*Scope) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for s := in.ring; len(scopes) < int(in.size.Load()); s = s.after {
		scopes = append(scopes, s)
	}
	return scopes
}

// len returns how many tasks are in the inboxes.
func (in *injector) len() (n int) {
	for _, s := range in.scopes() {
		s.mu.Lock()
		n += s.inbox.n
		s.mu.Unlock()
	}
	return n
}

// Injected removes the oldest tasks of the scope that has waited longest: one to
// run, the rest for c's queue.
func (c *Spawned) Injected() (l crew.Loot, ok bool) {
	in := &c.board.injector
	for s := in.next(); s != nil; s = in.next() {
		if t := c.arrive(s); t != nil {
			return crew.Loot{Work: t}, true
		}
	}
	return crew.Loot{}, false
}
