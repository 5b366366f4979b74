package tally

import (
	"math/bits"
	"sync/atomic"

	"github.com/skua-go/skua/internal/pad"
)

// Tally is the groups in which workers count. The zero value has none: each worker counts alone.
type Tally struct{ groups []group }

type group struct {
	word atomic.Uint64 // inside<<insideAt | the sum of what those that left have done
	_    pad.Line
}

const (
	insideAt = 48
	inside   = 1 << insideAt
	large    = 1 << 30 // so much at once is not added to a sum
)

// alone is up to how many workers count alone. Arbitrary.
const alone = 8

// groups returns how many groups so many workers have: of n about √n, so that a group has about as
// many workers as there are groups.
func groups(workers int) int {
	if workers <= alone {
		return 0
	}
	return 1 << (bits.Len(uint(workers-1)) / 2)
}

// Init makes t ready for so many workers. Nobody is inside.
func (t *Tally) Init(workers int) {
	if n := groups(workers); n != len(t.groups) {
		t.groups = make([]group, n)
	}
}

// of returns the worker's group, or nil if there are none.
func (t *Tally) of(worker int) *group {
	if len(t.groups) == 0 {
		return nil
	}
	return &t.groups[uint(worker)%uint(len(t.groups))]
}

// Enter is before the worker does anything of its work.
func (t *Tally) Enter(worker int) {
	if g := t.of(worker); g != nil {
		g.word.Add(inside) // ORDER: before the worker's Leave; what it has is not over meanwhile
	}
}

// Leave is after the worker has done the last of its work, n in all. It returns how much the worker takes off
// the number.
func (t *Tally) Leave(worker, n int) int {
	g := t.of(worker)
	if g == nil {
		return n
	}
	apart := 0
	if n >= large {
		n, apart = 0, n
	}
	// ORDER: after all that was done; the addition of the one that takes the sum comes later.
	w := g.word.Add(uint64(n) - inside)
	if w != 0 && w < inside && g.word.CompareAndSwap(w, 0) { // ORDER: once, by one of those that see it
		apart += int(w)
	}
	return apart
}
