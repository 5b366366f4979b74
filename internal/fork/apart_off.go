//go:build !race || explore

package fork

// Apart says whether this build runs forks as asides (internal/aside), so that the race detector sees
// which branches are parallel.
const Apart = false

// asides are none in this build.
type asides struct{}

// MayPart says that no fork is an aside.
func (s *Stack) MayPart(uint32) bool { return false }

// Parts says that no fork is an aside.
func (s *Stack) Parts() bool { return false }

// Aside is not called in this build, nor is JoinAside.
func (s *Stack) Aside(uint32) {}

// JoinAside is not called in this build.
func (s *Stack) JoinAside(uint32) {}

func (s *Stack) dropAsides(uint32) {
	_ = s.asides // for race builds
}

func (s *Stack) sharable(end uint32) uint32 { return end }
