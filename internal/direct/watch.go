package direct

import (
	"slices"
	"strings"
	"time"
)

// Trouble is what is wrong with a program, whatever it computes.
type Trouble struct {
	Kind   Kind
	Stacks []string // of goroutines
}

// Kind says what kind of trouble.
type Kind int

const (
	// Deadlock: no goroutine of the pool can go on.
	Deadlock Kind = iota
	// Unexposed: a task waited for something that is not the scheduler's, outside of Blocking, and nothing
	// moved until another worker had begun a task that until then was only offered.
	Unexposed
)

// Troubles yields the first trouble.
func (d *Director) Troubles() <-chan Trouble { return d.trouble }

// tell tells of a trouble, if it is the first. Under mu.
func (d *Director) tell(t Trouble) {
	if !d.told {
		d.told = true
		d.trouble <- t
	}
}

// patience is how long nothing moves before a program is told to be in trouble. It decides about programs
// only that hang. A function in Blocking may wait for what comes from far away, and gets slowly as much.
const (
	patience = time.Second
	slowly   = 20
)

// How often the watch looks: soon after the last point, then more and more seldom, for it stops the
// world to look at stacks. Arbitrary.
const (
	often  = time.Millisecond
	seldom = 50 * time.Millisecond
)

// view is what the watch remembers from one look to the next.
type view struct {
	points uint64
	now    *runner
	since  time.Time
	calls  string // of now, if it waited
}

// watch looks whether the runner with the baton waits, and whether anything moves at all.
func (d *Director) watch() {
	var v view
	for tick := often; ; {
		select {
		case <-d.ended:
			return
		case <-time.After(tick):
		}
		if d.look(&v) {
			tick = often
		} else {
			tick = min(2*tick, seldom)
		}
	}
}

// look reports whether something has moved since the look before.
func (d *Director) look(v *view) (moved bool) {
	d.mu.Lock()
	if v.points != d.count.Points || v.now != d.now || d.settling > 0 {
		*v = view{points: d.count.Points, now: d.now, since: time.Now()}
		d.mu.Unlock()
		return true
	}
	d.mu.Unlock()
	all := goroutines()
	d.mu.Lock()
	defer d.mu.Unlock()
	if v.points != d.count.Points || v.now != d.now || d.settling > 0 {
		return false // the stacks may be newer, or older
	}
	if d.now == nil {
		d.stands(all, time.Since(v.since))
		return false
	}
	switch g := all[d.now.number]; {
	case !g.waits:
		v.calls = ""
	case g.calls != v.calls: // it may wait for a moment only
		v.calls = g.calls
	default:
		d.stick(d.now, g.text)
	}
	return false
}

// stands is a look while nobody has the baton, for so long. Under mu.
func (d *Director) stands(all map[uint64]goroutine, long time.Duration) {
	if d.someRun(all) || long < d.patience || len(d.known) == 0 {
		return
	}
	if len(d.ready) > 0 { // thieves, and a runner is stuck
		d.forced = true
		d.pass()
		return
	}
	var stacks []string
	for _, r := range d.known {
		g := all[r.number]
		if (r.state == away || g.sleeps) && long < slowly*d.patience {
			return
		}
		if r.calls > 0 || !r.thief {
			stacks = append(stacks, g.text)
		}
	}
	if len(stacks) > 0 {
		slices.SortFunc(stacks, strings.Compare)
		d.tell(Trouble{Kind: Deadlock, Stacks: stacks})
	}
}
