package order

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/par/internal/call"
)

// straightBlock is how many elements a worker compares before it looks whether another
// worker has found two out of order. Arbitrary; not measured.
const straightBlock = 1 << 14

// Straight reports whether v is in order, after reversing it if it was strictly descending,
// which keeps a stable sort stable. For most inputs it compares a few elements only.
func Straight[E any](v []E, cmp func(a, b E) int, set call.Settings) bool {
	if len(v) < 2 {
		return true
	}
	down := cmp(v[1], v[0]) < 0
	if !monotone(v[:min(len(v), 64)], down, cmp) {
		return false
	}
	var broken atomic.Bool
	set.Blocks(len(v)-1, straightBlock, cmp, func(_, lo, hi int) {
		if !broken.Load() && !monotone(v[lo:hi+1], down, cmp) {
			// ORDER: nothing is published but the fact itself. A worker that loads broken
			// before it compares one block without need; the end of the loop lets the Load
			// below see the Store.
			broken.Store(true)
		}
	})
	if broken.Load() {
		return false
	}
	if down {
		Reverse(v, set)
	}
	return true
}

// runs reports whether v ascends or, if down, strictly descends.
func monotone[E any](v []E, down bool, cmp func(a, b E) int) bool {
	for i := 1; i < len(v); i++ {
		if (cmp(v[i], v[i-1]) < 0) != down {
			return false
		}
	}
	return true
}

// Reverse is slices.Reverse by all workers.
func Reverse[E any](v []E, set call.Settings) {
	half := len(v) / 2
	if half < straightBlock {
		slices.Reverse(v)
		return
	}
	set.Blocks(half, straightBlock, nil, func(_, lo, hi int) {
		x, y := v[lo:hi], v[len(v)-hi:len(v)-lo]
		for i := range x {
			j := len(y) - 1 - i
			x[i], y[j] = y[j], x[i]
		}
	})
}
