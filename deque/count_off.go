//go:build !counters

package deque

const counting = false

// counters is embedded in every deque, and nothing in this build.
type counters struct{}

// Counts returns zeros: this build counts nothing.
func (*counters) Counts() Counts { return Counts{} }

func (*counters) ownerCAS(ok bool) bool { return ok }
func (*counters) ownerStores(int)       {}
func (*counters) ownerExposes(int)      {}
func (*counters) thiefCAS(ok bool) bool { return ok }
func (*counters) thiefStores(int)       {}
func (*counters) thiefSteals(int)       {}
