package room

import (
	"slices"
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

// lock is a lock as Go's are (package sync, but for its starvation mode, which begins after a millisecond):
// a thread spins for a moment, then sleeps. One that spins, or comes by, when the lock is free takes it
// before those that sleep, of which one at a time is on its way.
type lock struct {
	held    bool
	waiting []*thread // in the order in which they came; one that was woken and came too late is the first again
	roused  *thread   // on its way
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
	for late := false; l.held; {
		r.counts.LockWaits++
		before, what := t.clock, r.enter(t, Locked)
		at := len(l.waiting)
		if late {
			at = 0
		}
		l.waiting = slices.Insert(l.waiting, at, t)
		r.block(t)
		if late = l.roused == t; late {
			l.roused = nil
		}
		r.write(t, r.lines.at(p, t.seat))
		r.stalled(t, before)
		r.enter(t, what)
	}
	l.held = true
}

// unlock lets one that spins still try at once. If there is none, and nobody is on its way, it wakes the
// first. That one has kept its processor, which is not so in Go; locks are short and seldom waited for.
func (r *Room) unlock(t *thread, p unsafe.Pointer) {
	l := r.locks[p]
	r.write(t, r.lines.at(p, t.seat))
	l.held = false
	spins := func(u *thread) bool { return t.clock-u.clock < r.Costs.LockSpin }
	if at := slices.IndexFunc(l.waiting, spins); at >= 0 {
		u := l.waiting[at]
		l.waiting = slices.Delete(l.waiting, at, at+1)
		u.clock = max(u.clock, t.clock)
		r.agenda.push(u)
	} else if len(l.waiting) > 0 && l.roused == nil {
		u := l.waiting[0]
		l.waiting = slices.Delete(l.waiting, 0, 1)
		l.roused = u
		t.clock += r.Costs.Waker
		u.clock = t.clock + r.Costs.Wake
		r.agenda.push(u)
	}
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
	beside := r.beside
	r.beside = false
	if u == nil {
		t.clock += r.Costs.Permit
		x.permit, x.since = true, t.clock
		return
	}
	x.sleeper = nil
	r.counts.Wakes++
	if beside {
		r.wake(t, u)
		return
	}
	r.lineUp(t, u)
}

// lineUp makes u the first in line on the waker's processor, in the place of the one that was. It goes on
// when the waker gives that up; an idle processor, which the waker wakes for it, takes it after a while.
func (r *Room) lineUp(by, u *thread) {
	by.clock += r.Costs.Permit
	if r.free > 0 {
		by.clock += r.Costs.Waker
	}
	if old := r.first[by.seat]; old != nil {
		r.agenda.remove(old)
		old.first, old.clock = none, by.clock
		r.wake(by, old)
	}
	r.first[by.seat] = u
	u.first = by.seat
	u.clock = max(by.clock, u.clock) + r.Costs.Late
	r.agenda.push(u)
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

// wanted reports whether a thread waits for the processor.
func (r *Room) wanted(seat int) bool { return r.first[seat] != nil || len(r.queue) > 0 }

// Yield lets a thread have the processor that waits for it. The caller goes on when another is free.
func (r *Room) Yield() {
	t := r.running
	r.counts.Yields++
	t.clock += r.Costs.Yield
	if t.clock > r.Limit {
		r.over(t)
	}
	if r.wanted(t.seat) && t.clock > r.agenda.first() {
		r.handOver(t)
	}
	if !r.wanted(t.seat) {
		return
	}
	r.rise(t)
	if r.free > 0 { // woken for the other
		t.clock += r.Costs.Wake
		r.agenda.push(t)
	} else {
		r.queue = append(r.queue, t)
	}
	r.block(t)
}

// Later starts f as a thread after d, and again after what it returns, unless that is 0.
func (r *Room) Later(d time.Duration, f func() (next time.Duration)) {
	r.spawn(r.running.clock+Of(d), func() {
		if next := f(); next > 0 {
			r.Later(next, f)
		}
	})
}
