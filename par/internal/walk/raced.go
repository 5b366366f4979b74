package walk

import (
	"math"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/apart"
)

// raced visits the entries of d as the indices of a loop, and reports true, if the race detector looks on and
// there is no bound but the pool's. For a walker visits one entry after the other, and the detector would
// take that for their order; while a loop tells it that its indices are parallel, also on one processor.
func (w *walk) raced(on *skua.Worker, d *dir) bool {
	if !apart.On() || w.scope == nil || w.limit < math.MaxInt || len(d.entries) < 2 {
		return false
	}
	d.skip = new(atomic.Int64)
	d.skip.Store(int64(len(d.entries))) // ORDER: none: nobody else knows d yet
	(&skua.Loop{To: len(d.entries), Grain: 1, Body: func(p *skua.Part) {
		for p.Next() {
			if on := p.Worker(); !d.skips(p.Index()) && w.goesOn(on) {
				e := d.entries[p.Index()]
				w.entry(on, d, p.Index(), w.Join(d.name, e.Name()), e)
			}
		}
	}}).Run(on)
	return true
}

// skips reports whether an entry before i was answered by fs.SkipDir.
func (d *dir) skips(i int) bool { return int64(i) > d.skip.Load() }

// skipFrom lets no entry behind i begin.
func (d *dir) skipFrom(i int) {
	for {
		before := d.skip.Load()
		// ORDER: a number only: who reads it late visits one entry more
		if before <= int64(i) || d.skip.CompareAndSwap(before, int64(i)) {
			return
		}
	}
}
