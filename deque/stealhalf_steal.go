package deque

import "github.com/skua-go/skua/internal/invariant"

// Steal takes the oldest item, from the top. It answers Lost if another thief was
// faster, but also if the owner changed the range meanwhile. Safe for concurrent
// use. Cost: one compare-and-swap.
//
// It is StealInto with room for one. The range that a thief leaves depends on what it found,
// not on what it took. Let the range have 8 of 16 items. After a thief of all 8 the new range
// must be at most half of the 8 left: 4. After a thief of one it may be 4 as well, since then
// 15 are left; and 4 is more than an eighth of the 16, the least that a range may be.
func (d *StealHalf[T]) Steal() (*T, Outcome) {
	r, n, outcome := d.look()
	if outcome != Got {
		return nil, outcome
	}
	x := d.slot(r.top()).Load()
	if !d.cut(r, n, 1) {
		return nil, Lost
	}
	return x, Got
}

// StealInto moves items from the top of d to the bottom of own until they are
// about level: up to half of the difference, as far as d's range and own's room
// go. It answers how many, and Got; or 0 and Empty, if d held nothing; 0 and Lost,
// as Steal does; 0 and Got, if there is nothing to level. The caller must own own,
// which cannot be d or nil. Meanwhile the items are in neither deque.
//
// Cost: one compare-and-swap on d, however many items there are; one on own, and
// one more for each steal from there meanwhile.
func (d *StealHalf[T]) StealInto(own *StealHalf[T]) (int, Outcome) {
	if own == d || own == nil {
		panic("skua/deque: StealInto needs another deque to put items into, not nil or itself")
	}
	r, there, outcome := d.look()
	if outcome != Got {
		return 0, outcome
	}
	k := own.share(min(r.length(), there))
	if k <= 0 {
		return 0, Got
	}
	loot := own.copyOf(d, r.top(), k)
	taken := d.cut(r, there, k)
	if taken {
		own.adopt(loot)
	}
	clear(loot)
	if invariant.Enabled {
		own.check()
	}
	if !taken {
		return 0, Lost
	}
	return int(k), Got
}

// look is a thief's first step: sr, and then how many items there are. Read the
// other way round, bot could count an item that the owner has popped since. Further
// back than one before top is a bot that went round while the thief slept.
func (d *StealHalf[T]) look() (r stealRange, n int32, outcome Outcome) {
	r = stealRange(d.sr.Load())
	n = distance(d.bot.Load(), r.top())
	switch {
	case n < -1:
		outcome = Lost
	case n <= 0:
		outcome = Empty
	}
	return r, n, outcome
}

// share is how many of a range of reach items the owner of d takes.
func (d *StealHalf[T]) share(reach int32) int32 {
	have := max(0, distance(d.b, stealRange(d.sr.Load()).top()))
	if have > 2*reach-2 {
		return 0
	}
	return min(reach-have/2, int32(len(d.slots))-have)
}

// copyOf copies k items of the victim from index top on. Not straight into d's
// ring: they may not be ours, and would be kept alive there.
func (d *StealHalf[T]) copyOf(victim *StealHalf[T], top uint32, k int32) []*T {
	loot := d.loot[:0]
	for i := range uint32(k) {
		loot = append(loot, victim.slot(top+i).Load())
	}
	d.loot = loot
	return loot
}

// cut is a thief's last step: it takes k of n items if the word is still r.
//
// ORDER: after the copies. If the word is still r no thief has stolen an item, nor
// has the owner popped one in range, since r was read.
func (d *StealHalf[T]) cut(r stealRange, n, k int32) bool {
	if !d.thiefCAS(d.sr.CompareAndSwap(uint64(r), uint64(r.robbed(n, k)))) {
		return false
	}
	d.thiefSteals(int(k))
	return true
}

// adopt puts stolen items at the bottom.
func (d *StealHalf[T]) adopt(loot []*T) {
	d.land(loot)
	d.level()
}

// land makes the items d's.
//
// ORDER: the slots before bot: a thief copies only slots below a bot that it read.
func (d *StealHalf[T]) land(loot []*T) {
	for i, x := range loot {
		d.slot(d.b + uint32(i)).Store(x)
	}
	d.move(len(loot))
	d.ownerStores(len(loot) + 1)
}

// level makes the range fit many new items, however often it takes: an owner that
// gave up after a lost race could have 16 items and a range of 1.
func (d *StealHalf[T]) level() {
	for {
		r := stealRange(d.sr.Load())
		n := distance(d.b, r.top())
		if n <= 0 || d.set(r, grownExp(n)) {
			return
		}
	}
}
