package graphs

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/skua-go/skua/bench/pbbs/internal/forkjoin"
	"github.com/skua-go/skua/bench/pbbs/internal/gen"
	"github.com/skua-go/skua/bench/pbbs/internal/seq"
	"github.com/skua-go/skua/bench/pbbs/internal/suite"
)

// A weighed is the number of an edge, with its weight.
type weighed struct {
	weight float32
	edge   uint32
}

func lighter(a, b weighed) int {
	return cmp.Or(cmp.Compare(a.weight, b.weight), cmp.Compare(a.edge, b.edge))
}

func minForests() []suite.Problem {
	return onEdges("minSpanningForest", "WE", 1<<15, "rMatGraph_WE_12", rmat12, func(e edges) suite.Instance {
		weights := make([]weighed, len(e.list))
		for i := range weights {
			weights[i] = weighed{gen.Weight(i), uint32(i)}
		}
		least := sync.OnceValue(func() float64 { return total(weights, minForestSerially(e, weights)) })
		return suite.Of(func(c forkjoin.Ctx) []uint32 { return minForest(c, e, weights) },
			func() []uint32 { return minForestSerially(e, weights) },
			func(got []uint32) error { return checkMinForest(e, weights, got, least()) })
	})
}

// minForestSerially is Kruskal's algorithm.
func minForestSerially(e edges, weights []weighed) (taken []uint32) {
	u := newPlainUnion(e.vertices)
	for _, w := range slices.SortedFunc(slices.Values(weights), lighter) {
		if u.join(e.list[w.edge].U, e.list[w.edge].V) {
			taken = append(taken, w.edge)
		}
	}
	return taken
}

// minForest sorts and takes the lightest edges first, as many as some forest has; then of the
// others only those that still connect anything.
func minForest(c forkjoin.Ctx, e edges, weights []weighed) []uint32 {
	taken := make([]bool, len(e.list))
	connected := newUnion(c, e.vertices)
	wanted := newReservations(c, e.vertices)
	pivot := lightest(weights, min(len(weights), e.vertices*5/4))
	light := seq.Filter(c, weights, func(w weighed) bool { return lighter(w, pivot) <= 0 })
	kruskal(c, e, light, connected, wanted, taken)
	heavy := seq.Filter(c, weights, func(w weighed) bool {
		x := e.list[w.edge]
		return lighter(w, pivot) > 0 && connected.root(x.U) != connected.root(x.V)
	})
	kruskal(c, e, heavy, connected, wanted, taken)
	return chosen(c, taken)
}

// lightest returns an edge than which about k edges are lighter, by a sample.
func lightest(weights []weighed, k int) weighed {
	if len(weights) == 0 {
		return weighed{weight: float32(math.Inf(1))}
	}
	const samples = 1000
	some := make([]weighed, samples)
	for i := range some {
		some[i] = weights[gen.Hash64(uint64(i))%uint64(len(weights))]
	}
	slices.SortFunc(some, lighter)
	return some[min(samples-1, samples*k/len(weights))]
}

// kruskal sorts the edges and takes those that connect, by reservations of both ends.
func kruskal(c forkjoin.Ctx, e edges, some []weighed, connected union, wanted reservations, taken []bool) {
	seq.Sort(c, some, lighter)
	most := max(1, len(some)/20)
	us, vs := make([]uint32, most), make([]uint32, most)
	loop{
		steps: len(some), most: most,
		reserve: func(at int, step uint32) bool {
			x := e.list[some[step].edge]
			us[at], vs[at] = connected.root(x.U), connected.root(x.V)
			if us[at] == vs[at] {
				return false
			}
			wanted.reserve(us[at], step)
			wanted.reserve(vs[at], step)
			return true
		},
		commit: func(at int, step uint32) bool {
			u, v := wanted.held(us[at], step), wanted.held(vs[at], step)
			if u {
				wanted.free(us[at])
			}
			if v {
				wanted.free(vs[at])
			}
			switch {
			case v: // nobody else links this root in this round
				connected.link(vs[at], us[at])
			case u:
				connected.link(us[at], vs[at])
			default:
				return false
			}
			taken[some[step].edge] = true
			return true
		},
	}.run(c)
}

// total is the weight of some edges.
func total(weights []weighed, some []uint32) (sum float64) {
	for _, i := range some {
		sum += float64(weights[i].weight)
	}
	return sum
}

// checkMinForest wants a spanning forest of the least weight.
func checkMinForest(e edges, weights []weighed, got []uint32, least float64) error {
	if err := checkForest(e, got); err != nil {
		return err
	}
	if have := total(weights, got); math.Abs(have-least) > 1e-9*least {
		return fmt.Errorf("the weight is %v, want %v", have, least)
	}
	return nil
}
