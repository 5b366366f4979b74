package shm

// sighting is when a task was first seen claimed by one claim.
type sighting struct {
	w     word
	since int64
}

// adoptLost is for a place that has been idle for a while: it makes every queued task that
// it can see its own, at most a cut's worth, and pushes hints of them. So a process that
// is stopped with hints in hand (between a cut and its end, between a word and its push)
// delays them no longer than the idle time of a member. If the file has a lease, tasks that one
// claim has held for longer are queued again; those alone if waiting is not set. It reports
// whether it found any.
//
// That is right for any queued task at any time: the place that had it before finds its
// hint stale and drops it.
//
// ORDER: the word before the hint: if this process is killed between the two, recovery finds the
// task by its word.
func (p *place) adoptLost(waiting bool) bool {
	if !waiting && p.lease == 0 {
		return false
	}
	var found [maxLoot]hint
	n, now := 0, int64(0)
	if p.lease > 0 {
		now = p.k.now()
	}
	for i, off := 0, p.random(); i < p.tasks() && n < len(found); i++ {
		t := (off + i) % p.tasks()
		w := word(p.word(t).Load())
		switch {
		case w.state() == queued && waiting:
			if h := hintOf(w, t); p.adopt(h) {
				crashPoint("adopted")
				found[n] = h
				n++
			}
		case w.state() == claimed && p.lease > 0 && w.label() != p.lab && p.overdue(t, w, now):
			mine := w.queuedFor(p.lab)
			if p.word(t).CompareAndSwap(uint64(w), uint64(mine)) {
				crashPoint("lease-over")
				p.count.overdue++
				found[n] = hintOf(mine, t)
				n++
			}
		}
	}
	p.push(found[:n]...)
	p.count.adopted += uint64(n)
	if n > 1 {
		p.post()
	}
	return n > 0
}

// overdue reports whether this place has seen the very claim w for longer than the lease.
// A word names its claim: slot, generation, attempt, incarnation.
func (p *place) overdue(t int, w word, now int64) bool {
	s := &p.seen[t]
	if s.w != w {
		*s = sighting{w, now}
		return false
	}
	return now-s.since > p.lease
}
