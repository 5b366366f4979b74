package span

import (
	"iter"
	"sync/atomic"

	"github.com/skua-go/skua/internal/indices"
	"github.com/skua-go/skua/internal/pad"
)

// Dynamic hands an interval out in chunks of one size, each to the consumer that asks
// next. A chunk costs an atomic addition to a word that all consumers share. The
// consumers use it up together; all its methods are safe for concurrent use. What a
// consumer leaves of its chunk, by breaking out of its loop, nobody gets.
type Dynamic struct {
	lo, n, chunk int
	_            pad.Line
	next         atomic.Uint64 // the chunk to be taken: far from overflow, there are less than 2⁶³
	_            pad.Line
}

// NewDynamic returns the partition of [lo, hi) into chunks of chunk indices; the last
// one has what is left. It panics if chunk is less than 1 or hi - lo is 2⁶³ or more.
func NewDynamic(lo, hi, chunk int) *Dynamic {
	if chunk < 1 {
		panic("span: a chunk has at least 1 index")
	}
	return &Dynamic{lo: lo, n: indices.Length(lo, hi), chunk: chunk}
}

// Chunks returns chunks for as long as there are any. It ignores part, which is there
// so that Dynamic can replace other partitions.
func (d *Dynamic) Chunks(part int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for lo, hi, ok := d.take(); ok && yield(lo, hi); lo, hi, ok = d.take() {
		}
	}
}

// All returns the indices of such chunks, one by one. It ignores part.
func (d *Dynamic) All(part int) iter.Seq[int] { return each(d.Chunks(part)) }

func (d *Dynamic) take() (lo, hi int, ok bool) {
	if d.n == 0 {
		return 0, 0, false
	}
	// ORDER: each number goes to one consumer; nothing else is shared.
	k := d.next.Add(1) - 1
	if k > uint64((d.n-1)/d.chunk) {
		return 0, 0, false
	}
	from := int(k) * d.chunk
	return d.lo + from, d.lo + from + min(d.chunk, d.n-from), true
}
