package classic

import (
	"sync/atomic"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/rng"
)

// A Worker runs tasks, and is handed to each. Its methods, Fork and Join are for that task, while it runs.
type Worker struct {
	pool  *Pool
	id    int
	deque queue
	inbox deque.Locked[task] // what was dealt to it, and what a bounded deque had no room for

	scope  *Scope // of the task that it runs
	stock  int    // counts of that scope
	newest *task  // the newest fork of that task that is not joined
	spare  any    // a Future to be used again, and by next more: no thief has run one of them

	random     rng.Rand
	round      uint64  // goes round for RoundVictim
	lucky      *Worker // whom it robbed last, if it got something: LastVictim
	lastLength int     // of its deque at the last attempt: Balance.Factor

	// Of sleep.go, under its lock.
	parker   *park.Parker
	waits    *latch // what it sleeps for
	searches bool   // it was woken as a searcher

	stats, tried Stats // with the tasks that it has run; and since the last, with none yet
	exposed      atomic.Uint64
	_            pad.Line
}

// queue is what a worker needs of a deque. Push and Pop are the owner's.
type queue interface {
	Push(t *task) bool
	Pop() (*task, deque.Outcome)
	Steal() (*task, deque.Outcome)
	Len() int
}

func newWorker(p *Pool, id int) *Worker {
	c := p.config
	w := &Worker{pool: p, id: id, random: rng.New(c.Seed + uint64(id) + 1), parker: park.New()}
	switch c.Deque {
	case ChaseLev:
		w.deque = new(deque.ChaseLev[task])
	case ABP:
		w.deque = deque.NewABP[task](c.Capacity)
	case StealHalf:
		w.deque = deque.NewStealHalf[task](c.Capacity)
	case Split, SplitHalf:
		w.deque = deque.NewSplit[task](c.Deque == SplitHalf)
	case BWoS:
		w.deque = new(deque.BWoS[task])
	case Locked:
		w.deque = new(deque.Locked[task])
	}
	return w
}

// ID returns the worker's number, from 0 to Workers() - 1.
func (w *Worker) ID() int { return w.id }

// Spawn adds a task to the scope of the task that runs: it is pushed on the worker's deque, or put into
// its inbox if the deque is bounded and full. Never blocks.
func (w *Worker) Spawn(f func(w *Worker)) {
	if w.stock == 0 {
		w.stock = stock
		w.scope.tasks.add(stock)
	}
	w.stock--
	w.put(&task{body: f, scope: w.scope})
}

// Run calls f, and returns when that and all that was spawned by it have ended; the worker helps while it
// waits. If any of these has panicked, Run panics with the *PanicError of the first.
func (w *Worker) Run(f func(w *Worker)) {
	s := &Scope{pool: w.pool} // its first count is that of f
	func() {
		defer w.await(&s.tasks) // also if f calls runtime.Goexit
		w.execute(&task{body: f, scope: s})
	}()
	if e := s.failure.Load(); e != nil {
		panic(e)
	}
}

// serve is a worker's life. A task that calls runtime.Goexit ends the goroutine, and another goes on.
func (w *Worker) serve() {
	defer func() {
		if w.pool.scopes.isOpen() {
			w.pool.alive.done(&w.pool.sleep, 1)
		} else {
			park.Go(w.serve)
		}
	}()
	w.help(&w.pool.scopes)
}

// await is help inside of a task. If a task that runs here calls runtime.Goexit, the goroutine ends, but
// not before the latch is open.
func (w *Worker) await(l *latch) {
	defer w.enter(w.scope)
	defer func() {
		if !l.isOpen() {
			w.await(l)
		}
	}()
	w.help(l)
}

// help runs tasks until the latch is open.
//
// No worker waits for ever. A task that is blocked lies under another on its worker's stack, which began
// later, or waits for tasks that it forked or spawned itself. If one of those has begun, it began later
// too. So whoever follows the waits comes to a task that is not blocked, or to one that nobody has
// begun: that one lies in a queue, and each waiting worker empties its own queues first.
func (w *Worker) help(l *latch) {
	for !l.isOpen() {
		t := w.own()
		if t == nil {
			w.enter(nil)
			if t = w.search(l); t == nil {
				return
			}
		}
		w.stats.add(w.tried)
		w.tried = Stats{}
		w.enter(t.scope)
		w.execute(t)
		w.Balance()
	}
}

// own returns the newest task in the worker's deque. If there is none, it moves there what is in the inbox.
func (w *Worker) own() *task {
	w.answer()
	if t, _ := w.deque.Pop(); t != nil || w.inbox.Empty() {
		return t
	}
	for t, _ := w.inbox.Steal(); t != nil && w.put(t); t, _ = w.inbox.Steal() {
	}
	t, _ := w.deque.Pop()
	return t
}

// push pushes a task and tells it, unless the deque is bounded and full.
func (w *Worker) push(t *task) (room bool) {
	room = w.deque.Push(t)
	w.pool.sleep.post(nil)
	w.answer()
	return room
}

// put is push, or, if there is no room, into the inbox.
func (w *Worker) put(t *task) (room bool) {
	if room = w.push(t); !room {
		w.inbox.Push(t)
		w.pool.sleep.post(w)
	}
	return room
}

// answer lets thieves have tasks of a deque with a private part if they have asked for any, and tells it.
func (w *Worker) answer() {
	n := 0
	switch d := w.deque.(type) {
	case *deque.Split[task]:
		n = d.Poll()
	case *deque.BWoS[task]:
		n = d.Poll()
	}
	if n > 0 {
		w.exposed.Add(1) // ORDER: a number only; a thief may have run the task before
		w.pool.sleep.post(nil)
	}
}
