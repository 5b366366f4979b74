package par

import (
	"slices"

	"github.com/skua-go/skua"
)

// small is how many elements are copied sooner than a pool is entered for it: not
// measured.
const small = 1024

// Flatten returns the elements of all slices of ss, one after the other, as
// slices.Concat does, in a slice that is theirs alone. It is balanced whatever
// their lengths are.
//
// Work O(n + len(ss)) for n elements in all, span O(len(ss) + log n). Allocates
// the result, the len(ss) ends and a constant number of small objects. Panics if
// the elements are more than an int can count.
func Flatten[S ~[]E, E any](ss []S, o ...Option) S {
	set := resolve(o)
	ends, n := make([]int, len(ss)), 0
	for k, s := range ss {
		if n += len(s); n < 0 {
			panic("par: Flatten: more elements than an int can count")
		}
		ends[k] = n
	}
	out := make(S, n)
	if set.Sequential || n <= small && len(ss) <= small {
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

// flatten copies what belongs to out[lo:hi], of which the first is in ss[k], and
// returns which slice the last is in.
func flatten[S ~[]E, E any](out S, ss []S, ends []int, k, lo, hi int) int {
	for lo < hi {
		for ends[k] <= lo {
			k++
		}
		lo += copy(out[lo:hi], ss[k][len(ss[k])-(ends[k]-lo):])
	}
	return k
}
