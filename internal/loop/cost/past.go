package cost

import (
	"time"

	"github.com/skua-go/skua/internal/policy"
)

// streak is of loops that are too short to wake a worker for, one soon after the other: a
// worker that is awake helps with all of them, if it lingers in between.
type streak struct {
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

// The first of a streak to wake a worker, and the last: nobody may come, or not be let to linger.
// Arbitrary.
const (
	firstWake = 16
	lastWake  = 1 << 12
)

// Who helps with a loop. With Nobody and Dealt that is so until it has run for Worth: then thieves see it.
type Who uint8

const (
	Nobody  Who = iota // beside its maker
	Dealt              // workers that wait, to which it is dealt
	All                // those, thieves, and a worker that is woken for it
	Streak             // as All, and the worker that is woken helps with the loops that come after it, too
	Thieves            // they, and a worker that is woken for it; nothing is dealt
)

// Hides reports whether thieves do not see the loop at first.
func (w Who) Hides() bool { return w < All }

// Deals reports whether the loop is dealt.
func (w Who) Deals() bool { return w != Nobody && w != Thieves }

// Help says who helps with a loop.
type Help struct {
	Who
	Quick int // indices that should last a microsecond; 0 if that is not known, or less than one
}

// Past is what a worker has learnt of help with the loops that it made.
type Past struct {
	ended time.Duration // when the body last returned
	streak
	toll
}

// Begin says who helps with a loop of n indices of that kind, l, that begins now and is learnt from:
//
//	no worker may come                                           Nobody
//	it should take Worth (40 µs) or more, or that is not known   All
//	less than two and a half times the toll (2.5 µs)             Nobody
//	less than Worth                                              Dealt; some of a streak with which
//	                                                             nobody helps are Streak
func (p *Past) Begin(l *Loop, kind uintptr, n int, now time.Duration, alone bool) Help {
	here := siteOf(kind)
	l.here, l.begun = here, now
	h := Help{Who: Dealt, Quick: here.quick()}
	p.toll = max(p.toll, leastToll)
	switch {
	case alone:
		h.Who = Nobody
	case here.heavy(n, Worth):
		h.Who = All
	case !here.heavy(n, p.toll.near()):
		h.Who = Nobody
		if here.heavy(n, leastToll.near()) {
			p.toll -= max(1, p.toll/tollFades)
		}
	case now-p.ended > policy.Linger:
		p.streak = streak{wake: firstWake}
	default:
		if p.loops++; p.loops >= p.wake {
			p.streak = streak{wake: min(2*p.wake, lastWake)}
			h.Who = Streak
		}
	}
	return h
}

// Returned notes that the body has returned now from indices that the maker had since then.
func (p *Past) Returned(l *Loop, since, now time.Duration) {
	p.ended = now
	l.spent += now - since
}

// End learns from the loop, of n indices, what those of its kind cost. The maker's share of a short one says
// less of that than a whole one, since helpers take away what the maker has in its cache.
func (p *Past) End(l *Loop, n int, by Who, now func() time.Duration) {
	helped := l.Ran < n
	if helped {
		p.streak = streak{wake: firstWake}
	}
	if !helped || !by.Hides() {
		l.here.note(l.Ran, l.spent)
		return
	}
	p.toll = p.toll.after(now()-l.begun, l.here.takes(n))
	if l.Ran > 0 && (l.here.heavy(l.Ran, l.spent) || !l.here.heavy(l.Ran, l.spent/4)) {
		l.here.note(l.Ran, l.spent)
	}
}
