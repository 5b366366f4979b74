package batches

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// A nap is a batch: queues with tasks that compute, and as many with tasks that sleep.
type nap struct {
	queues, tasks int
	spins         int
	sleep         time.Duration
}

// A napCount is what a run of a batch has done.
type napCount struct{ computed, slept, nanoseconds atomic.Int64 }

func (n nap) compute(c *napCount) {
	gauge.Burn(n.spins)
	c.computed.Add(1)
}

func (n nap) rest(c *napCount) {
	begin := time.Now()
	time.Sleep(n.sleep)
	c.nanoseconds.Add(int64(time.Since(begin)))
	c.slept.Add(1)
}

// napWays run a batch, and return when all of it has ended.
var napWays = []struct {
	name string
	run  func(n nap, p *skua.Pool, c *napCount) error
}{
	{"goroutines", func(n nap, _ *skua.Pool, c *napCount) error { n.byGoroutines(c); return nil }},
	{"plain", func(n nap, p *skua.Pool, c *napCount) error {
		return n.inPool(p, c, func(*skua.Worker) { n.rest(c) })
	}},
	{"blocking", func(n nap, p *skua.Pool, c *napCount) error {
		return n.inPool(p, c, func(w *skua.Worker) { skua.Blocking(w, func() { n.rest(c) }) })
	}},
}

// byGoroutines has one goroutine for each task; that of its queue starts it.
func (n nap) byGoroutines(c *napCount) {
	var all sync.WaitGroup
	for queue := range 2 * n.queues {
		all.Go(func() {
			for range n.tasks {
				if queue < n.queues {
					all.Go(func() { n.compute(c) })
				} else {
					all.Go(func() { n.rest(c) })
				}
			}
		})
	}
	all.Wait()
}

// inPool spawns a task for each queue, which spawns those of the queue on its own worker.
func (n nap) inPool(p *skua.Pool, c *napCount, rest func(w *skua.Worker)) error {
	s := skua.NewScope(context.Background(), p)
	for queue := range 2 * n.queues {
		s.Go(func(w *skua.Worker) error {
			for range n.tasks {
				w.Go(s, func(w *skua.Worker) error {
					if queue < n.queues {
						n.compute(c)
					} else {
						rest(w)
					}
					return nil
				})
			}
			return nil
		})
	}
	return s.Wait()
}

// measure takes samples of the ways in turns, and begins each turn with another way.
func (n nap) measure(ctx context.Context, workers, samples int) (rows []lab.Row, err error) {
	pool, err := skua.New(skua.WithWorkers(workers))
	if err != nil {
		return nil, err
	}
	defer pool.Close()
	for sample := range samples {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for i := range napWays {
			way := napWays[(sample+i)%len(napWays)]
			var c napCount
			begin := time.Now()
			if err := way.run(n, pool, &c); err != nil {
				return nil, err
			}
			took, each := time.Since(begin), int64(n.queues*n.tasks)
			if c.computed.Load() != each || c.slept.Load() != each {
				return nil, fmt.Errorf("%s: %d tasks computed and %d slept, want %d of each", way.name, c.computed.Load(), c.slept.Load(), each)
			}
			rows = append(rows, lab.Row{"way": way.name, "sample": sample, "ms": gauge.Milliseconds(took), "slept_us": float64(c.nanoseconds.Load()) / float64(each) / 1000})
		}
	}
	return rows, nil
}
