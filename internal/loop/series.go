package loop

import (
	"time"

	"github.com/skua-go/skua/internal/policy"
)

// series is of loops that are too short to wake a worker for, one soon after the other: a
// worker that is awake helps with all of them, if it lingers in between.
type series struct {
	loops int // so far, with which nobody has helped
	wake  int // a worker is woken for that one
}

// toll is what help with a short loop costs: by how much that takes longer than half of what it takes alone,
// as the middle of what was measured. It depends on how fast memory goes from one processor to another.
type toll time.Duration

const (
	leastToll = toll(time.Microsecond) // whoever knows better has measured
	tollStep  = 32                     // each loop moves it by so small a part; arbitrary
	tollFades = 1 << 12                // and each loop that seems not worth it by so small a one: to try again
)

// near is what a loop should take alone to be dealt.
func (t toll) near() time.Duration { return time.Duration(2*t + t/2) }

// after is the toll after a loop that took so long with help, and seems to take alone that long.
func (t toll) after(took, alone time.Duration) toll {
	if took-alone/2 > time.Duration(t) {
		return t + t/tollStep
	}
	return max(leastToll, t-t/tollStep)
}

// The first of a series to wake a worker, and the last: nobody may come, or not be let to linger.
// Arbitrary.
const (
	firstWake = 16
	lastWake  = 1 << 12
)

// help says who helps with a loop.
type help struct {
	lazy  bool // nobody sees it, and no worker is woken for it, before it has run for a while
	deals bool // it is dealt to workers that wait
	quick int  // indices that should last a microsecond; 0 if that is not known, or less than one
}

// helpFor says who helps with a loop of n indices that begins now:
//
//	it does not matter what it costs                             nobody
//	it should take worth (40 µs) or more, or that is not known   all: it wakes a worker, and is dealt
//	less than two and a half times the toll (2.5 µs)             nobody
//	less than worth                                              it is dealt; some of a series with which
//	                                                             nobody helps wake a worker
func (on *Loops) helpFor(n int, here site, now time.Duration) help {
	if here == (site{}) {
		return help{lazy: true}
	}
	s, h := &on.series, help{lazy: true, deals: true, quick: here.quick()}
	on.toll = max(on.toll, leastToll)
	switch {
	case here.heavy(n, worth):
		h.lazy = false
	case !here.heavy(n, on.toll.near()):
		h.deals = false
		if here.heavy(n, leastToll.near()) {
			on.toll -= max(1, on.toll/tollFades)
		}
	case now-on.ended > policy.Linger:
		*s = series{wake: firstWake}
	default:
		if s.loops++; s.loops >= s.wake {
			*s = series{wake: min(2*s.wake, lastWake)}
			on.worker.Crew.Series.Store(true) // ORDER: before the post that wakes; who wakes for other work may take it
			h.lazy = false
		}
	}
	return h
}
