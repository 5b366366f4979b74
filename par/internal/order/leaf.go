package order

import (
	"math/bits"
	"slices"
	"unsafe"
)

// largeLeast is the size of elements, in bytes, from which on leaves are sorted here. Random elements of
// 8 bytes took 4 % longer than in slices.SortFunc.
const largeLeast = 16

// nineLeast is how many elements are worth a median of nine, and a look at their order. Arbitrary.
const nineLeast = 64

// sortLeaf sorts a leaf of a quicksort. Most of what a comparison of large elements costs is to copy
// them: slices.SortFunc compares v[i] with v[j], of which the compiler copies each twice. Here the pivot
// is a variable, which is copied once for each call.
//
// NOT: by a merge sort of the indices of v, then one move for each element. It makes fewer comparisons,
// but a load through an index comes later: random structs of 64 and 128 bytes took 126 and 160 ns in
// place of 118 and 156 in SortFunc, 145 and 210 in place of 138 and 200 as the runs of SortStable (10⁶
// of them, two virtual Intel Xeon processors, family 6, model 167).
func sortLeaf[E any](v []E, cmp func(a, b E) int) {
	if unsafe.Sizeof(*new(E)) < largeLeast {
		slices.SortFunc(v, cmp)
	} else {
		quickLarge(v, cmp, 2*bits.Len(uint(len(v))))
	}
}

// quickLarge is a quicksort by one worker. After budget divisions on the way down it leaves the rest to
// slices.SortFunc, whose work is O(n log n) for all inputs.
func quickLarge[E any](v []E, cmp func(a, b E) int, budget int) {
	for len(v) > insertionMost {
		if len(v) >= nineLeast && slices.IsSortedFunc(v, cmp) { // in no order, two or three are compared
			return
		}
		if budget == 0 {
			slices.SortFunc(v, cmp)
			return
		}
		budget--
		p := v[median(v, cmp)]
		at := divide(v, p, 0, cmp)
		rest := v[at:]
		if at < len(v)/8 { // perhaps since many are as the pivot
			rest = rest[divide(rest, p, 1, cmp):]
		}
		if at < len(rest) {
			quickLarge(v[:at], cmp, budget)
			v = rest
		} else {
			quickLarge(rest, cmp, budget)
			v = v[:at]
		}
	}
	insertionSort(v, cmp)
}

// median returns the index of the median of three elements of v, or of the medians of three each.
func median[E any](v []E, cmp func(a, b E) int) int {
	step := len(v) / 8
	if len(v) < nineLeast {
		return median3(v, step, 4*step, 7*step, cmp)
	}
	return median3(v,
		median3(v, step-1, step, step+1, cmp),
		median3(v, 4*step-1, 4*step, 4*step+1, cmp),
		median3(v, 7*step-1, 7*step, 7*step+1, cmp), cmp)
}

func median3[E any](v []E, i, j, k int, cmp func(a, b E) int) int {
	if cmp(v[j], v[i]) < 0 {
		i, j = j, i
	}
	if cmp(v[k], v[j]) >= 0 {
		return j
	}
	if cmp(v[k], v[i]) < 0 {
		return i
	}
	return k
}
