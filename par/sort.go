package par

import (
	"cmp"
	"math"
	"reflect"
	"slices"

	"github.com/skua-go/skua/par/internal/call"
)

// Sort sorts s in ascending order, as slices.Sort does: NaNs come first, and
// -0 and +0 are equal.
//
// Numbers are sorted by a parallel radix sort: work O(n), span O(n/64). From 32,768
// on it works in place, but for 10 bytes for 128 numbers and, for each worker, a
// buffer of 32,768 numbers, or of a sixteenth of s if that is more; below, it takes
// a buffer as large as s. Strings are sorted by a parallel sample sort, mostly by
// eight bytes each that it caches: work O(n log n) and what it takes to read the
// bytes that decide, span O(n/64·log n) unless most strings are the same up to
// the end, and 34 bytes of buffer for each of them. What is in order already, or
// strictly descending, costs O(n) and no buffer. Below 4,096 numbers or 8,192
// strings Sort is slices.Sort. Allocates a few dozen small objects besides.
func Sort[S ~[]E, E cmp.Ordered](s S, o ...Option) {
	set, kind := resolve(o), reflect.TypeFor[E]().Kind()
	switch {
	case len(s) < radixLeast || kind == reflect.String && len(s) < stringsLeast:
		slices.Sort(s)
	case uint64(len(s)) > math.MaxUint32: // places in the tables have 32 bits
		SortFunc(s, cmp.Compare[E], o...)
	case kind == reflect.String:
		sortStrings(stringsOf(s), forSort(set))
	default:
		sortNumbers(s, kind, forSort(set))
	}
}

// SortFunc sorts s in ascending order by cmp, as slices.SortFunc does: not
// stable, but which of two equal elements comes first depends on s alone, never
// on workers or timing.
//
// If cmp panics or calls Goexit, or if it is not an order, s holds its elements,
// each as often as before, in some order.
//
// A parallel quicksort in place, whose first divisions are parallel as well.
// Work O(n log n), span O(n/64·log n), for cmp that is an order or not. What is
// in order already, or strictly descending, costs O(n). Below 8,192 elements it
// is slices.SortFunc; above it allocates at most two thousand small objects,
// however long s is. cmp runs concurrently with itself. SortFunc panics if cmp is
// nil; a panic of cmp comes out as one of For's function does.
func SortFunc[S ~[]E, E any](s S, cmp func(a, b E) int, o ...Option) {
	call.Need("SortFunc", cmp != nil)
	set := resolve(o)
	defer set.AsPoolPanic()
	if len(s) < quickLeast {
		slices.SortFunc(s, cmp)
		return
	}
	set = forSort(set)
	if !straight(s, cmp, set) {
		newQuickSort(s, cmp, set).run()
	}
}

// forSort returns the settings for sorts: one worker is sequential, and every
// block is worth a worker. Grain is not for sorts.
func forSort(s call.Settings) call.Settings {
	s.Grain, s.Eager = 0, true
	s.Sequential = s.Sequential || s.Workers == 1
	return s
}
