package workload

import (
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

const (
	quicksortDefault = 4_000_000
	quicksortMax     = 1 << 27 // 1 GiB
	quicksortFew     = 16      // elements that are inserted one by one; not measured
)

var quicksortWorkload = Workload{
	Name:    "quicksort",
	Doc:     "quicksort as in the textbook: divide, and fork one side",
	Params:  []Param{{Name: "n", Default: "4000000", Doc: "sort `n` numbers"}},
	prepare: prepareQuicksort,
}

var quicksortFunc = skua.NewFunc(quicksort)

func prepareQuicksort(r *reader) *Instance {
	n := r.whole("n", quicksortDefault, 0, quicksortMax)
	space := spares[[]int64]{make: func() *[]int64 { a := make([]int64, n); return &a }}
	var forks atomic.Int64 // of the last run
	return &Instance{
		Params: struct {
			N int `json:"n"`
		}{n},
		Parallel: func(p skua.Place) any {
			a := space.get()
			par.ForRange(0, n, func(lo, hi int) { fillRandom(*a, lo, hi) }, par.On(p))
			forks.Store(int64(quicksortFunc.On(p, *a)))
			sum := sumLoop(p, n, func(lo, hi int) uint64 { return sumNumbers(*a, lo, hi) })
			space.put(a)
			return Checksum(sum)
		},
		Sequential: func() any {
			a := space.get()
			fillRandom(*a, 0, n)
			forks.Store(int64(quicksortSeq(*a)))
			sum := sumNumbers(*a, 0, n)
			space.put(a)
			return Checksum(sum)
		},
		Check: checkLater(func() any { return sortedChecksum(n) }),
		Tasks: func(any) int { return int(forks.Load()) },
	}
}

// quicksort sorts a and returns how often it forked: it forks the right side of
// what it divided and goes on with the left.
func quicksort(f *skua.Frame[[]int64, int], a []int64) (forks int) {
	for len(a) > quicksortFew {
		left, right := divide(a)
		forks += 1 + quicksort(f.Fork(right), left)
		if rest, done := f.Join(); done {
			return forks + rest
		}
		a = right
	}
	insertionSort(a)
	return forks
}

// quicksortSeq is quicksort without the forks; it counts where they were.
func quicksortSeq(a []int64) (forks int) {
	for len(a) > quicksortFew {
		left, right := divide(a)
		forks += 1 + quicksortSeq(left)
		a = right
	}
	insertionSort(a)
	return forks
}

// divide reorders a so that nothing in left is greater than anything in right.
// Neither is empty. C. A. R. Hoare's division, Quicksort, The Computer Journal
// 5(1), 1962 [HO62], by the median of three.
func divide(a []int64) (left, right []int64) {
	pivot := median(a[0], a[len(a)/2], a[len(a)-1])
	i, j := -1, len(a)
	for {
		for i++; a[i] < pivot; i++ {
		}
		for j--; a[j] > pivot; j-- {
		}
		if i >= j {
			return a[:j+1], a[j+1:]
		}
		a[i], a[j] = a[j], a[i]
	}
}

func median(a, b, c int64) int64 { return max(min(a, b), min(max(a, b), c)) }

func insertionSort(a []int64) {
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && a[j] < a[j-1]; j-- {
			a[j], a[j-1] = a[j-1], a[j]
		}
	}
}
