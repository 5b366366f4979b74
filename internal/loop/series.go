package loop

import (
	"time"

	"github.com/skua-go/skua/internal/policy"
)

// series is of loops that are too short to wake a worker for, one soon after the other: a
// worker that is awake helps with all of them, if it lingers in between.
type series struct {
	loops int // so far
	wake  int // a worker is woken for that one
}

// Help with a loop that is hardly longer than a steal may take longer than it saves: where memory goes
// slowly from one processor to another, and more so if what the indices write is read by the next
// loop. So loops of less than four times near are shown to thieves only if that made loops of
// their kind faster. Two of 64 try the other choice; the second is measured, since the first pays for
// moving memory back. Arbitrary.
const (
	short    = 4 * near
	tryEvery = 64
	tries    = 2
)

// hides reports whether the next short loop of a kind should be hidden from thieves.
func (on *Loops) hides(here site) bool {
	on.shorts++
	return here.helps() == (on.shorts%tryEvery < tries)
}

// The first of a series to wake a worker, and the last: nobody may come, or not be let to linger.
// Arbitrary.
const (
	firstWake = 16
	lastWake  = 1 << 12
)

// worthIt says how l begins: lazy, if no worker should be woken for it yet, and open, if those that
// search already should see it at once. The first line that holds says it:
//
//	it should take worth (40 µs) or more, or that is not known     wakes a worker
//	less than near (6 µs)                                          hidden
//	less than short, and help has not made its kind faster         hidden
//	no loop has ended lately                                       open if somebody searches, else hidden
//	less than 2 near                                               open
//	more, in a series                                              open; some wake one if nobody searches
func (on *Loops) worthIt(l *Loop, now time.Duration) (lazy, open bool) {
	n, s := l.To-l.From, &on.series
	switch {
	case l.here.heavy(n, worth):
		return false, true
	case !l.here.heavy(n, near):
		*s = series{wake: firstWake}
		return true, false
	case !l.here.heavy(n, short) && on.hides(l.here):
		return true, false
	case now-on.ended > policy.Linger:
		*s = series{wake: firstWake}
		return true, on.worker.Crew.Sleep.Searchers() > 0
	case !l.here.heavy(n, 2*near):
		return true, true // a worker may come that is not yet done with the loop before
	}
	if s.loops++; s.loops < s.wake {
		return true, true // without a look at who searches: a searcher has just written that word
	}
	if on.worker.Crew.Sleep.Searchers() > 0 {
		*s = series{wake: firstWake}
		return true, true
	}
	*s = series{wake: min(2*s.wake, lastWake)}
	on.worker.Crew.Series.Store(true) // ORDER: before the post that wakes; who wakes for other work may take it
	return false, true
}
