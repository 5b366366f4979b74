package direct

import (
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/self"
)

// hire returns a new runner. Under mu.
func (d *Director) hire(r runner) *runner {
	r.id, r.turn = d.made, make(chan struct{}, 1)
	r.rank = d.plan.rank()
	d.made++
	return &r
}

// Go runs f on a new goroutine, a resident's; without a director it is park.GoBeside.
func (d *Director) Go(f func()) {
	if d == nil {
		park.GoBeside(f)
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	r := d.hire(runner{resident: true, thief: true, quiet: true})
	d.makeReady(r)
	go d.live(r, f)
	if d.now == nil {
		d.pass()
	}
}

func (d *Director) live(r *runner, f func()) {
	<-r.turn
	d.mu.Lock()
	r.number = self.Number()
	d.know(r)
	d.mu.Unlock()
	defer d.gone() // also if a task ends the goroutine
	f()
}

// know notes that r is the calling goroutine. Under mu.
func (d *Director) know(r *runner) {
	name := self.Goroutine()
	d.known[name] = r
	runners.Store(name, known{d, r.number})
}

// Enter makes the calling goroutine a runner, for the time of a call into the pool, and waits for its turn.
func (d *Director) Enter() {
	if d == nil {
		return
	}
	me := d.lock()
	if me == nil {
		me = d.hire(runner{number: self.Number(), state: away})
		delete(d.left, me.number)
		d.know(me)
		d.outside++
		d.moves++
	}
	me.calls++
	d.steps++
	if me == d.now {
		d.mu.Unlock()
		return
	}
	d.comeBack(me)
}

// Leave ends what Enter began.
func (d *Director) Leave() {
	if d == nil {
		return
	}
	me := d.lock()
	me.calls--
	d.steps++
	last := me.calls == 0 && !me.resident
	d.mu.Unlock()
	if last {
		d.gone()
		return
	}
	d.goOn(me)
}

// gone is the calling goroutine's last act as a runner.
func (d *Director) gone() {
	me := d.lock()
	defer d.mu.Unlock()
	name := self.Goroutine()
	delete(d.known, name)
	runners.Delete(name)
	d.steps++
	if me != d.now {
		d.leaveOutside(me)
	}
	if !me.resident { // it may be a coroutine, and wake the runner that waits for it
		d.left[me.number], d.dirty = true, true
	}
	if me == d.now || d.now == nil {
		d.pass()
	}
}

// Parker returns a parker for a worker; without a director it is park.New.
func (d *Director) Parker() *park.Parker {
	if d == nil {
		return park.New()
	}
	return park.NewIn(d)
}

// Park implements park.Turns. The caller is a runner.
func (d *Director) Park(p *park.Parker) {
	me := d.lock()
	if me != d.now {
		d.comeBack(me)
		me = d.lock()
	}
	if d.permits[p] {
		delete(d.permits, p)
		d.mu.Unlock()
		return
	}
	me.state, me.quiet, d.parked[p] = parked, me.thief, me
	d.steps++
	d.pass()
	d.mu.Unlock()
	<-me.turn
}

// Unpark implements park.Turns. Anyone.
func (d *Director) Unpark(p *park.Parker) {
	d.mu.Lock()
	defer d.mu.Unlock()
	r := d.parked[p]
	switch {
	case d.permits[p]:
		panic("skua: a permit was given twice")
	case r == nil:
		d.permits[p] = true
		return
	}
	delete(d.parked, p)
	d.steps++
	d.makeReady(r)
	if d.now == nil {
		d.pass()
	}
}
