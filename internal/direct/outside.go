package direct

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// A runner is outside while it runs, or waits, and the director does not know for what: in a function
// that Blocking runs, or because it was found waiting although it had the baton. It comes back at its
// next point, and waits for its turn there.

// Outside lets another runner have the baton while the calling one runs a function that may wait.
func (d *Director) Outside() {
	if d == nil {
		return
	}
	me := d.lock()
	if me != d.now {
		d.comeBack(me)
		me = d.lock()
	}
	me.blocking = append(me.blocking, me.calls)
	d.leave(me)
	d.mu.Unlock()
}

// Inside ends what Outside began, and waits for its turn.
func (d *Director) Inside() {
	if d == nil {
		return
	}
	me := d.lock()
	me.blocking = me.blocking[:len(me.blocking)-1]
	d.steps++
	d.comeBack(me)
}

// goOn lets another runner have the baton if me, which has it, came for a moment only: out of a function in
// Blocking, which goes on now.
func (d *Director) goOn(me *runner) {
	n := len(me.blocking)
	if n == 0 || me.blocking[n-1] != me.calls {
		return
	}
	if me = d.lock(); me != d.now {
		d.comeBack(me)
		me = d.lock()
	}
	d.leave(me)
	d.mu.Unlock()
}

// leave takes the baton from r, which goes outside. Under mu.
func (d *Director) leave(r *runner) {
	r.state, d.dirty = away, true
	d.outside++
	d.moves++
	d.steps++
	d.pass()
}

// stick notes that the runner with the baton was found waiting, and where; or that it is restless: it
// runs, or sleeps, and has not come to a point for long. The program itself is in no task: what it waits
// for may well be what workers have not begun, for it is none of them. Under mu.
func (d *Director) stick(r *runner, where string, restless bool) {
	r.state, r.where, d.dirty = stuck, where, true
	if restless {
		d.restless[r.number] = true
	}
	if r.program && r.calls == 1 {
		r.state = away
	} else {
		d.stuck++
	}
	d.outside++
	d.moves++
	d.pass()
}

// comeBack ends r's time outside: it returns when r has the baton. It lets go of mu.
func (d *Director) comeBack(r *runner) {
	if r == d.now {
		d.mu.Unlock()
		return
	}
	d.leaveOutside(r)
	d.makeReady(r)
	if d.now == nil {
		d.settle() // others may come back for the same reason
	}
	if d.now == nil {
		d.pass()
	}
	d.mu.Unlock()
	<-r.turn
}

// leaveOutside takes r off the count. Under mu.
func (d *Director) leaveOutside(r *runner) {
	d.outside--
	d.moves++
	if r.state == stuck {
		d.stuck--
		if r.forced && d.begun > r.begun {
			d.tell(Trouble{Kind: Unexposed, Stacks: []string{r.where}})
		}
	}
	r.forced = false
	delete(d.restless, r.number)
	d.forced = d.forced && d.stuck > 0
}

// force lets thieves come although runners are stuck. Under mu.
func (d *Director) force() {
	d.forced = true
	for _, r := range d.known {
		if r.state == stuck {
			r.forced, r.begun = true, d.begun
		}
	}
	d.pass()
}

// settling is how long the runner with the baton waits for those outside to wait or to come back: a
// function in Blocking may compute for long, or wait by spinning. One that does not in that time is
// restless until it comes back. Arbitrary.
const settling = time.Second

// settle waits until every runner outside, and every goroutine that was a runner, waits, is restless, or
// has come back. So it does not depend on how fast they are which of them are ready at a point of the
// caller, which has the baton: all that the caller has woken since its last point are. Under mu, which
// it lets go of meanwhile.
//
// Several may settle at a time if nobody has the baton. It is over when one of them gets it: user code
// may run then.
func (d *Director) settle() {
	d.settling++ // so the watch does not take a caller for stuck that waits for another look at the stacks
	defer func() { d.settling-- }()
	now := d.now
	for end, looks := time.Now().Add(settling), 1; d.beside() && d.now == now; looks++ {
		before, stacks := d.moves, looks%d.cheap == 0
		d.mu.Unlock() // those that come back want it
		still := alone()
		var all map[uint64]goroutine
		if !still && stacks {
			all = goroutines()
		}
		d.mu.Lock()
		if still {
			d.cheap = cheap
		} else if all != nil {
			if still = d.rest(all, time.Now().After(end)); still {
				d.cheap = 1 // other goroutines of the process run: numbers say nothing
			}
		}
		if still && d.moves == before && d.now == now { // one that has come back meanwhile may have woken others before
			d.dirty = false
			return
		}
		if !still {
			d.mu.Unlock()
			runtime.Gosched()
			d.mu.Lock()
		}
	}
}

// beside reports whether a goroutine may run beside the one with the baton. Under mu.
func (d *Director) beside() bool { return d.outside > 0 || len(d.left) > 0 }

// rest reports whether none runs beside the one with the baton, as far as the stacks say: no runner
// outside, none that was a runner, and no coroutine, for which a runner may wait. If it is late, those
// that do run are restless from now on. Under mu.
func (d *Director) rest(all map[uint64]goroutine, late bool) bool {
	for number := range d.left {
		if all[number].text == "" {
			delete(d.left, number)
		}
	}
	outside := make(map[uint64]bool)
	for _, r := range d.known {
		outside[r.number] = r.state == away || r.state == stuck
	}
	for number, g := range all {
		if !g.runs() || g.mine || d.restless[number] || !(outside[number] || d.left[number] || g.coroutine) {
			continue
		}
		if !late {
			return false
		}
		d.restless[number] = true
	}
	return true
}

// cheap is how many looks at the numbers of goroutines come before one at their stacks, which takes a
// thousand times as long. Between looks at numbers others get the processor: for up to 10 ms each, where
// other goroutines of the process compute. There stacks say more, sooner. Arbitrary.
const cheap = 16

// alone reports whether no other goroutine of the process runs or could, as far as the runtime counts
// them: on one processor after the other, so that it misses one that goes from one to another
// meanwhile. Then it is seen the next time.
func alone() bool {
	now := [...]metrics.Sample{{Name: "/sched/goroutines/runnable:goroutines"}, {Name: "/sched/goroutines/running:goroutines"}}
	for range 3 {
		metrics.Read(now[:])
		if now[0].Value.Kind() != metrics.KindUint64 || now[0].Value.Uint64() > 0 || now[1].Value.Uint64() > 1 {
			return false
		}
	}
	return true
}
