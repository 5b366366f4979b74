package policy

import "time"

// Linger is how long a worker that has found nothing goes on looking if that has paid lately. To wake
// one costs whoever wakes it 2 to 65 µs, as measured on machines of several kinds, and it comes
// 10 to 100 µs later: so a worker that lingers for the price of a few wake-ups may lose as much
// as it can save.
const Linger = 200 * time.Microsecond

// Memory is what a worker remembers between two searches.
type Memory struct {
	Patience Patience
	FoundAt  time.Duration // when the last search found something, by the scheduler's clock, if it had lingered; else 0
}

// Patience is what a worker remembers of its lingering. The zero value lingers once.
type Patience struct {
	vain uint8 // how often in a row it was for nothing
	skip uint8 // searches after a sleep until it is tried again
}

// mostVain bounds how rarely lingering is tried: after each 63rd sleep. Arbitrary.
const mostVain = 6

// Lingers reports whether the worker should linger before it sleeps.
func (p Patience) Lingers() bool { return p.skip == 0 }

// AfterFound is the patience of a worker that found work while it lingered.
func (p Patience) AfterFound() Patience { return Patience{} }

// AfterVain is that of one that lingered for nothing: more and more rarely from now on.
func (p Patience) AfterVain() Patience {
	p.vain = min(p.vain+1, mostVain)
	p.skip = 1<<p.vain - 1
	return p
}

// AfterTaken is that of one whose processor was taken away while it lingered: others need it.
func (p Patience) AfterTaken() Patience { return Patience{vain: mostVain - 1}.AfterVain() }

// Once is that of one that knows of work to come: it lingers once, and a failure does not shorten the
// time until it tries again.
func (p Patience) Once() Patience {
	p.skip = 0
	return p
}

// AfterSleep is that of one that was woken after a sleep of d: to linger would have found the work
// if it was short.
func (p Patience) AfterSleep(d time.Duration) Patience {
	switch {
	case d < Linger:
		return Patience{}
	case p.skip > 0:
		p.skip--
	}
	return p
}
