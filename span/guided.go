package span

import (
	"iter"
	"sync/atomic"

	"github.com/skua-go/skua/internal/indices"
	"github.com/skua-go/skua/internal/pad"
)

// Guided hands an interval out in chunks that become smaller, on demand:
// each is half of what would be a consumer's share of the rest. So there are few
// chunks, and small ones to level the end. It is used up by its consumers
// together; all its methods are safe for concurrent use. If a consumer breaks out of
// its loop, the rest of its chunk is lost.
type Guided struct {
	lo, n, parts, least int

	_    pad.Line
	next atomic.Uint64 // how many indices have been taken
	_    pad.Line
}

// NewGuided returns the partition of [lo, hi) for parts consumers, into chunks
// of least indices or more, the last one perhaps of fewer. It panics if parts or
// least is less than 1 or hi - lo is 2⁶³ or more.
func NewGuided(lo, hi, parts, least int) *Guided {
	needParts(parts)
	if least < 1 {
		panic("span: a chunk has at least 1 index")
	}
	return &Guided{lo: lo, n: indices.Length(lo, hi), parts: parts, least: least}
}

// Parts returns how many consumers the sizes are meant for.
func (g *Guided) Parts() int { return g.parts }

// Chunks returns chunks for as long as there are any. Any part number will do, and
// any number of consumers.
func (g *Guided) Chunks(part int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for lo, hi, ok := g.take(); ok && yield(lo, hi); lo, hi, ok = g.take() {
		}
	}
}

// All returns the indices of such chunks, one by one.
func (g *Guided) All(part int) iter.Seq[int] { return each(g.Chunks(part)) }

func (g *Guided) take() (lo, hi int, ok bool) {
	for {
		from := g.next.Load()
		rest := g.n - int(from)
		if rest == 0 {
			return 0, 0, false
		}
		size := min(rest, max(g.least, rest/g.parts/2))
		// ORDER: [from, from+size) is ours exactly if no consumer took from there
		// meanwhile; the word only grows.
		if g.next.CompareAndSwap(from, from+uint64(size)) {
			lo = g.lo + int(from)
			return lo, lo + size, true
		}
	}
}
