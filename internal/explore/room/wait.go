package room

import (
	"time"
	"unsafe"
)

// waits are the locks and parkers of the program, by their addresses.
type waits struct {
	locks   map[unsafe.Pointer]*lock
	parkers map[unsafe.Pointer]*parker
}

func newWaits() waits {
	return waits{map[unsafe.Pointer]*lock{}, map[unsafe.Pointer]*parker{}}
}

// lock is a lock as Go's are: a thread spins for a moment, then sleeps, and one that comes by when it
// is free may take it before those that wait.
type lock struct {
	held  bool
	queue []*thread
}

// parker holds a permit, or the thread that waits for one.
type parker struct {
	permit  bool
	since   Time // when the permit was given
	sleeper *thread
}

func (r *Room) lock(t *thread, p unsafe.Pointer) {
	l := r.locks[p]
	if l == nil {
		l = new(lock)
		r.locks[p] = l
	}
	r.write(t, r.lines.at(p, t.seat))
	for l.held {
		r.counts.LockWaits++
		before, what := t.clock, r.enter(t, Locked)
		l.queue = append(l.queue, t)
		r.block(t)
		r.write(t, r.lines.at(p, t.seat))
		r.stalled(t, before)
		r.enter(t, what)
	}
	l.held = true
}

// unlock lets the first that waits try again: at once if it spins still, else after a wake-up. It keeps
// its processor meanwhile, which is not so in Go; locks are short and seldom waited for.
func (r *Room) unlock(t *thread, p unsafe.Pointer) {
	l := r.locks[p]
	r.write(t, r.lines.at(p, t.seat))
	l.held = false
	if len(l.queue) == 0 {
		return
	}
	u := l.queue[0]
	l.queue = l.queue[1:]
	if t.clock-u.clock < r.Costs.LockSpin {
		u.clock = max(u.clock, t.clock)
	} else {
		t.clock += r.Costs.Waker
		u.clock = t.clock + r.Costs.Wake
	}
	r.agenda.push(u)
}

func (r *Room) parker(p unsafe.Pointer) *parker {
	x := r.parkers[p]
	if x == nil {
		x = new(parker)
		r.parkers[p] = x
	}
	return x
}

// park takes the permit, or gives the processor up until there is one.
func (r *Room) park(t *thread, p unsafe.Pointer) {
	x := r.parker(p)
	t.clock += r.Costs.Permit
	if x.permit {
		x.permit = false
		t.clock = max(t.clock, x.since)
		return
	}
	r.counts.Parks++
	what := r.enter(t, Asleep)
	x.sleeper = t
	r.rise(t)
	r.block(t)
	r.enter(t, what)
}

// unpark wakes the sleeper, or leaves the permit.
func (r *Room) unpark(t *thread, p unsafe.Pointer) {
	x := r.parker(p)
	u := x.sleeper
	if u == nil {
		t.clock += r.Costs.Permit
		x.permit, x.since = true, t.clock
		return
	}
	x.sleeper = nil
	r.counts.Wakes++
	r.wake(t, u)
}

// wake gives u a processor that sleeps, or with Costs.Chain, while one is on its way already, leaves u to
// the next that comes by.
func (r *Room) wake(by, u *thread) {
	if r.Costs.Chain && r.roused != nil {
		by.clock += r.Costs.Permit
		u.clock = max(by.clock, u.clock)
		r.queue = append(r.queue, u)
		return
	}
	by.clock += r.Costs.Waker
	u.clock = max(by.clock, u.clock) + r.Costs.Wake
	r.roused = u
	r.agenda.push(u)
}

// arrives lets the thread whose processor has woken up wake the next one.
func (r *Room) arrives(t *thread) {
	if r.roused != t {
		return
	}
	r.roused = nil
	if len(r.queue) > 0 && r.free > 0 {
		u := r.queue[0]
		r.queue = r.queue[1:]
		r.wake(t, u)
	}
}

// Yield lets a thread have the processor that waits for one.
func (r *Room) Yield() {
	t := r.running
	r.counts.Yields++
	t.clock += r.Costs.Yield
	if t.clock > r.Limit {
		r.over(t)
	}
	if len(r.queue) == 0 {
		return
	}
	if t.clock > r.agenda.first() {
		r.handOver(t)
	}
	if len(r.queue) > 0 {
		r.rise(t)
		r.queue = append(r.queue, t)
		r.block(t)
	}
}

// Later starts f as a thread after d, and again as long as it reports true.
func (r *Room) Later(d time.Duration, f func() (again bool)) {
	r.spawn(r.running.clock+Of(d), func() {
		if f() {
			r.Later(d, f)
		}
	})
}
