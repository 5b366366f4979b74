//go:build !race && !invariants

package fork

// Exact says whether this build knows how many forks of each stack are not joined. Then
// every misuse of a frame by its own goroutine is reported, if it can be seen at all.
const Exact = false

// depth is how many forks of a stack are not joined, in exact builds.
type depth struct{}

// Forks is called before a fork at frame i.
func (s *Stack) Forks(i uint32) {}

// Full is called when the fork at frame i found no frame after it.
func (s *Stack) Full(i uint32) {}

// Joins is called before the join at frame i; full if no frame comes after it.
func (s *Stack) Joins(i uint32, full bool) {}

// enters is called before a call at frame i.
func (s *Stack) enters(i uint32) {}

// dropped is called when all forks from frame i on are taken back.
func (s *Stack) dropped(i uint32) { _ = s.depth }

// forked returns one above the highest frame whose fork is known not to be joined: of
// private frames nothing is known.
func (s *Stack) forked() uint32 { return s.split }
