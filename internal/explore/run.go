package explore

import (
	"fmt"
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
	r.ending, r.err, r.stack, r.judged = finished, nil, "", false
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

// decide chooses the thread that goes on: a fresh one, else the one that makes the next step. A
// thread that is chosen to die makes no step of its own: another one is chosen after it.
func (r *runner) decide() *thread {
	t := r.choose()
	for t != nil && t.pending.kind == die {
		r.bury(t)
		t = r.choose()
	}
	return t
}

func (r *runner) choose() *thread {
	if n := len(r.fresh); n > 0 {
		t := r.fresh[n-1]
		r.fresh = r.fresh[:n-1]
		return t
	}
	enabled := r.enabled()
	if enabled == 0 {
		return nil
	}
	if len(r.schedule) >= r.MaxSteps {
		r.fail(fmt.Errorf("%w: %d steps and no end", ErrLivelock, len(r.schedule)))
		return nil
	}
	id := -1
	if r.fair() {
		id = enabled.next(r.prev)
	} else if id = r.search.pick(enabled); id < 0 {
		return nil
	}
	return r.grant(id, enabled)
}

// fair reports whether the run is so long that it goes on without choices.
func (r *runner) fair() bool { return len(r.schedule) >= r.MaxSteps/2 }

// enabled returns the threads that can make a step. If none can, it ends the run.
func (r *runner) enabled() set {
	var can, spin set
	alive := false
	for _, t := range r.threads {
		if t.gone() {
			continue
		}
		alive = true
		if r.can(t) {
			can |= only(t.id)
		} else if t.pending.kind == Yield {
			spin |= only(t.id)
		}
	}
	if can != 0 || !alive {
		return can
	}
	if s := r.resumable(); s != 0 || r.ending == failed {
		return s
	}
	if spin == 0 {
		r.stuck()
		return 0
	}
	if r.idle++; r.idle > maxIdle {
		r.fail(fmt.Errorf("%w: all that is left spins\n%s", ErrLivelock, r.who()))
		return 0
	}
	for _, t := range r.threads {
		t.waking = t.waking || spin.has(t.id)
	}
	return spin
}

func (r *runner) can(t *thread) bool {
	switch t.pending.kind {
	case Lock:
		return !t.pending.obj.held
	case Park:
		return t.pending.obj.permit
	case stop:
		return false
	case Yield:
		return t.waking || t.free < r.FreeYields || r.writes-t.wrote > t.seen
	}
	return true
}

// stuck ends a run in which everybody left is blocked.
func (r *runner) stuck() {
	r.ending = blocked
	for _, t := range r.threads {
		if !t.gone() && (t.must || !r.x.mayBlock()) {
			r.fail(fmt.Errorf("%w\n%s", ErrDeadlock, r.who()))
			return
		}
	}
}

// grant lets the thread make its pending step.
func (r *runner) grant(id int, enabled set) *thread {
	t := r.threads[id]
	if id != r.prev && enabled.has(r.prev) && r.threads[r.prev].pending.kind != Yield {
		r.preempts++
	}
	r.prev = id
	r.schedule = append(r.schedule, uint8(id))
	t.current, t.lastStep, t.failed = len(r.schedule), len(r.schedule), false
	r.model(t)
	if r.logging {
		r.note(t)
	}
	return t
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
}

func (r *runner) fail(err error) {
	if r.ending != failed {
		r.ending, r.err = failed, err
	}
}
