package explore

// history is the happens-before order of the current run: for each step, which
// steps of each thread come before it. Steps are counted from 1. Two steps are
// ordered if a chain of dependent ones leads from the first to the second:
// steps of one thread, a start, or accesses to one object that are not both
// reads. Runs with the same order are one Mazurkiewicz trace.
type history struct {
	on     bool
	events []event // by step; events[0] is not used
	past   clock   // of the event being added, but for the order its object brings
	last   clock   // of the last write anywhere: what a spinner was woken by
}

// clock holds for each thread its last step that comes before.
type clock [maxThreads]uint16

func (c *clock) join(d *clock) {
	for i, v := range d {
		if v > c[i] {
			c[i] = v
		}
	}
}

// event is a step that was done.
type event struct {
	thread uint8
	kind   Kind
	wrote  bool
	index  uint16 // among its thread's own, from 1
	clock  clock  // itself included
}

func (h *history) clear() { h.events = append(h.events[:0], event{}) }

// before reports whether step a comes before what has the clock.
func (h *history) before(a int, c *clock) bool {
	return int(c[h.events[a].thread]) >= a
}

// remember adds the thread's current step to the history. Steps are committed
// in order, since each is before the next choice.
func (r *runner) remember(t *thread) {
	h, step, o := &r.history, t.current, t.pending.obj
	t.events++
	wrote := t.pending.obj != nil && t.pending.kind != Load && !t.failed
	full := t.clock
	switch {
	case t.pending.kind == Yield:
		full.join(&h.last)
	case t.pending.kind == stop: // all that was done meanwhile comes before what it does now
		for _, q := range r.threads {
			full.join(&q.clock)
		}
	case o.lastWrite > 0:
		full.join(&h.events[o.lastWrite].clock)
	}
	if wrote {
		for _, i := range o.reads {
			full.join(&h.events[i].clock)
		}
	}
	h.past = t.clock
	full[t.id] = uint16(step)
	h.events = append(h.events, event{uint8(t.id), t.pending.kind, wrote, uint16(t.events), full})
	r.search.step(t, wrote, &h.past)
	t.clock = full
	switch {
	case wrote:
		o.lastWrite, o.reads = step, o.reads[:0]
		if t.pending.kind == Lock {
			o.lastLock = step
			r.outrun(t)
		}
		if t.pending.kind.changes() {
			h.last = full
		}
	case o != nil:
		for i, s := range o.reads {
			if int(h.events[s].thread) == t.id {
				o.reads[i] = step
				return
			}
		}
		o.reads = append(o.reads, step)
	}
}

// outrun tells the search which other threads had wanted the lock that t took.
func (r *runner) outrun(t *thread) {
	for _, q := range r.threads {
		if q != t && !q.gone() && q.pending.kind == Lock && q.pending.obj == t.pending.obj {
			r.search.waiting(q)
		}
	}
}

// fingerprint names the trace of the run: equal for runs that differ only in
// the order of independent steps, whatever ids their threads got.
func (r *runner) fingerprint() uint64 {
	h := &r.history
	var sum uint64
	for i := 1; i < len(h.events); i++ {
		e := &h.events[i]
		v := mix(r.threads[e.thread].name, uint64(e.index))
		v = mix(v, uint64(e.kind))
		var past uint64
		for j, s := range e.clock {
			if s > 0 {
				past += mix(r.threads[j].name, uint64(h.events[s].index))
			}
		}
		sum += mix(v, past)
	}
	return sum
}

func mix(a, b uint64) uint64 {
	x := a*0x9E3779B97F4A7C15 ^ b
	x ^= x >> 30
	x *= 0xBF58476D1CE4E5B9
	x ^= x >> 27
	x *= 0x94D049BB133111EB
	return x ^ x>>31
}
