package sched

import (
	"slices"
	"time"

	"github.com/skua-go/skua/internal/park"
)

// standstill is how long a pool gets nowhere before a scope's maker is woken beyond
// the number that may run: longer than most tasks take. Arbitrary, not measured.
const standstill = 10 * time.Millisecond

// attend looks after tasks in inboxes that nobody is free to take. Mostly they wait
// for the end of a task that runs. But that task may wait itself, outside Blocking,
// for a goroutine whose call into the pool waits for the injected tasks: then no token
// is ever given back. So if the pool gets nowhere for a while, the maker of such a
// scope is woken, if it is parked, and runs the tasks itself with a token beyond the
// pool's. It ends when the inboxes are empty.
func (p *Pool) attend() {
	// ORDER: by CAS, so that one looks at a time. After the task is in its inbox:
	// see attended.
	if p.attending.Load() || !p.attending.CompareAndSwap(false, true) {
		return
	}
	last := p.progress()
	park.Later(standstill, func() (again bool) {
		if p.injector.size.Load() == 0 {
			return p.attended()
		}
		now := p.progress()
		if now == last && !p.sleep.Wanted() {
			p.wakeMaker()
		}
		last = now
		return true
	})
}

// attended ends what attend began, unless a task came meanwhile.
func (p *Pool) attended() (again bool) {
	// ORDER: the flag, then the look. Who injects a task does it the other way
	// round: so it sees that nobody attends, or we see the task.
	p.attending.Store(false)
	return p.injector.size.Load() > 0 && p.attending.CompareAndSwap(false, true)
}

// wakeMaker wakes the maker of a scope whose inbox holds tasks, if one is parked.
func (p *Pool) wakeMaker() {
	p.injector.mu.Lock()
	scopes := slices.Clone(p.injector.scopes)
	p.injector.mu.Unlock()
	for _, s := range scopes {
		if s.wakeMaker() {
			return
		}
	}
}

func (s *Scope) wakeMaker() bool {
	for st := s.state.Load(); st&makerParked != 0; st = s.state.Load() {
		// ORDER: who clears the bit wakes the maker (I2).
		if s.state.CompareAndSwap(st, st&^makerParked) {
			if s.pool.sleep.Enter() { // a token that nobody gave
				s.pool.owe(1)
			}
			s.waiter.parker.Unpark()
			return true
		}
	}
	return false
}
