package seq

import (
	"slices"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
)

// alone is how many elements are sorted or merged serially. 512 take some 15 µs to sort.
const alone = 512

// Sort sorts by merging; it is not stable.
func Sort[T any](c forkjoin.Ctx, a []T, compare func(x, y T) int) {
	s := sorter[T]{compare}
	s.sort(c, a, make([]T, len(a)), false)
}

type sorter[T any] struct{ compare func(x, y T) int }

// sort sorts a, and leaves the result in other if that is wanted.
func (s sorter[T]) sort(c forkjoin.Ctx, a, other []T, there bool) {
	if len(a) <= alone {
		slices.SortFunc(a, s.compare)
		if there {
			copy(other, a)
		}
		return
	}
	m := len(a) / 2
	c.Both(func(c forkjoin.Ctx) { s.sort(c, a[:m], other[:m], !there) },
		func(c forkjoin.Ctx) { s.sort(c, a[m:], other[m:], !there) })
	if there {
		s.merge(c, a[:m], a[m:], other)
	} else {
		s.merge(c, other[:m], other[m:], a)
	}
}

// merge merges x and y into out. It divides the longer in its middle, and the other where that belongs.
func (s sorter[T]) merge(c forkjoin.Ctx, x, y, out []T) {
	if len(x)+len(y) <= 8*alone {
		s.mergeAlone(x, y, out)
		return
	}
	if len(x) < len(y) {
		x, y = y, x
	}
	i := len(x) / 2
	j, _ := slices.BinarySearchFunc(y, x[i], s.compare)
	c.Both(func(c forkjoin.Ctx) { s.merge(c, x[:i], y[:j], out[:i+j]) },
		func(c forkjoin.Ctx) { s.merge(c, x[i:], y[j:], out[i+j:]) })
}

func (s sorter[T]) mergeAlone(x, y, out []T) {
	for at := range out {
		if len(y) == 0 || len(x) > 0 && s.compare(x[0], y[0]) <= 0 {
			out[at], x = x[0], x[1:]
		} else {
			out[at], y = y[0], y[1:]
		}
	}
}
