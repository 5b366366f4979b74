package order

import "github.com/skua-go/skua/par/internal/call"

// Sizes of parallel merges. Arbitrary; not measured.
const (
	MergeLeast = 1 << 13 // elements below which one worker merges
	mergeParts = 128     // parts of a merge, at most
)

// MergeFew merges a and b, which have fewer than MergeLeast elements. It lets nothing escape,
// so that the result is all it allocates.
func MergeFew[S ~[]E, E any](a, b S, cmp func(a, b E) int) S {
	dst := make(S, len(a)+len(b))
	mergeInto(dst, a, b, cmp)
	return dst
}

// MergeMany merges a and b by all workers.
func MergeMany[S ~[]E, E any](a, b S, cmp func(a, b E) int, set call.Settings) S {
	dst := make(S, len(a)+len(b))
	set.Once(func(set call.Settings) { mergeWide(dst, a, b, cmp, set) })
	return dst
}

// mergeWide is mergeInto by all workers.
func mergeWide[E any](dst, a, b []E, cmp func(a, b E) int, set call.Settings) {
	size := max(MergeLeast/8, call.BlockCount(len(dst), mergeParts))
	cuts := make([]int, call.BlockCount(len(dst), size)+1)
	cutMerge(cuts, a, b, size, cmp)
	set.Blocks(len(cuts)-1, 1, cmp, func(k, _, _ int) {
		mergePart(dst, a, b, cuts, k, size, cmp)
	})
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

// cutMerge finds the parts of a merge whose result is cut every size elements. Part k begins
// with a[cuts[k]] and with b[k*size-cuts[k]]. The cuts ascend in a and in b whatever cmp
// answers, so that no element is lost.
func cutMerge[E any](cuts []int, a, b []E, size int, cmp func(a, b E) int) {
	cuts[0] = 0
	for k := 1; k < len(cuts); k++ {
		at := min(k*size, len(a)+len(b))
		i, j := cuts[k-1], min((k-1)*size, len(a)+len(b))-cuts[k-1]
		lo, hi := max(i, at-len(b)), min(len(a), at-j)
		for lo < hi { // the least m for which b[at-m-1] is below a[m]: a gives its first m
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
