package line

import (
	"fmt"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/park"
)

// Line is where callers wait for a seat. It is ready when Seats is set.
//
//	L1  taken is the number of calls that have a seat, or were handed one and have not
//	    woken yet. It is at most Seats.
//	L2  While a caller is in line no seat is free.
//	L3  The one that takes a caller off the line says whether it gets a seat, and gives its
//	    parker the permit: one permit for each time in line.
type Line struct {
	Seats int // 0: any number of guests, and nothing below is used

	mu     park.Mutex
	taken  int
	row    Row[Caller]
	waited uint64 // callers that left the line with a seat
	gaveUp uint64 // callers that left it without one
	closed bool   // only scopes that have tasks may still wait
}

// Sit returns when the calling goroutine, which comes from outside, has a seat. It
// reports false, and there is no seat, if meanwhile the pool was closed or the job
// ended; or, for a call that waits for s, if what it waits for is over, or the job ended before a seat was
// free. Both may be nil. Of several calls that wait for one job at a time the last to come sees its end.
func (l *Line) Sit(call *Call, s Awaited) bool {
	c, seat := l.come(call, s != nil)
	if c == nil {
		return seat
	}
	if s != nil && !s.Expect(c) {
		l.quit(c)
	}
	c.parker.Park()
	if c.seat && (s == nil && call.ended() || s != nil && s.Over()) {
		l.Rise()
		return false
	}
	return c.seat
}

// come takes a seat if one is free. If none is, it puts a caller at the end of the
// line and returns it.
func (l *Line) come(call *Call, child bool) (c *Caller, seat bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !child && (l.closed || call.Cancelled()) {
		return nil, false
	}
	if l.taken < l.Seats {
		l.taken++
		l.check()
		return nil, true
	}
	if call.Cancelled() {
		return nil, false
	}
	c = &Caller{parker: park.New(), call: call, child: child}
	l.row.Join(&c.at, c)
	if call != nil {
		call.caller = c
	}
	l.check()
	return c, false
}

// Rise gives a seat up: the first in line gets it.
func (l *Line) Rise() {
	l.mu.Lock()
	defer l.mu.Unlock()
	first := l.row.First()
	if first == nil {
		l.taken--
		l.check()
		return
	}
	l.remove(first, true)
}

// remove takes c off the line and wakes it, with a seat or without. Under mu.
func (l *Line) remove(c *Caller, seat bool) {
	l.row.Leave(&c.at)
	c.seat = seat
	if c.call != nil {
		c.call.caller = nil
	}
	if seat {
		l.waited++
	} else {
		l.gaveUp++
	}
	l.check()
	c.parker.UnparkBeside() // who made room goes on
}

// check panics if L1 or L2 does not hold, or the list has another length than it says.
// Under mu.
func (l *Line) check() {
	if !invariant.Enabled {
		return
	}
	n := 0
	for range l.row.Each {
		n++
	}
	switch {
	case l.taken < 0 || l.taken > l.Seats:
		invariant.Fail(fmt.Sprintf("skua/line: %d of %d seats are taken (L1)", l.taken, l.Seats))
	case n > 0 && l.taken < l.Seats:
		invariant.Fail(fmt.Sprintf("skua/line: %d callers are in line, and %d of %d seats are taken (L2)", n, l.taken, l.Seats))
	case n != l.row.Len():
		invariant.Fail(fmt.Sprintf("skua/line: %d callers are in line, and %d are counted (L2)", n, l.row.Len()))
	}
}

// quit takes c off the line without a seat, unless it is off already.
func (l *Line) quit(c *Caller) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.at.In() {
		l.remove(c, false)
	}
}

// QuitAll is quit for a list of callers that wait for one scope, which has ended.
func (l *Line) QuitAll(c *Caller) {
	for ; c != nil; c = c.Next {
		l.quit(c)
	}
}

// Cancel takes the caller of a call that was cancelled off the line, if it stands there, and reports whether
// nothing of the call runs, and nothing will: a scope's tasks may run, for which the caller waits.
func (l *Line) Cancel(call *Call) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := call.caller
	if c == nil {
		return false
	}
	l.remove(c, false)
	return !c.child
}

// Close sends all callers in line away, except those that wait for a scope: its tasks
// run to their end.
func (l *Line) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for c := range l.row.Each {
		if !c.child {
			l.remove(c, false)
		}
	}
}

// Count returns how many seats are taken, how many callers are in line, and how many have left it with a
// seat and without.
func (l *Line) Count() (taken, waiting int, waited, gaveUp uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.taken, l.row.Len(), l.waited, l.gaveUp
}
