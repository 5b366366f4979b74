package cases

import "github.com/skua-go/skua"

var gcCase = Case{
	ID:       "gc",
	Question: "What do very many empty tasks leave to the garbage collector? Allocations for a task, collections for a million tasks, and the peak of memory.",
	Unit:     "task",
	Kind:     Garbage,
	Rows: func(full bool) []Params {
		if full {
			return []Params{params("n", 10_000_000, "steps", 0)}
		}
		return []Params{params("n", 300_000, "steps", 0)}
	},
	Slow: func(p Params) Params { return p.With("n", p.Int("n")/10) },
	Want: func(p Params) string { return sumBelow(p.Int("n")) },
	Ways: func() []Way {
		return together([]Way{
			own("skua scope", func(pool *skua.Pool, p Params) *Run { return flatRun(p, scopeTasks(pool)) }),
			own("skua worker", func(pool *skua.Pool, p Params) *Run { return flatRun(p, workerTasks(pool)) }),
			own("skua par", func(pool *skua.Pool, p Params) *Run { return flatRun(p, parLoop(pool)) }),
		}, slow(rivals(tasks, func(tasks func(int, func(int)), p Params, _ int) *Run { return flatRun(p, tasks) })))
	},
}
