package workload

import (
	"strconv"

	"github.com/skua-go/skua"
)

const (
	skynetFan     = 10
	skynetDefault = 4 + 4*wide // 10⁸ leaves
	skynetMax     = 4 + 5*wide // the sum over 10¹⁰ leaves does not fit in an int, nor that over 10⁵ in 32 bits
)

var skynetWorkload = Workload{
	Name:    "skynet",
	Doc:     "a tree of tasks with ten children each: nothing but wide forks",
	Params:  []Param{{Name: "k", Default: strconv.Itoa(skynetDefault), Doc: "`k` levels of tasks below the root, the last with 10^k"}},
	prepare: prepareSkynet,
}

var skynetFunc = skua.NewFunc(skynet)

func prepareSkynet(r *reader) *Instance {
	k := r.whole("k", skynetDefault, 0, skynetMax)
	leaves := 1
	for range k {
		leaves *= skynetFan
	}
	return &Instance{
		Params: struct {
			K int `json:"k"`
		}{k},
		Parallel:   func(p skua.Place) any { return skynetFunc.On(p, actor{0, leaves}) },
		Sequential: func() any { return skynetSeq(actor{0, leaves}) },
		Check:      checkEqual(leaves * (leaves - 1) / 2),
		Tasks:      func(any) int { return leaves - 1 },
	}
}

// An actor stands for the leaves [first, first+leaves): Alexander Temerev,
// Skynet 1M concurrency microbenchmark, 2016 [SK16].
type actor struct{ first, leaves int }

func (a actor) child(i int) actor {
	leaves := a.leaves / skynetFan
	return actor{a.first + i*leaves, leaves}
}

// skynet returns the sum over the numbers of the leaves. An actor forks nine of
// its children, one on top of the other, runs the first itself, and joins.
//
// NOT: f.Each says the same in one line, and costs 7 ns a leaf instead of 4: it
// keeps arguments and results in slices.
func skynet(f *skua.Frame[actor, int], a actor) int {
	if a.leaves == 1 {
		return a.first
	}
	var forked [skynetFan]*skua.Frame[actor, int]
	for i := skynetFan - 1; i > 0; i-- {
		forked[i] = f
		f = f.Fork(a.child(i))
	}
	sum := skynet(f, a.child(0))
	for i := 1; i < skynetFan; i++ {
		s, done := forked[i].Join()
		if !done {
			s = skynet(forked[i], a.child(i))
		}
		sum += s
	}
	return sum
}

// skynetSeq is skynet without the forks.
func skynetSeq(a actor) int {
	if a.leaves == 1 {
		return a.first
	}
	sum := 0
	for i := range skynetFan {
		sum += skynetSeq(a.child(i))
	}
	return sum
}
