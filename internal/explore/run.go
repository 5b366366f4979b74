package explore

import (
	"strings"
	"unsafe"
)

// maxIdle is how often all that is left may spin around without a write
// before that is a livelock: above any spin of the code under test.
const maxIdle = 200

// runner makes one run after another. Its methods are called by one goroutine
// at a time: by the running thread or by the trampoline (see engine).
type runner struct {
	options
	root   func(*X)
	search search
	result Result
	engine engine

	x        *X
	threads  []*thread
	fresh    []*thread
	cur      *thread // the one that runs; nil between runs and in checks
	next     *thread // the one to run next; nil ends the run
	prev     int     // the thread that made the last step
	objs     objects
	schedule []uint8
	writes   int
	idle     int
	preempts int
	ending   verdict
	err      error
	stack    string
	killing  bool
	late     bool // X.Late
	judged   bool

	crashes crashes
	history history
	logging bool
	log     strings.Builder
}

// options are Options with the defaults filled in.
type options struct{ Options }

// verdict is how a run ended.
type verdict int

const (
	finished verdict = iota // every thread is done
	blocked                 // daemons are left
	failed
	pruned // another run covers it
)

func newRunner(o Options, f func(*X)) (*runner, error) {
	if o.MaxSteps == 0 {
		o.MaxSteps = 5000
	}
	o.MaxSteps = min(o.MaxSteps, 1<<16-2)
	if o.Seed == 0 {
		o.Seed = 1
	}
	if o.Depth == 0 {
		o.Depth = 3
	}
	if (o.Mode == Random || o.Mode == PCT) && o.MaxRuns == 0 && o.MaxWork == 0 {
		o.MaxRuns = 10_000
	}
	r := &runner{options: options{o}, root: f}
	if o.Traces {
		r.result.seen = map[uint64]struct{}{}
	}
	r.history.on = o.Mode == DPOR || o.Traces
	var err error
	r.search, err = newSearch(r)
	return r, err
}

// begin sets a new run up: only thread 0 is there, and fresh.
func (r *runner) begin() {
	r.x = &X{run: r}
	r.throw()
	r.threads, r.fresh, r.schedule = r.threads[:0], r.fresh[:0], r.schedule[:0]
	r.prev, r.writes, r.idle, r.preempts = 0, 0, 0, 0
	r.ending, r.err, r.stack, r.judged, r.late = finished, nil, "", false, false
	r.objs.clear()
	r.history.clear()
	r.search.begin()
	x, root := r.x, r.root
	r.spawn(nil, func() { root(x) }, true)
	r.next = r.decide()
}

// spawn makes a thread. The spawning one goes on; the new one is run up to its
// first step before the next choice, since until then it touches nothing shared.
func (r *runner) spawn(by *thread, f func(), must bool) *thread {
	if by != nil {
		r.commit(by)
	}
	if r.killing {
		return nil
	}
	if len(r.threads) == maxThreads {
		r.fail(errManyFresh)
		return nil
	}
	t := r.blank()
	*t = thread{id: len(r.threads), fn: f, must: must, name: 1}
	if by != nil {
		by.born++
		t.name = mix(by.name, uint64(by.born))
		t.clock = by.clock
	}
	t.seen = r.writes
	r.threads = append(r.threads, t)
	r.fresh = append(r.fresh, t)
	return t
}

// blank returns memory for the next thread: that of an earlier run if no
// goroutine may have kept it.
func (r *runner) blank() *thread {
	if n := len(r.threads); !raceEngine && n < cap(r.threads) {
		if t := r.threads[:n+1][n]; t != nil {
			return t
		}
	}
	return new(thread)
}

// point announces the thread's next step and returns the thread that makes its step now.
func (r *runner) point(t *thread, k Kind, p unsafe.Pointer) *thread {
	r.commit(t)
	t.pending = op{kind: k}
	if p != nil {
		t.pending.obj = r.objs.find(p)
	}
	if r.ending == failed {
		return nil
	}
	if r.history.on && k == Lock && t.pending.obj.held {
		r.search.waiting(t)
	}
	return r.decide()
}

// exit is the thread's end; it returns the thread that goes on.
func (r *runner) exit(t *thread) *thread {
	t.done = true
	if r.killing {
		return nil
	}
	r.commit(t)
	if t.panicked != nil {
		r.stack = t.stack
		r.fail(&PanicError{t.id, t.panicked})
	}
	if r.ending == failed {
		return nil
	}
	return r.decide()
}

// model does the step to the explorer's own picture of locks and permits.
func (r *runner) model(t *thread) {
	o := t.pending.obj
	switch t.pending.kind {
	case Lock:
		o.held = true
	case Unlock:
		o.held = false
	case Park:
		o.permit = false
	case Unpark:
		o.permit = true
	case Yield:
		foreign := r.writes - t.wrote
		if foreign > t.seen {
			t.free = 0
		} else {
			t.free++
		}
		t.seen, t.waking = foreign, false
	}
}

// commit books the step that the thread has just done.
func (r *runner) commit(t *thread) {
	if t.current == 0 {
		return
	}
	if t.pending.kind.changes() && !t.failed {
		r.writes++
		t.wrote++
		r.idle = 0
	}
	if r.history.on {
		r.remember(t)
	}
	t.current = 0
	t.steps++
}

func (r *runner) fail(err error) {
	if r.ending != failed {
		r.ending, r.err = failed, err
	}
}
