package room

import "iter"

// thread is a goroutine of the program.
type thread struct {
	name  uintptr
	clock Time
	turn  uint64 // in the agenda
	seat  int    // its processor, or none
	first int    // the processor where it is first in line, or none
	last  int    // the processor that it had before, or none
	phase Phase
	since Time // when the phase began, by its clock
	in    [phases]Time
	work  Time

	resume func() (struct{}, bool)
	yield  func(struct{}) bool
}

// descriptor is about how long a goroutine's descriptor is.
const descriptor = 480

// none is no processor.
const none = -1

// spawn makes a thread that begins at the time at.
func (r *Room) spawn(at Time, f func()) { r.agenda.push(r.thread(at, f)) }

// thread makes a thread that does not run yet.
func (r *Room) thread(at Time, f func()) *thread {
	t := &thread{name: descriptor * uintptr(len(r.threads)+1), clock: at, since: at, seat: none, first: none, last: none}
	t.resume, _ = iter.Pull(func(yield func(struct{}) bool) {
		t.yield = yield
		defer r.end(t) // also if it ends by Goexit
		f()
	})
	r.threads = append(r.threads, t)
	return t
}

// end gives t's processor up, when its time has come.
func (r *Room) end(t *thread) {
	if t.clock > r.agenda.first() {
		r.handOver(t)
	}
	r.enter(t, Asleep)
	r.rise(t)
}

// over gives the program up: it does not come to its end.
func (r *Room) over(t *thread) {
	r.next = t
	t.yield(struct{}{})
}

// handOver lets the threads with lesser clocks go first.
func (r *Room) handOver(t *thread) {
	r.next = r.agenda.exchange(t)
	t.yield(struct{}{})
}

// block waits until another thread puts t into the agenda.
func (r *Room) block(t *thread) { t.yield(struct{}{}) }

// sit gives t a processor, or has it wait for one in line and reports false.
func (r *Room) sit(t *thread) bool {
	if t.first != none {
		r.first[t.first], t.first = nil, none
	}
	if r.free == 0 {
		r.queue = append(r.queue, t)
		return false
	}
	p := t.last
	if p == none || r.taken[p] {
		for p = 0; r.taken[p]; p++ {
		}
	}
	r.taken[p] = true
	r.free--
	t.seat, t.last = p, p
	return true
}

// rise gives t's processor to the first in line there, or else to the first that waits for any.
func (r *Room) rise(t *thread) {
	p := t.seat
	t.seat = none
	if u := r.first[p]; u != nil {
		r.first[p], u.first = nil, none
		r.agenda.remove(u)
		u.clock = t.clock + r.Costs.Switch
		u.seat, u.last = p, p
		r.agenda.push(u)
		return
	}
	if len(r.queue) == 0 {
		r.taken[p] = false
		r.free++
		return
	}
	u := r.queue[0]
	r.queue = r.queue[1:]
	u.clock = max(u.clock, t.clock) + r.Costs.Switch
	u.seat, u.last = p, p
	r.agenda.push(u)
}
