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
	me.state, d.dirty = away, true
	d.outside++
	d.moves++
	d.pass()
	d.mu.Unlock()
}

// Inside ends what Outside began, and waits for its turn.
func (d *Director) Inside() {
	if d == nil {
		return
	}
	d.comeBack(d.lock())
}

// stick notes that the runner with the baton was found waiting, and where. Under mu.
func (d *Director) stick(r *runner, where string) {
	r.state, r.where, d.dirty = stuck, where, true
	d.outside++
	d.moves++
	d.stuck++
	d.pass()
}

// comeBack ends r's time outside: it returns when r has the baton. It lets go of mu.
func (d *Director) comeBack(r *runner) {
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
		if d.forced {
			d.tell(Trouble{Kind: Unexposed, Stacks: []string{r.where}})
		}
	}
}

// settling is how long the runner with the baton waits for those outside to wait or to come back: a
// function in Blocking may compute for long, or wait by spinning. Arbitrary.
const settling = time.Second

// settle waits until every runner outside waits or has come back. So it does not depend on how fast
// they are which of them are ready at a point of the caller, which has the baton: all that the caller
// has woken since its last point are. Under mu, which it lets go of meanwhile.
func (d *Director) settle() {
	d.settling++ // so the watch does not take a caller for stuck that waits for another look at the stacks
	defer func() { d.settling-- }()
	for end, looks := time.Now().Add(settling), 0; d.outside > 0; looks++ {
		before := d.moves
		d.mu.Unlock() // those that come back want it
		still, late := alone(), false
		if !still && looks%cheap == cheap-1 {
			all := goroutines()
			late = time.Now().After(end)
			d.mu.Lock()
			still = !d.someRun(all)
			d.mu.Unlock()
		}
		if !still {
			runtime.Gosched()
		}
		d.mu.Lock()
		if still && d.moves == before || late { // one that has come back meanwhile may have woken others before
			d.dirty = false
			return
		}
	}
}

// cheap is how many looks at the numbers of goroutines come before one at their stacks, which takes a
// thousand times as long. Arbitrary.
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

// someRun reports whether a runner outside does not wait, as far as the stacks say. One of which they say
// nothing has just begun, or ended. Under mu.
func (d *Director) someRun(all map[uint64]goroutine) bool {
	for _, r := range d.known {
		if g, ok := all[r.number]; ok && (r.state == away || r.state == stuck) && !g.waits && !g.sleeps {
			return true
		}
	}
	return false
}
