package left

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skua-go/skua/internal/views"
)

// journal returns a reducer that appends, and what it delivers.
func journal() (r *views.Reducer, delivered *[]int) {
	delivered = new([]int)
	return &views.Reducer{
		Merge:   func(left, right any) { *left.(*[]int) = append(*left.(*[]int), *right.(*[]int)...) },
		Deliver: func(view any) { *delivered = append(*delivered, *view.(*[]int)...) },
	}, delivered
}

// wrote returns what a strand has left that wrote k.
func wrote(r *views.Reducer, k int) *views.Set {
	var s views.Strand
	s.Add(r, &[]int{k})
	return s.End()
}

// TestList: what was left is merged in the order that compare tells, and as it came where that tells none,
// into the strand behind what that has done, or into the values; then the list is empty.
func TestList(t *testing.T) {
	ints := func(a, b int) int { return a - b }
	for _, c := range []struct {
		compare      func(a, b int) int
		strand, want []int
	}{
		{ints, []int{0}, []int{0, 1, 2, 3}},
		{ints, nil, []int{1, 2, 3}},
		{func(a, b int) int { return 0 }, nil, []int{3, 1, 2}},
	} {
		r, delivered := journal()
		var l List[int]
		if l.Gather(nil, c.compare); !l.Empty() {
			t.Fatal("the zero list is not empty")
		}
		l.Add(9, nil)
		if !l.Empty() {
			t.Error("a strand without views has left some")
		}
		for _, k := range []int{3, 1, 2} {
			l.Add(k, wrote(r, k))
		}
		if l.Empty() {
			t.Error("strands have left views, and the list is empty")
		}
		var into *views.Strand
		if c.strand != nil {
			into = new(views.Strand)
			into.Add(r, &c.strand)
		}
		l.Gather(into, c.compare)
		l.Gather(into, c.compare)
		if into != nil {
			into.End().Deliver()
		}
		if !l.Empty() || !slices.Equal(*delivered, c.want) {
			t.Errorf("merged %v, empty %v, want %v", *delivered, l.Empty(), c.want)
		}
	}
}

// TestList_several: who gathers while another merges waits for that, and merges nothing.
func TestList_several(t *testing.T) {
	r, delivered := journal()
	deliver, begun, goOn := r.Deliver, make(chan bool), make(chan bool)
	r.Deliver = func(view any) {
		close(begun)
		<-goOn
		deliver(view)
	}
	var l List[int]
	l.Add(1, wrote(r, 1))
	go l.Gather(nil, func(a, b int) int { return 0 })
	<-begun
	if l.Empty() {
		t.Error("the list is empty while it is merged: another would not wait")
	}
	go func() { goOn <- true }()
	if l.Gather(nil, func(a, b int) int { return 0 }); !slices.Equal(*delivered, []int{1}) {
		t.Errorf("%v is merged when another returns, want 1", *delivered)
	}
}

// TestList_panics: a merge that panics leaves an empty list, and an open lock.
func TestList_panics(t *testing.T) {
	r, _ := journal()
	r.Deliver = func(any) { panic("merge") }
	var l List[int]
	for range 2 {
		l.Add(1, wrote(r, 1))
		func() {
			defer func() {
				if recover() == nil || !l.Empty() {
					t.Error("a merge that panics does not come through, or the list has something left")
				}
			}()
			l.Gather(nil, func(a, b int) int { return 0 })
		}()
	}
}

// TestCompare: the order of turns is that of a walk through their tree, however they were made.
func TestCompare(t *testing.T) {
	seed := rand.Uint64()
	random := rand.New(rand.NewPCG(seed, 1))
	for range 100 {
		all, below := []*Turn{new(Turn)}, map[*Turn][]*Turn{}
		for range random.IntN(40) {
			turn, parent := new(Turn), all[random.IntN(len(all))]
			turn.Follow(parent)
			all, below[parent] = append(all, turn), append(below[parent], turn)
		}
		var walk func(of *Turn) []*Turn
		walk = func(of *Turn) (order []*Turn) {
			for _, c := range below[of] {
				order = append(append(order, c), walk(c)...)
			}
			return order
		}
		got := slices.Clone(all[1:])
		random.Shuffle(len(got), func(a, b int) { got[a], got[b] = got[b], got[a] })
		slices.SortFunc(got, Compare)
		if !slices.Equal(got, walk(all[0])) {
			t.Fatalf("seed %d: the order of %d turns is not that of a walk", seed, len(got))
		}
	}
	if Compare(nil, nil) != 0 {
		t.Error("of tasks without places one is first")
	}
}
