package deque_test

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/skua-go/skua/deque"
)

// subtree is a task: it counts the leaves of a tree of that depth.
type subtree struct{ depth int }

// workers is a small scheduler: each worker owns a deque, and tasks from outside come
// through the injector.
type workers struct {
	injector deque.Locked[subtree] // Push is safe for concurrent use there, and only there
	own      []deque.ChaseLev[subtree]
	pending  atomic.Int64 // tasks that were pushed and have not ended
	leaves   atomic.Int64
}

// find returns a task for worker me, or nil if there was none anywhere: its own
// youngest task, else the oldest from outside, else the oldest of another worker.
func (w *workers) find(me int) *subtree {
	if t, outcome := w.own[me].Pop(); outcome == deque.Got {
		return t
	}
	for {
		t, outcome := w.injector.Steal()
		lost := outcome == deque.Lost
		for k := 1; k < len(w.own) && outcome != deque.Got; k++ {
			victim := (me + k) % len(w.own)
			t, outcome = w.own[victim].Steal()
			lost = lost || outcome == deque.Lost
		}
		switch {
		case outcome == deque.Got:
			return t
		case lost: // another thief was faster: the deque may hold more, so look again
			runtime.Gosched()
		default: // every deque was Empty: only now it is right to give up
			return nil
		}
	}
}

// run is the life of worker me.
func (w *workers) run(me int) {
	for w.pending.Load() > 0 {
		t := w.find(me)
		if t == nil {
			runtime.Gosched() // others are busy, and may push; a scheduler would sleep here
			continue
		}
		w.count(me, t)
		w.pending.Add(-1) // after the tasks that it pushed were counted
	}
}

// count goes down one side of the tree and pushes the other.
func (w *workers) count(me int, t *subtree) {
	for depth := t.depth; depth > 0; depth-- {
		w.pending.Add(1) // before the push: a thief may end the task at once
		w.own[me].Push(&subtree{depth - 1})
	}
	w.leaves.Add(1)
}

// A complete worker loop: the own deque first, then the injector, then the deques of
// the other workers. It shows what to do at each of the three outcomes.
func Example_worker() {
	w := &workers{own: make([]deque.ChaseLev[subtree], 4)}
	w.pending.Add(1)
	w.injector.Push(&subtree{depth: 12})
	var running sync.WaitGroup
	for me := range w.own {
		running.Go(func() { w.run(me) })
	}
	running.Wait()
	fmt.Println(w.leaves.Load(), "leaves")
	// Output: 4096 leaves
}
