package sched

import (
	"context"
	"runtime/pprof"
	"sync/atomic"

	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/internal/rng"
)

// Worker is one that runs tasks: a resident, which has a goroutine of its own,
// looks for work and sleeps, or a guest, which is a caller's goroutine for the
// time of one call. Its fields are the owner's but for stacks and queue, which
// thieves read, and job, which they read between a claim and its report.
type Worker struct {
	pool      *Pool
	id        int // a resident's bed; -1 for a guest
	place     int // on the roster; under the pool's lock
	parker    *park.Parker
	stacks    atomic.Pointer[[]*Stack]
	part      atomic.Pointer[Part] // of the innermost loop that runs here and is not hidden
	innermost atomic.Pointer[Part] // of all loops that run here; others only ask it
	queue     queue                // spawned tasks

	self      atomic.Uintptr // the goroutine that runs it, or 0
	name      uintptr        // the same, in the table of bound workers; under its lock
	next      *Worker        // likewise
	around    *Worker        // as which the goroutine of a guest ran before, of any pool
	outer     *Worker        // likewise, as which it had a token of this pool
	blocked   bool           // its token is given away while a function waits
	typed     bool           // in a Func's body: where its forks are only its Frames know
	covered   bool           // the goroutine runs a guest inside its task
	job       *Job
	watched   bool          // the job's context can end: what polls look at
	hint      atomic.Uint32 // likewise, for polls of others, at a kept Worker: Shut, or 0
	slab      []Task        // for the tasks that it spawns next
	spare     *Part         // of the loop that was stolen from last
	free      *Loop         // that no thief has seen
	raising   *Failure      // the failure that a join passed on last
	lost      *Failure      // the first in this segment that no join has passed on
	scopes    *Scope        // made in this segment and not waited for yet
	serving   []*Scope      // whose tasks run here, each above the one before
	goroutine atomic.Uint64 // its number, for the watchdog
	waits     *Worker       // in the list of those that wait for a scope; under the scope's lock
	active    bool          // inside a segment
	seated    bool          // a guest that gives up a seat when it leaves
	tokenless bool          // the token went with a wake-up
	random    rng.Rand
	memory    policy.Memory
	lengths   func(worker int) int
	labels    context.Context // whose profiler labels the resident's goroutine carries
	count     counters
}

// newWorker returns a worker that is not on the roster yet. Under the pool's lock.
func newWorker(p *Pool, id int) *Worker {
	w := &Worker{pool: p, id: id, parker: park.New(), memory: policy.Memory{Found: -1}}
	w.queue = newQueue(p.config)
	p.created++
	w.random = rng.New(p.created)
	w.lengths = w.length
	// ORDER: before the worker is in the pool's list; only the owner adds later.
	w.stacks.Store(new([]*Stack))
	return w
}

// Pool returns the pool that w works for.
func (w *Worker) Pool() *Pool { return w.pool }

// Job returns the job that w works for; it may be nil.
func (w *Worker) Job() *Job { return w.job }

// Stack returns w's stack for the task type key, or nil.
func (w *Worker) Stack(key any) *Stack {
	for _, s := range *w.stacks.Load() {
		if s.key == key {
			return s
		}
	}
	return nil
}

func (w *Worker) addStack(s *Stack) {
	old := *w.stacks.Load()
	list := append(make([]*Stack, 0, len(old)+1), old...)
	list = append(list, s)
	// ORDER: the list is complete before thieves see it, and is never changed.
	w.stacks.Store(&list)
}

// begin is a resident's first step: it was started with a token and a search.
func (w *Worker) begin() {
	w.settleIn()
	if l, ok := w.find(); ok {
		w.run(l)
		w.loop()
		return
	}
	w.end()
}

// settleIn makes the calling goroutine the resident's.
func (w *Worker) settleIn() {
	w.pool.bound.bind(w)
	w.note()
	w.label(context.Background())
}

// loop is a resident's life between two tasks.
func (w *Worker) loop() {
	for {
		l, ok := w.own()
		if !ok {
			if !w.look() {
				break
			}
			if l, ok = w.find(); !ok {
				break
			}
		}
		w.run(l)
	}
	w.end()
}

// look turns w into a searcher with a token. False means that w ends, without one.
func (w *Worker) look() bool {
	if !w.tokenless && !w.pool.excess() {
		w.pool.sleep.StartSearch()
		return true
	}
	w.tidy()
	if w.pool.spare() {
		return false
	}
	w.pool.sleep.Rest(w.id)
	w.tokenless = false
	return true
}

func (w *Worker) run(l loot) {
	switch {
	case l.part != nil:
		w.runPart(l)
	case l.stack != nil:
		w.runStolen(l.stack, l.frame)
	default:
		w.runSpawned(l.task)
	}
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

// endSegment waits for all that the segment left behind, on every stack.
func (w *Worker) endSegment() {
	w.abandon()
	w.Reclaim()
	w.active = false
}

// Reclaim takes back, on every stack, what no live caller will join: it waits
// for what thieves run of it.
func (w *Worker) Reclaim() {
	for _, s := range *w.stacks.Load() {
		s.reclaim(s.base)
	}
}

// outlive lets the worker go on with a new goroutine when Goexit ends this one.
// Last call of a resident's task.
func (w *Worker) outlive(f *Failure) {
	if f == exited {
		w.pool.bound.unbind(w) // before this goroutine ends: the next one may get its name
		w.labels = nil
		park.Go(func() {
			w.settleIn()
			w.loop()
		})
	}
}

// maxStacks is how many stacks a worker keeps when idle: arbitrary.
const maxStacks = 16

// tidy drops all that the last task left: what dead frames hold, its job, and
// the stacks if they are many. The gates stay shut, so the first fork of what
// comes next looks around.
func (w *Worker) tidy() {
	w.raising, w.lost, w.spare = nil, nil, nil
	w.watch(nil)
	if w.id >= 0 {
		w.label(context.Background())
	}
	stacks := *w.stacks.Load()
	for _, s := range stacks {
		s.ask()
		s.young, s.credit = true, w.pool.config.Keep.AtStart()
		if s.used {
			s.used = false
			s.body.Clear()
		}
	}
	if len(stacks) > maxStacks {
		// ORDER: all of them are empty; a thief that still has the old list finds nothing.
		w.stacks.Store(new([]*Stack))
	}
}
