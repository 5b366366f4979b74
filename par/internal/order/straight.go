package order

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua/par/internal/call"
)

// straightBlock is how many elements a worker compares before it looks whether
// another has found the order broken. Arbitrary; not measured.
const straightBlock = 1 << 14

// Straight reports whether v is in order, after turning it round if it is
// strictly descending, which keeps a stable sort stable. Of most inputs it
// looks at a few elements only.
func Straight[E any](v []E, cmp func(a, b E) int, s call.Settings) bool {
	if len(v) < 2 {
		return true
	}
	down := cmp(v[1], v[0]) < 0
	if !runs(v[:min(len(v), 64)], down, cmp) {
		return false
	}
	var broken atomic.Bool
	s.Blocks(len(v)-1, straightBlock, cmp, func(_, lo, hi int) {
		if !broken.Load() && !runs(v[lo:hi+1], down, cmp) {
			broken.Store(true)
		}
	})
	if broken.Load() {
		return false
	}
	if down {
		Reverse(v, s)
	}
	return true
}

// runs reports whether v ascends or, if down, strictly descends.
func runs[E any](v []E, down bool, cmp func(a, b E) int) bool {
	for i := 1; i < len(v); i++ {
		if (cmp(v[i], v[i-1]) < 0) != down {
			return false
		}
	}
	return true
}

// Reverse is slices.Reverse by all workers.
func Reverse[E any](v []E, s call.Settings) {
	half := len(v) / 2
	if half < straightBlock {
		slices.Reverse(v)
		return
	}
	s.Blocks(half, straightBlock, nil, func(_, lo, hi int) {
		x, y := v[lo:hi], v[len(v)-hi:len(v)-lo]
		for i := range x {
			j := len(y) - 1 - i
			x[i], y[j] = y[j], x[i]
		}
	})
}

// Bit is 1 if b, else 0, without a branch.
func Bit(b bool) int {
	var n int
	if b {
		n = 1
	}
	return n
}
