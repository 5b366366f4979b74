package sched

import (
	"slices"
	"time"

	"github.com/skua-go/skua/internal/park"
)

// standstill is how long a pool gets nowhere before more may run than it has workers:
// longer than most tasks take. Arbitrary, not measured.
const standstill = 10 * time.Millisecond

// attend looks after work that nobody is free to take. Mostly it waits for the end of
// a task that runs. But that task may wait itself, outside Blocking, for a goroutine
// whose call into the pool waits for just that work: then no token is ever given
// back. So if the pool gets nowhere for a while, the maker of a scope whose inbox
// holds tasks is woken, if it is parked, and runs them itself with a token beyond the
// pool's; or the pool is lent the token of a function that waits in Block. It ends when
// the inboxes are empty and nothing waits in Block.
func (p *Pool) attend() {
	// ORDER: by CAS, so that one looks at a time. After the task is in its inbox, or
	// the function is counted: see attended.
	if p.attending.Load() || !p.attending.CompareAndSwap(false, true) {
		return
	}
	last := p.progress()
	park.Later(standstill, func() (again bool) {
		if !p.unattended() {
			return p.attended()
		}
		now := p.progress()
		if now == last && !p.sleep.Wanted() && !p.wakeMaker() {
			p.lend()
		}
		last = now
		return true
	})
}

// unattended reports whether there may be work that needs attendance.
func (p *Pool) unattended() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.blocked > p.lent && p.sleep.Free() <= 0 || p.injector.size.Load() > 0
}

// attended ends what attend began, unless a task came meanwhile.
func (p *Pool) attended() (again bool) {
	// ORDER: the flag, then the look. Who injects a task, or waits in Block, does it
	// the other way round: so it sees that nobody attends, or we see the task.
	p.attending.Store(false)
	return p.unattended() && p.attending.CompareAndSwap(false, true)
}

// wakeMaker wakes the maker of a scope whose inbox holds tasks, and reports whether
// one was parked.
func (p *Pool) wakeMaker() bool {
	p.injector.mu.Lock()
	scopes := slices.Clone(p.injector.scopes)
	p.injector.mu.Unlock()
	for _, s := range scopes {
		if s.wakeMaker() {
			return true
		}
	}
	return false
}

func (s *Scope) wakeMaker() bool {
	w := s.one()
	if w != nil {
		s.pool.wakeBeyond(w)
	}
	return w != nil
}
