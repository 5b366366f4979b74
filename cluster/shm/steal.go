package shm

// steal takes up to half of what another place has, relabels it, and puts all but one on
// the place's own deque, which must be empty. It answers that one.
//
// A cut of another's deque is the one moment at which tasks hang on nothing but the thief: their
// words still name the victim, whose deque has them no more. So the thief writes the loot list
// first, and keeps it until every word names the thief. A process that recovers the thief adopts
// what is on the list; one that is idle for long adopts what it sees queued.
func (p *place) steal() (hint, bool) {
	for n, off := 0, p.random(); n < p.places; n++ {
		v := (off + n) % p.places
		if v == p.me {
			continue
		}
		for range 4 { // tries at one victim; arbitrary
			h, found, ok := p.stealFrom(v)
			if ok {
				return h, true
			}
			if !found {
				break
			}
		}
	}
	return 0, false
}

// stealFrom tries one victim once. found: it had something.
func (p *place) stealFrom(v int) (_ hint, found, ok bool) {
	d := p.mapping.deque(v)
	r, have := d.look()
	if have <= 0 {
		return 0, false, false
	}
	k := min(r.length(), have, maxLoot, int32(p.d.room()))
	if k <= 0 {
		return 0, false, false
	}
	var loot [maxLoot]hint
	for i := range k {
		loot[i] = hint(d.slot(r.top() + uint32(i)).Load())
	}
	p.writeLoot(loot[:k])
	if !d.cut(r, have, k) {
		return 0, true, false
	}
	crashPoint("cut")
	p.count.steals++
	ours := loot[:0]
	for _, h := range loot[:k] {
		// The one that is run first, too: another goroutine of this process may overwrite
		// the loot list before it is claimed.
		if p.adopt(h) {
			crashPoint("relabel")
			ours = append(ours, h)
		}
	}
	p.count.stolen += uint64(len(ours))
	if len(ours) == 0 {
		return 0, true, false
	}
	p.push(ours[1:]...)
	crashPoint("pushed-loot")
	if len(ours) > 1 && p.worthWake() {
		p.post()
	}
	return ours[0], true, true
}

// writeLoot notes what is about to be cut.
//
// ORDER: the whole list before the word of the victim is changed. A list that is longer
// than its hints are new names tasks of an older cut: to adopt those is harmless.
func (p *place) writeLoot(hs []hint) {
	for i, h := range hs {
		p.u64(p.placeAt(p.me, pLoot+8*i)).Store(uint64(h))
	}
	p.u32(p.placeAt(p.me, pLootN)).Store(uint32(len(hs)))
	crashPoint("loot")
}

// random is the next of a small generator (xorshift).
func (p *place) random() int {
	x := p.rng
	x ^= x << 13
	x ^= x >> 7
	x ^= x << 17
	p.rng = x
	return int(x >> 33)
}
