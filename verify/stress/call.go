package main

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua"
)

// callOps call a pool as a goroutine from outside does, mostly from inside a task.
var callOps = []*op{
	{name: "run", weight: 5, least: 1, most: 1, waits: true, owns: true, drops: true, ends: runEnds, run: func(nd *node, at spot) uint64 {
		if nd.run == nil {
			nd.run = nd.newRun(nd.pool())
		}
		nd.runIn(nd.pool())
		return 0
	}},
	{name: "callJoin", weight: 3, least: 2, most: 2, waits: true, ends: through(inOrder), run: func(nd *node, at spot) uint64 {
		defer nd.closes()
		var a, b uint64
		skua.Join(nd.pool(),
			func(w *skua.Worker) { a = nd.kids[0].visit(onWorker(w)) },
			func(w *skua.Worker) { b = nd.kids[1].visit(onWorker(w)) })
		return a + b
	}},
	{name: "callOn", weight: 3, least: 1, most: 1, waits: true, ends: through(inOrder), run: func(nd *node, at spot) uint64 {
		defer nd.closes()
		if nd.n&1 == 0 {
			return nd.p.a.On(nd.pool(), step{nd: nd.kids[0]})
		}
		return nd.p.b.On(nd.pool(), nd.kids[0].id)
	}},
	{name: "callLoop", weight: 2, least: 1, most: 5, waits: true, ends: through(anyOf), run: func(nd *node, at spot) uint64 {
		return nd.loop(spot{place: nd.pool()}, nil)
	}},
	{name: "callScope", weight: 4, least: 1, most: 5, waits: true, detaches: true, ends: through(anyOf), run: func(nd *node, at spot) uint64 {
		s := skua.NewScope(context.Background(), nd.pool())
		if nd.n%3 == 0 {
			s.SetLimit(1 + nd.n%2)
		}
		return nd.spawnAll(at, s, nil)
	}},
	{name: "other", weight: 4, least: 2, most: 2, waits: true, needs: guests, away: true, ends: through(inOrder), run: (*node).callOther},
	{name: "goroutine", weight: 4, least: 1, most: 1, waits: true, needs: guests, detaches: true, ends: through(inOrder), run: (*node).fromGoroutine},
	{name: "burst", weight: 1, needs: guests, run: (*node).burst},
	{name: "stranger", weight: 3, needs: guests, run: (*node).stranger},
}

// runEnds is the outcome of a Run: one that was cancelled returns, unless a panic wins.
func runEnds(nd *node) outcome {
	o := inOrder(nd).wrapped()
	if nd.p.features&cancels != 0 {
		o.returns = true
		nd.kids[0].mayPanic(&o)
	}
	return o
}

// mayPanic adds every panic in the node and below. In a cancelled run the unwinding may
// come before it where user code would have recovered it, and a panic wins over that.
func (nd *node) mayPanic(o *outcome) {
	o.add(outcome{returns: true, fails: nd.may.wrapped().fails})
	for _, kid := range nd.kids {
		kid.mayPanic(o)
	}
}

// lends reports whether the node's call to the other pool is inside Blocking: so must
// be whatever waits for what may come back to the pool that it is in.
func (nd *node) lends() bool { return nd.p.features&blocks != 0 && nd.n&1 == 0 }

// callOther runs the kids in the other pool.
func (nd *node) callOther(at spot) uint64 {
	defer nd.closes()
	nd.p.entered.Add(1)
	var a, b uint64
	call := func() {
		skua.Join(nd.kids[0].pool(),
			func(w *skua.Worker) { a = nd.kids[0].visit(onWorker(w)) },
			func(w *skua.Worker) { b = nd.kids[1].visit(onWorker(w)) })
	}
	if nd.lends() {
		nd.block(at.place, call)
	} else {
		call()
	}
	return a + b
}

// fromGoroutine lets a goroutine that was begun in a task call the pool, and waits
// for it.
func (nd *node) fromGoroutine(at spot) (v uint64) {
	defer nd.closes()
	nd.p.entered.Add(1)
	var how *failure
	var value any
	nd.block(at.place, func() {
		how, value = apart(func() {
			skua.Join(nd.pool(), nothing, func(w *skua.Worker) { v = nd.kids[0].visit(onWorker(w)) })
		})
	})
	switch {
	case how == nil:
		return v
	case how.kind == exited:
		runtime.Goexit()
	}
	panic(value)
}

// burst lets many goroutines call the pool at once.
func (nd *node) burst(at spot) uint64 {
	var calls sync.WaitGroup
	var ran, refusals atomic.Int64
	n := 4 * (1 + nd.n)
	if nd.n == 15 && nd.id%4 == 0 {
		n = 500
	}
	nd.p.entered.Add(int64(n))
	nd.block(at.place, func() {
		for range n {
			calls.Go(func() {
				how, v := catch(func() {
					skua.Join(nd.pool(), func(*skua.Worker) { ran.Add(1); runtime.Gosched() }, nothing)
				})
				if how != nil && how.kind == refused && nd.p.closing.Load() {
					refusals.Add(1)
				} else if how != nil {
					nd.p.fault("%v: a call ended by %v (%v)", nd, how, v)
				}
			})
		}
		calls.Wait()
	})
	if got := ran.Load() + refusals.Load(); got != int64(n) {
		nd.p.fault("%v: %d of %d calls ran", nd, got, n)
	}
	return 0
}

// stranger looks from new goroutines, which are inside no task, whether the pool
// takes them for its own.
func (nd *node) stranger(at spot) uint64 {
	pool := nd.pool()
	for range 1 + nd.n%4 {
		nd.p.background.Go(func() {
			for range 4 {
				if core(pool).Within() {
					nd.p.fault("%v: a new goroutine is taken for a worker", nd)
				}
				if how, v := catch(func() { skua.Blocking(pool, runtime.Gosched) }); how != nil && how.kind != refused {
					nd.p.fault("%v: Blocking ended by %v (%v)", nd, how, v)
				}
			}
		})
	}
	return 0
}
