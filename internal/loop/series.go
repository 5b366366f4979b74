package loop

import "github.com/skua-go/skua/internal/policy"

// series is of loops that are too short to wake a worker for, one soon after the other: a
// worker that is awake helps with all of them, if it lingers in between.
type series struct {
	loops int // so far
	wake  int // a worker is woken for that one
}

// The first of a series to wake a worker, and the last: nobody may come, or not be let to linger.
// Arbitrary.
const (
	firstWake = 16
	lastWake  = 1 << 12
)

// worthIt reports whether l should be seen at once: it is long enough to wake a worker, or for
// one that searches already, or it is one of a series that is.
func (on *Loops) worthIt(l *Loop) bool {
	n, s := l.To-l.From, &on.series
	switch {
	case l.here.heavy(n, worth):
		return true
	case l.here.heavy(n, near) && on.worker.Crew.Sleep.Searching():
		*s = series{wake: firstWake}
		return true
	case !l.here.heavy(n, 2*near) || l.start-on.ended > policy.Linger:
		*s = series{wake: firstWake}
		return false
	}
	if s.loops++; s.loops < s.wake {
		return false
	}
	*s = series{wake: min(2*s.wake, lastWake)}
	return true
}
