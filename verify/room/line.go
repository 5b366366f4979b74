package room

import "unsafe"

// line is a cache line, by its address.
type line struct {
	address uintptr
	owner   int32 // the processor that has it alone; none: the sharers have copies
	written bool  // the thread that reserved it last was to write: the next reader fetches it from there
	busy    Time  // reserved until then
	sharers [MaxProcessors / 64]uint64
}

// lines are all lines, with a cache for the table.
type lines struct {
	byAddress map[uintptr]*line
	recent    [1 << 12]*line
}

// at returns the line of p. A line that nobody has seen belongs to the processor that asks first: it
// has just made what is in it.
func (l *lines) at(p unsafe.Pointer, seat int) *line {
	a := uintptr(p) >> 6
	slot := &l.recent[uint64(a)*0x9E3779B97F4A7C15>>52]
	if x := *slot; x != nil && x.address == a {
		return x
	}
	x := l.byAddress[a]
	if x == nil {
		x = &line{address: a, owner: int32(seat), written: true}
		l.byAddress[a] = x
	}
	*slot = x
	return x
}

// has reports whether the processor has a copy.
func (l *line) has(seat int) bool {
	return l.owner == int32(seat) || l.owner == none && l.sharers[seat>>6]>>(seat&63)&1 != 0
}

// share gives the processor a copy.
func (l *line) share(seat int32) { l.sharers[seat>>6] |= 1 << (seat & 63) }

// reserve waits for the thread's turn at the line, and returns when it has begun and the thread's cost
// has gone by. Turns come in the order of requests; the line is busy for the time that is said.
func (r *Room) reserve(t *thread, l *line, cost, busy Time) {
	start := max(t.clock, l.busy)
	l.busy = start + busy
	if start > t.clock {
		t.clock = start - 1 // before anything that the last one does at that instant
		if r.agenda.first() < start {
			r.handOver(t)
		}
	}
	t.clock = start + cost
}

// distance is what it takes to move a line between two processors.
func (r *Room) distance(from, to int32) Time {
	if r.Socket > 0 && from != none && int(from)/r.Socket != int(to)/r.Socket {
		return r.Costs.Far
	}
	return r.Costs.Move
}

// load reads the line.
func (r *Room) load(t *thread, l *line) {
	if l.has(t.seat) {
		t.clock += r.Costs.Hit
		return
	}
	me, before := int32(t.seat), t.clock
	if l.written {
		l.written = false
		cost := r.distance(l.owner, me)
		r.reserve(t, l, cost, cost)
	} else {
		r.reserve(t, l, r.Costs.Read, r.Costs.ReadBusy)
	}
	if l.owner != none {
		l.share(l.owner)
		l.owner = none
	}
	l.share(me)
	r.counts.Reads++
	r.stalled(t, before)
}

// write makes the line the processor's own.
func (r *Room) write(t *thread, l *line) {
	me := int32(t.seat)
	if l.owner == me {
		t.clock += r.Costs.Write
		return
	}
	before, cost := t.clock, r.distance(l.owner, me)
	busy := cost
	if r.chance(r.Costs.HoldOdds) {
		busy += r.Costs.Hold
	}
	l.written = true
	r.reserve(t, l, cost, busy)
	if l.owner == none {
		clear(l.sharers[:])
	}
	l.owner = me
	r.counts.Moves++
	r.stalled(t, before)
}

// chance is true so many times in a hundred.
func (r *Room) chance(percent int) bool {
	r.random ^= r.random << 13
	r.random ^= r.random >> 7
	r.random ^= r.random << 17
	return int(r.random%100) < percent
}
