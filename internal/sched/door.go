package sched

import (
	"fmt"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/park"
)

// door is who is inside of a pool, and whether anything may come in. All of it is under the pool's lock.
//
//	Q1  inside counts the calls from outside and the scopes that have tasks.
//	Q4  After closed is set, inside rises only for what something inside makes, and never
//	    from 0.
//
// In race builds neither Pool.Admit nor Pool.Dismiss is an order that the race detector sees
// (internal/apart): scopes of parallel tasks have nothing to do with each other. So it looks into none of
// the functions that count.
type door struct {
	inside  int
	closed  bool
	closers []*park.Parker // of the calls of Close, until they go
}

// admit counts a call or a scope as inside, unless nothing may come in any more, or the
// pool is closed and it is not for something that is inside already: child says so of it, or within.
// When the pool is over that can only seem so: the task that made the scope has ended, or
// the tasks for which the call comes.
//
//go:norace
func (d *door) admit(child bool, within func() bool) bool {
	if d.over() || d.closed && !child && !within() {
		return false
	}
	d.inside++
	d.checkAdmitted()
	return true
}

// count counts one as ended, and reports whether none is inside, and whether the pool is over.
//
//go:norace
func (d *door) count() (none, over bool) {
	d.inside--
	if invariant.Enabled && d.inside < 0 {
		invariant.Fail(fmt.Sprintf("skua/sched: %d calls and scopes too many have ended (Q1)", -d.inside))
	}
	return d.inside == 0, d.over()
}

// over reports whether nothing is inside and nothing can come.
//
//go:norace
func (d *door) over() bool { return d.closed && d.inside == 0 }

// ended returns the closers to wake if the last resident is gone too: none can
// start once the pool is over.
func (d *door) ended(residents int32) (closers []*park.Parker) {
	if d.over() && residents == 0 {
		closers, d.closers = d.closers, nil
	}
	if invariant.Enabled && len(closers) > 0 && (residents > 0 || d.inside > 0 || !d.closed) {
		invariant.Fail(fmt.Sprintf("skua/sched: the closers go with %d residents and %d inside (Q2)", residents, d.inside))
	}
	return closers
}
