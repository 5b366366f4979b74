package spawn

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
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
//	B5  While an inbox holds tasks, or a queue some that came from an inbox or that a Go of the facade put
//	    there, the timer runs.
type Board struct {
	Crew     *crew.Crew
	mu       park.Mutex
	ends     link         // the scope that has waited longest comes after it
	size     atomic.Int64 // of that
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

// link is a scope's place in the injector's list, which is a ring with the board's own link, of no scope,
// behind the last.
type link struct {
	before, after *link
	of            *Scope
}

func (l *link) join(b *Board, s *Scope) {
	ends := &b.ends
	if ends.after == nil {
		ends.before, ends.after = ends, ends
	}
	l.before, l.after, l.of = ends.before, ends, s
	l.before.after, ends.before = l, l
}

func (l *link) leave() {
	l.before.after, l.after.before = l.after, l.before
	*l = link{}
}

// add puts s behind the other scopes.
func (b *Board) add(s *Scope) {
	b.mu.Lock()
	s.listed.join(b, s)
	// ORDER: under mu, and under the lock of the scope that came or went: a
	// worker that reads 0 linearises before the push that lists the next one.
	b.size.Add(1)
	b.mu.Unlock()
}

func (b *Board) remove(s *Scope) {
	b.mu.Lock()
	s.listed.leave()
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
	s := b.ends.after.of
	if s != nil {
		s.listed.leave()
		s.listed.join(b, s)
	}
	return s
}

// Waiting counts the tasks in the inboxes.
func (b *Board) Waiting() (n int) {
	b.mu.Lock()
	var all []*Scope // the lock of a scope is not taken inside of mu
	for l := b.ends.after; l != nil && l.of != nil; l = l.after {
		all = append(all, l.of)
	}
	b.mu.Unlock()
	for _, s := range all {
		s.mu.Lock()
		n += s.inbox.len()
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

// standstill is how long a pool gets nowhere before more may run than it has places:
// longer than most tasks take. Arbitrary, not measured.
const standstill = 100 * time.Millisecond

// Attend looks after tasks that no worker is free to run, in inboxes and on queues. Mostly these only have to
// wait until a task that runs has ended. But that task may wait itself, outside Blocking, for one that it has
// spawned, or for a goroutine whose call into the pool waits for such tasks: then no token is
// ever given back. So if the pool makes no progress for a while, one worker more may run, one task
// after the other for as long again. Each time that takes twice as long as before, for the tasks that
// run may just be long. It ends when inboxes and queues are empty.
//
// NOT: leave it to a worker that searches, or can be woken. The one that gives a token back, and with it
// would wake somebody, may find that a caller has taken the token meanwhile, which then waits for the tasks.
func (b *Board) Attend() {
	if b.Crew.Watch.Director != nil {
		return // whose pool has workers for all tasks
	}
	b.attended.Start((*attendance)(b))
}

// attendance is a board that is looked after.
type attendance Board

// Begin begins a count anew.
func (a *attendance) Begin() time.Duration {
	a.last, a.wait, a.one = a.Crew.Moves(), standstill, false
	return a.wait
}

// Look lets one worker more run if the pool has got nowhere since the last look, or ends that.
func (a *attendance) Look() time.Duration {
	c := a.Crew
	if a.one {
		c.RunNoMore()
	}
	if !a.Lasts() {
		return 0
	}
	now := c.Moves()
	switch moves := now != a.last || c.Sleep.Wanted(); {
	case moves && (!a.one || now.Tasks > a.last.Tasks): // else that one worker has begun what may be long
		a.wait = standstill
	case !a.one:
		a.wait *= 2
		a.one = c.RunOneMore()
		return a.wait
	}
	a.last, a.one = now, false
	return a.wait
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
