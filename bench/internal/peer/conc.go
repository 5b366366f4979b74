package peer

import (
	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/iter"
	"github.com/sourcegraph/conc/pool"
)

const concModule = "github.com/sourcegraph/conc"

// concPeer is conc without a pool: WaitGroup and iter.
var concPeer = Peer{
	Name:   "conc",
	Module: concModule,
	Open: func(workers int) Session {
		it := iter.Iterator[struct{}]{MaxGoroutines: workers}
		return Session{
			Both:  concBoth,
			Tasks: concTasks,
			// Its loop is over a slice: one of empty elements costs nothing.
			For: func(n int, body func(i int)) {
				it.ForEachIdx(make([]struct{}, n), func(i int, _ *struct{}) { body(i) })
			},
		}
	},
}

// concPool is conc's pool: one for each batch of tasks, since it cannot be used
// any more once it was waited for, and one that is shared by nested forks.
var concPool = Peer{
	Name:    "conc pool",
	Module:  concModule,
	Bounded: true,
	Open: func(workers int) Session {
		shared := pool.New().WithMaxGoroutines(workers)
		s := pooled(shared.Go, shared.Wait)
		s.Tasks = func(n int, task func(i int)) {
			p := pool.New().WithMaxGoroutines(workers)
			for i := range n {
				p.Go(func() { task(i) })
			}
			p.Wait()
		}
		return s
	},
}

func concBoth(a, b func()) {
	var wg conc.WaitGroup
	wg.Go(b)
	a()
	wg.Wait()
}

func concTasks(n int, task func(i int)) {
	var wg conc.WaitGroup
	for i := range n {
		wg.Go(func() { task(i) })
	}
	wg.Wait()
}
