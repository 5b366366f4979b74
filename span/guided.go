package span

import (
	"iter"
	"sync/atomic"

	"github.com/skua-go/skua/internal/indices"
	"github.com/skua-go/skua/internal/pad"
)

// Guided hands an interval out in chunks that become smaller, each to the consumer that
// asks next: half of an equal share of what is left. So there are few chunks, and small
// ones at the end, which let all consumers end at about the same time. The consumers
// use it up together; all its methods are safe for concurrent use. What a consumer
// leaves of its chunk, by breaking out of its loop, nobody gets.
type Guided struct {
	lo, n, parts, least int

	_    pad.Line
	next atomic.Uint64 // how many indices have been taken
	_    pad.Line
}

// NewGuided returns the partition of [lo, hi) for that many consumers, into chunks of
// at least least indices; the last one has what is left. It panics if parts or least
// is less than 1 or hi - lo is 2⁶³ or more.
func NewGuided(lo, hi, parts, least int) *Guided {
	needParts(parts)
	if least < 1 {
		panic("span: a chunk has at least 1 index")
	}
	return &Guided{lo: lo, n: indices.Length(lo, hi), parts: parts, least: least}
}

// Parts returns the number of consumers that the sizes are meant for.
func (g *Guided) Parts() int { return g.parts }

// Chunks returns chunks for as long as there are any, to any number of consumers. It
// ignores part.
func (g *Guided) Chunks(part int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for lo, hi, ok := g.take(); ok && yield(lo, hi); lo, hi, ok = g.take() {
		}
	}
}

// All returns the indices of such chunks, one by one. It ignores part.
func (g *Guided) All(part int) iter.Seq[int] { return each(g.Chunks(part)) }

func (g *Guided) take() (lo, hi int, ok bool) {
	for {
		from := g.next.Load()
		rest := g.n - int(from)
		if rest == 0 {
			return 0, 0, false
		}
		size := min(rest, max(g.least, rest/g.parts/2))
		// ORDER: the CAS succeeds exactly if no other consumer's did since the load, as
		// the word only grows; then [from, from+size) is this consumer's alone.
		if g.next.CompareAndSwap(from, from+uint64(size)) {
			lo = g.lo + int(from)
			return lo, lo + size, true
		}
	}
}
