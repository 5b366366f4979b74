package deque

// Request leaves a request for the owner's next Poll, as Steal does where it
// finds nothing. Safe for concurrent use; never blocks.
func (d *Split[T]) Request() {
	// One that stands is as good; looking first keeps thieves that hammer from
	// taking the line away from each other.
	if !d.requested.Load() {
		// ORDER: comes after the look at bottom. An owner that clears before
		// this has the request standing again; one that clears after it
		// exposes after it (I6).
		d.requested.Store(true)
		d.thiefStores(1)
	}
}

// Requested reports whether a thief asked for an item and has not been served.
func (d *Split[T]) Requested() bool { return d.requested.Load() }

// Poll serves a request, if there is one, and returns how many items became
// public: if any, wake sleepers. Owner only. One load where there is no request.
func (d *Split[T]) Poll() int {
	if !d.requested.Load() {
		return 0
	}
	return d.pollSlow()
}

// pollSlow leaves the request standing for as long as there is nothing to give.
func (d *Split[T]) pollSlow() int {
	private := int(d.tail - d.head)
	if private == 0 {
		return 0
	}
	// ORDER: clear, then expose. A thief that comes later, takes the item and
	// finds nothing for a second leaves a new request; clearing after exposing
	// would wipe that out (I6).
	d.requested.Store(false)
	d.ownerStores(1)
	n := 1
	if d.half {
		n = (private + 1) / 2
	}
	return d.Expose(n)
}

// Expose makes up to n of the oldest private items public, whether or not a thief
// asked, and returns how many: fewer than n if there are fewer, or if the public part
// becomes full. Owner only. O(n), one store for each item and one for all.
func (d *Split[T]) Expose(n int) int {
	top := d.top.Load()
	d.forget(top)
	n = min(n, publicSlots-int(d.end-top), int(d.tail-d.head))
	if n <= 0 {
		return 0
	}
	for range n {
		slot := &d.ring[d.head&uint(len(d.ring)-1)]
		d.public[d.end&(publicSlots-1)].Store(*slot) // ORDER: before bottom, below
		*slot = nil
		d.head++
		d.end++
	}
	// ORDER: after the slots. A thief that sees this bottom sees the items, and
	// all n at once; what their makers wrote comes with them.
	d.bottom.Store(d.end)
	d.ownerStores(n + 1)
	d.ownerExposes(1)
	d.check()
	return n
}
