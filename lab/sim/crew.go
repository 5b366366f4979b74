package sim

import (
	"sync/atomic"

	"github.com/skua-go/skua/par"
)

// blockSize is how many processors are simulated in one go: small enough to
// spread, large enough to be worth it. Arbitrary, not measured.
const blockSize = 4096

// A crew simulates processors in blocks, several at once. Which processors form
// a block never depends on the number of workers, and every phase writes what
// belongs to one processor, or a tally of one block, so neither does the result.
type crew struct {
	processors int
	options    []par.Option
}

func (c crew) blocks() int { return (c.processors + blockSize - 1) / blockSize }

// each calls phase for every block [lo, hi) and returns when all are done.
func (c crew) each(phase func(block, lo, hi int)) { c.over(c.processors, phase) }

// over is each for n things instead of the processors.
func (c crew) over(n int, phase func(block, lo, hi int)) {
	if n <= blockSize {
		phase(0, 0, n)
		return
	}
	par.For((n+blockSize-1)/blockSize, func(b int) {
		phase(b, b*blockSize, min(n, (b+1)*blockSize))
	}, c.options...)
}

// A claim is what several processors want of one and one gets: the highest bid.
// Bids are random, so it is one of them at random, in whatever order they come.
type claim struct{ atomic.Uint64 }

func (c *claim) bid(random uint64, processor int) {
	bid := random>>32<<32 | uint64(processor+1)
	for {
		old := c.Load()
		if old >= bid || c.CompareAndSwap(old, bid) {
			return
		}
	}
}

// winner returns the processor that got it, or none.
func (c *claim) winner() int { return int(uint32(c.Load())) - 1 }

// none is no processor.
const none = -1

// other turns i of [0, n-1) into one of the n processors except self. Victims are
// drawn this way: the sources draw among the n-1 other processors, or do not say that a
// processor is no victim of its own.
func other(self, i int) int {
	if i >= self {
		return i + 1
	}
	return i
}
