package spawn

import (
	"sync/atomic"

	"github.com/skua-go/skua/internal/apart"
	"github.com/skua-go/skua/internal/crew"
	"github.com/skua-go/skua/internal/line"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/views"
	"github.com/skua-go/skua/internal/views/left"
	"github.com/skua-go/skua/internal/watch"
)

// Tasks is what a Scope needs of the facade's.
type Tasks interface {
	// Place returns where tasks run on w, now and as long as w runs tasks of the
	// scope in a row.
	Place(w *crew.Worker) any
	// Run runs a task, or nothing if it comes after Cancel.
	Run(place, body any) error
	// Cancel ends the scope's context.
	Cancel(cause error)
	// Next returns the round after this one, whose result was taken. held says that the caller has made it,
	// and is to Release it when its first task is spawned: until then nobody takes its result.
	Next() (next *Scope, held bool)
}

// Scope is a group of spawned tasks with a Wait for all of them, from its first task, or its making, until
// its result is taken: one round of a scope of the facade (round.go). Init comes first, then SetLimit;
// both are the maker's. Wait is the maker's too, unless the scope was made outside. All else is
// safe for concurrent use.
//
// Invariants:
//
//	I1  state = oneTask * tasks not ended or counted ahead (ahead.go), plus awaited
//	    while somebody waits, parked or in the pool's line, plus limited while there
//	    is a limit.
//	I2  awaited is set and cleared under mu, together with the lists of those that
//	    wait (waiters.go). The one that takes a waiter off its list wakes it, once.
//	I3  While tasks > 0 the pool counts the scope as inside: the count leaves 0
//	    under mu only, after admit, and the worker that brings it to 0 dismisses.
//	I4  After its result was taken it counts no task any more (round.go).
type Scope struct {
	Board   *Board
	Job     *crew.Job
	home    *crew.Worker     // where it was made, or nil if outside
	listed  line.Spot[Scope] // by the injector, under its lock
	tasks   Tasks
	segment uint64 // of home, in which it was made

	// From here on seldom used, but for the limit, so that what workers read for each task, above,
	// and what each spawn writes, below, are apart in memory: most scopes are too short for empty
	// lines between. Under mu.
	brake   line.Brake // begins with the limit
	result  result
	waiters *crew.Worker // that are parked, or about to be: a list by Worker.Waits
	callers *line.Caller // that came to the pool's line to wait: a list by Caller.Next
	number  int64        // in recordings: constant from Init on
	turns   watch.Turns  // of its tasks, if there is a steal schedule
	root    *left.Turn   // of the turns of all rounds; nil in programs without reducers: constant from Init on

	maker maker // its spawns write ahead: so it is here, and not above, where workers read
	_     pad.Narrow

	mu    park.Mutex
	inbox line.Queue // bodies of tasks that are on no worker's queue: under mu
	state atomic.Int64
}

const (
	awaited = 1 << iota
	limited
	oneTask
)

// Init makes s ready. Made on a worker, home, it belongs to that worker's current
// call and job; home may be nil.
func (s *Scope) Init(p *Board, home *crew.Worker, job *crew.Job, tasks Tasks) {
	s.Board, s.home, s.Job, s.tasks = p, home, job, tasks
	s.number = p.Crew.Watch.Scope()
	if views.Ordered.Load() {
		s.root = new(left.Turn)
	}
	if home != nil {
		s.Job, s.segment = home.Job, home.Segments
		s.maker.level = Of(home).top()
		Of(home).list(s)
	}
}

// SetLimit makes at most n tasks of the scope run at a time; 0 lifts the limit. It reports false,
// and does nothing, while tasks have not ended, or are counted ahead: Settle comes first.
func (s *Scope) SetLimit(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.Over() {
		return false
	}
	s.brake.Limit.Store(int64(n)) // ORDER: under mu, without which the count does not leave 0 (I3)
	if n > 0 {
		s.state.Or(limited) // ORDER: as limit
	} else {
		s.state.And(^limited) // ORDER: as limit
	}
	return true
}

// Spawn adds a task, on the queue of the worker from which it comes, or in the scope's inbox if from is nil
// or another pool's; it reports whether it is for the queue. If the scope's result was taken the task is
// one of the round after. Never blocks for long.
func (s *Scope) Spawn(from *crew.Worker, body any) (queued bool) {
	if from != nil && from.Crew != s.Board.Crew {
		from = nil
	}
	queued, late := s.spawn(from, s.inTurn(from, body))
	for hold := false; late != nil; {
		s, hold = s.tasks.Next()
		queued, late = s.spawn(from, late)
		if hold {
			s.Release()
		}
	}
	return queued
}

// spawn is Spawn into this round: if its result was taken it adds nothing, and returns what is late.
func (s *Scope) spawn(from *crew.Worker, body any) (queued bool, late any) {
	if s.parts(from) {
		return false, s.spawnApart(body)
	}
	if s.Board.Crew.Watch.Named() {
		body = s.tellSpawn(from, body)
	}
	var c *Spawned
	if from != nil && !from.Apart() {
		c = Of(from)
	}
	if !s.count(c) {
		switch s.Add(body) {
		case over:
			return false, body
		case held, refused:
			return c != nil, nil
		}
	}
	s.launch(c, body)
	return c != nil, nil
}

// What Add did with a task.
const (
	starts  = iota // it counts, and may be launched
	held           // it counts, and waits for others, since there is a limit
	over           // nothing: the scope's result was taken
	refused        // nothing: the pool is closed, and the scope has failed
)

// Add is count under the lock: for a first task, which the pool has to let in, and for
// scopes with a limit, which may hold it back.
func (s *Scope) Add(body any) (did int) {
	s.mu.Lock()
	defer func() {
		s.mu.Unlock()
		if did == refused {
			s.Fail(crew.ErrClosed, nil) // not under mu, which it takes
		}
	}()
	if s.result.taken {
		return over
	}
	st := s.state.Load()
	for first := true; ; st = s.state.Load() {
		if st < oneTask && first {
			first = false
			if !s.Board.Crew.Host.Admit(s.home != nil) {
				return refused
			}
		}
		// ORDER: counted before it can be found, so the scope cannot end without it. Once the
		// count was 0 here it stays 0 until this CAS: only a holder of mu, as we are, raises it.
		if s.state.CompareAndSwap(st, st+oneTask) {
			break
		}
	}
	if st&limited == 0 {
		return starts
	}
	if !s.brake.Begin(body, s.holdsNone()) {
		return held
	}
	return starts
}

// launch puts a task where it will be found: on c's queue, if there is a c.
func (s *Scope) launch(c *Spawned, body any) {
	if b, ok := body.(branch); apart.Enabled && ok { // that a limit has held back
		b.Offer(false)
		return
	}
	if s.handOver(body) {
		return
	}
	if c == nil {
		s.inject(body)
	} else if c.queue.Put(c.task(s, body)) { // else there has been another task all the time (doc.go, "Left behind")
		s.Board.Crew.Sleep.Post()
	}
	s.Board.Crew.Watch.Director.Point(watch.AtSpawn)
}

// inject puts a task where any worker and the maker find it.
func (s *Scope) inject(body any) {
	if s.Put(body) {
		s.Board.Crew.Sleep.Post()
	}
	s.Board.Attend()
	// ORDER: after the task is in the inbox. Who comes to the line sets the bit, then looks there.
	if s.state.Load()&awaited != 0 {
		s.Forsake()
	}
}

// Fail records why a task did not do its work, if it is the first, and cancels
// the rest.
func (s *Scope) Fail(err error, f *crew.Failure) {
	s.mu.Lock()
	first := !s.result.stopped
	if first {
		s.result.err, s.result.failure, s.result.stopped = err, f, true
	}
	s.mu.Unlock()
	if first {
		s.tasks.Cancel(err)
	}
}

// locked reports what f does, under the lock.
func (s *Scope) locked(f func() bool) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return f()
}

// Over reports whether s has no task that has not ended.
func (s *Scope) Over() bool { return s.state.Load() < oneTask }
