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

func prepareQuickselect(args Args) (*Instance, error) {
	n, err := args.whole("n", quickselectDefault, 1, quicksortMax)
	if err != nil {
		return nil, err
	}
	k, err := args.whole("k", (n+1)/2, 1, n)
	if err != nil {
		return nil, err
	}
	input := make([]int64, n)
	fillRandom(input, 0, n)
	space := spares[[2][]int64]{make: func() *[2][]int64 { return &[2][]int64{make([]int64, n), make([]int64, n)} }}
	var divisions atomic.Int64 // of the last run
	return &Instance{
		Params: struct {
			N int `json:"n"`
			K int `json:"k"`
		}{n, k},
		Parallel: func(p skua.Place) any {
			a := space.get()
			v, d := quickselect(p, input, k-1, *a)
			divisions.Store(int64(d))
			space.put(a)
			return v
		},
		Sequential: func() any {
			a := space.get()
			copy(a[0], input)
			v, d := quickselectSeq(a[0], k-1)
			divisions.Store(int64(d))
			space.put(a)
			return v
		},
		Check: checkLater(func() any { return sorted(input)[k-1] }),
		Tasks: func(any) int { return int(divisions.Load()) },
	}, nil
}

// sorted returns a sorted copy of a, by the standard library.
func sorted(a []int64) []int64 {
	a = slices.Clone(a)
	slices.Sort(a)
	return a
}

// quickselect returns the element of s with k smaller ones before it, and after
// how many divisions. It divides from s into one buffer, from there into the
// other, and so on.
//
// NOT: par.Partition, which makes its results anew: most of its time here was
// the first touch of their pages.
func quickselect(p skua.Place, s []int64, k int, buffers [2][]int64) (value int64, divisions int) {
	for len(s) > quicksortFew {
		pivot := median(s[0], s[len(s)/2], s[len(s)-1])
		to := buffers[divisions%2][:len(s)]
		divisions++
		low := divideInto(p, to, s, pivot)
		if low == 0 { // the pivot is the smallest: set it and its equals aside
			if pivot == math.MaxInt64 {
				return pivot, divisions
			}
			if low = divideInto(p, to, s, pivot+1); k < low {
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

// divideInto copies s to another place, first what is below bound, and returns
// how much that is. Each block is counted before it is copied, so all blocks
// know their places. The order among those below, and among the others, stays,
// so that pivots do not depend on who copies what.
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

// quickselectSeq does the same in place, with other pivots: Hoare, Algorithm 65:
// Find, Communications of the ACM 4(7), 1961 [HO61].
func quickselectSeq(a []int64, k int) (value int64, divisions int) {
	for len(a) > quicksortFew {
		left, right := divide(a)
		divisions++
		if k < len(left) {
			a = left
			continue
		}
		a, k = right, k-len(left)
	}
	insertionSort(a)
	return a[k], divisions
}
