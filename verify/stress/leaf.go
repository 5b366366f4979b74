package main

import (
	"runtime"
	"runtime/debug"
	"time"
)

// leafOps have no kids and cannot fail.
var leafOps = []*op{
	{name: "work", weight: 30, run: func(nd *node, at spot) uint64 { nd.busy(nd.n * 20); return 0 }},
	{name: "long", weight: 30, needs: coarse, run: func(nd *node, at spot) uint64 { nd.busy(50_000 + 2_000*nd.n); return 0 }},
	{name: "poll", weight: 8, run: func(nd *node, at spot) uint64 {
		for range nd.n {
			stopped := nd.stopped()
			at.poll()
			nd.polled(stopped)
			nd.busy(10)
		}
		return 0
	}},
	{name: "yield", weight: 6, run: func(nd *node, at spot) uint64 { runtime.Gosched(); return 0 }},
	{name: "nap", weight: 1, run: func(nd *node, at spot) uint64 {
		time.Sleep(time.Duration(nd.n) * 4 * time.Microsecond)
		return 0
	}},
	{name: "collect", weight: 4, needs: slow, run: func(nd *node, at spot) uint64 {
		if nd.n%4 == 0 {
			debug.FreeOSMemory()
		} else {
			runtime.GC()
		}
		return 0
	}},
	{name: "procs", weight: 1, run: func(nd *node, at spot) uint64 { runtime.GOMAXPROCS(1 + nd.n%4); return 0 }},
	{name: "tree", weight: 8, run: (*node).countTree},
	cancelOp,
}

// polled complains of a poll that returned in a cancelled run.
func (nd *node) polled(stopped bool) { nd.passed(stopped, "Poll") }

// spin computes for n rounds of some nanoseconds.
func spin(n int) {
	x := uint64(1)
	for i := range n * 8 {
		x = x*1664525 + uint64(i)
	}
	runtime.KeepAlive(x)
}
