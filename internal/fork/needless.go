package fork

import "github.com/skua-go/skua/internal/policy"

// A steal is needless if the owner waits for the thief's end for longer than the thief has run the task:
// alone it would have been done earlier. Where that goes on, thieves that look for work again and again
// make an owner of tiny tasks many times as slow. So after a needless steal some forks pass without an
// answer while a thief asks and nothing is private but the newest frame; an older frame is likely to be
// more work. The request stands meanwhile, so it is lost no more than one that comes before a long task.

// needless is what an owner knows of needless steals.
type needless struct {
	last   policy.Needless
	passes int // forks that may pass yet
}

// tell notes a steal of which the owner has seen the end.
func (n *needless) tell(needless bool) {
	if needless {
		n.last = n.last.After()
	} else {
		n.last = 0
	}
	n.passes = n.last.Passes()
}

// passes reports whether the request that stands is not answered by this fork, of which the frame is
// below end.
func (s *Stack) passes(end uint32) bool {
	if s.needless.passes == 0 || end != s.split+1 {
		return false
	}
	s.needless.passes--
	return true
}
