package cases

import (
	"context"
	"math"
	"time"

	"github.com/skua-go/skua"
	"github.com/skua-go/skua/par"
)

// The questions that rivals have chosen to show themselves at.

var turfSleepCase = Case{
	ID: "turf-sleep",
	Question: "The benchmarks of ants and of rill: many tasks that sleep, so many at a time. skua is not made for it: " +
		"a pool has at most 1,024 workers, and as many goroutines stand in for those inside Blocking. " +
		"When all sleep, 50 µs take a millisecond or two, since Go asks the system for whole ones.",
	Unit: "task",
	Rows: func(full bool) []Params {
		n := 20_000
		if full {
			n = 200_000
		}
		return []Params{
			params("n", n, "cap", 50_000, "us", 10_000),
			params("n", 10_000, "cap", 32, "us", 50),
		}
	},
	Want: func(p Params) string { return sumBelow(p.Int("n")) },
	Ways: func() []Way {
		return together([]Way{
			own("skua Blocking", func(pool *skua.Pool, p Params) *Run {
				return sleepRun(p, blockingTasks(pool, p.Int("cap")))
			}),
			capped(own("skua scope", func(pool *skua.Pool, p Params) *Run {
				return sleepRun(p, scopeTasks(pool))
			}), 1024),
		}, turfSleepRivals())
	},
}

// turfSleepRivals open pools of cap goroutines. The one that is as many pools with
// a goroutine each is left out: its users would not make 50,000 pools.
func turfSleepRivals() []Way {
	var ways []Way
	for _, w := range rivals(tasks, func(each func(int, func(int)), p Params, _ int) *Run { return sleepRun(p, each) }) {
		if w.Name != "ants multi" {
			ways = append(ways, capped(w, math.MaxInt))
		}
	}
	return ways
}

// capped is w with cap workers, at most most.
func capped(w Way, most int) Way {
	start := w.Start
	w.Start = func(p Params, _ int) (*Run, error) { return start(p, min(p.Int("cap"), most)) }
	return w
}

func sleepRun(p Params, each func(n int, task func(i int))) *Run {
	d := time.Duration(p.Int("us")) * time.Microsecond
	return wordsRun(p.Int("n"), each, func(i int) uint64 {
		time.Sleep(d)
		return uint64(i)
	})
}

// blockingTasks gives tasks that wait to a pool, at most limit at a time.
func blockingTasks(pool *skua.Pool, limit int) func(n int, task func(i int)) {
	return func(n int, task func(i int)) {
		s := skua.NewScope(context.Background(), pool)
		s.SetLimit(limit)
		for i := range n {
			s.Go(func(w *skua.Worker) error {
				skua.Blocking(w, func() { task(i) })
				return nil
			})
		}
		must(s.Wait())
	}
}

var turfStackCase = Case{
	ID:       "turf-stack",
	Question: "The benchmark of gopool: tasks that call themselves so many deep, for which the stack of a new goroutine must grow.",
	Unit:     "task",
	Rows:     func(bool) []Params { return []Params{params("n", 10_000, "depth", 100)} },
	Want:     func(p Params) string { return sumBelow(p.Int("n")) },
	Ways: func() []Way {
		return together([]Way{
			plain("serial", func(p Params) *Run { return stackRun(p, serialLoop) }),
			own("skua scope", func(pool *skua.Pool, p Params) *Run { return stackRun(p, scopeTasks(pool)) }),
			own("skua worker", func(pool *skua.Pool, p Params) *Run { return stackRun(p, workerTasks(pool)) }),
			own("skua par", func(pool *skua.Pool, p Params) *Run {
				return stackRun(p, func(n int, body func(i int)) { par.For(n, body, par.On(pool)) })
			}),
		}, rivals(tasks, func(each func(int, func(int)), p Params, _ int) *Run { return stackRun(p, each) }))
	},
}

func stackRun(p Params, each func(n int, task func(i int))) *Run {
	depth := p.Int("depth")
	return wordsRun(p.Int("n"), each, func(i int) uint64 { return descend(depth) + uint64(i) })
}

// descend returns 0, from depth calls below.
//
//go:noinline
func descend(depth int) uint64 {
	if depth == 0 {
		return 0
	}
	return descend(depth-1) &^ uint64(depth)
}

var turfSincCase = Case{
	ID:       "turf-sinc",
	Question: "The benchmark of go-parallel: a loop that computes sin(x)/x of ten million numbers.",
	Unit:     "number",
	Rows: func(full bool) []Params {
		if full {
			return []Params{params("n", 10_000_000)}
		}
		return []Params{params("n", 1_000_000)}
	},
	Want: func(p Params) string { run := sincRun(p, serialLoop); run.Once(); return run.Answer() },
	Ways: func() []Way { return loopWays(nil, sincRun) },
}

func sincRun(p Params, each func(n int, body func(i int))) *Run {
	words := input(p.Int("n"))
	from := make([]float64, len(words))
	for i, w := range words {
		from[i] = 10*float64(w>>11)/(1<<53) - 5
	}
	return wordsRun(len(from), each, func(i int) uint64 {
		return math.Float64bits(sinc(from[i] * math.Pi))
	})
}

func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(x) / x
}
