package program

import (
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/pad"
	"github.com/skua-go/skua/internal/park"
	"github.com/skua-go/skua/internal/rng"
)

// queues run a tree of tasks by one loop, on as many threads as the pool has workers, which they do not
// need. They differ in where tasks wait.
var queues = []Program{
	queueProgram("queue-central", "one locked stack of all workers", func(int) supply { return new(central) }),
	queueProgram("queue-deques", "a Chase-Lev deque of each worker's own; a thief begins at a random one", func(n int) supply { return newRobbed(n, false) }),
	queueProgram("queue-fixed", "the same; all thieves begin at the first one", func(n int) supply { return newRobbed(n, true) }),
}

func queueProgram(name, where string, fresh func(n int) supply) Program {
	return Program{
		Name: name, Doc: "a binary tree of tasks with so many leaves for each worker; tasks wait in " + where + "; the time without the threads' start",
		Default: Params{"each": 256, "leaf": 1000},
		Start: func(_ *skua.Pool, workers int, p Params) func() time.Duration {
			return func() time.Duration { return newCrowd(fresh(workers), workers, p).all() }
		},
	}
}

// part is a task: the leaves [lo, hi).
type part struct{ lo, hi int }

// supply is where tasks wait. take returns nil if it has found none.
type supply interface {
	put(worker int, t *part)
	take(worker int) *part
}

// crowd is a run of the tree.
type crowd struct {
	supply  supply
	leaf    int
	parts   []part // the task of [lo, hi) is parts[lo]: each lo has one
	fellows int    // workers besides the caller
	_       pad.Line
	ready   atomic.Int64 // fellows that look for tasks
	_       pad.Line
	left    atomic.Int64 // leaves that are not reported as done
	_       pad.Line
}

func newCrowd(s supply, workers int, p Params) *crowd {
	n := max(1, p["each"]) * workers
	c := &crowd{supply: s, leaf: p["leaf"], parts: make([]part, n), fellows: workers - 1}
	c.left.Store(int64(n))
	return c
}

// all runs the tree, the caller being the first worker, and returns the time from the first task on: all
// other workers look for tasks by then.
func (c *crowd) all() time.Duration {
	var living atomic.Int64
	living.Store(int64(c.fellows))
	ended := park.New()
	for k := range c.fellows {
		park.Go(func() {
			c.ready.Add(1)
			c.serve(k + 1)
			if living.Add(-1) == 0 {
				ended.Unpark()
			}
		})
	}
	for c.ready.Load() < int64(c.fellows) {
		park.Yield()
	}
	begin := now()
	c.parts[0] = part{0, len(c.parts)}
	c.supply.put(0, &c.parts[0])
	c.serve(0)
	took := now() - begin
	if c.fellows > 0 {
		ended.Park()
	}
	return took
}

// serve takes tasks until all leaves are done. A worker reports its leaves when it finds nothing: a word
// that all workers change for each leaf would be a bottleneck too.
func (c *crowd) serve(worker int) {
	for done := int64(0); ; {
		if t := c.supply.take(worker); t != nil {
			c.run(worker, *t)
			done++
			continue
		}
		if done > 0 {
			c.left.Add(-done)
			done = 0
		}
		if c.left.Load() == 0 {
			return
		}
		park.Yield()
	}
}

// run makes tasks of all but the first leaf, and runs that.
func (c *crowd) run(worker int, t part) {
	for t.hi-t.lo > 1 {
		mid := (t.lo + t.hi) / 2
		c.parts[mid] = part{mid, t.hi}
		c.supply.put(worker, &c.parts[mid])
		t.hi = mid
	}
	work(c.leaf)
}

// central is one stack under a lock. No central queue does better: it gives the youngest task, so few
// tasks wait at a time, and a worker that finds it empty leaves the lock alone.
type central struct {
	_ pad.Line
	deque.Locked[part]
	_ pad.Line
}

func (q *central) put(_ int, t *part) { q.Push(t) }

func (q *central) take(int) *part {
	t, _ := q.Pop()
	return t
}

// robbed are deques of the workers' own. A worker whose deque is empty looks at all others once.
type robbed struct {
	deques []*deque.ChaseLev[part]
	rand   []paddedRand // each is its worker's
	fixed  bool
}

type paddedRand struct {
	rng.Rand
	_ pad.Line
}

func newRobbed(workers int, fixed bool) *robbed {
	r := &robbed{fixed: fixed, rand: make([]paddedRand, workers)}
	for k := range workers {
		r.deques = append(r.deques, new(deque.ChaseLev[part]))
		r.rand[k].Rand = rng.New(uint64(k))
	}
	return r
}

func (r *robbed) put(worker int, t *part) { r.deques[worker].Push(t) }

func (r *robbed) take(worker int) *part {
	if t, outcome := r.deques[worker].Pop(); outcome == deque.Got {
		return t
	}
	first := 0
	if !r.fixed {
		first = r.rand[worker].Below(len(r.deques))
	}
	for k := range r.deques {
		if victim := (first + k) % len(r.deques); victim != worker {
			if t, outcome := r.deques[victim].Steal(); outcome == deque.Got {
				return t
			}
		}
	}
	return nil
}
