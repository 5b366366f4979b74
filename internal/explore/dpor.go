package explore

import (
	"fmt"
	"math/bits"
)

// dpor is source-DPOR with sleep sets: Abdulla, Aronsson, Jonsson and Sagonas,
// Optimal dynamic partial order reduction, POPL 2014, algorithm 1. After each
// step it looks for the races with earlier ones; for each it makes sure that, at
// the point before the earlier one, some thread is tried that leads to the other
// order. A failed CompareAndSwap counts as a read.
//
// A Lock races with the last Lock, not with the Unlock that enabled it; it does so
// already when it has to wait, for it may wait for ever. A Park races with
// nothing: the Unpark before it enabled it.
type dpor struct {
	r     *runner
	nodes []dporNode
	fixed int // nodes of the current run that were there before it
	sleep set // for the next node
}

// dporNode is the point before a step.
type dporNode struct {
	enabled   set
	sleep     set // threads whose next step was covered before the run got here
	done      set // tried here
	backtrack set // to be tried here
	chosen    uint8
}

func (s *dpor) begin() {
	s.fixed = len(s.nodes)
	s.sleep = 0
}

func (s *dpor) pick(enabled set) int {
	at := len(s.r.schedule)
	if at < s.fixed {
		n := &s.nodes[at]
		if n.enabled != enabled {
			s.r.fail(fmt.Errorf("%w: at step %d other threads can go on than before", ErrDiverged, at+1))
			return -1
		}
		return int(n.chosen)
	}
	awake := enabled &^ s.sleep
	if awake == 0 {
		s.r.ending = pruned
		return -1
	}
	id := s.r.stay(enabled)
	if !awake.has(id) {
		id = awake.next(id)
	}
	s.nodes = append(s.nodes, dporNode{enabled, s.sleep, only(id), only(id), uint8(id)})
	return id
}

// step looks at the step that t has just done; before is what came before it
// but for the order that its own object brings.
func (s *dpor) step(t *thread, wrote bool, before *clock) {
	if t.current > len(s.nodes) {
		return // in the tail of a run that is too long
	}
	if t.current >= s.fixed {
		s.races(t, wrote, before)
	}
	n := &s.nodes[t.current-1]
	s.sleep = 0
	done := op{t.pending.kind, t.pending.obj}
	if !wrote {
		done.kind = Load
	}
	for q := (n.sleep | n.done) &^ only(t.id); q != 0; q &= q - 1 {
		id := bits.TrailingZeros32(uint32(q))
		if !done.dependent(s.r.threads[id].pending) {
			s.sleep |= only(id)
		}
	}
}

// races finds the steps that t's last one could have come before.
func (s *dpor) races(t *thread, wrote bool, before *clock) {
	h, o := &s.r.history, t.pending.obj
	switch {
	case o == nil || t.pending.kind == Park:
	case t.pending.kind == Lock:
		s.race(o.lastLock, before, t.current)
	case !wrote || len(o.reads) == 0:
		s.race(o.lastWrite, before, t.current)
	default:
		for _, a := range o.reads {
			direct := true
			for _, b := range o.reads {
				direct = direct && (a == b || !h.before(a, &h.events[b].clock))
			}
			if direct {
				s.race(a, before, t.current)
			}
		}
	}
}

// race lets step last come before step first, unless that is settled or tried.
func (s *dpor) race(first int, before *clock, last int) {
	h := &s.r.history
	if first == 0 || h.before(first, before) || first > len(s.nodes) {
		return
	}
	n := &s.nodes[first-1]
	initials := s.initials(first, last)
	switch {
	case initials&(n.backtrack|n.sleep) != 0:
	case initials&n.enabled == 0:
		n.backtrack |= n.enabled
	default:
		n.backtrack |= only((initials & n.enabled).next(maxThreads - 1))
	}
}

// initials returns the threads that may come first in what is left of the steps
// from first to last without those that depend on first.
func (s *dpor) initials(first, last int) set {
	h := &s.r.history
	var begun, initial set
	var start clock
	for i := first + 1; i <= last; i++ {
		e := &h.events[i]
		if i < last && h.before(first, &e.clock) || begun.has(int(e.thread)) {
			continue
		}
		free := true
		for q := begun; q != 0 && free; q &= q - 1 {
			id := bits.TrailingZeros32(uint32(q))
			free = e.clock[id] < start[id]
		}
		begun |= only(int(e.thread))
		start[e.thread] = uint16(i)
		if free {
			initial |= only(int(e.thread))
		}
	}
	return initial
}

// waiting looks for the race of a step that may never come: t waits for a lock.
func (s *dpor) waiting(t *thread) {
	if len(s.r.schedule) < s.fixed {
		return
	}
	h := &s.r.history
	h.events = append(h.events, event{thread: uint8(t.id), kind: Lock, clock: t.clock})
	s.race(t.pending.obj.lastLock, &t.clock, len(h.events)-1)
	h.events = h.events[:len(h.events)-1]
}

func (s *dpor) advance() bool {
	for i := len(s.nodes) - 1; i >= 0; i-- {
		n := &s.nodes[i]
		todo := n.backtrack &^ n.done &^ n.sleep
		if todo == 0 {
			continue
		}
		id := bits.TrailingZeros32(uint32(todo))
		n.done |= only(id)
		n.chosen = uint8(id)
		s.nodes = s.nodes[:i+1]
		return true
	}
	return false
}
