package spawn

import (
	"time"

	"github.com/skua-go/skua/internal/park"
)

// standstill is how long a pool gets nowhere before more may run than it has workers:
// longer than most tasks take. Arbitrary, not measured.
const standstill = 10 * time.Millisecond

// slowest is the longest time, in standstills, between two makers that are woken beyond
// the number. Arbitrary.
const slowest = 128

// Attend looks after tasks that no worker is free to run, in inboxes and on queues. Mostly they wait for
// the end of a task that runs. But that task may wait itself, outside Blocking, for one that it has
// spawned, or for a goroutine whose call into the pool waits for the injected tasks: then no token is
// ever given back. So if the pool makes no progress for a while, all tasks go into inboxes, and the maker
// of such a scope is woken, if it is parked, and runs the tasks itself with a token beyond the pool's. Each
// time that takes twice as long as before, for the tasks that run may just be long. A caller
// whose turn it is waits for no standstill. It
// ends when inboxes and queues are empty.
//
// NOT: leave it to a worker that searches, or can be woken. The one that gives a token back, and with it
// would wake somebody, may find that a caller has taken the token meanwhile, which then waits for the tasks.
func (b *Board) Attend() {
	if b.Crew.Config.Director != nil {
		return // whose pool has workers for all tasks
	}
	// ORDER: by CAS, so that one timer runs at a time. After the task is in its inbox: attended
	// clears the flag, then looks at the inboxes.
	if b.attending.Load() || !b.attending.CompareAndSwap(false, true) {
		return
	}
	last, still, looks := b.Crew.Moves(), 0, 1
	park.Later(standstill, func() (again bool) {
		if !b.left() {
			return b.attended()
		}
		if b.callerMayRun() {
			b.inject()
		}
		b.wakeCaller()
		if now := b.Crew.Moves(); now != last || b.Crew.Sleep.Wanted() {
			last, still = now, 0
		} else if still++; still >= looks {
			still, looks = 0, min(2*looks, slowest)
			b.inject()
			b.wakeMaker()
		}
		return true
	})
}

// attended ends what Attend began, unless a task came meanwhile.
func (b *Board) attended() (again bool) {
	// ORDER: the flag, then the look. A spawner that injects a task does it the other way
	// round: so it sees that the timer is off, or we see the task.
	b.attending.Store(false)
	return b.left() && b.attending.CompareAndSwap(false, true)
}

// left reports whether an inbox holds tasks, or a queue does.
func (b *Board) left() bool {
	if b.Any() {
		return true
	}
	for w := range b.Crew.All.Each {
		if Of(w).public() {
			return true
		}
	}
	return false
}

// inject moves all tasks that are on queues into the inboxes of their scopes, where those who wait for
// them find them.
func (b *Board) inject() {
	for w := range b.Crew.All.Each {
		for t := oldest(Of(w).queue); t != nil; t = oldest(Of(w).queue) {
			t.move()
		}
	}
}

// NOT: wake a maker as soon as a task is injected while no worker is free, with a token beyond
// the pool's. Debts were never paid while there was work: two workers became four (decision
// 0011).

// wakeMaker wakes one that waits for a scope whose inbox holds tasks.
func (b *Board) wakeMaker() {
	for _, s := range b.injector.scopes() {
		if w := s.one(false); w != nil {
			b.Crew.WakeBeyond(w)
			return
		}
	}
}

// wakeCaller wakes a caller that waits for a scope whose inbox holds tasks, if fewer
// run than there are callers: a caller never waits for its turn.
func (b *Board) wakeCaller() {
	for _, s := range b.injector.scopes() {
		if s.wakeCaller() {
			return
		}
	}
}

// callerMayRun reports whether fewer run than there are callers.
func (b *Board) callerMayRun() bool {
	c := b.Crew
	return c.Sleep.Free() > c.Workers()-int(c.Callers.Load())
}

func (s *Scope) wakeCaller() bool {
	c := s.Board.Crew
	if s.state.Load()&makerParked == 0 || !c.Sleep.TakeTokenAbove(c.Workers()-int(c.Callers.Load())) {
		return false
	}
	w := s.one(true)
	if w == nil {
		c.YieldToken()
		return false
	}
	w.Parker.Unpark()
	return true
}
