package blitz

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/rng"
	"github.com/skua-go/skua/lab/gauge"
)

// A queueSupply is where tasks wait. pop returns nil if it found none.
type queueSupply interface {
	push(worker int, t *queueTask)
	pop(worker int) *queueTask
}

// crew runs the tree on goroutines that get their tasks from a supply. While a worker has
// tasks it counts its leaves by itself: a shared word that all workers change for each
// leaf would be a bottleneck too.
func (b *queueBench) crew(workers int, supply queueSupply) {
	var left atomic.Int64
	left.Store(int64(b.leaves))
	b.tasks[0] = queueTask{0, b.leaves}
	supply.push(0, &b.tasks[0])
	var all sync.WaitGroup
	for k := range workers {
		all.Go(func() {
			done := 0
			for {
				t := supply.pop(k)
				if t != nil {
					b.run(k, *t, supply)
					done++
					continue
				}
				if left.Add(-int64(done)) == 0 {
					return
				}
				done = 0
				runtime.Gosched()
			}
		})
	}
	all.Wait()
}

// run makes tasks of all but the first leaf, and runs that.
func (b *queueBench) run(worker int, t queueTask, supply queueSupply) {
	for t.hi-t.lo > 1 {
		mid := (t.lo + t.hi) / 2
		b.tasks[mid] = queueTask{mid, t.hi}
		supply.push(worker, &b.tasks[mid])
		t.hi = mid
	}
	gauge.Burn(b.steps)
}

// A lockedStack is a stack under a lock. No central queue does better: the youngest tasks
// are in the cache, and few tasks wait at a time.
type lockedStack struct {
	mu    sync.Mutex
	tasks []*queueTask
	_     pad.Line
}

func newLockedStack() *lockedStack { return &lockedStack{tasks: make([]*queueTask, 0, 64)} }

func (q *lockedStack) push(_ int, t *queueTask) {
	q.mu.Lock()
	q.tasks = append(q.tasks, t)
	q.mu.Unlock()
}

func (q *lockedStack) pop(int) (t *queueTask) {
	q.mu.Lock()
	if n := len(q.tasks) - 1; n >= 0 {
		t, q.tasks = q.tasks[n], q.tasks[:n]
	}
	q.mu.Unlock()
	return t
}

// dealtQueues share work: a worker that makes a task looks at the next worker in turn, and
// gives the task to it if that has fewer tasks, so that only a worker with more than another
// one deals [AI22]. No worker takes a task that another one was given.
type dealtQueues []struct {
	lockedStack
	next int // its owner's
	_    pad.Line
	has  atomic.Int64 // tasks
	_    pad.Line
}

func newDealtQueues(workers int) dealtQueues {
	q := make(dealtQueues, workers)
	for k := range q {
		q[k].next = k
	}
	return q
}

func (q dealtQueues) push(worker int, t *queueTask) {
	next := &q[worker].next
	*next = (*next + 1) % len(q)
	to := worker
	if q[*next].has.Load() < q[worker].has.Load() {
		to = *next
	}
	// ORDER: none: an estimate of a load, on which nothing but the choice of a queue depends.
	q[to].has.Add(1)
	q[to].lockedStack.push(worker, t)
}

func (q dealtQueues) pop(worker int) *queueTask {
	t := q[worker].lockedStack.pop(worker)
	if t != nil {
		q[worker].has.Add(-1)
	}
	return t
}

// robbedDeques steal work: a worker without tasks takes from the deques of the others.
type robbedDeques []struct {
	deque.ChaseLev[queueTask]
	rand rng.Rand // its owner's
	_    pad.Line
}

func newRobbedDeques(workers int) robbedDeques {
	d := make(robbedDeques, workers)
	for k := range d {
		d[k].rand = rng.New(uint64(k))
	}
	return d
}

func (d robbedDeques) push(worker int, t *queueTask) { d[worker].Push(t) }

// pop takes from the worker's own deque. If that is empty, it looks at the other deques
// once, beginning with a random one.
func (d robbedDeques) pop(worker int) *queueTask {
	if t, outcome := d[worker].Pop(); outcome == deque.Got {
		return t
	}
	first := d[worker].rand.Below(len(d))
	for i := range d {
		if victim := (first + i) % len(d); victim != worker {
			if t, outcome := d[victim].Steal(); outcome == deque.Got {
				return t
			}
		}
	}
	return nil
}
