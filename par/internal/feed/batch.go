package feed

import (
	"sync/atomic"

	"github.com/skua-go/skua"
)

// batch is a row of values, and their results. The reader fills slots from the front; who closes the
// batch first, as it is full or has been open for too long, offers what it has: in.
type batch[E, R any] struct {
	slots []E
	n     int          // slots that are filled; the reader's
	word  atomic.Int64 // how many are filled, at most one less than there are; negative once it is closed

	in    []E
	out   []R
	first int // the index of in[0]
	body  func(p *skua.Part)

	good   int  // the results out[:good] hold; under mu until done
	done   bool // under mu
	broken bool // a call of the user's function did not return; under mu
}

// closed is the bit of word that says so.
const closed = -1 << 63

// close closes the batch, and returns with how many values, or a negative number if it was closed.
func (b *batch[E, R]) close() int { return int(b.word.Or(closed)) } // ORDER: one goroutine closes it, and acquires what add published

// clear forgets values and results.
func (b *batch[E, R]) clear() {
	clear(b.in)
	clear(b.out)
}
