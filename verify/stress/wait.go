package main

import (
	"time"

	"github.com/skua-go/skua"
)

// waitOps wait inside Blocking, for other tasks of the same pool too.
var waitOps = []*op{
	{name: "block", weight: 5, needs: blocks, run: func(nd *node, at spot) uint64 {
		nd.block(at.place, pause)
		return 0
	}},
	{name: "blockHere", weight: 3, needs: blocks, run: func(nd *node, at spot) uint64 {
		nd.block(nd.pool(), pause)
		return 0
	}},
	{name: "blockDeep", weight: 3, needs: blocks, run: (*node).nested},
	{name: "blockCall", weight: 3, least: 1, most: 1, waits: true, needs: blocks, ends: through(inOrder), run: func(nd *node, at spot) (v uint64) {
		nd.p.entered.Add(1)
		nd.block(at.place, func() {
			skua.Join(nd.pool(), func(w *skua.Worker) { v = nd.kids[0].visit(onWorker(w)) }, nothing)
		})
		return v
	}},
	{name: "meetFork", weight: 4, least: 2, most: 2, needs: blocks, run: func(nd *node, at spot) uint64 {
		met := make(chan struct{})
		var a, b uint64
		nd.join(at, func(w *skua.Worker) {
			a = nd.kids[0].visit(onWorker(w))
			nd.await(w, met)
		}, func(w *skua.Worker) {
			close(met)
			b = nd.kids[1].visit(onWorker(w))
		})
		return a + b
	}},
	{name: "meetScope", weight: 3, needs: blocks, run: (*node).meetInScope},
	{name: "meetOuter", weight: 3, needs: blocks, run: (*node).meetOuter},
	{name: "handOver", weight: 3, needs: blocks, run: (*node).handOver},
	{name: "meet", weight: 1, needs: meets | home, run: (*node).meet},
}

// pause waits for a moment.
func pause() { time.Sleep(5 * time.Microsecond) }

// block is skua.Blocking, counted.
func (nd *node) block(at skua.Place, f func()) {
	nd.p.blocked.Add(1)
	skua.Blocking(at, f)
}

// await waits for c, or for the end of the run: then the task that would close it may never
// begin.
func (nd *node) await(at skua.Place, c chan struct{}) {
	nd.block(at, func() {
		select {
		case <-c:
		case <-nd.context().Done():
		}
	})
}

// nested waits in Blocking inside Blocking, which lends no second place.
func (nd *node) nested(at spot) uint64 {
	nd.block(at.place, func() {
		skua.Blocking(at.place, func() {
			skua.Blocking(nd.pool(), func() {
				pause()
				nd.checkFree()
			})
		})
	})
	return 0
}
