//go:build race && !explore

package aside

import (
	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
)

// An Aside is a branch of what a worker runs: a crew.Work, which its worker runs as a thief would.
type Aside struct {
	branch *apart.Branch
	worker *crew.Worker
	job    *crew.Job
	f      func(w *crew.Worker)
	left   *crew.Left // the branch's, before its end
}

// spares is how many workers of joined asides a worker keeps for its next ones: as many as most programs
// have asides at a time that are not joined. A worker that is kept keeps none itself, else the workers of a
// whole tree of forks would stay, 21 kB each.
const spares = 32

// New makes f a branch of what w runs. It waits for Join, or, after Offer, for a turn.
func New(w *crew.Worker, f func(w *crew.Worker)) *Aside {
	a := &Aside{worker: beside(w), job: w.Job, f: f}
	a.branch = w.Crew.Turns.Go(nil, func(b *apart.Branch) {
		a.worker.Arrive(b)
		defer a.worker.Part()
		crew.Loot{Work: a}.Run(a.worker)
	})
	return a
}

// Whose returns the job of the worker that has made a.
func (a *Aside) Whose() (*crew.Job, string) { return a.job, "skua.aside" }

// Begin does nothing.
func (a *Aside) Begin(*crew.Worker, int, int) {}

// Run runs what was made a branch.
func (a *Aside) Run(w *crew.Worker, _, _ int) {
	w.SeesEnd()
	w.Check()
	a.f(w)
}

// Finish does nothing.
func (a *Aside) Finish(_ *crew.Worker, f *crew.Failure) *crew.Failure { return f }

// Report leaves what there is to inherit. Who joins a waits for its branch.
func (a *Aside) Report(w *crew.Worker, _ int, f *crew.Failure) (parked *crew.Worker) {
	a.left = w.Leave(w.Weigh(f))
	return nil
}

// Offer lets a run as soon as fewer run than there are workers.
func (a *Aside) Offer() { a.branch.Offer(true) }

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
	*a = Aside{} // a list of forks or pieces may still refer to it
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
