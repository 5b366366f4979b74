package workload

import (
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

const quickselectDefault = 20_000_000

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
	space := spares[[]int64]{make: func() *[]int64 { a := make([]int64, n); return &a }}
	var divisions atomic.Int64 // of the last run
	return &Instance{
		Params: struct {
			N int `json:"n"`
			K int `json:"k"`
		}{n, k},
		Parallel: func(p skua.Place) any {
			v, d := quickselect(p, input, k-1)
			divisions.Store(int64(d))
			return v
		},
		Sequential: func() any {
			a := space.get()
			copy(*a, input)
			v, d := quickselectSeq(*a, k-1)
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
// how many divisions. It divides copies, as a user of par would.
func quickselect(p skua.Place, s []int64, k int) (value int64, divisions int) {
	for len(s) > quicksortFew {
		pivot := median(s[0], s[len(s)/2], s[len(s)-1])
		low, high := par.Partition(s, func(v int64) bool { return v < pivot }, par.On(p))
		divisions++
		if k < len(low) {
			s = low
			continue
		}
		k -= len(low)
		if s = high; len(low) > 0 {
			continue
		}
		// The pivot is the smallest: without it and its equals s is shorter.
		same, high := par.Partition(s, func(v int64) bool { return v == pivot }, par.On(p))
		divisions++
		if k < len(same) {
			return pivot, divisions
		}
		s, k = high, k-len(same)
	}
	return sorted(s)[k], divisions
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
