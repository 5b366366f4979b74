//go:build race && !explore

package crew

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
)

// An Aside is a branch that runs as a worker of its own, on no roster: nothing of what it has is ever
// stolen, so no word of the scheduler orders it (internal/apart). For all but that it is a task that
// a thief has taken: it leaves a failure and views to the one that joins it.
type Aside struct {
	branch *apart.Branch
	worker *Worker
	left   *Left // the branch's, before its end
}

// apartness is what a worker has for asides.
type apartness struct {
	yes    bool          // it runs one: constant
	known  bool          // it is on the roster
	branch *apart.Branch // that it runs
	spare  []*Worker     // of asides that it has joined: the owner's
}

// asides is what a crew knows of asides, which are on no roster.
type asides struct {
	tasks atomic.Uint64 // that they have run
	lent  int           // tokens, by lendHost; under mu
}

// spares is how many a worker keeps: as many as it has asides at a time that it has not joined, in most
// programs. One that is kept keeps none itself: of a tree of forks all would stay, 21 kB each.
const spares = 32

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

// Apart reports whether w runs an aside.
func (w *Worker) Apart() bool { return w.apart.yes }

// Alone reports whether w runs an aside that no thief can find.
func (w *Worker) Alone() bool { return w.apart.yes && !w.apart.known }

// Parts reports whether the fork that w is about to make is to be an aside: then an Aside must follow.
func (w *Worker) Parts() bool { return w.Crew.Parts(w.Apart()) }

// Parts is the function of that name for a task that is spawned. A pool that is recorded has no new
// asides, but for those of asides, which no recording sees. One whose schedule is explored, noted or
// followed has none.
func (c *Crew) Parts(inside bool) bool {
	return (inside || c.Watch.Free()) && c.Turns.Admits()
}

// Aside makes f a branch of what w runs. It waits for Rejoin, or, after Offer, for a turn.
func (w *Worker) Aside(f func(w *Worker)) *Aside {
	a := &Aside{worker: w.beside()}
	job := w.Job
	a.branch = w.Crew.Turns.Go(nil, func(b *apart.Branch) { a.run(b, job, f) })
	return a
}

// Offer lets a run as soon as fewer run than there are workers.
func (a *Aside) Offer() { a.branch.Offer(true) }

// run runs f, as a thief runs a task that it has stolen.
func (a *Aside) run(b *apart.Branch, job *Job, f func(w *Worker)) {
	w := a.worker
	w.Arrive(b)
	w.Begin(job)
	normal := false
	defer func() {
		failure := w.Outcome(normal, recover())
		w.End()
		a.left = w.Leave(w.Weigh(failure))
		w.Part()
	}()
	w.SeesEnd()
	w.Check()
	f(w)
	normal = true
}

// Arrive is the first that the goroutine of an aside does as w.
func (w *Worker) Arrive(b *apart.Branch) {
	w.apart.branch = b
	w.Bind()
}

// Part is the last that the goroutine of an aside does as w.
func (w *Worker) Part() {
	w.Tidy()
	apart.Hide()
	w.Crew.asides.tasks.Add(w.Count.Spawned.Swap(0)) // ORDER: a number only
	apart.Show()
	if w.apart.known {
		w.apart.known = false
		w.Crew.Mu.Lock()
		w.Crew.Remove(w)
		w.Crew.Mu.Unlock()
	}
	w.Unbind()
	w.apart.branch = nil
}

// enroll puts an aside that is about to wait on the roster, if thieves can have something of it: what the
// wait is for, perhaps. From then on the words of the scheduler may order what it does.
func (w *Worker) enroll() {
	if !w.Alone() {
		return
	}
	if n, _ := w.Waiting(); n == 0 {
		return
	}
	w.apart.known = true
	w.Crew.Mu.Lock()
	w.Crew.Add(w)
	w.Crew.Mu.Unlock()
	w.Crew.Sleep.Post()
}

// LeaveRoom lets another branch exist beside the one that the calling goroutine runs, if it runs one: it is
// about to wait. w is a worker of that goroutine.
func (w *Worker) LeaveRoom() {
	for w.Around != nil {
		w = w.Around
	}
	if b := w.apart.branch; b != nil {
		b.Settle()
	}
}

// lendHost gives the pool a token for the time in which w is in Blocking, if w's branch runs on the
// turn of one that waits for it: that one holds a token, and what w waits for may be no branch. It
// returns what ends that.
func (w *Worker) lendHost() (end func()) {
	c, inner := w.Crew, w
	for inner.Around != nil {
		inner = inner.Around
	}
	if b := inner.apart.branch; b == nil || !b.Handed() {
		return func() {}
	}
	c.asides.lend(c, 1)
	return func() {
		c.asides.lend(c, -1)
		c.Owe(1)
	}
}

// Rejoin returns what a has left, when it has ended. The maker of a calls it once, or Drop.
func (w *Worker) Rejoin(a *Aside) *Left {
	w.Publish() // since it waits for the branch, which may wait for what is w's
	w.LeaveRoom()
	a.branch.Run()
	a.worker.apart.spare = nil
	if len(w.apart.spare) < spares {
		w.apart.spare = append(w.apart.spare, a.worker)
	}
	left := a.left
	*a = Aside{} // a frame may know it until its next fork
	return left
}

// Drop takes a back, or waits for its end: what it has left is lost, but for a panic in a run that has ended.
func (w *Worker) Drop(a *Aside) {
	if ran := a.branch.Drop(); ran && a.left != nil {
		w.Lose(a.left.Failure)
	}
}

// beside returns a worker for an aside of w.
func (w *Worker) beside() *Worker {
	if n := len(w.apart.spare); n > 0 {
		child := w.apart.spare[n-1]
		w.apart.spare = w.apart.spare[:n-1]
		return child
	}
	return w.Crew.Beside()
}

// Beside returns a worker for a branch.
func (c *Crew) Beside() *Worker {
	w := newWorker(c, -1)
	w.Watch.Init(nil, true, &w.Inside) // the race detector sees what nobody else watches
	w.apart.yes = true
	c.Host.Equip(w)
	return w
}

// waitApart runs wait while another branch has the turn of w.
func (w *Worker) waitApart(wait func()) {
	w.Crew.Turns.Lend()
	defer w.Crew.Turns.Reclaim()
	wait()
}

// room is how many branches may run beside the calls from outside.
func (c *Crew) room() int { return c.Workers() - c.Callers() }
