package sched

import (
	"context"
	"runtime/pprof"
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/rng"
)

// Shut is a gate that no fork passes.
const Shut = ^uint32(0)

// Worker is one that runs tasks: a resident, which has a goroutine of its own,
// looks for work and sleeps, or a guest, which is a caller's goroutine for the
// time of one call. Its fields are the owner's but for kinds, which never change, the
// atomics, and job, which thieves read between a claim and its report.
type Worker struct {
	crew   *Crew
	id     int // a resident's bed; -1 for a guest
	place  int // on the roster; under the pool's lock
	parker *park.Parker
	kinds  [kinds]Kind // of work

	self      atomic.Uintptr // the goroutine that runs it, or 0
	name      uintptr        // the same, in the table of bound workers; under its lock
	next      *Worker        // likewise
	around    *Worker        // as which the goroutine of a guest ran before, of any pool
	outer     *Worker        // likewise, as which it had a token of this pool
	blocked   bool           // its token is given away while a function waits
	typed     bool           // in a Func's body: where its forks are only its Frames know
	covered   bool           // the goroutine runs a guest inside its task
	job       *Job           // that w works for; it may be nil
	watched   bool           // the job's context can end: what polls look at
	hint      atomic.Uint32  // likewise, for polls of others, at a kept Worker: Shut, or 0
	raising   *Failure       // the failure that a join passed on last
	lost      *Failure       // the first in this segment that no join has passed on
	goroutine atomic.Uint64  // its number, for the watchdog
	waits     *Worker        // in the list of those that wait for a scope; under the scope's lock
	active    bool           // inside a segment
	seated    bool           // a guest that gives up a seat when it leaves
	tokenless bool           // the token went with a wake-up
	random    rng.Rand
	memory    policy.Memory
	labels    context.Context // whose profiler labels the resident's goroutine carries
	count     counters
}

// hire returns a worker that has no kinds of work and is not on the roster yet. Under the
// lock.
func (p *Crew) hire(id int) *Worker {
	w := &Worker{crew: p, id: id, parker: park.New(), memory: policy.Memory{Found: -1}}
	p.created++
	w.random = rng.New(p.created)
	return w
}

// adopt makes w work for the job.
func (w *Worker) adopt(job *Job) {
	w.work(job)
	if job == nil {
		w.label(context.Background())
		return
	}
	w.label(job.Context)
}

// work begins a segment for the job.
func (w *Worker) work(job *Job) {
	w.watch(job)
	w.active, w.typed, w.lost = true, false, nil
}

// watch makes job the one that w works for, or none.
func (w *Worker) watch(job *Job) {
	w.job, w.watched = job, job.Watched()
	hint := uint32(0)
	if w.watched {
		hint = Shut
	}
	if hint != w.hint.Load() {
		w.hint.Store(hint) // ORDER: none; a poll of another's only comes early or late
	}
}

// label gives the resident's goroutine the profiler labels of ctx.
func (w *Worker) label(ctx context.Context) {
	if ctx != w.labels {
		w.labels = ctx
		pprof.SetGoroutineLabels(ctx)
	}
}

// settleIn makes the calling goroutine the resident's.
func (w *Worker) settleIn() {
	w.crew.bound.bind(w)
	w.note()
	w.label(context.Background())
}

// outlive lets the worker go on with a new goroutine when Goexit ends this one.
// Last call of a resident's task.
func (w *Worker) outlive(f *Failure) {
	if f == exited {
		w.crew.bound.unbind(w) // before this goroutine ends: the next one may get its name
		w.labels = nil
		park.Go(func() {
			w.settleIn()
			w.crew.host.Resume(w)
		})
	}
}

// BeginTyped notes that a Func's body begins on w: where its forks are only its Frames
// know, until the next Enter or the end.
func (w *Worker) BeginTyped() { w.typed = true }
