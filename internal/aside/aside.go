//go:build race && !explore

package aside

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
)

// An Aside is a branch of what a worker runs.
type Aside struct {
	branch *apart.Branch
	worker *crew.Worker
	left   *crew.Left // the branch's, before its end
}

// spares is how many a worker keeps: as many as it has asides at a time that it has not joined, in most
// programs. One that is kept keeps none itself: of a tree of forks all would stay, 21 kB each.
const spares = 32

// Parts reports whether what a worker of c, or a spawner outside, is about to fork is to be a branch; inside
// says that it is one itself. Then New must follow, or apart.Turns.Go. A pool that is recorded has no new
// branches, but for those of branches, which no recording sees. One whose schedule is explored, noted or
// followed has none.
func Parts(c *crew.Crew, inside bool) bool {
	return (inside || c.Watch.Free()) && c.Turns.Admits()
}

// New makes f a branch of what w runs. It waits for Join, or, after Offer, for a turn.
func New(w *crew.Worker, f func(w *crew.Worker)) *Aside {
	a := &Aside{worker: beside(w)}
	job := w.Job
	a.branch = w.Crew.Turns.Go(nil, func(b *apart.Branch) { a.run(b, job, f) })
	return a
}

// Offer lets a run as soon as fewer run than there are workers.
func (a *Aside) Offer() { a.branch.Offer(true) }

// run runs f, as a thief runs a task that it has stolen (crew.Loot.Run).
func (a *Aside) run(b *apart.Branch, job *crew.Job, f func(w *crew.Worker)) {
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

// Join returns what a has left, when it has ended. Its maker w calls it once, or Drop.
func (a *Aside) Join(w *crew.Worker) *crew.Left {
	w.Publish() // since it waits for the branch, which may wait for what is w's
	w.LeaveRoom()
	a.branch.Run()
	a.worker.Spare = nil
	if len(w.Spare) < spares {
		w.Spare = append(w.Spare, a.worker)
	}
	left := a.left
	*a = Aside{} // a frame may know it until its next fork
	return left
}

// Drop takes a back, or waits for its end: what it has left is lost, but for a panic in a run that has ended.
func (a *Aside) Drop(w *crew.Worker) {
	if ran := a.branch.Drop(); ran && a.left != nil {
		w.Lose(a.left.Failure)
	}
}

// beside returns a worker for an aside of w.
func beside(w *crew.Worker) *crew.Worker {
	if n := len(w.Spare); n > 0 {
		child := w.Spare[n-1]
		w.Spare = w.Spare[:n-1]
		return child
	}
	return w.Crew.Beside()
}
