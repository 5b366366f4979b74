package deque

// A Tally counts what one side of a deque did to words that the other side sees.
type Tally struct {
	CAS       uint64 // compare-and-swaps tried
	FailedCAS uint64 // of these, those that failed
	Stores    uint64 // atomic stores
	Exposures uint64 // times the owner made private items public
	Steals    uint64 // items taken from the top
}

// Counts are what was done to a deque by its owner and by its thieves. Only builds
// with -tags counters count all of it. Other builds count the owner's
// compare-and-swaps and exposures, and the rest is zero: its stores are too many, and
// what thieves do would be counted in words that they all write. A thief can count
// without them: a Steal that answers Got or Lost has tried one compare-and-swap.
type Counts struct{ Owner, Thieves Tally }

// counters is embedded in every deque. The owner's are plain: an atomic one would put
// a locked instruction where the algorithm has none. What is counted in every build
// is so seldom that no fast path has an instruction more, but for those of Locked, which
// takes a lock anyway.
type counters struct {
	thiefCounters // first: it may have no size
	owner         Tally
}

// Counts returns what was counted so far. Owner only; exact if no thief is inside.
func (c *counters) Counts() Counts { return Counts{c.owner, c.tally()} }

// ownerCAS counts a compare-and-swap of the owner, and passes its result on.
func (c *counters) ownerCAS(ok bool) bool {
	c.owner.CAS++
	if !ok {
		c.owner.FailedCAS++
	}
	return ok
}

func (c *counters) ownerExposes(n int) { c.owner.Exposures += uint64(n) }
