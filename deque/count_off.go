//go:build !counters

package deque

const countsAll = false

func (*counters) ownerStores(int) {}

// thiefCounters count nothing in this build.
type thiefCounters struct{}

func (*thiefCounters) tally() Tally          { return Tally{} }
func (*thiefCounters) thiefCAS(ok bool) bool { return ok }
func (*thiefCounters) thiefStores(int)       {}
func (*thiefCounters) thiefSteals(int)       {}
