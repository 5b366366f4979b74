package cases

import (
	"slices"
	"sync"
	"time"

	"github.com/skua-go/skua"
)

const idleBurst = 10_000 // tasks before

var idleCase = Case{
	ID:       "idle",
	Question: "What does an open pool cost that has nothing to do, right after a burst of tasks?",
	Unit:     "pause",
	Kind:     Quiet,
	Rows: func(full bool) []Params {
		if full {
			return []Params{params("seconds", 2)}
		}
		return []Params{params("seconds", 1)}
	},
	Ways: func() []Way {
		return slices.Concat([]Way{
			own("skua scope", func(pool *skua.Pool, p Params) *Run {
				scopeTasks(pool)(idleBurst, func(int) {})
				return idleRun(p)
			}),
		},
			native("rayon", "tbb", "java"),
			rivals(submit, func(submit func(func()), p Params, _ int) *Run {
				var wg sync.WaitGroup
				wg.Add(idleBurst)
				for range idleBurst {
					submit(wg.Done)
				}
				wg.Wait()
				return idleRun(p)
			}))
	},
}

func idleRun(p Params) *Run {
	pause := time.Duration(p.Int("seconds")) * time.Second
	return &Run{Ops: 1, Sample: func() []float64 {
		time.Sleep(pause)
		return []float64{float64(pause)}
	}}
}
