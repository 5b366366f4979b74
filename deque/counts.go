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
// with -tags counters count for the thieves, in words that they would all write: in
// other builds that half is zero. A thief can count without them: a Steal that
// answers Got or Lost has tried one compare-and-swap.
type Counts struct{ Owner, Thieves Tally }

// counters is embedded in every deque. The owner's are plain, and kept in every
// build: they lie beside what the owner writes anyway, and stand where it stores
// atomically or compares and swaps, never on a path that does neither.
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

func (c *counters) ownerStores(n int)  { c.owner.Stores += uint64(n) }
func (c *counters) ownerExposes(n int) { c.owner.Exposures += uint64(n) }
