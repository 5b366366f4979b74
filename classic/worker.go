package classic

import (
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/rng"
)

// A Worker runs tasks. It is handed to each of them; its methods, Fork and Join are for the
// task that it was handed to, while that runs.
type Worker struct {
	pool  *Pool
	id    int
	deque queue
	inbox deque.Locked[task] // what was dealt to it, and what a bounded deque had no room for

	scope  *Scope // of the task that it runs
	newest *task  // the newest fork of that task that is not joined
	spare  *task  // forks to be used again: no thief has had one of them

	random     rng.Rand
	at         int     // whom it tried last: RoundVictim
	lucky      *Worker // whom it robbed last, if it got something: LastVictim
	lastLength int     // of its deque at the last attempt: Balance.Factor

	// Of sleep.go, under its lock.
	parker   *park.Parker
	waits    *latch // what it sleeps for
	searches bool   // it was woken as a searcher

	counts counts
	_      pad.Line
}

// queue is what a worker needs of a deque. Push and Pop are the owner's.
type queue interface {
	Push(t *task) bool
	Pop() (*task, deque.Outcome)
	Steal() (*task, deque.Outcome)
	Len() int
}

func newQueue(c Config, w *Worker) queue {
	switch c.Deque {
	case ABP:
		return deque.NewABP[task](c.Capacity)
	case StealHalf:
		return deque.NewStealHalf[task](c.Capacity)
	case Split, SplitHalf:
		return serving{deque.NewSplit[task](c.Deque == SplitHalf), w}
	case Locked:
		return new(deque.Locked[task])
	}
	return new(deque.ChaseLev[task])
}

// serving is a Split whose owner answers thieves when it pushes or pops, and then looks for sleepers.
type serving struct {
	*deque.Split[task]
	owner *Worker
}

func (q serving) Push(t *task) bool {
	q.Split.Push(t)
	q.serve()
	return true
}

func (q serving) Pop() (*task, deque.Outcome) {
	q.serve()
	return q.Split.Pop()
}

func (q serving) serve() {
	if q.Poll() > 0 {
		q.owner.counts.exposures.Add(1) // ORDER: none: a statistic
		q.owner.pool.sleep.post(nil)
	}
}

// ID returns the worker's number, from 0 to Workers() - 1.
func (w *Worker) ID() int { return w.id }

// Spawn adds a task to the scope of the task that runs: it is pushed on the worker's deque, or put into
// its inbox if the deque is bounded and full. Never blocks.
func (w *Worker) Spawn(f func(w *Worker)) {
	w.counts.spawns++
	if t := w.scope.task(f); !w.push(t) {
		w.counts.full++
	}
	w.pool.sleep.post(nil)
}

// Run calls f, and returns when that and all that was spawned by it have ended; the worker helps while it
// waits. If any of these has panicked, Run panics with the *PanicError of the first.
func (w *Worker) Run(f func(w *Worker)) {
	s := &Scope{pool: w.pool}
	w.execute(s.task(f))
	s.tasks.done(&w.pool.sleep)
	w.await(&s.tasks)
	s.raise()
}

// serve is a worker's life. A task that calls runtime.Goexit ends the goroutine, and another goes on.
func (w *Worker) serve() {
	defer func() {
		if w.pool.stop.isOpen() {
			w.pool.alive.done(&w.pool.sleep)
		} else {
			park.Go(w.serve)
		}
	}()
	w.await(&w.pool.stop)
}

// await runs tasks until the latch is open.
//
// No worker waits for ever. A task that is blocked lies under another on its worker's stack, which began
// later, or waits for tasks that it forked or spawned itself. If one of those has begun, it began later
// too. So whoever follows the waits comes to a task that is not blocked, or to one that nobody has
// begun: that one lies in a queue, and each waiting worker empties its own queues first.
func (w *Worker) await(l *latch) {
	for !l.isOpen() {
		t := w.own()
		if t == nil {
			t = w.search(l)
		}
		if t != nil {
			w.execute(t)
			w.Balance()
		}
	}
}

// own returns a task of the worker's own: the newest in its deque. If there is none, it takes the oldest
// in its inbox, and moves the others to the deque.
func (w *Worker) own() *task {
	if t, _ := w.deque.Pop(); t != nil {
		return t
	}
	first, _ := w.inbox.Steal()
	for room := true; room && !w.inbox.Empty(); {
		if t, _ := w.inbox.Steal(); t != nil {
			room = w.push(t)
			w.pool.sleep.post(nil)
		}
	}
	return first
}

// push puts a task into the deque, or, if that is bounded and full, into the inbox. The caller posts.
func (w *Worker) push(t *task) (room bool) {
	if room = w.deque.Push(t); !room {
		w.inbox.Push(t)
	}
	return room
}

// length is how many tasks are in the worker's deque. Owner only.
func (w *Worker) length() int {
	if d, ok := w.deque.(serving); ok {
		return d.Len() + d.Private()
	}
	return w.deque.Len()
}
