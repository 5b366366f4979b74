package workload

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

const (
	quickselectDefault = 20_000_000
	selectBlock        = 1 << 14 // numbers that are divided in one go: 128 KB; not measured
)

var quickselectWorkload = Workload{
	Name: "quickselect",
	Doc:  "the k-th smallest number: divisions one after the other, each in parallel",
	Params: []Param{
		{Name: "n", Default: "20000000", Doc: "select among `n` numbers"},
		{Name: "k", Doc: "select the `k`th smallest, from 1; the middle one if left out"},
	},
	prepare: prepareQuickselect,
}

func prepareQuickselect(r *reader) *Instance {
	n := r.whole("n", quickselectDefault, 1, quicksortMax)
	if r.failed() {
		return nil // k has no range
	}
	k := r.whole("k", (n+1)/2, 1, n)
	input := make([]int64, n)
	fillRandom(input, 0, n)
	space := spares[[2][]int64]{make: func() *[2][]int64 { return &[2][]int64{make([]int64, n), make([]int64, n)} }}
	var divisions atomic.Int64 // of the last run, as of every other
	run := func(divide divider) int64 {
		a := space.get()
		v, d := quickselect(input, k-1, *a, divide)
		divisions.Store(int64(d))
		space.put(a)
		return v
	}
	return &Instance{
		Params: struct {
			N int `json:"n"`
			K int `json:"k"`
		}{n, k},
		Parallel: func(p skua.Place) any {
			return run(func(to, s []int64, bound int64) int { return divideInto(p, to, s, bound) })
		},
		Sequential: func() any { return run(divideIntoSeq) },
		Check:      checkLater(func() any { return sorted(input)[k-1] }),
		Tasks:      func(any) int { return int(divisions.Load()) },
	}
}

// sorted returns a sorted copy of a, by the standard library.
func sorted(a []int64) []int64 {
	a = slices.Clone(a)
	slices.Sort(a)
	return a
}

// A divider copies s to another place, first the numbers below bound, and returns how many
// these are. The order among them, and among the rest, stays.
type divider func(to, s []int64, bound int64) (low int)

// quickselect returns the element of s with k smaller ones before it, and after
// how many divisions: Hoare, Algorithm 65: Find, Communications of the ACM 4(7),
// 1961 [HO61], but from s into one buffer, from there into the other, and so on.
//
// NOT: par.Partition, which makes its results anew: most of its time here was
// the first touch of their pages.
func quickselect(s []int64, k int, buffers [2][]int64, divide divider) (value int64, divisions int) {
	for len(s) > quicksortFew {
		pivot := median(s[0], s[len(s)/2], s[len(s)-1])
		to := buffers[divisions%2][:len(s)]
		divisions++
		low := divide(to, s, pivot)
		if low == 0 { // the pivot is the smallest: set it and its equals aside
			if pivot == math.MaxInt64 {
				return pivot, divisions
			}
			if low = divide(to, s, pivot+1); k < low {
				return pivot, divisions
			}
		}
		if k < low {
			s = to[:low]
			continue
		}
		s, k = to[low:], k-low
	}
	return sorted(s)[k], divisions
}

// divideInto is a divider that counts each block before it copies it, so that
// all blocks know their places.
func divideInto(p skua.Place, to, s []int64, bound int64) (low int) {
	blocks := (len(s) + selectBlock - 1) / selectBlock
	block := func(b int) []int64 { return s[b*selectBlock : min((b+1)*selectBlock, len(s))] }
	before := make([]int, blocks) // how many are below bound in the blocks before
	par.For(blocks, func(b int) { before[b] = countBelow(block(b), bound) }, par.On(p))
	for b, n := range before {
		before[b], low = low, low+n
	}
	par.For(blocks, func(b int) {
		spread(to, before[b], low+b*selectBlock-before[b], block(b), bound)
	}, par.On(p))
	return low
}

// divideIntoSeq is divideInto with a single block.
func divideIntoSeq(to, s []int64, bound int64) (low int) {
	low = countBelow(s, bound)
	spread(to, 0, low, s, bound)
	return low
}

func countBelow(s []int64, bound int64) (n int) {
	for _, v := range s {
		if v < bound {
			n++
		}
	}
	return n
}

// spread copies what is below bound to low and what comes after there, and the
// rest to high.
func spread(to []int64, low, high int, s []int64, bound int64) {
	for _, v := range s {
		below, at := 0, high
		if v < bound { // a conditional move: no branch to predict
			below, at = 1, low
		}
		to[at] = v
		low += below
		high += 1 - below
	}
}
