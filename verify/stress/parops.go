package main

import (
	"slices"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// parOps use package par, whose bodies have no worker: what they call goes to the
// pool, from inside.
var parOps = []*op{
	{name: "parFor", weight: 3, least: 1, most: 5, waits: true, ends: through(anyOf), run: func(nd *node, at spot) uint64 {
		defer nd.closes()
		sums := make([]uint64, len(nd.kids))
		par.For(len(nd.kids), func(i int) {
			skua.Join(nd.pool(), func(w *skua.Worker) { sums[i] = nd.kids[i].visit(onWorker(w)) }, nothing)
		}, nd.parOptions(at)...)
		return add(sums)
	}},
	{name: "parMap", weight: 3, least: 1, most: 5, waits: true, ends: through(anyOf), run: func(nd *node, at spot) uint64 {
		return add(par.Map(nd.kids, func(kid *node) (v uint64) {
			skua.Join(nd.pool(), nothing, func(w *skua.Worker) { v = kid.visit(onWorker(w)) })
			return v
		}, nd.parOptions(at)...))
	}},
	{name: "parReduce", weight: 2, run: (*node).reduce},
	{name: "parSort", weight: 2, run: (*node).sort},
	{name: "parSeq", weight: 2, needs: blocks, run: (*node).mapSeq}, // it waits for its sequence in Blocking
	{name: "parFilter", weight: 1, run: (*node).filter},
}

func (nd *node) parOptions(at spot) []par.Option {
	o := []par.Option{par.On(at.place)}
	if nd.n%4 == 1 {
		o = append(o, par.Grain(1+nd.n/4))
	}
	if nd.n%5 == 1 {
		o = append(o, par.MaxWorkers(1+nd.n/5))
	}
	return o
}

func add(xs []uint64) (sum uint64) {
	for _, x := range xs {
		sum += x
	}
	return sum
}

// numbers are up to 2,250 of them, in no order.
func (nd *node) numbers() []uint64 {
	s := make([]uint64, nd.n*nd.n*10)
	x := nd.value()
	for i := range s {
		x = x*6364136223846793005 + 1442695040888963407
		s[i] = x >> 40
	}
	return s
}

func (nd *node) reduce(at spot) uint64 {
	s := nd.numbers()
	got := par.Reduce(s, 0, func(a, b uint64) uint64 { return a + b }, nd.parOptions(at)...)
	if want := add(s); got != want {
		nd.p.fault("%v: Reduce returned %d, want %d", nd, got, want)
	}
	return 0
}

func (nd *node) sort(at spot) uint64 {
	got := nd.numbers()
	want := slices.Clone(got)
	slices.Sort(want)
	if nd.n&1 == 0 {
		par.Sort(got, nd.parOptions(at)...)
	} else {
		par.SortStableFunc(got, func(a, b uint64) int { return int(a) - int(b) }, nd.parOptions(at)...)
	}
	if !slices.Equal(got, want) {
		nd.p.fault("%v: %d numbers are not sorted", nd, len(got))
	}
	return 0
}

func (nd *node) mapSeq(at spot) uint64 {
	s := nd.numbers()
	s = s[:len(s)/4]
	k, stop := 0, len(s)
	if nd.n&1 == 0 {
		stop /= 2 // a reader that leaves early
	}
	for v := range par.MapSeq(slices.Values(s), func(v uint64) uint64 { return v + 1 }, nd.parOptions(at)...) {
		if k == stop {
			break
		}
		if v != s[k]+1 {
			nd.p.fault("%v: MapSeq yielded %d in place %d, want %d", nd, v, k, s[k]+1)
		}
		k++
	}
	if k != stop {
		nd.p.fault("%v: MapSeq yielded %d values, want %d", nd, k, stop)
	}
	return 0
}

func (nd *node) filter(at spot) uint64 {
	s := nd.numbers()
	odd := func(v uint64) bool { return v&1 == 1 }
	got := par.Filter(s, odd, nd.parOptions(at)...)
	want := slices.DeleteFunc(s, func(v uint64) bool { return !odd(v) })
	if !slices.Equal(got, want) {
		nd.p.fault("%v: Filter kept %d numbers, want %d", nd, len(got), len(want))
	}
	return 0
}
