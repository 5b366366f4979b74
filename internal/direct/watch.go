package direct

import (
	"slices"
	"time"
)

// Trouble is what is wrong with a program, whatever it computes.
type Trouble struct {
	Kind   Kind
	After  time.Duration // nothing moved for so long
	Stacks []string      // of goroutines of the pool
	Others []string      // of those of the process that might have woken one, but have not
}

// Kind says what kind of trouble.
type Kind int

const (
	// Deadlock: all goroutines of the pool wait, and nothing has woken one.
	Deadlock Kind = iota
	// Unexposed: a task waited for something that is not the scheduler's, outside of Blocking, and nothing
	// moved until another worker had begun a task that until then was only offered.
	Unexposed
	// Endless: goroutines of the pool run, sleep or wait for the system, and come to no point.
	Endless
	// Polls: there was no point but polls.
	Polls
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

// Limits are how long the watch waits until it says that a program is in trouble. They decide about
// programs only in which nothing moves. No goroutine's stack says that it waits for a timer or for the
// end of a context: so a program that waits longer for one of these is told to hang.
type Limits struct {
	Patience time.Duration // while all goroutines wait for each other
	Generous time.Duration // while one runs, sleeps or waits for the system, and so may wake another
}

// Usual are the limits outside of tests: arbitrary. A program that waits for so long cannot be run a hundred
// times in the ten minutes that go test gives it.
var Usual = Limits{Patience: 5 * time.Second, Generous: 30 * time.Second}

// How often the watch looks: soon after the last point, then more and more seldom, for it stops the
// world to look at stacks. Arbitrary.
const (
	often  = time.Millisecond
	seldom = 50 * time.Millisecond
)

// view is what the watch remembers from one look to the next.
type view struct {
	steps  uint64
	points uint64
	now    *runner
	calls  string // of now, if it waited
	last   time.Time

	// Times add up what lies between looks, of each at most twice what it should be: so they do not go
	// on while the process is stopped, in a debugger, for example.
	still time.Duration // since the last step
	held  time.Duration // since the last point, or since now is as it is
	alive time.Duration // of held, until another goroutine was last seen that may wake one
	polls bool          // there were some since the last step
}

// watch looks whether the runner with the baton waits, and whether anything moves at all.
func (d *Director) watch() {
	v := view{last: time.Now()}
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
	took := min(time.Since(v.last), 2*seldom)
	v.last = time.Now()
	d.mu.Lock()
	moved = d.moved(v, took)
	hangs := v.polls && v.still >= d.limits.Generous
	none := len(d.known) == 0 || d.told
	d.mu.Unlock()
	if none || moved && !hangs {
		return moved
	}
	all := goroutines()
	d.mu.Lock()
	defer d.mu.Unlock()
	switch {
	case v.steps != d.steps || d.settling > 0: // the stacks may be newer, or older
	case hangs:
		d.tell(Trouble{Kind: Polls, After: v.still, Stacks: d.stacks(all)})
	case moved || v.points != d.count.Points || v.now != d.now:
	case d.now == nil:
		d.stands(v, all)
	default:
		d.holds(v, all)
	}
	return moved
}

// moved brings the view up to date, and reports whether there was a point, or the baton changed hands,
// since the look before, which is so long ago. Under mu.
func (d *Director) moved(v *view, took time.Duration) bool {
	if d.settling > 0 { // for a second at most
		return true
	}
	v.still += took
	v.held += took
	if v.steps == d.steps && v.points == d.count.Points && v.now == d.now {
		return false
	}
	v.polls = v.polls || v.points != d.count.Points
	if v.steps != d.steps {
		v.still, v.polls = 0, false
	}
	v.steps, v.points, v.now = d.steps, d.count.Points, d.now
	v.calls, v.held, v.alive = "", 0, 0
	return true
}

// holds is a look at the runner with the baton, that has not moved. Those beside it must be ready, if
// they are to be, before another one gets the baton. Under mu.
func (d *Director) holds(v *view, all map[uint64]goroutine) {
	switch g := all[d.now.number]; {
	case g.waits && g.calls != v.calls: // it may wait for a moment only
		v.calls = g.calls
	case g.waits:
		if d.rest(all, v.held >= settling) {
			d.stick(d.now, g.text, false)
		}
	default:
		if v.calls = ""; v.held >= d.limits.Patience {
			d.stick(d.now, g.text, true)
		}
	}
}

// stands is a look while nobody has the baton. Under mu.
func (d *Director) stands(v *view, all map[uint64]goroutine) {
	own, others := d.awake(all)
	if len(own)+len(others) > 0 {
		v.alive = v.held
	}
	if v.held-v.alive < d.limits.Patience && v.held < d.limits.Generous {
		return
	}
	if len(d.ready) > 0 { // thieves, and a runner is stuck
		d.force()
		return
	}
	t := Trouble{Kind: Deadlock, After: v.held, Stacks: d.stacks(all), Others: others}
	if len(own) > 0 {
		t.Kind, t.Stacks = Endless, own
	}
	if len(t.Stacks) > 0 {
		d.tell(t)
	}
}

// awake returns the stacks of goroutines that do not wait for another: of the pool's, and of all others in
// the process but those of other directors. Under mu.
func (d *Director) awake(all map[uint64]goroutine) (own, others []string) {
	runner := make(map[uint64]bool)
	runners.Range(func(_, r any) bool {
		runner[r.(known).number] = true
		return true
	})
	for _, r := range d.known {
		if g, ok := all[r.number]; ok && !g.waits && (r.state == away || r.state == stuck) {
			own = append(own, g.text)
		}
	}
	for number, g := range all {
		if !g.waits && !g.watch && !runner[number] {
			others = append(others, g.text)
		}
	}
	slices.Sort(own)
	slices.Sort(others)
	return own, others
}

// stacks returns the stacks of runners that are in a call, or have work. Under mu.
func (d *Director) stacks(all map[uint64]goroutine) (list []string) {
	for _, r := range d.known {
		if r.calls > 0 || !r.thief {
			list = append(list, all[r.number].text)
		}
	}
	slices.Sort(list)
	return list
}
