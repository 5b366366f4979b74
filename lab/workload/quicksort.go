package workload

import (
	"slices"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/rng"
)

const (
	quicksortDefault = 4_000_000
	quicksortMax     = 1_000_000_000
	quicksortFew     = 16 // elements that are inserted one by one; not measured
)

var quicksortWorkload = Workload{
	Name: "quicksort",
	Doc:  "quicksort as in the textbook: divide, and fork one side",
	Params: []Param{
		{Name: "n", Default: "4000000", Doc: "sort `n` numbers"},
		{Name: "seed", Default: "1", Doc: "`seed` of the numbers"},
	},
	prepare: prepareQuicksort,
}

var quicksortFunc = skua.NewFunc(quicksort)

func prepareQuicksort(args Args) (*Instance, error) {
	n, err := args.whole("n", quicksortDefault, 0, quicksortMax)
	if err != nil {
		return nil, err
	}
	seed, err := args.whole("seed", 1, 0, maxSeed)
	if err != nil {
		return nil, err
	}
	input := randomNumbers(n, seed)
	return &Instance{
		Params: struct {
			N    int `json:"n"`
			Seed int `json:"seed"`
		}{n, seed},
		Parallel: func(p skua.Place) any {
			a := slices.Clone(input)
			forks := quicksortFunc.On(p, a)
			return sortedAs(a, forks)
		},
		Sequential: func() any {
			a := slices.Clone(input)
			forks := quicksortSeq(a)
			return sortedAs(a, forks)
		},
		Check: checkSorted(input),
		Tasks: func(answer any) int { return answer.(Sorted).Forks },
	}, nil
}

// randomNumbers are n numbers from the whole range.
func randomNumbers(n, seed int) []int {
	r := rng.New(uint64(seed))
	a := make([]int, n)
	for i := range a {
		a[i] = int(r.Next())
	}
	return a
}

// quicksort sorts a and returns how often it forked: it forks the right side of
// what it divided and goes on with the left.
func quicksort(f *skua.Frame[[]int, int], a []int) (forks int) {
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
func quicksortSeq(a []int) (forks int) {
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
func divide(a []int) (left, right []int) {
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

func median(a, b, c int) int { return max(min(a, b), min(max(a, b), c)) }

func insertionSort(a []int) {
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && a[j] < a[j-1]; j-- {
			a[j], a[j-1] = a[j-1], a[j]
		}
	}
}
