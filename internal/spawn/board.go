package spawn

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/line"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/stuck"
)

// Board is what a pool has of spawned tasks beside those of its workers: the injector, which lists the
// scopes whose inboxes hold tasks, and the timer that looks after those (Attend). In inboxes are the
// tasks that were spawned from outside any worker, and that a worker which leaves has moved there
// (Flush), by scope, so that a waiter for a scope can find its tasks. Safe for concurrent use.
//
//	B1  A scope is listed exactly while its inbox holds tasks: that changes under the locks
//	    of both. The board's is taken inside that of the scope.
//	B2  size is the number of scopes that are listed.
//	B3  The first task of an inbox is posted to internal/sleep; the post stands for the
//	    whole inbox until it is empty.
//	B4  At most one timer runs (park.Lookout).
//	B5  While an inbox holds tasks, or a queue some that came from an inbox or that the facade's Scope.Go
//	    put there, the timer runs.
type Board struct {
	Crew     *crew.Crew
	mu       park.Mutex
	row      line.Row[Scope] // the scope that has waited longest comes first
	size     atomic.Int64    // of that
	_        pad.Line        // what follows is read in each steal, and written seldom
	attended park.Lookout    // a timer looks after the inboxes, see Attend
	_        pad.Line

	relief stuck.Relief // the timer's goroutine's
}

// Any reports whether an inbox holds tasks.
func (b *Board) Any() bool { return b.size.Load() > 0 }

// add puts s behind the other scopes.
func (b *Board) add(s *Scope) {
	b.mu.Lock()
	b.row.Join(&s.listed, s)
	// ORDER: under mu, and under the lock of the scope that came or went: a
	// worker that reads 0 linearises before the push that lists the next one.
	b.size.Add(1)
	b.mu.Unlock()
}

func (b *Board) remove(s *Scope) {
	b.mu.Lock()
	b.row.Leave(&s.listed)
	// ORDER: under both locks: a worker that still reads 1 finds an empty list under mu.
	b.size.Add(-1)
	b.mu.Unlock()
}

// next returns the scope that has waited longest, and puts it behind the other ones.
func (b *Board) next() *Scope {
	if b.size.Load() == 0 {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.row.First()
	if s != nil {
		b.row.Leave(&s.listed)
		b.row.Join(&s.listed, s)
	}
	return s
}

// Waiting counts the tasks in the inboxes.
func (b *Board) Waiting() (n int) {
	b.mu.Lock()
	var all []*Scope // the lock of a scope is not taken inside of mu
	for s := range b.row.Each {
		all = append(all, s)
	}
	b.mu.Unlock()
	for _, s := range all {
		s.mu.Lock()
		n += s.inbox.Len()
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

// Attend looks after tasks that no worker is free to run, in inboxes and on queues (stuck.Relief).
// It ends when these are empty.
func (b *Board) Attend() {
	if b.Crew.Watch.Director != nil {
		return // whose pool has workers for all tasks
	}
	b.attended.Start((*attendance)(b))
}

// attendance is a board that is looked after.
type attendance Board

func (a *attendance) Begin() time.Duration { return a.relief.Begin(a.Crew.Moves()) }

func (a *attendance) Look() time.Duration {
	c := a.Crew
	if a.relief.One {
		c.RunNoMore()
	}
	one, next := a.relief.Look(c.Moves(), c.Sleep.Wanted(), a.Lasts())
	a.relief.One = one && c.RunOneMore()
	return next
}

// Lasts reports whether an inbox holds tasks, or a queue does.
func (a *attendance) Lasts() bool {
	if (*Board)(a).Any() {
		return true
	}
	for w := range a.Crew.All.Each {
		if !Of(w).queue.Empty() {
			return true
		}
	}
	return false
}
