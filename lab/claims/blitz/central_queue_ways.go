package blitz

import (
	"context"
	"sync"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/span"
)

// queueWays are the ways to run the tree; the first three differ in where tasks
// wait, and in nothing else.
var queueWays = []struct {
	name string
	run  func(b *queueBench, workers int)
}{
	{"central", func(b *queueBench, workers int) { b.crew(workers, newLockedStack()) }},
	{"sharing", func(b *queueBench, workers int) { b.crew(workers, newDealtQueues(workers)) }},
	{"deques", func(b *queueBench, workers int) { b.crew(workers, newRobbedDeques(workers)) }},
	{"skua, forks", func(b *queueBench, workers int) { b.fork.On(b.pools[workers], queueTask{0, b.leaves}) }},
	{"skua, spawns", (*queueBench).spawn},
	{"static", (*queueBench).static},
}

// queueBench has what the runs of a tree need. It is made once.
type queueBench struct {
	leaves, steps, workers int
	tasks                  []queueTask // that of [lo, hi) is tasks[lo]: no run allocates any
	pools                  map[int]*skua.Pool
	fork                   *skua.Func[queueTask, struct{}]
}

// queueTask runs the leaves [lo, hi). It makes a task of the upper half of the leaves that
// are left, until one leaf is left.
type queueTask struct{ lo, hi int }

func newQueueBench(leaves, steps, workers int) (*queueBench, error) {
	b := &queueBench{leaves: leaves, steps: steps, workers: workers,
		tasks: make([]queueTask, leaves), pools: map[int]*skua.Pool{}}
	for _, n := range b.crews() {
		pool, err := skua.New(skua.WithWorkers(n))
		if err != nil {
			b.close()
			return nil, err
		}
		b.pools[n] = pool
	}
	b.fork = skua.NewFunc(func(f *skua.Frame[queueTask, struct{}], t queueTask) struct{} {
		b.forkTask(f, t)
		return struct{}{}
	})
	return b, nil
}

func (b *queueBench) close() {
	for _, pool := range b.pools {
		pool.Close() // cannot fail: the pool has no tasks
	}
}

func (b *queueBench) forkTask(f *skua.Frame[queueTask, struct{}], t queueTask) {
	if t.hi-t.lo == 1 {
		gauge.Burn(b.steps)
		return
	}
	mid := (t.lo + t.hi) / 2
	upper := queueTask{mid, t.hi}
	b.forkTask(f.Fork(upper), queueTask{t.lo, mid})
	if _, done := f.Join(); !done {
		b.forkTask(f, upper)
	}
}

func (b *queueBench) spawn(workers int) {
	err := b.pools[workers].Run(context.Background(), func(w *skua.Worker) error {
		s := skua.NewScope(context.Background(), w)
		b.spawnTask(s, w, queueTask{0, b.leaves})
		return s.Wait()
	})
	if err != nil {
		panic(err) // no task fails
	}
}

func (b *queueBench) spawnTask(s *skua.Scope, w *skua.Worker, t queueTask) {
	for t.hi-t.lo > 1 {
		mid := (t.lo + t.hi) / 2
		upper := queueTask{mid, t.hi}
		w.Go(s, func(w *skua.Worker) error {
			b.spawnTask(s, w, upper)
			return nil
		})
		t.hi = mid
	}
	gauge.Burn(b.steps)
}

func (b *queueBench) static(workers int) {
	parts := span.NewStatic(0, b.leaves, workers)
	var all sync.WaitGroup
	for k := range workers {
		all.Go(func() {
			for range parts.All(k) {
				gauge.Burn(b.steps)
			}
		})
	}
	all.Wait()
}
