package crew

import (
	"fmt"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/park"
)

// line is where calls from outside wait if the number of guests is limited. The pool
// has that many seats, and a guest from outside needs one. A call that finds none free goes
// to the end of the line and parks. A guest that leaves hands its seat to the first in
// line. A call from inside, whose goroutine is in a task already, needs no seat: that
// task may be what the seat's holder waits for.
//
// Invariants, under mu:
//
//	L1  taken is the number of calls that have a seat, or were handed one and have not
//	    woken yet. It is at most seats.
//	L2  While a caller is in line no seat is free.
//	L3  The one that takes a caller off the line says whether it gets a seat, and gives its
//	    parker the permit: one permit for each time in line.
//
// No barging: by L2 a call that has just come never finds a free seat before those
// that wait. If it could take a seat that a guest gives up, before the first in line
// has woken, then under steady load the calls that have waited longest would wait longer still,
// until their clients go, and only calls that have just come would be served.
// The price is that a seat stays empty for as long as its next holder takes to wake.
//
// "Handed and gone" (scenario GuestsGiveUp): a caller's context ends while it is handed a seat.
// Both take mu. If quit comes first, the caller is off the line and the seat goes to another. If
// the hand-over comes first, quit finds no caller in line; the caller wakes with a seat, sees that
// its context has ended, and gives the seat up like a guest that leaves. So no seat is lost, and no
// permit is given twice. A scope that ends takes the callers that wait for it off the line in the
// same way.
//
// "Ended and not seen" (scenario GuestsCancelled): a context ends while its call goes to the line.
// The flag is set before cancel takes mu, and the caller looks at the flag under mu: so it sees the
// flag, or cancel finds it in line.
type line struct {
	Seats int // 0: any number of guests, and nothing below is used

	mu          park.Mutex
	taken       int
	first, last *Caller
	waiting     int    // callers in line
	waited      uint64 // callers that left the line with a seat
	gaveUp      uint64 // callers that left it without one
	closed      bool   // only scopes that have tasks may still wait
}

// Awaited is what a caller in line is going to wait for.
type Awaited interface {
	// Expect notes the caller, which is taken off the line when the wait is over. False: it is
	// over.
	Expect(c *Caller) bool
	// Over reports whether the wait is over.
	Over() bool
}

// Caller is a call that stands in the line.
type Caller struct {
	parker        *park.Parker
	job           *Job    // whose end ends the wait, or nil
	child         bool    // it waits for a scope's tasks, which Close waits for too
	listed        bool    // in line
	seat          bool    // it was handed one; read after the permit
	before, after *Caller // in line
	Next          *Caller // in the list of those that wait for one scope; under its lock
}

// Sit returns when the calling goroutine, which comes from outside, has a seat. It
// reports false, and there is no seat, if meanwhile the pool was closed or the job
// ended; or, for a call that waits for s, if what it waits for is over, or the job ended before a seat was
// free. Both may be nil. Of several calls that wait for one job at a time the last to come sees its end.
func (l *line) Sit(job *Job, s Awaited) bool {
	c, seat := l.come(job, s != nil)
	if c == nil {
		return seat
	}
	if s != nil && !s.Expect(c) {
		l.quit(c)
	}
	c.parker.Park()
	if c.seat && (s == nil && job.ended() || s != nil && s.Over()) {
		l.Rise()
		return false
	}
	return c.seat
}

// come takes a seat if one is free. If none is, it puts a caller at the end of the
// line and returns it.
func (l *line) come(job *Job, child bool) (c *Caller, seat bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !child && (l.closed || job.Cancelled()) {
		return nil, false
	}
	if l.taken < l.Seats {
		l.taken++
		l.check()
		return nil, true
	}
	if job.Cancelled() {
		return nil, false
	}
	c = &Caller{parker: park.New(), job: job, child: child, listed: true, before: l.last}
	if l.last != nil {
		l.last.after = c
	} else {
		l.first = c
	}
	l.last = c
	l.waiting++
	if job != nil {
		job.caller = c
	}
	l.check()
	return c, false
}

// Rise gives a seat up: the first in line gets it.
func (l *line) Rise() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.first == nil {
		l.taken--
		l.check()
		return
	}
	l.remove(l.first, true)
}

// remove takes c off the line and wakes it, with a seat or without. Under mu.
func (l *line) remove(c *Caller, seat bool) {
	if c.before != nil {
		c.before.after = c.after
	} else {
		l.first = c.after
	}
	if c.after != nil {
		c.after.before = c.before
	} else {
		l.last = c.before
	}
	c.before, c.after, c.listed, c.seat = nil, nil, false, seat
	if c.job != nil {
		c.job.caller = nil
	}
	l.waiting--
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
func (l *line) check() {
	if !invariant.Enabled {
		return
	}
	n := 0
	for c := l.first; c != nil; c = c.after {
		n++
	}
	switch {
	case l.taken < 0 || l.taken > l.Seats:
		invariant.Fail(fmt.Sprintf("skua/crew: %d of %d seats are taken (L1)", l.taken, l.Seats))
	case n > 0 && l.taken < l.Seats:
		invariant.Fail(fmt.Sprintf("skua/crew: %d callers are in line, and %d of %d seats are taken (L2)", n, l.taken, l.Seats))
	case n != l.waiting:
		invariant.Fail(fmt.Sprintf("skua/crew: %d callers are in line, and %d are counted (L2)", n, l.waiting))
	}
}

// quit takes c off the line without a seat, unless it is off already.
func (l *line) quit(c *Caller) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if c.listed {
		l.remove(c, false)
	}
}

// QuitAll is quit for a list of callers that wait for one scope, which has ended.
func (l *line) QuitAll(c *Caller) {
	for ; c != nil; c = c.Next {
		l.quit(c)
	}
}

// cancel takes the job's caller off the line, if it stands there, and reports whether nothing of the
// job runs, and nothing will: a scope's tasks may run, for which the caller waits.
func (l *line) cancel(job *Job) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	c := job.caller
	if c == nil {
		return false
	}
	l.remove(c, false)
	return !c.child
}

// Close sends all callers in line away, except those that wait for a scope: its tasks
// run to their end.
func (l *line) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	for c := l.first; c != nil; {
		next := c.after
		if !c.child {
			l.remove(c, false)
		}
		c = next
	}
}

// count adds what Stats tells of the line.
func (l *line) count(c *Counts) {
	l.mu.Lock()
	defer l.mu.Unlock()
	c.Guests, c.Waiting, c.Waited, c.GaveUp = l.taken, l.waiting, l.waited, l.gaveUp
}
