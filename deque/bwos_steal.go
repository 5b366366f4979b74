package deque

// Steal takes the oldest item, from the oldest granted block. Lost means that another thief
// took it. Empty means that no block was granted at some instant of the call, and then a
// request for the owner's next Poll is standing. Safe for concurrent use. Never blocks. Cost:
// two atomic loads and one CAS; two loads and a CAS more where a block is exhausted.
func (d *BWoS[T]) Steal() (*T, Outcome) {
	for b := d.first.Load(); b != nil; {
		w := b.grants.Load()
		if w == 0 {
			break
		}
		top, bottom := ends(w)
		if top == bottom {
			// ORDER: exhausted for ever, so whoever moves first moves it to next, and not
			// back from a later block (I2).
			d.first.CompareAndSwap(b, b.next.Load())
			b = d.first.Load()
			continue
		}
		// ORDER: the claim, then the slot, which is this thief's now (I4). Were it read first, an
		// owner that takes the block back could write it at the same time.
		if d.thiefCAS(b.grants.CompareAndSwap(w, w+1)) {
			x := b.slots[top]
			b.slots[top] = nil // and the owner stays away from it (I4, I5)
			d.thiefSteals(1)
			return x, Got
		}
		if now, _ := ends(b.grants.Load()); now > top {
			return nil, Lost
		}
	}
	d.Request()
	return nil, Empty
}

// Len returns the number of granted items at about now: those that Steal can find. Those in the
// owner's block are the owner's alone to count: see Private. Safe for concurrent use. Never
// blocks. Cost: three atomic loads.
func (d *BWoS[T]) Len() int {
	b := d.first.Load()
	if b == nil {
		return 0
	}
	w := b.grants.Load()
	if w == 0 {
		return 0
	}
	top, _ := ends(w)
	return int(max(0, d.private.Load()-b.base-int64(top)))
}

// Request leaves a request for the owner's next Poll, as Steal does where it finds nothing.
// Safe for concurrent use. Never blocks.
func (d *BWoS[T]) Request() {
	if !d.requested.Load() { // so thieves that come again and again leave each other the line
		// ORDER: after the look at the blocks. An owner that clears before it finds the request at
		// its next Poll; one that clears after it grants something after it (I6).
		d.requested.Store(true)
		d.thiefStores(1)
	}
}

// Requested reports whether a thief asked for an item and has not been served.
func (d *BWoS[T]) Requested() bool { return d.requested.Load() }

// Poll serves a request, if there is one, with half of the items of the owner's block. It returns how
// many items are public for it: if any, wake sleepers. These are the granted ones if the block has
// none. Owner only. Never blocks. Cost: one load where there is no request, else that of Expose.
func (d *BWoS[T]) Poll() int {
	if !d.requested.Load() {
		return 0
	}
	return d.pollSlow()
}

// pollSlow leaves the request standing for as long as there is nothing to give.
func (d *BWoS[T]) pollSlow() int {
	n := (d.Private() + 1) / 2
	granted := 0
	if n == 0 {
		granted = d.Len() // by a Push that came after the request, and told nobody
	}
	if n+granted == 0 {
		return 0
	}
	// ORDER: clear, then expose. A thief that comes later, takes an item and finds nothing for a
	// second leaves a new request; clearing after exposing would wipe that out (I6).
	d.requested.Store(false)
	d.ownerStores(1)
	return granted + d.Expose(n)
}

// Expose makes up to n of the oldest items of the owner's block public, whether or not a thief
// asked, and returns how many. It grants the block with these, and moves the younger ones to
// the next. Owner only. Never blocks. Cost: as a Push in a full block, and the plain moves.
func (d *BWoS[T]) Expose(n int) int {
	n = min(n, d.Private())
	if n <= 0 {
		return 0
	}
	end := d.low + n
	next := d.linked(end)
	left := copy(next.slots, d.slots[end:d.bottom])
	clear(d.slots[end:d.bottom])
	d.grant(end)
	d.enter(next, 0, left)
	return n
}
