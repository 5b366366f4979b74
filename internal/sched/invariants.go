package sched

import (
	"fmt"

	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/invariant"
)

// checkInside panics if more calls and scopes have ended than were let in. Under mu.
//
//go:norace
func (p *Pool) checkInside() {
	if invariant.Enabled && p.inside < 0 {
		invariant.Fail(fmt.Sprintf("skua/sched: %d calls and scopes too many have ended (Q1)", -p.inside))
	}
}

// checkAdmitted panics if something has come into a pool that was over. Under mu.
//
//go:norace
func (p *Pool) checkAdmitted() {
	if invariant.Enabled && p.closed && p.inside == 1 {
		invariant.Fail("skua/sched: a call or a scope is let into a pool that is over (Q4)")
	}
}

// checkClosers panics if closers go while a resident lives, or a call is inside or may
// come. Under mu.
func (p *Pool) checkClosers(closers int) {
	if living := p.Residents.Load(); invariant.Enabled && closers > 0 && (living > 0 || p.inside > 0 || !p.closed) {
		invariant.Fail(fmt.Sprintf("skua/sched: the closers go with %d residents and %d inside (Q2)", living, p.inside))
	}
}

// checkFree panics if a guest that is to be kept for the next call still serves one.
func (p *Pool) checkFree(w *crew.Worker) {
	if invariant.Enabled && (w.Self.Load() != 0 || w.Inside || w.Around != nil || w.Outer != nil || w.Seated || !w.Strand.Empty()) {
		invariant.Fail("skua/sched: a guest is free and serves a call (Q3)")
	}
}
