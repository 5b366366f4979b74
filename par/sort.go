package par

import (
	"cmp"
	"math"
	"reflect"

	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/order"
	"github.com/skua-go/skua/par/internal/radix"
	"github.com/skua-go/skua/par/internal/text"
)

// Sort sorts s in ascending order, as slices.Sort does: NaNs come first, and
// -0 and +0 are equal.
//
// Numbers are sorted by a parallel radix sort: work O(n), span O(n/64). From 32,768 numbers on it
// works in place, but for 10 bytes for 128 numbers and, for each worker, a buffer of 32,768
// numbers, or of a sixteenth of s if that is more; below, it takes a buffer as large as s. Strings
// are sorted by a parallel sample sort, mostly by eight bytes of each, which it caches: work O(n
// log n) and the bytes that must be read to tell strings apart, span O(n/64·log n) unless most
// strings are the same up to the end, and 34 bytes of buffer for each string. A slice that is in
// order already but for a few elements, or descending, costs O(n) and a buffer for those, as for
// SortFunc. Below 4,096 numbers or 8,192 strings Sort is slices.Sort. Allocates a few dozen small
// objects besides.
//
// If the run of the caller's task is cancelled s holds its elements, each as often as before: a
// Sort that has begun to move them sorts to the end.
func Sort[S ~[]E, E cmp.Ordered](s S, o ...Option) {
	set := forSort(resolve(o))
	if kind := reflect.TypeFor[E]().Kind(); kind == reflect.String {
		text.Sort(text.Strings(s), set)
	} else {
		radix.Sort(s, kind, math.MaxUint32, set) // places in the tables have 32 bits
	}
}

// SortFunc sorts s in ascending order by cmp, as slices.SortFunc does: not
// stable, but which of two equal elements comes first depends on the elements of s alone,
// never on workers or timing.
//
// If cmp panics or calls Goexit, or if it is not an order, s holds its elements,
// each as often as before, in some order.
//
// A parallel quicksort in place, whose first divisions are parallel as well. Work O(n log n), span
// O(n/64·log n), even if cmp is not an order. It costs O(n) if the slice is in order but for one
// element of 256, or but for 64 (of these one of two neighbours out of order is taken out, and put
// where it belongs), or is strictly descending but for as many; so do up to 8 rows in order, one
// after the other, which are merged through a buffer of n elements. Below 8,192 elements it is
// slices.SortFunc; from there on it allocates at most six thousand small objects, however long s
// is. cmp runs concurrently with itself. SortFunc panics if cmp is nil; a panic of cmp comes out as
// one of For's function does.
func SortFunc[S ~[]E, E any](s S, cmp func(a, b E) int, o ...Option) {
	call.Need("SortFunc", cmp != nil)
	set := resolve(o)
	defer set.AsPoolPanic()
	order.Sort(s, cmp, forSort(set))
}

// SortStableFunc sorts s in ascending order by cmp, as slices.SortStableFunc
// does: elements that are equal by cmp keep their order, so the result does not
// depend on workers or timing.
//
// If cmp panics or calls Goexit, or if it is not an order, s holds its elements,
// each as often as before, in some order.
//
// A merge sort whose merges are parallel as well. Work O(n log n), span O(n/64·log n). A slice that
// is in order but for a few elements, or a few rows in order, costs O(n), as with SortFunc, and so
// does one that strictly descends. Allocates a buffer of n elements and a few dozen small objects.
// cmp runs concurrently with itself. SortStableFunc panics if cmp is nil; a panic of cmp comes out
// as one of For's function does.
func SortStableFunc[S ~[]E, E any](s S, cmp func(a, b E) int, o ...Option) {
	call.Need("SortStableFunc", cmp != nil)
	set := resolve(o)
	defer set.AsPoolPanic()
	order.SortStable(s, cmp, forSort(set))
}

// Merge returns the elements of a and b, which are both in ascending order, in
// ascending order; NaNs come first. See MergeFunc.
func Merge[S ~[]E, E cmp.Ordered](a, b S, o ...Option) S {
	call.Room[E]("Merge", len(a)+len(b))
	set := forSort(resolve(o))
	if len(a)+len(b) < order.MergeLeast {
		return order.MergeFew(a, b, cmp.Compare[E])
	}
	return order.MergeMany(a, b, cmp.Compare[E], set)
}

// MergeFunc returns the elements of a and b, which are both in ascending order
// by cmp, in ascending order by cmp. Stable: of equal elements those of a come
// first, and the order within a and within b is kept. a and b are not changed; the result is
// new. If a or b is out of order, or if cmp is not an order,
// the result is out of order too, but has every element once.
//
// Work O(n), span O(n/128 + 128·log n) for n elements in all: workers merge
// parts of the result, which are cut by binary search (the merge path of Odeh,
// Green, Mwassi, Shmueli and Birk, Merge Path - Parallel Merging Made Simple,
// IPDPSW 2012 [OGMSB12]). Small ones run in the caller. Allocates the result
// and a few small objects. cmp runs concurrently with itself. MergeFunc panics
// if cmp is nil; a panic of cmp comes out as one of For's function does.
func MergeFunc[S ~[]E, E any](a, b S, cmp func(a, b E) int, o ...Option) S {
	call.Need("MergeFunc", cmp != nil)
	call.Room[E]("MergeFunc", len(a)+len(b))
	set := resolve(o)
	defer set.AsPoolPanic()
	if len(a)+len(b) < order.MergeLeast {
		return order.MergeFew(a, b, cmp)
	}
	return order.MergeMany(a, b, cmp, forSort(set))
}

// forSort returns the settings for sorts: with one worker they are sequential, and every
// block is worth a worker. Sorts take no Grain.
func forSort(set call.Settings) call.Settings {
	set.Grain, set.Eager = 0, true
	set.Sequential = set.Sequential || set.Workers == 1
	return set
}
