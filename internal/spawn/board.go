package spawn

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
)

// Board is what a pool has of spawned tasks beside those of its workers: the injector, which lists the
// scopes whose inboxes hold tasks, and the timer that looks after those (attend.go). In inboxes are the
// tasks that were spawned from outside any worker, and that a worker which leaves has moved there
// (Flush), by scope, so that a waiter for a scope can find its tasks. Safe for concurrent use.
//
//	B1  A scope is in the ring exactly while its inbox holds tasks: that changes under the locks
//	    of both. The board's is taken inside that of the scope.
//	B2  size is the number of scopes in the ring.
//	B3  The first task of an inbox is posted to internal/sleep; the post stands for the
//	    whole inbox until it is empty.
//	B4  At most one timer runs (park.Lookout).
//	B5  While an inbox holds tasks, or a queue some that came from an inbox or that a Go of the facade put
//	    there, the timer runs.
type Board struct {
	Crew     *crew.Crew
	mu       park.Mutex
	ring     *Scope       // the scope that has waited longest, in a ring of them
	size     atomic.Int64 // of the ring
	_        pad.Line     // what follows is read in each steal, and written seldom
	attended park.Lookout // a timer looks after the inboxes, see Attend
	_        pad.Line

	// The timer's goroutine's:
	last crew.Moves    // at the last look
	wait time.Duration // until the next one
	one  bool          // one worker more may run
}

// Any reports whether an inbox holds tasks.
func (b *Board) Any() bool { return b.size.Load() > 0 }

// add puts s behind the other scopes.
func (b *Board) add(s *Scope) {
	b.mu.Lock()
	if b.ring == nil {
		b.ring, s.before, s.after = s, s, s
	} else {
		s.before, s.after = b.ring.before, b.ring
		s.before.after, s.after.before = s, s
	}
	// ORDER: under mu, and under the lock of the scope that came or went: a
	// worker that reads 0 linearises before the push that lists the next one.
	b.size.Add(1)
	b.check()
	b.mu.Unlock()
}

func (b *Board) remove(s *Scope) {
	b.mu.Lock()
	s.before.after, s.after.before = s.after, s.before
	if b.ring == s {
		b.ring = s.after
	}
	if b.ring == s {
		b.ring = nil
	}
	s.before, s.after = nil, nil
	// ORDER: under both locks: a worker that still reads 1 finds an empty list under mu.
	b.size.Add(-1)
	b.check()
	b.mu.Unlock()
}

// next returns the scope that has waited longest, and puts it behind the other ones.
func (b *Board) next() *Scope {
	if b.size.Load() == 0 {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.ring
	if s != nil {
		b.ring = s.after
	}
	return s
}

// scopes returns those that are listed, the one that has waited longest first.
func (b *Board) scopes() (scopes []*Scope) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for s := b.ring; len(scopes) < int(b.size.Load()); s = s.after {
		scopes = append(scopes, s)
	}
	return scopes
}

// Waiting counts the tasks in the inboxes.
func (b *Board) Waiting() (n int) {
	for _, s := range b.scopes() {
		s.mu.Lock()
		n += s.inbox.n
		s.mu.Unlock()
	}
	return n
}

// Injected removes the oldest tasks of the scope that has waited longest: one to
// run, the rest for c's queue.
func (c *Spawned) Injected() (l crew.Loot, ok bool) {
	for s := c.board.next(); s != nil; s = c.board.next() {
		if t := c.arrive(s); t != nil {
			return crew.Loot{Work: t}, true
		}
	}
	return crew.Loot{}, false
}
