package order

import (
	"math/bits"
	"slices"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// A sortTask is a part of a sort, [lo, hi), that may be stolen.
type sortTask struct {
	of     sorting
	lo, hi int
	budget int // divisions left on the way down
}

// sorting is what a sort does with a part of its slice; an interface, so that
// one Func serves the element types of all sorts.
type sorting interface {
	part(f *sortFrame, t sortTask)
}

type sortFrame = skua.Frame[sortTask, struct{}]

var sortFunc = skua.NewFunc(func(f *sortFrame, t sortTask) (_ struct{}) {
	t.of.part(f, t)
	return
})

// Sort sorts v in ascending order by cmp. It is not stable, but which of two equal elements
// comes first depends on v alone.
func Sort[E any](v []E, cmp func(a, b E) int, set call.Settings) {
	if len(v) < quickLeast {
		slices.SortFunc(v, cmp)
		return
	}
	set.Once(func(set call.Settings) {
		if !Nearly(v, cmp, false, set) {
			newQuickSort(v, cmp, set).run()
		}
	})
}

// quickSort is a parallel quicksort down to leaves that one worker sorts.
type quickSort[E any] struct {
	v       []E
	cmp     func(a, b E) int
	set     call.Settings
	leaf    int
	collect bool       // with MaxWorkers, which forks do not know:
	leaves  []interval // then the leaves are a loop
}

func newQuickSort[E any](v []E, cmp func(a, b E) int, set call.Settings) *quickSort[E] {
	return &quickSort[E]{v: v, cmp: cmp, set: set, leaf: max(leafLeast, len(v)/leafCount)}
}

// run sorts the slice. The places of divisions do not depend on the settings.
func (q *quickSort[E]) run() {
	all := sortTask{q, 0, len(q.v), 2 * bits.Len(leafCount)}
	switch {
	case q.set.Sequential:
		q.part(nil, all)
	case q.set.Workers > 0:
		q.collect = true
		q.leaves = make([]interval, 0, 4*leafCount)
		q.part(nil, all)
		q.set.Blocks(len(q.leaves), 1, q.cmp, func(k, _, _ int) {
			sortLeaf(q.v[q.leaves[k].lo:q.leaves[k].hi], q.cmp)
		})
	default:
		sortFunc.On(q.set.At(), all)
	}
}

// part implements sorting. f is nil where nothing may be forked.
func (q *quickSort[E]) part(f *sortFrame, t sortTask) {
	if t.hi-t.lo <= q.leaf || t.budget == 0 {
		if q.collect {
			q.leaves = append(q.leaves, interval{t.lo, t.hi})
			return
		}
		sortLeaf(q.v[t.lo:t.hi], q.cmp)
		return
	}
	same := q.split(f, t.lo, t.hi)
	low := sortTask{q, t.lo, same.lo, t.budget - 1}
	high := sortTask{q, same.hi, t.hi, t.budget - 1}
	if f == nil {
		q.part(nil, low)
		q.part(nil, high)
		return
	}
	q.part(f.Fork(high), low)
	if _, done := f.Join(); !done {
		q.part(f, high)
	}
}

// split divides [lo, hi) at a pivot. It returns the interval of elements that equal the pivot
// and have been set aside, which may be empty.
func (q *quickSort[E]) split(f *sortFrame, lo, hi int) interval {
	p, often := pivot(q.v[lo:hi], q.cmp)
	at := lo + q.divide(f, lo, hi, p, 0)
	if !often && at > lo {
		return interval{at, at}
	}
	return interval{at, at + q.divide(f, at, hi, p, 1)}
}

func (q *quickSort[E]) divide(f *sortFrame, lo, hi int, p E, most int) int {
	if hi-lo < wideLeast {
		return divide(q.v[lo:hi], p, most, q.cmp)
	}
	set := q.set
	if f != nil {
		set.Place = f
	}
	return DivideWide(q.v[lo:hi], p, most, q.cmp, set)
}
