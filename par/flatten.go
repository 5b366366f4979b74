package par

import (
	"slices"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
)

// flattenAlone is the number of elements up to which the caller copies alone: sooner than it
// could enter a pool. Not measured.
const flattenAlone = 1024

// Flatten returns the elements of all slices of ss, one after the other, as
// slices.Concat does, in a slice of its own. The work is shared evenly whatever the lengths
// of the slices are.
//
// Work O(n + len(ss)) for n elements in all, span O(len(ss) + log n). Allocates
// the result, the len(ss) ends and a constant number of small objects. Panics if
// the elements are more than an int can count.
func Flatten[S ~[]E, E any](ss []S, o ...Option) S {
	return flattened(resolve(o), ss)
}

// flattened returns the elements of all slices of ss, one after the other.
func flattened[S ~[]E, E any](set call.Settings, ss []S) S {
	ends, n := make([]int, len(ss)), 0
	for k, s := range ss {
		if n += len(s); n < 0 {
			panic("par: more elements to join than an int can count")
		}
		ends[k] = n
	}
	out := make(S, n)
	if set.Sequential || n <= flattenAlone && len(ss) <= flattenAlone {
		flatten(out, ss, ends, 0, 0, n)
		return out
	}
	set.Loop(n, nil, func(p *skua.Part) {
		k := 0
		for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
			if ends[k] <= lo {
				skip, _ := slices.BinarySearch(ends[k:], lo+1)
				k += skip
			}
			k = flatten(out, ss, ends, k, lo, hi)
		}
	})
	return out
}

// flatten copies the elements of out[lo:hi], whose first is in ss[k] or behind, and returns
// the number of the slice that has the last.
func flatten[S ~[]E, E any](out S, ss []S, ends []int, k, lo, hi int) int {
	for lo < hi {
		for ends[k] <= lo {
			k++
		}
		lo += copy(out[lo:hi], ss[k][len(ss[k])-(ends[k]-lo):])
	}
	return k
}
