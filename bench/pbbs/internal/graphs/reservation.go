package graphs

import (
	"sync/atomic"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
)

const nobody = ^uint32(0)

// reservations say for each vertex the earliest step that wants it.
type reservations []atomic.Uint32

func newReservations(c forkjoin.Ctx, n int) reservations {
	r := make(reservations, n)
	seq.Each(c, n, seq.Grain, func(v int) { r[v].Store(nobody) })
	return r
}

// reserve gives v to the step, unless an earlier step has it.
func (r reservations) reserve(v, step uint32) {
	for {
		held := r[v].Load()
		if held <= step || r[v].CompareAndSwap(held, step) {
			return
		}
	}
}

func (r reservations) held(v, step uint32) bool { return r[v].Load() == step }
func (r reservations) free(v uint32)            { r[v].Store(nobody) }
