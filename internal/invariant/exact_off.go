//go:build !race && !invariants

package invariant

// Exact says whether this build counts the forks of each stack, to report every misuse of a frame by its own
// goroutine that can be seen at all: so do builds with the race detector, too.
const Exact = false
