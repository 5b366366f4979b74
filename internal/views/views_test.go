package views

import (
	"slices"
	"testing"
)

// list returns a reducer that appends, and what it delivers.
func list(loose bool) (r *Reducer, delivered *[]int) {
	delivered = new([]int)
	r = &Reducer{Loose: loose}
	r.Merge = func(left, right any) { *left.(*[]int) = append(*left.(*[]int), *right.(*[]int)...) }
	r.Deliver = func(view any) { *delivered = append(*delivered, *view.(*[]int)...) }
	return r, delivered
}

func TestStrand(t *testing.T) {
	a, gotA := list(false)
	b, gotB := list(false)
	c, gotC := list(false)
	h, gotH := list(true)
	var left, right Strand
	if !left.Empty() || left.View(a) != nil || left.Take() != nil || left.End() != nil {
		t.Error("the zero strand has views")
	}
	left.Add(a, &[]int{1})
	left.Add(h, &[]int{5})
	right.Add(b, &[]int{2})
	right.Add(h, &[]int{6})
	right.Add(a, &[]int{3})
	right.Add(c, &[]int{4})
	first := left.View(a)
	left.Gather(right.End())
	left.Gather(nil)
	if left.View(a) != first {
		t.Error("a merge moves the left view")
	}
	if !right.Empty() {
		t.Error("a strand that has ended has views")
	}
	if !slices.Equal(*gotH, []int{6}) {
		t.Errorf("the holder has %v after a strand has ended, want 6", *gotH)
	}
	all := left.Take()
	if !left.Empty() {
		t.Error("a strand that was interrupted has views")
	}
	left.Put(all)
	left.Take().Deliver()
	for name, c := range map[string]struct{ got, want []int }{
		"both sides": {*gotA, []int{1, 3}}, "right": {*gotB, []int{2}}, "third": {*gotC, []int{4}}, "loose": {*gotH, []int{6, 5}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%s: delivered %v, want %v", name, c.got, c.want)
		}
	}
}

// TestEnd_loose: a strand that has used holders only leaves nothing.
func TestEnd_loose(t *testing.T) {
	h, got := list(true)
	var s Strand
	s.Add(h, &[]int{1})
	if s.End() != nil || len(*got) != 1 {
		t.Error("a strand with a holder leaves a set to be merged, or does not deliver")
	}
}
