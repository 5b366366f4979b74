package cases

import (
	"context"

	"github.com/skua-go/skua"
)

var flatCase = Case{
	ID:       "flat",
	Question: "What do many tasks cost that are given one by one and waited for together? Each does so many steps of arithmetic, 2 ns each. Skua's forks go by halves, down to a task each; all others one by one.",
	Unit:     "task",
	Rows:     flatRows,
	Want:     func(p Params) string { return sumBelow(p.Int("n")) },
	Ways: func() []Way {
		return together([]Way{
			plain("serial", func(p Params) *Run { return flatRun(p, serialLoop) }),
			own("skua", func(pool *skua.Pool, p Params) *Run { return flatRun(p, forkTasks(pool)) }),
			own("skua scope", func(pool *skua.Pool, p Params) *Run { return flatRun(p, scopeTasks(pool)) }),
			own("skua worker", func(pool *skua.Pool, p Params) *Run { return flatRun(p, workerTasks(pool)) }),
		},
			native("rayon", "tbb", "openmp", "java"),
			rivals(tasks, func(tasks func(int, func(int)), p Params, _ int) *Run { return flatRun(p, tasks) }))
	},
}

// A step of grind takes some 2 ns: the rows are tasks of nothing, 0.1, 1, 10 and
// 100 µs, as far as they take less than a second on one processor.
func flatRows(full bool) []Params {
	if !full {
		return []Params{params("n", 100_000, "steps", 0), params("n", 10_000, "steps", 500)}
	}
	var rows []Params
	for _, r := range []struct{ n, most int }{{1_000, 50_000}, {100_000, 500}, {1_000_000, 0}} {
		for _, steps := range []int{0, 50, 500, 5_000, 50_000} {
			if steps <= r.most {
				rows = append(rows, params("n", r.n, "steps", steps))
			}
		}
	}
	return rows
}

func flatRun(p Params, tasks func(n int, task func(i int))) *Run {
	steps := p.Int("steps")
	return wordsRun(p.Int("n"), tasks, func(i int) uint64 {
		work(i, steps)
		return uint64(i)
	})
}

// some are the tasks from lo to hi, as a fork carries them.
type some struct {
	lo, hi int
	task   func(i int)
}

var forkSome = skua.NewFunc(runSome)

// runSome forks by halves, down to one task each.
func runSome(f *skua.Frame[some, struct{}], s some) struct{} {
	if s.hi-s.lo < 2 {
		s.task(s.lo)
		return struct{}{}
	}
	low, high := s, s
	low.hi = (s.lo + s.hi) / 2
	high.lo = low.hi
	runSome(f.Fork(high), low)
	if _, done := f.Join(); !done {
		runSome(f, high)
	}
	return struct{}{}
}

// forkTasks forks the tasks.
func forkTasks(pool *skua.Pool) func(n int, task func(i int)) {
	return func(n int, task func(i int)) {
		if n > 0 {
			forkSome.On(pool, some{0, n, task})
		}
	}
}

// scopeTasks gives tasks to a pool from outside.
func scopeTasks(pool *skua.Pool) func(n int, task func(i int)) {
	return func(n int, task func(i int)) {
		s := skua.NewScope(context.Background(), pool)
		for i := range n {
			s.Go(func(*skua.Worker) error {
				task(i)
				return nil
			})
		}
		must(s.Wait())
	}
}

// workerTasks gives tasks to the worker that runs here.
func workerTasks(pool *skua.Pool) func(n int, task func(i int)) {
	return func(n int, task func(i int)) {
		must(pool.Run(context.Background(), func(w *skua.Worker) error {
			s := skua.NewScope(w.Context(), w)
			for i := range n {
				w.Go(s, func(*skua.Worker) error {
					task(i)
					return nil
				})
			}
			return s.Wait()
		}))
	}
}

// must stops the child: no call of a case may fail.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
