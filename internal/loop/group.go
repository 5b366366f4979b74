package loop

import (
	"math/bits"
	"sync/atomic"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/pad"
)

// Of many workers each would count off left what it ran, a thousand times in a loop of 64 µs on 64 of
// them, and all at once when it ends. So thieves count in groups: those that leave add to the group's
// word what they ran, and the last inside takes all of that off left.
//
// "Counted by nobody" (scenario Loop/two): what a group holds back is taken off by the thief that leaves
// no other inside. It sees that in the word that its own addition returns. If the word has changed before
// it takes the sum, a thief has come in, and the last to leave sees the sum again.
//
// "Ended too late" (scenario Loop/two): the sum waits for thieves inside, and each of these has indices
// that are not over, or is about to leave.

// group is some of the workers that take part in a loop.
type group struct {
	word atomic.Uint64 // inside<<insideAt | the sum of what those that left have run
	_    pad.Line
}

const (
	insideAt = 48
	inside   = 1 << insideAt
	large    = 1 << 30 // so many indices at once are not added to a sum
)

// ungrouped is up to how many workers count off left itself. Arbitrary.
const ungrouped = 8

// groups returns how many a loop on so many workers has: of n about √n, so that a group has about as
// many thieves as there are groups.
func groups(workers int) int {
	if workers <= ungrouped {
		return 0
	}
	return 1 << (bits.Len(uint(workers-1)) / 2)
}

// groupOf returns w's group, or nil if there are none.
func (l *Loop) groupOf(w *crew.Worker) *group {
	if len(l.groups) == 0 {
		return nil
	}
	return &l.groups[uint(w.ID)%uint(len(l.groups))]
}

// enter is before the thief runs its first index.
func (g *group) enter() {
	if g != nil {
		g.word.Add(inside) // ORDER: before the thief's leave; what it has stolen is not over meanwhile
	}
}

// leave is after the thief's last index, of n. It returns how many the thief takes off left.
func (g *group) leave(n int) int {
	if g == nil {
		return n
	}
	apart := 0
	if n >= large {
		n, apart = 0, n
	}
	// ORDER: after all that the indices did; the addition of the one that takes the sum comes later.
	w := g.word.Add(uint64(n) - inside)
	if w != 0 && w < inside && g.word.CompareAndSwap(w, 0) { // ORDER: once, by one of those that see it
		apart += int(w)
	}
	return apart
}
