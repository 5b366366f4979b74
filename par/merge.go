package par

import (
	"cmp"

	"github.com/skua-go/skua/par/internal/call"
)

// Sizes of parallel merges. Arbitrary; not measured.
const (
	mergeLeast = 1 << 13 // elements below which one worker merges
	mergeParts = 128     // parts of a merge, at most
)

// Merge returns the elements of a and b, which are both in ascending order, in
// ascending order; NaNs come first. See MergeFunc.
func Merge[S ~[]E, E cmp.Ordered](a, b S, o ...Option) S {
	call.Room[E]("Merge", len(a)+len(b))
	set := resolve(o)
	if len(a)+len(b) < mergeLeast {
		return mergeFew(a, b, cmp.Compare[E])
	}
	return mergeMany(a, b, cmp.Compare[E], forSort(set))
}

// MergeFunc returns the elements of a and b, which are both in ascending order
// by cmp, in ascending order by cmp. Stable: of equal elements those of a come
// first, else the order of a and of b is kept. a and b are not changed; the
// result is new, and not nil unless both are. If a or b is out of order, or if
// cmp is not an order, so is the result, but every element is there once.
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
	if len(a)+len(b) < mergeLeast {
		return mergeFew(a, b, cmp)
	}
	return mergeMany(a, b, cmp, forSort(set))
}

// mergeFew lets nothing escape, so that the result is all it allocates.
func mergeFew[S ~[]E, E any](a, b S, cmp func(a, b E) int) S {
	if a == nil && b == nil {
		return nil
	}
	dst := make(S, len(a)+len(b))
	mergeInto(dst, a, b, cmp)
	return dst
}

func mergeMany[S ~[]E, E any](a, b S, cmp func(a, b E) int, set call.Settings) S {
	dst := make(S, len(a)+len(b))
	size := max(mergeLeast/8, call.BlockCount(len(dst), mergeParts))
	cuts := make([]int, call.BlockCount(len(dst), size)+1)
	cutMerge(cuts, a, b, size, cmp)
	set.Blocks(len(cuts)-1, 1, cmp, func(k, _, _ int) {
		mergePart(dst, a, b, cuts, k, size, cmp)
	})
	return dst
}

// mergePart merges part k, as cutMerge has cut it. There may be no such part.
func mergePart[E any](dst, a, b []E, cuts []int, k, size int, cmp func(a, b E) int) {
	if k >= len(cuts)-1 {
		return
	}
	lo, hi := k*size, min((k+1)*size, len(dst))
	i, j := cuts[k], cuts[k+1]
	mergeInto(dst[lo:hi], a[i:j], b[lo-i:hi-j], cmp)
}

// cutMerge finds the parts of a merge whose result is cut every size elements:
// part k begins with a[cuts[k]:] and with what is left of b. The cuts ascend on
// both sides whatever cmp answers, so that no element is lost.
func cutMerge[E any](cuts []int, a, b []E, size int, cmp func(a, b E) int) {
	cuts[0] = 0
	for k := 1; k < len(cuts); k++ {
		at := min(k*size, len(a)+len(b))
		i, j := cuts[k-1], min((k-1)*size, len(a)+len(b))-cuts[k-1]
		lo, hi := max(i, at-len(b)), min(len(a), at-j)
		for lo < hi { // the first m that b[at-m-1] is below a[m]: a's first m come before
			m := int(uint(lo+hi) / 2)
			if cmp(b[at-m-1], a[m]) < 0 {
				hi = m
			} else {
				lo = m + 1
			}
		}
		cuts[k] = lo
	}
}
