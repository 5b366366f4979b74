//go:build counters

package deque

import "sync/atomic"

const counting = true

// counters is embedded in every deque. The owner's are plain: an atomic one would
// put a locked instruction where the algorithm has none. The thieves' are atomic.
type counters struct {
	owner   Tally
	thieves struct{ cas, failed, stores, steals atomic.Uint64 }
}

// Counts returns what was counted so far. Owner only; exact if no thief is inside.
func (c *counters) Counts() Counts {
	t := &c.thieves
	return Counts{c.owner, Tally{
		CAS: t.cas.Load(), FailedCAS: t.failed.Load(), Stores: t.stores.Load(), Steals: t.steals.Load(),
	}}
}

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

// thiefCAS counts a compare-and-swap of a thief, and passes its result on.
//
// ORDER: none. This and what follows are statistics, and publish nothing.
func (c *counters) thiefCAS(ok bool) bool {
	c.thieves.cas.Add(1)
	if !ok {
		c.thieves.failed.Add(1)
	}
	return ok
}

// ORDER: none, see thiefCAS.
func (c *counters) thiefStores(n int) { c.thieves.stores.Add(uint64(n)) }

// ORDER: none, see thiefCAS.
func (c *counters) thiefSteals(n int) { c.thieves.steals.Add(uint64(n)) }
