//go:build race || invariants

package fork

import "fmt"

// Exact says whether this build knows how many forks of each stack are not joined. Then
// every misuse of a frame by its own goroutine is reported, if it can be seen at all.
const Exact = true

// depth is how many forks of a stack are not joined, in exact builds. The frame of that
// index is the only one on which a fork, or a call from it, may begin; the one below it
// is the only one that a join may end.
type depth struct{ n uint32 }

// Forks is called before a fork at frame i.
func (s *Stack) Forks(i uint32) {
	s.owned()
	switch {
	case !s.Live(i) || i > s.depth.n:
		panic(fmt.Sprintf(ended, "Fork"))
	case i < s.depth.n:
		s.misused(i, forkForked)
	}
	s.depth.n++
}

// Full is called when the fork at frame i found no frame after it.
func (s *Stack) Full(i uint32) { s.depth.n = i }

// Joins is called before the join at frame i; full if no frame comes after it.
func (s *Stack) Joins(i uint32, full bool) {
	s.owned()
	end := i + 1 // what is forked if the join comes in order
	if full {
		end = i
	}
	switch {
	case !s.Live(i):
		panic(fmt.Sprintf(ended, "Join"))
	case s.depth.n < end:
		panic(joinUnforked)
	case s.depth.n > end:
		s.misused(i, fmt.Sprintf(joinEarly, s.depth.n-end))
	}
	s.depth.n = i
}

// enters is called before a call at frame i.
func (s *Stack) enters(i uint32) {
	if i != s.depth.n && !s.worker.Job.Cancelled() {
		panic(callElsewhere)
	}
	s.depth.n = i
}

// dropped is called when all forks from frame i on are taken back.
func (s *Stack) dropped(i uint32) { s.depth.n = min(s.depth.n, i) }

// forked returns one above the highest frame whose fork is known not to be joined.
func (s *Stack) forked() uint32 { return max(s.split, s.depth.n) }
