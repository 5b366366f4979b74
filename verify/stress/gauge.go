package main

import (
	"runtime"
	"sync/atomic"
)

// gauge counts the leaves that run at a time in the main pool.
type gauge struct {
	p       *program
	running atomic.Int64
	limit   atomic.Int64 // most that may; 0: not known
	peak    atomic.Int64
}

// busy computes for a moment. Now and then it lets other goroutines run in the middle, so that
// a worker too many is seen on few processors too.
func (g *gauge) busy(n int) {
	now := g.running.Add(1)
	for peak := g.peak.Load(); now > peak && !g.peak.CompareAndSwap(peak, now); peak = g.peak.Load() {
	}
	if limit := g.limit.Load(); limit > 0 && now > limit+core(g.p.main).Beyond.Load() {
		g.p.fault("%d leaves run at a time, want at most %d", now, limit)
	}
	spin(n / 2)
	if now&1 == 1 || n%3 == 0 {
		runtime.Gosched()
	}
	spin(n / 2)
	g.running.Add(-1)
}

// checkFree complains if more places are free than there are.
func (nd *node) checkFree() {
	p := nd.p
	if nd.away || p.features&resizes != 0 {
		return
	}
	for range 3 { // a caller may come or go between the looks
		places := core(p.main).Places()
		free := p.main.Stats().Free
		if free <= max(places, core(p.main).Places()) {
			return
		}
	}
	p.fault("%v: more than %d places are free", nd, core(p.main).Places())
}
