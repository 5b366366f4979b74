package workload

import (
	"fmt"
	"slices"
	"sync"
)

// Sorted is the answer of workloads that sort.
type Sorted struct {
	Ascending bool   `json:"ascending"`
	Hash      uint64 `json:"hash"` // of the numbers in their order
	Forks     int    `json:"forks"`
}

// sortedAs describes a.
func sortedAs(a []int, forks int) Sorted {
	h, ascending := uint64(0), true
	for i, v := range a {
		h = h*stepFactor + uint64(v)
		ascending = ascending && (i == 0 || a[i-1] <= v)
	}
	return Sorted{ascending, h, forks}
}

// sorted returns a sorted copy of a, by the standard library.
func sorted(a []int) []int {
	a = slices.Clone(a)
	slices.Sort(a)
	return a
}

// checkSorted compares with the numbers of input in order.
func checkSorted(input []int) func(any) error {
	want := sync.OnceValue(func() uint64 { return sortedAs(sorted(input), 0).Hash })
	return func(answer any) error {
		if got := answer.(Sorted); !got.Ascending || got.Hash != want() {
			return fmt.Errorf("the numbers are %+v, want them in order with the hash %d", got, want())
		}
		return nil
	}
}
