package crew

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
)

// In race builds a branch of a program may run as a worker of its own: an Aside of internal/aside,
// or a task of internal/spawn. It is on no roster, until it waits and thieves can have something of
// it (enroll). So no word of the scheduler orders it while it runs (internal/apart). In other
// builds no worker is apart, and the compiler drops most of this.

// apartness is what a worker has for branches.
type apartness struct {
	yes    bool          // it runs one: constant
	known  bool          // it is on the roster
	branch *apart.Branch // that it runs
	Spare  []*Worker     // of branches that it has joined: the owner's
}

// asides is what a crew knows of branches, which are on no roster.
type asides struct {
	tasks atomic.Uint64 // that they have run
	lent  int           // tokens, by lendHost; under mu
}

// lend gives the pool n tokens more. Counts sees them and n at one time.
func (a *asides) lend(c *Crew, n int) {
	c.Mu.Lock()
	a.lent += n
	c.Sleep.Grant(n)
	c.Mu.Unlock()
	c.Sleep.Offer(n)
}

func (a *asides) count(c *Counts) {
	c.Tasks += a.tasks.Load()
	c.Busy += a.lent
}

// Apart reports whether the worker runs a branch.
func (a *apartness) Apart() bool { return apart.Enabled && a.yes }

// Alone reports whether the worker runs a branch that no thief can find.
func (a *apartness) Alone() bool { return a.Apart() && !a.known }

// Parts reports whether what a worker of c, or a spawner outside, is about to fork is to be a branch; inside
// says that it is one itself. Then aside.New must follow, or apart.Turns.Go. A pool that is recorded has no
// new branches, but for those of branches, which no recording sees. One whose schedule is explored, noted
// or followed has none.
func (c *Crew) Parts(inside bool) bool {
	return apart.Enabled && (inside || c.Watch.Free()) && c.Turns.Admits()
}

// Beside returns a worker for a branch.
func (c *Crew) Beside() *Worker {
	w := newWorker(c, -1)
	w.Watch.Init(nil, true, &w.Inside) // the race detector sees what nobody else watches
	w.yes = true
	c.Host.Equip(w)
	return w
}

// Arrive is the first that the goroutine of a branch does as w.
func (w *Worker) Arrive(b *apart.Branch) {
	w.branch = b
	w.Bind()
}

// Part is the last that the goroutine of a branch does as w.
func (w *Worker) Part() {
	w.Tidy()
	apart.Hide()
	w.Crew.asides.tasks.Add(w.Count.Spawned.Swap(0)) // ORDER: a number only
	apart.Show()
	if w.known {
		w.known = false
		w.Crew.Mu.Lock()
		w.Crew.Remove(w)
		w.Crew.Mu.Unlock()
	}
	w.Unbind()
	w.branch = nil
}

// enroll puts a worker that is alone, and about to wait, on the roster, if thieves can have something of it:
// what the wait is for, perhaps. From then on the words of the scheduler may order what it does.
func (w *Worker) enroll() {
	if n, _ := w.Waiting(); n == 0 {
		return
	}
	w.known = true
	w.Crew.Mu.Lock()
	w.Crew.All.Add(w)
	w.Crew.Mu.Unlock()
	w.Crew.Sleep.Post()
}

// LeaveRoom lets another branch exist beside the one that the calling goroutine runs, if it runs one: it is
// about to wait. w is a worker of that goroutine.
func (w *Worker) LeaveRoom() {
	if !apart.Enabled {
		return
	}
	if b := w.outermost().branch; b != nil {
		b.Settle()
	}
}

// lendHost gives the pool a token for the time in which w is in Blocking, if w's branch runs on the
// turn of one that waits for it: that one holds a token, and what w waits for may be no branch. It
// returns what ends that.
func (w *Worker) lendHost() (end func()) {
	c := w.Crew
	if b := w.outermost().branch; b == nil || !b.Handed() {
		return func() {}
	}
	c.asides.lend(c, 1)
	return func() {
		c.asides.lend(c, -1)
		c.Owe(1)
	}
}

// outermost returns the worker as which the goroutine of w has begun.
func (w *Worker) outermost() *Worker {
	for w.Around != nil {
		w = w.Around
	}
	return w
}
