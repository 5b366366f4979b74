//go:build counters

package deque

import "sync/atomic"

const countsAll = true

func (c *counters) ownerStores(n int) { c.owner.Stores += uint64(n) }

// thiefCounters are atomic, and shared by all thieves.
type thiefCounters struct{ cas, failed, stores, steals atomic.Uint64 }

func (t *thiefCounters) tally() Tally {
	return Tally{CAS: t.cas.Load(), FailedCAS: t.failed.Load(), Stores: t.stores.Load(), Steals: t.steals.Load()}
}

// thiefCAS counts a compare-and-swap of a thief, and passes its result on.
//
// ORDER: none: a statistic, which publishes nothing.
func (t *thiefCounters) thiefCAS(ok bool) bool {
	t.cas.Add(1)
	if !ok {
		t.failed.Add(1)
	}
	return ok
}

// ORDER: none: a statistic, which publishes nothing.
func (t *thiefCounters) thiefStores(n int) { t.stores.Add(uint64(n)) }

// ORDER: none: a statistic, which publishes nothing.
func (t *thiefCounters) thiefSteals(n int) { t.steals.Add(uint64(n)) }
