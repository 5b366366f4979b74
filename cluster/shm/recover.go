package shm

// Recovery takes over what dead incarnations have left. Every process that notices a death
// does it, all at once, without a lock: each step is a compare-and-swap that is right by
// itself, so a recovering process that is killed or stopped is in no other's way.

// recoverAll recovers every place, and reports whether it took anything over.
func (p *place) recoverAll() (found bool) {
	for q := range p.places {
		if p.recover(q) {
			found = true
		}
	}
	return found
}

// recover takes over what the incarnations of place q left that are dead and not yet
// recovered, and reports whether there were any.
//
// ORDER: scan, loot list, wake, mark. If this process is killed before the mark, another one does
// it all again. The wake comes before the mark too: a death between a record and its announcement
// leaves a submitter asleep, and no process would look again after the mark.
func (p *place) recover(q int) bool {
	r := registry(p.registry(q).Load())
	top := r.current()
	if top == 0 {
		return false
	}
	if q == p.me || p.k.alive(q, top) {
		top--
	}
	if top <= r.recovered() {
		return false
	}
	crashPoint("rec-scan")
	p.sweep(q, r.recovered(), top)
	p.takeLoot(q)
	if top == r.current() {
		// Posts should not go there. A successor that is idle sets it again when it looks.
		p.idle().And(^uint64(1 << q))
	}
	crashPoint("rec-wake")
	p.wakeAll()
	p.markRecovered(q, top)
	crashPoint("rec-marked")
	return true
}

// sweep takes over all tasks whose words name incarnations rec+1 to top of place q.
//
// ORDER: the word before the hint: if this process is killed between the two, the next recovery
// finds the task by its word.
func (p *place) sweep(q int, rec, top uint32) {
	for i := range p.tasks() {
		a := p.word(i)
		for {
			w := word(a.Load())
			l := w.label()
			if w.state() != queued && w.state() != claimed ||
				l.place() != q || l.incarnation() <= rec || l.incarnation() > top {
				break
			}
			mine := w.queuedFor(p.lab)
			if a.CompareAndSwap(uint64(w), uint64(mine)) {
				crashPoint("rec-relabel")
				p.push(hintOf(mine, i))
				p.count.recovered++
				break
			}
		}
	}
}

// takeLoot takes over what a dead thief at place q may have cut out of a living one's
// deque and not relabelled. Also what is ours by label already: if the dead one cut it
// from our deque, our hint is gone.
//
// ORDER: each entry is read once. A new incarnation at the place may write over the list:
// then it has recovered the place itself before, and what we adopt is queued anyway.
func (p *place) takeLoot(q int) {
	n := min(int(p.u32(p.placeAt(q, pLootN)).Load()), maxLoot)
	for i := range n {
		h := hint(p.u64(p.placeAt(q, pLoot+8*i)).Load())
		if p.adopt(h) {
			p.push(h)
			p.count.recovered++
		}
		crashPoint("rec-loot")
	}
}

// markRecovered notes that nothing of the incarnations up to top is left.
//
// ORDER: after scan, loot list and wake: a process that is killed before the mark has it all done
// again by another.
func (p *place) markRecovered(q int, top uint32) {
	a := p.registry(q)
	for {
		r := registry(a.Load())
		if r.recovered() >= top ||
			a.CompareAndSwap(uint64(r), uint64(makeRegistry(r.current(), top))) {
			return
		}
	}
}

// dead reports whether some place wants recovery. Safe for any goroutine.
func (m *mapping) dead(k kernel, me int) bool {
	for q := range m.places {
		r := registry(m.registry(q).Load())
		if q == me || r.current() == 0 || r.current() == r.recovered() {
			continue
		}
		if r.current() > r.recovered()+1 || !k.alive(q, r.current()) {
			return true
		}
	}
	return false
}
