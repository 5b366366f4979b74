package crew

import (
	"context"
	"runtime/pprof"
	"sync/atomic"

	"github.com/skua-go/skua/internal/invariant"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/rng"
)

// Shut is a gate that no fork passes.
const Shut = ^uint32(0)

// Worker is one that runs tasks: a resident, which has a goroutine of its own,
// looks for work and sleeps, or a guest, which is a caller's goroutine for the
// time of one call. Its fields are the owner's but for Kinds, which never change, the
// atomics, and Job, which thieves read between a claim and its report.
type Worker struct {
	Crew   *Crew
	ID     int // a resident's bed; -1 for a guest
	Place  int // on the roster; under the pool's lock
	Parker *park.Parker
	Kinds  [Kinds]Kind // of work
	asked  []Kind      // of Kinds, those that can have private work

	// Of Kinds, those that leave something of each sort behind.
	abandoners []Abandoner
	reclaimers []Reclaimer
	tidiers    []Tidier

	Self      atomic.Uintptr // the goroutine that runs it, or 0
	name      uintptr        // the same, in the table of bound workers; under its lock
	next      *Worker        // in that table; under its lock
	Around    *Worker        // as which the goroutine of a guest ran before, of any pool
	Outer     *Worker        // the worker of this pool as which the goroutine had a token before
	blocked   bool           // its token is given away while a function waits
	Typed     bool           // in a Func's body: where its forks are only its Frames know
	Covered   bool           // the goroutine runs a guest inside its task
	Job       *Job           // that w works for; it may be nil
	Watched   bool           // the job's context can end: what polls look at
	Hint      atomic.Uint32  // what polls at a kept Worker look at, on any goroutine: Shut, or 0
	raising   *Failure       // the failure that a join passed on last
	lost      *Failure       // the first in this segment that no join has passed on
	Goroutine atomic.Uint64  // its number, for the watchdog
	Waits     *Worker        // in the list of those that wait for a scope; under the scope's lock
	Inside    bool           // inside a segment
	Segment   uint64         // how many have begun
	Seated    bool           // a guest that gives up a seat when it leaves
	Tokenless bool           // the token went with a wake-up
	Random    rng.Rand
	Memory    policy.Memory
	labels    context.Context // whose profiler labels the resident's goroutine carries
	Count     counters
}

// Hire returns a worker that has no kinds of work and is not on the roster yet. Under the
// lock.
func (c *Crew) Hire(id int) *Worker {
	w := &Worker{Crew: c, ID: id, Parker: park.New(), Memory: policy.Memory{Found: -1}}
	c.created++
	w.Random = rng.New(c.created)
	return w
}

// Adopt makes w work for the job.
func (w *Worker) Adopt(job *Job) {
	w.Begin(job)
	if job == nil {
		w.label(context.Background())
		return
	}
	w.label(job.Context)
}

// Begin begins a segment for the job.
func (w *Worker) Begin(job *Job) {
	w.watch(job)
	if invariant.Enabled && w.Inside {
		invariant.Fail("skua/crew: a segment begins inside another (K2)")
	}
	w.Inside, w.Typed, w.lost = true, false, nil
	w.Segment++
}

// watch makes job the one that w works for, or none.
func (w *Worker) watch(job *Job) {
	w.Job, w.Watched = job, job.Watched()
	hint := uint32(0)
	if w.Watched {
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
	w.Crew.Bound.Bind(w)
	w.NoteGoroutine()
	w.label(context.Background())
}

// Outlive lets the worker go on with a new goroutine when Goexit ends this one.
// Last call of a resident's task.
func (w *Worker) Outlive(f *Failure) {
	if f == Exited {
		w.Crew.Bound.Unbind(w) // before this goroutine ends: the next one may get its name
		w.labels = nil
		park.Go(func() {
			w.SettleIn()
			w.Crew.Host.Resume(w)
		})
	}
}

// BeginTyped notes that a Func's body begins on w: where its forks are only its Frames
// know, until the next Enter or the end.
func (w *Worker) BeginTyped() { w.Typed = true }
