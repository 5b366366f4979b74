package workload

import (
	"cmp"
	"slices"
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/rng"
)

const (
	knapsackDefault = 60   // 113 million forks with seed 4
	knapsackSeed    = 4    // seeds differ by a factor of ten in their forks
	knapsackMax     = 200  // more take centuries
	heaviest        = 1000 // of an item; usual in the literature
)

var knapsackWorkload = Workload{
	Name: "knapsack",
	Doc:  "the 0/1 knapsack problem by branch and bound: the work depends on luck",
	Params: []Param{
		{Name: "n", Default: "60", Doc: "choose among `n` items"},
		{Name: "seed", Default: "4", Doc: "`seed` of the items"},
	},
	prepare: prepareKnapsack,
}

var branchFunc = skua.NewFunc(branch)

func prepareKnapsack(r *reader) *Instance {
	n := r.whole("n", knapsackDefault, 1, knapsackMax)
	seed := r.whole("seed", knapsackSeed, 0, maxSeed)
	k := hardKnapsack(n, uint64(seed))
	var forks atomic.Int64 // of the last run
	return &Instance{
		Params: struct {
			N    int `json:"n"`
			Seed int `json:"seed"`
		}{n, seed},
		Parallel: func(p skua.Place) any {
			s := &search{knapsack: k}
			forks.Store(int64(branchFunc.On(p, filling{search: s, room: k.capacity})))
			return int(s.best.Load())
		},
		Sequential: func() any {
			s := &searchSeq{knapsack: k}
			forks.Store(int64(s.branch(0, 0, k.capacity)))
			return s.best
		},
		Check: checkLater(func() any { return k.table() }),
		Tasks: func(any) int { return int(forks.Load()) },
	}
}

// An item has a value and a weight, both positive.
type item struct{ value, weight int }

// A knapsack holds a capacity of weight. Its items are those of most value for
// their weight first.
type knapsack struct {
	items    []item
	capacity int
}

func newKnapsack(capacity int, items []item) *knapsack {
	slices.SortStableFunc(items, func(a, b item) int {
		return cmp.Compare(int64(b.value)*int64(a.weight), int64(a.value)*int64(b.weight))
	})
	return &knapsack{items, capacity}
}

// hardKnapsack has values that are the weights and a tenth of the greatest one,
// and room for half of the items: the "strongly correlated instances" of David
// Pisinger, Where are the hard knapsack problems?, Computers & Operations
// Research 32(9), 2005 [PI05]. No item is much better than another, so bounds
// are of little use.
func hardKnapsack(n int, seed uint64) *knapsack {
	r := rng.New(seed)
	items, total := make([]item, n), 0
	for i := range items {
		w := 1 + r.Below(heaviest)
		items[i] = item{w + heaviest/10, w}
		total += w
	}
	return newKnapsack(total/2, items)
}

// hopeless reports whether the items from i on cannot raise value above best,
// even if they could be cut and all were as good as the first.
func (k *knapsack) hopeless(i, value, room, best int) bool {
	if i == len(k.items) {
		return true
	}
	next := k.items[i]
	return int64(value-best)*int64(next.weight)+int64(room)*int64(next.value) <= 0
}

// search is one parallel run. A better filling, found anywhere, cuts branches
// everywhere, so how many forks a run makes depends on when it is found.
type search struct {
	*knapsack
	best atomic.Int64
}

// raise makes value the best if it is better.
func (s *search) raise(value int) {
	for {
		best := s.best.Load()
		if int64(value) <= best || s.best.CompareAndSwap(best, int64(value)) {
			return
		}
	}
}

// A filling is a choice of the items before i, with the room that it leaves.
type filling struct {
	*search
	i, value, room int
}

func (l filling) hopeless() bool {
	return l.search.hopeless(l.i, l.value, l.room, int(l.best.Load()))
}

// with returns the filling with item i, without the one without it.
func (l filling) with(it item) filling {
	return filling{l.search, l.i + 1, l.value + it.value, l.room - it.weight}
}

func (l filling) without() filling {
	return filling{l.search, l.i + 1, l.value, l.room}
}

// branch tries all fillings that begin with l and may be better than the best
// so far, and returns how often it forked. With the next item comes first, and
// without it is forked.
func branch(f *skua.Frame[filling, int], l filling) (forks int) {
	for ; !l.hopeless(); l = l.without() {
		it := l.items[l.i]
		if it.weight > l.room {
			continue
		}
		with := l.with(it)
		l.raise(with.value)
		forks += 1 + branch(f.Fork(l.without()), with)
		if rest, done := f.Join(); done {
			return forks + rest
		}
	}
	return forks
}

// searchSeq is one run of the twin.
type searchSeq struct {
	*knapsack
	best int
}

// branch is branch without the forks; it counts where they were.
func (s *searchSeq) branch(i, value, room int) (forks int) {
	for ; !s.hopeless(i, value, room, s.best); i++ {
		it := s.items[i]
		if it.weight > room {
			continue
		}
		s.best = max(s.best, value+it.value)
		forks += 1 + s.branch(i+1, value+it.value, room-it.weight)
	}
	return forks
}

// table is the best value by dynamic programming: after each item, best[c] is
// the most that fits into capacity c.
func (k *knapsack) table() int {
	best := make([]int, k.capacity+1)
	for _, it := range k.items {
		for c := k.capacity; c >= it.weight; c-- {
			best[c] = max(best[c], best[c-it.weight]+it.value)
		}
	}
	return best[k.capacity]
}
