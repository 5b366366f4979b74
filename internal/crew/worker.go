package crew

import (
	"context"
	"runtime/pprof"
	"sync/atomic"

	"github.com/skua-go/skua/internal/bound"
	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/rng"
	"github.com/skua-go/skua/internal/roster"
	"github.com/skua-go/skua/internal/views"
	"github.com/skua-go/skua/internal/watch"
)

// Shut is a gate that no fork passes.
const Shut = ^uint32(0)

// Worker is one that runs tasks: a resident, which has a goroutine of its own,
// looks for work and sleeps, or a guest, which is a caller's goroutine for the
// time of one call.
//
//	K1  Its kinds are complete before it is on the roster, and never change after that.
//	K2  It is inside a segment from Begin to End. Its job is constant meanwhile.
//	K3  It holds a token while it runs, but for Blocking, and unless Tokenless says that the
//	    token went with a wake-up. A guest may share the token of the worker around it.
type Worker struct {
	// Constant from Hire and Offer on. Anyone.
	Crew   *Crew
	ID     int // a resident's bed; -1 for a guest
	Parker *park.Parker
	kinds

	_ pad.Line // thieves read what is above at each look

	// Under a lock: the pool's; a scope's.
	roster.Entry
	Waits *Worker // in the list of those that wait for the scope

	bound.Note[Worker] // which goroutine runs it

	// Anyone may look, at any time.
	Hint      atomic.Uint32 // what polls at a kept Worker look at, on any goroutine: Shut, or 0
	Goroutine atomic.Uint64 // its number, for the watchdog

	Segment

	// The owner's: of the goroutine that runs w.
	nest
	Tokenless bool            // the token went with a wake-up
	labels    context.Context // whose profiler labels the resident's goroutine carries
	Watch     watch.Worker    // who watches it

	apartness

	hunt
	Count counters // summed up by anyone
}

// nest is what a worker knows of the calls that its goroutine is in.
type nest struct {
	Around  *Worker // the worker that the goroutine was running when the guest's call began, of any pool
	Outer   *Worker // the one of those, of this pool, whose token the guest shares
	blocked bool    // its token is given away while a function waits
	Covered bool    // the goroutine runs a guest inside its task
	Seated  bool    // a guest that gives up a seat when it leaves
}

// hunt is what a worker needs to look for work.
type hunt struct {
	Seeks  bool // it runs what a search brought, and is counted as a searcher still
	Dealt  bool // the last that it has stolen was dealt to it (internal/loop)
	Random rng.Rand
	Crowd  policy.Crowd
	Search policy.Search
}

// Segment is what a worker knows of what it runs from one search, or one call that comes in,
// to its end. It is the owner's.
type Segment struct {
	Job      *Job     // that it is for; it may be nil; thieves read it between a claim and its report
	Inside   bool     // inside one
	Segments uint64   // how many have begun
	Typed    bool     // in a Func's body: where its forks are only its Frames know, until the next Enter
	CanEnd   bool     // the job's context can end: what polls look at
	raising  *Failure // the failure that a join passed on last
	Lost     *Failure // the first in this segment that no join has passed on; see Lose
	Strand   views.Strand
}

// Hire returns a worker that has no kinds of work and is not on the roster yet. Under the
// lock.
func (c *Crew) Hire(id int) *Worker {
	w := newWorker(c, id)
	c.created++
	w.Random = rng.New(c.created + c.Watch.Director.Seed())
	return w
}

func newWorker(c *Crew, id int) *Worker {
	w := &Worker{Crew: c, ID: id, Parker: c.Watch.Director.Parker()}
	w.Watch.Init(&c.Watch, id < 0, &w.Inside)
	return w
}

// Adopt makes w work for the job, on work of that kind.
func (w *Worker) Adopt(job *Job, kind string) {
	w.Watch.Listen() // before it is inside
	w.Begin(job)
	w.Watch.Point(watch.AtBegin)
	ctx := context.Background()
	if job != nil {
		ctx = job.Context
	}
	w.Watch.BeginRegion(ctx, kind)
	w.labels = nil // the last task may have set others
	w.label(ctx)
}

// Begin begins a segment for the job.
func (w *Worker) Begin(job *Job) {
	w.workFor(job)
	if invariant.Enabled && w.Inside {
		invariant.Fail("skua/crew: a segment begins inside another (K2)")
	}
	if invariant.Enabled && !w.Strand.Empty() {
		invariant.Fail("skua/crew: a segment begins with the views of another (V3)")
	}
	w.Inside, w.Typed, w.Lost = true, false, nil
	w.Segments++
}

// workFor makes job the one that w works for, or none.
func (w *Worker) workFor(job *Job) {
	w.Job, w.CanEnd = job, job.CanEnd()
	hint := uint32(0)
	if w.CanEnd || w.Apart() { // nobody asks an aside: it looks itself
		hint = Shut
	}
	if hint != w.Hint.Load() {
		w.Hint.Store(hint) // ORDER: none; a poll of another's only comes early or late
	}
}

// label gives the resident's goroutine the profiler labels of ctx.
func (w *Worker) label(ctx context.Context) {
	if ctx != w.labels {
		w.labels = ctx
		pprof.SetGoroutineLabels(ctx)
	}
}

// SettleIn makes the calling goroutine the resident's.
func (w *Worker) SettleIn() {
	w.Bind()
	w.label(context.Background())
}

// Outlive lets the worker go on with a new goroutine when Goexit ends this one.
// Last call of a resident's task.
func (w *Worker) Outlive(f *Failure) {
	w.Watch.EndRegion()
	if f == Exited && !w.Apart() {
		w.Unbind() // before this goroutine ends: the next one may get its name
		w.labels = nil
		w.Crew.Host.Resume(w)
	}
}
