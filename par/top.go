package par

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par/internal/call"
	"github.com/skua-go/skua/par/internal/order"
)

// TopK returns the k greatest elements of s, the greatest first, or all if s has no more. Of
// equal ones, such as -0 and +0, those that come first in s count first. NaNs are less than all
// others. s is not changed. See TopKFunc.
func TopK[S ~[]E, E cmp.Ordered](s S, k int, o ...Option) S {
	return topK("TopK", s, k, cmp.Compare[E], o)
}

// TopKFunc returns the k greatest elements of s by cmp, the greatest first, or all if s has no
// more: the first k that a stable sort in descending order gives. Swap the arguments of cmp
// for the k least. cmp is called several at once and must be a strict weak ordering; otherwise
// the result has some k elements of s, each in it at most as often as in s. s is not changed.
//
// Each worker keeps the k greatest that it has seen. Work O(n log k + kP log kP) on P workers, on
// random input only O(n + k log k log n), and span O(log n + kP log kP). Allocates the result and k
// elements with their indices for each worker that takes part. If k is more than n/8 it sorts a
// copy, as SortStableFunc does. Panics as For does, and if k < 0.
func TopKFunc[S ~[]E, E any](s S, k int, cmp func(a, b E) int, o ...Option) S {
	call.Need("TopKFunc", cmp != nil)
	return topK("TopKFunc", s, k, cmp, o)
}

// topSorted is which part of all elements is sorted whole: then heaps are hardly smaller than s.
const topSorted = 8

func topK[S ~[]E, E any](name string, s S, k int, cmp func(a, b E) int, o []Option) S {
	if k < 0 {
		panic(fmt.Sprintf("par: %s of %d elements: there cannot be fewer than 0", name, k))
	}
	set := resolve(o)
	defer set.AsPoolPanic()
	if k = min(k, len(s)); k == 0 {
		return S{}
	}
	if k > len(s)/topSorted {
		all := slices.Clone(s)
		order.SortStable(all, func(a, b E) int { return cmp(b, a) }, forSort(set))
		return slices.Clip(all[:k])
	}
	best := mergeTops(k, topsOf(set, s, k, cmp))
	out := make(S, k)
	for i, v := range best {
		out[i] = v.v
	}
	return out
}

// topsOf returns heaps that together have the k greatest elements of s.
func topsOf[E any](set call.Settings, s []E, k int, by func(a, b E) int) []*top[E] {
	if set.Sequential {
		t := &top[E]{k: k, cmp: by}
		t.addAll(s, 0)
		return []*top[E]{t}
	}
	var tops call.Shelf[*top[E]]
	set.Loop(len(s), by, func(p *skua.Part) {
		t, ok := tops.TakeFor(p)
		if !ok {
			t = &top[E]{k: k, cmp: by}
		}
		for lo, hi, ok := p.Chunk(); ok; lo, hi, ok = p.Chunk() {
			t.addAll(s[lo:hi], lo)
		}
		tops.GiveFor(p, t)
	})
	slices.SortFunc(tops.Free, func(a, b *top[E]) int { return cmp.Compare(a.from, b.from) })
	return tops.Free
}

// mergeTops returns the k greatest of the elements of all heaps, the greatest first.
func mergeTops[E any](k int, tops []*top[E]) []ranked[E] {
	t := tops[0]
	for _, other := range tops[1:] {
		t.heap = append(t.heap, other.heap...)
	}
	slices.SortFunc(t.heap, func(a, b ranked[E]) int { return t.order(b, a) })
	return t.heap[:k]
}

// ranked is an element with its place in s: the order of ranked elements has no equals.
type ranked[E any] struct {
	v E
	i int
}

// top has the greatest k of the elements that were added, as a heap with the least in front.
type top[E any] struct {
	k    int
	from int // the index of the element that was added first
	cmp  func(a, b E) int
	heap []ranked[E]
}

// order compares a and b: of equal ones that with the lower index is greater.
func (t *top[E]) order(a, b ranked[E]) int {
	if c := t.cmp(a.v, b.v); c != 0 {
		return c
	}
	return cmp.Compare(b.i, a.i)
}

// addAll adds the elements of s, of which the first has index at.
func (t *top[E]) addAll(s []E, at int) {
	if len(t.heap) == 0 {
		t.from = at
	}
	for i, v := range s {
		x := ranked[E]{v, at + i}
		switch {
		case len(t.heap) < t.k:
			t.heap = append(t.heap, x)
			t.up(len(t.heap) - 1)
		case t.cmp(v, t.heap[0].v) < 0: // what most elements are
		case t.order(x, t.heap[0]) > 0:
			t.heap[0] = x
			t.down(0)
		}
	}
}

// up moves element i towards the front until none before it is greater.
func (t *top[E]) up(i int) {
	for h := t.heap; i > 0; {
		parent := (i - 1) / 2
		if t.order(h[i], h[parent]) >= 0 {
			return
		}
		h[i], h[parent] = h[parent], h[i]
		i = parent
	}
}

// down moves element i back until none behind it is less.
func (t *top[E]) down(i int) {
	for h := t.heap; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(h); child++ {
			if t.order(h[child], h[least]) < 0 {
				least = child
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}
