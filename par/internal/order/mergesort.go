package order

import "slices"

// insertionMost is how many elements insertion sort takes at the bottom of a
// merge sort, as in package slices. Not measured.
const insertionMost = 12

// A runSort sorts one run of a stable sort in one worker, by merging back and
// forth between v and tmp, which are equally long. If cmp ends it by a panic or Goexit, v
// holds a permutation of what it held.
type runSort[E any] struct {
	v, tmp []E
	cmp    func(a, b E) int
	at     [64]progress // for each depth of the merge tree, how far the sort is there
}

type progress uint8

const (
	inLeft progress = iota // the first half is not done
	inRight
	inMerge
)

// sort sorts v, into tmp if so asked.
func (r *runSort[E]) sort(into bool) {
	done := false
	defer func() {
		if !done {
			r.restore(0, len(r.v), into, 0)
		}
	}()
	if slices.IsSortedFunc(r.v, r.cmp) {
		if into {
			copy(r.tmp, r.v)
		}
	} else {
		r.part(0, len(r.v), into, 0)
	}
	done = true
}

func (r *runSort[E]) part(lo, hi int, into bool, depth int) {
	if hi-lo <= insertionMost {
		insertionSort(r.v[lo:hi], r.cmp)
		if into {
			copy(r.tmp[lo:hi], r.v[lo:hi])
		}
		return
	}
	mid := int(uint(lo+hi) / 2)
	r.at[depth] = inLeft
	r.part(lo, mid, !into, depth+1)
	r.at[depth] = inRight
	r.part(mid, hi, !into, depth+1)
	r.at[depth] = inMerge
	from, to := r.tmp, r.v
	if into {
		from, to = to, from
	}
	mergeInto(to[lo:hi], from[lo:mid], from[mid:hi], r.cmp)
}

// restore copies back to v the elements that the sort of [lo, hi) has in tmp alone.
func (r *runSort[E]) restore(lo, hi int, into bool, depth int) {
	if hi-lo <= insertionMost {
		return
	}
	mid := int(uint(lo+hi) / 2)
	switch r.at[depth] {
	case inLeft:
		r.restore(lo, mid, !into, depth+1)
	case inRight:
		if !into {
			copy(r.v[lo:mid], r.tmp[lo:mid])
		}
		r.restore(mid, hi, !into, depth+1)
	case inMerge:
		if !into {
			copy(r.v[lo:hi], r.tmp[lo:hi])
		}
	}
}

// insertionSort sorts v. It finds an element's place before it moves anything, so that no
// element is out of v while cmp runs.
func insertionSort[E any](v []E, cmp func(a, b E) int) {
	for i := 1; i < len(v); i++ {
		x, j := v[i], i
		for j > 0 && cmp(x, v[j-1]) < 0 {
			j--
		}
		if j < i {
			copy(v[j+1:i+1], v[j:i])
			v[j] = x
		}
	}
}

// mergeInto merges the sorted a and b into dst, which is as long as both together and shares
// no memory with them; of equal elements those of a come first. Whatever cmp answers, dst
// gets every element once.
func mergeInto[E any](dst, a, b []E, cmp func(a, b E) int) {
	i, j, k := 0, 0, 0
	if len(a) > 0 && len(b) > 0 && cmp(b[0], a[len(a)-1]) >= 0 { // all of a comes first
		i = copy(dst, a)
		k = i
	}
	if i < len(a) && j < len(b) {
		x, y := a[i], b[j] // copied once each, not for every comparison
		for {
			if cmp(y, x) < 0 {
				dst[k] = y
				k++
				if j++; j == len(b) {
					break
				}
				y = b[j]
				continue
			}
			dst[k] = x
			k++
			if i++; i == len(a) {
				break
			}
			x = a[i]
		}
	}
	k += copy(dst[k:], a[i:])
	copy(dst[k:], b[j:])
}
