package sched

import (
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/invariant"
)

// checkAdmitted panics if something has come into a pool that was over.
//
//go:norace
func (d *door) checkAdmitted() {
	if invariant.Enabled && d.closed && d.inside == 1 {
		invariant.Fail("skua/sched: a call or a scope is let into a pool that is over (Q4)")
	}
}

// checkFree panics if a guest that is to be kept for the next call still serves one.
func (p *Pool) checkFree(w *crew.Worker) {
	if invariant.Enabled && (w.Self.Load() != 0 || w.Inside || w.Around != nil || w.Outer != nil || w.Seated || !w.Strand.Empty()) {
		invariant.Fail("skua/sched: a guest is free and serves a call (Q3)")
	}
}
