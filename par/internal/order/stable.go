package order

import (
	"slices"

	"github.com/skua-go/skua/par/internal/call"
)

// Sizes of the parallel merge sort. From bufferLeast on merging into a buffer was faster than
// slices.SortStableFunc; the other sizes are arbitrary.
const (
	bufferLeast = 64   // elements below which a buffer is not worth it
	stableLeast = 2048 // elements below which one worker sorts
	runLeast    = 512  // elements of a run, at least
	runMost     = 64   // runs; a power of two
)

// SortStable sorts v in ascending order by cmp and keeps the order of equal elements.
func SortStable[E any](v []E, cmp func(a, b E) int, set call.Settings) {
	if len(v) < bufferLeast {
		slices.SortStableFunc(v, cmp)
		return
	}
	set.Sequential = set.Sequential || len(v) < stableLeast
	set.Once(func(set call.Settings) {
		if Nearly(v, cmp, true, set) {
			return
		}
		m := mergeSort[E]{home: v, away: make([]E, len(v)), cmp: cmp, set: set}
		m.run()
	})
}

// A mergeSort sorts home in runs, then merges pairs of runs level by level, back and forth
// between home and away.
type mergeSort[E any] struct {
	home, away []E
	cmp        func(a, b E) int
	set        call.Settings
	size       int  // of a run
	inAway     bool // where the present level reads
}

func (m *mergeSort[E]) run() {
	n, count := len(m.home), 1
	for count < runMost && n/(2*count) >= runLeast {
		count *= 2
		m.inAway = !m.inAway // so that the last level writes to home
	}
	m.size = call.BlockCount(n, count)
	m.set.Blocks(n, m.size, m.cmp, func(_, lo, hi int) {
		r := runSort[E]{v: m.home[lo:hi], tmp: m.away[lo:hi], cmp: m.cmp}
		r.sort(m.inAway)
	})
	done := false
	defer func() {
		if !done && m.inAway {
			copy(m.home, m.away) // the level read from away, which is whole
		}
	}()
	for size := m.size; size < n; size *= 2 {
		m.level(size)
		m.inAway = !m.inAway
	}
	done = true
}

// level merges pairs of runs of size elements: all parts of all pairs in one loop.
func (m *mergeSort[E]) level(size int) {
	from, to := m.home, m.away
	if m.inAway {
		from, to = to, from
	}
	n, both := len(from), 2*size
	part := max(MergeLeast/8, call.BlockCount(n, mergeParts))
	parts, pairs := call.BlockCount(both, part), call.BlockCount(n, both)
	cuts := make([]int, pairs*(parts+1))
	pair := func(k int) (a, b, dst []E, cuts2 []int) {
		lo := k * both
		mid, hi := min(n, lo+size), min(n, lo+both)
		return from[lo:mid], from[mid:hi], to[lo:hi], cuts[k*(parts+1):][:call.BlockCount(hi-lo, part)+1]
	}
	m.set.Blocks(pairs, 1, m.cmp, func(k, _, _ int) {
		a, b, _, c := pair(k)
		cutMerge(c, a, b, part, m.cmp)
	})
	m.set.Blocks(pairs*parts, 1, m.cmp, func(k, _, _ int) {
		a, b, dst, c := pair(k / parts)
		mergePart(dst, a, b, c, k%parts, part, m.cmp)
	})
}
