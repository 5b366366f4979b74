package workload

import (
	"slices"
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

const (
	sortDefault = 3_000_000
	sortMax     = 1 << 27 // 2 GiB with the buffer
	sortLeaf    = 2048    // that many or fewer are sorted, or merged, in one go; arbitrary
)

var sortWorkload = Workload{
	Name:    "cilksort",
	Doc:     "merge sort of n random numbers with parallel merges",
	Params:  []Param{{Name: "n", Default: "3000000", Doc: "sort `n` numbers"}},
	prepare: prepareSort,
}

var (
	sortFunc  = skua.NewFunc(mergeSort)
	mergeFunc = skua.NewFunc(merge)
)

func prepareSort(r *reader) *Instance {
	n := r.whole("n", sortDefault, 0, sortMax)
	space := spares[sortTask]{make: func() *sortTask {
		return &sortTask{s: make([]int64, n), buffer: make([]int64, n)}
	}}
	want := sync.OnceValue(func() Checksum { return sortedChecksum(n) })
	return &Instance{
		Params: struct {
			N int `json:"n"`
		}{n},
		Parallel: func(p skua.Place) any {
			t := space.get()
			par.ForRange(0, n, func(lo, hi int) { fillRandom(t.s, lo, hi) }, par.On(p))
			sortFunc.On(p, *t)
			sum := sumLoop(p, n, func(lo, hi int) uint64 { return sumNumbers(t.s, lo, hi) })
			space.put(t)
			return Checksum(sum)
		},
		Sequential: func() any {
			t := space.get()
			fillRandom(t.s, 0, n)
			mergeSortSeq(*t)
			sum := sumNumbers(t.s, 0, n)
			space.put(t)
			return Checksum(sum)
		},
		Check: func(got any) error { return checkEqual(want())(got) },
		Tasks: func(any) int { return sortForks(n) },
	}
}

// A sortTask sorts s, to the place of s or of buffer, which is as long and may
// be overwritten.
type sortTask struct {
	s, buffer []int64
	toBuffer  bool
}

// halves are the tasks whose results, at the other place, need to be merged.
func (t sortTask) halves() (low, high sortTask) {
	m := len(t.s) / 2
	return sortTask{t.s[:m], t.buffer[:m], !t.toBuffer}, sortTask{t.s[m:], t.buffer[m:], !t.toBuffer}
}

func (t sortTask) merge() mergeTask {
	m, from, to := len(t.s)/2, t.buffer, t.s
	if t.toBuffer {
		from, to = to, from
	}
	return mergeTask{from[:m], from[m:], to}
}

func (t sortTask) run() {
	slices.Sort(t.s)
	if t.toBuffer {
		copy(t.buffer, t.s)
	}
}

func mergeSort(f *skua.Frame[sortTask, struct{}], t sortTask) (none struct{}) {
	if len(t.s) <= sortLeaf {
		t.run()
		return none
	}
	low, high := t.halves()
	mergeSort(f.Fork(high), low)
	if _, done := f.Join(); !done {
		mergeSort(f, high)
	}
	return mergeFunc.On(f, t.merge())
}

// mergeSortSeq is mergeSort without the forks.
func mergeSortSeq(t sortTask) {
	if len(t.s) <= sortLeaf {
		t.run()
		return
	}
	low, high := t.halves()
	mergeSortSeq(low)
	mergeSortSeq(high)
	mergeSeq(t.merge())
}

// A mergeTask merges x and y, which are sorted, to dst.
type mergeTask struct{ x, y, dst []int64 }

func merge(f *skua.Frame[mergeTask, struct{}], t mergeTask) (none struct{}) {
	if len(t.dst) <= sortLeaf {
		t.run()
		return none
	}
	low, high := t.halves()
	merge(f.Fork(high), low)
	if _, done := f.Join(); !done {
		merge(f, high)
	}
	return none
}

// mergeSeq is merge without the forks.
func mergeSeq(t mergeTask) {
	if len(t.dst) <= sortLeaf {
		t.run()
		return
	}
	low, high := t.halves()
	mergeSeq(low)
	mergeSeq(high)
}

// halves cuts dst in the middle, and x and y where the smaller half of all their
// numbers ends, as Akl and Santoro, Optimal Parallel Merging and Sorting Without
// Memory Conflicts, IEEE Transactions on Computers C-36(11), 1987 [AS87].
func (t mergeTask) halves() (low, high mergeTask) {
	k := len(t.dst) / 2
	i, end := max(0, k-len(t.y)), min(k, len(t.x)) // of x the smaller half has i at least, end at most
	for i < end {
		if m := (i + end) / 2; t.x[m] <= t.y[k-1-m] {
			i = m + 1
		} else {
			end = m
		}
	}
	return mergeTask{t.x[:i], t.y[:k-i], t.dst[:k]}, mergeTask{t.x[i:], t.y[k-i:], t.dst[k:]}
}

//go:noinline
func (t mergeTask) run() {
	x, y, dst := t.x, t.y, t.dst
	for len(x) > 0 && len(y) > 0 {
		if x[0] <= y[0] {
			dst[0], x = x[0], x[1:]
		} else {
			dst[0], y = y[0], y[1:]
		}
		dst = dst[1:]
	}
	copy(dst, x)
	copy(dst[len(x):], y)
}

// sortForks returns how many forks sort n numbers: those of the halves, one, and
// those of the merge.
func sortForks(n int) int {
	if n <= sortLeaf {
		return 0
	}
	return sortForks(n/2) + sortForks(n-n/2) + 1 + mergeForks(n)
}

func mergeForks(n int) int {
	if n <= sortLeaf {
		return 0
	}
	return mergeForks(n/2) + mergeForks(n-n/2) + 1
}

func fillRandom(s []int64, lo, hi int) {
	for i := lo; i < hi; i++ {
		s[i] = int64(mix(i))
	}
}

func sumNumbers(s []int64, lo, hi int) (sum uint64) {
	for i := lo; i < hi; i++ {
		sum += mix(i) * uint64(s[i])
	}
	return sum
}

// sortedChecksum returns the checksum that n numbers have when another algorithm
// has sorted them.
func sortedChecksum(n int) Checksum {
	s := make([]int64, n)
	fillRandom(s, 0, n)
	slices.Sort(s)
	return Checksum(sumNumbers(s, 0, n))
}
