package main

import (
	"sync/atomic"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/internal/self"
)

// loopOps run kids as the indices of loops.
var loopOps = []*op{
	{name: "loop", weight: 10, least: 1, most: 6, ends: anyOf, run: func(nd *node, at spot) uint64 {
		return nd.loop(at, nil)
	}},
	{name: "loopWait", weight: 4, least: 1, most: 6, needs: blocks, ends: anyOf, run: func(nd *node, at spot) uint64 {
		return nd.loop(at, func(p *skua.Part) { nd.block(p.Worker(), pause) })
	}},
	{name: "loopNest", weight: 5, least: 1, most: 6, ends: anyOf, run: func(nd *node, at spot) uint64 {
		return nd.loop(at, func(p *skua.Part) { nd.indices(p.Worker(), 12) })
	}},
	{name: "loopFork", weight: 4, least: 1, most: 6, ends: anyOf, run: func(nd *node, at spot) uint64 {
		return nd.loop(at, func(p *skua.Part) { nd.join(onWorker(p.Worker()), nothing, nothing) })
	}},
	{name: "indices", weight: 6, run: func(nd *node, at spot) uint64 {
		nd.indices(at.place, nd.n*nd.n*16)
		return 0
	}},
}

// newLoop returns a loop of n indices in one of the many ways that a loop can run.
func (nd *node) newLoop(n int) skua.Loop {
	l := skua.Loop{From: nd.n - 8, To: nd.n - 8 + n}
	l.Grain = []int{0, 0, 1, 3, 7, 1000}[(nd.n+int(nd.id))%6]
	l.Kind = uintptr(nd.id % 4)
	if nd.id%5 == 2 {
		l.Workers = 1 + nd.n%3
	}
	return l
}

// next is p.Next in the node's run.
func (nd *node) next(p *skua.Part) bool {
	stopped := nd.stopped()
	ok := p.Next()
	nd.passed(stopped && ok, "Next")
	return ok
}

// nextKid is next in the loop that runs the node's kids, which may have failed.
func (nd *node) nextKid(p *skua.Part) bool {
	failed := nd.failed.Load()
	ok := nd.next(p)
	if failed && ok {
		nd.p.fault("%v: Next went on in a loop that has failed", nd)
	}
	return ok
}

// failing is deferred by the body of a loop: a failure passes unless it returned. When
// the same goroutine begins a node next, every worker of the loop is told.
func (nd *node) failing(returned *bool) {
	if !*returned {
		nd.p.failed.Store(self.Goroutine(), nd)
		nd.p.failures.Store(true)
	}
}

// toldOf notes that the loop in which the calling goroutine failed last is stopped.
func (p *program) toldOf() {
	if p.failures.Load() {
		if loop, ok := p.failed.LoadAndDelete(self.Goroutine()); ok {
			loop.(*node).failed.Store(true)
		}
	}
}

// loop runs the kids at every few indices of a loop, and between at the rest.
func (nd *node) loop(at spot, between func(p *skua.Part)) uint64 {
	defer nd.closes()
	every := 1 + nd.n%5
	l := nd.newLoop(len(nd.kids) * every)
	var sum, others atomic.Uint64
	l.Body = func(p *skua.Part) {
		returned := false
		defer nd.failing(&returned)
		for nd.nextKid(p) {
			i := p.Index() - l.From
			if i%every == 0 {
				sum.Add(nd.kids[i/every].visit(onWorker(p.Worker())))
				continue
			}
			others.Add(1)
			if nd.n%3 == 0 {
				nd.busy(10)
			} else if between != nil {
				between(p)
			}
		}
		returned = true
	}
	l.Run(at.place)
	if n, want := others.Load(), uint64(len(nd.kids)*(every-1)); n != want {
		nd.p.fault("%v: %d indices without a kid ran, want %d", nd, n, want)
	}
	return sum.Load()
}

// indices runs a loop of n indices that do nothing but to be counted.
func (nd *node) indices(at skua.Place, n int) {
	l := nd.newLoop(n)
	var sum atomic.Int64
	l.Body = func(p *skua.Part) {
		if nd.n&1 == 0 {
			for nd.next(p) {
				sum.Add(int64(p.Index() - l.From))
			}
			return
		}
		for {
			stopped := nd.stopped()
			lo, hi, ok := p.Chunk()
			if !ok {
				return
			}
			nd.passed(stopped, "Chunk")
			for i := lo; i < hi; i++ {
				sum.Add(int64(i - l.From))
			}
		}
	}
	l.Run(at)
	if want := int64(n) * int64(n-1) / 2; sum.Load() != max(want, 0) {
		nd.p.fault("%v: the indices of a loop of %d add up to %d, want %d", nd, n, sum.Load(), want)
	}
}
