package cases

import (
	"context"
	"slices"
	"time"

	"github.com/skua-go/skua"
)

var wakeCase = Case{
	ID:       "wake",
	Question: "A pool is idle, and gets one task from outside: how long until it starts? Beside it, a hand-off by a channel to a goroutine that waits.",
	Unit:     "task",
	Kind:     Latency,
	Rows: func(full bool) []Params {
		if full {
			return []Params{params("wakes", 500, "gap", 2000)}
		}
		return []Params{params("wakes", 100, "gap", 1000)}
	},
	Ways: func() []Way {
		return slices.Concat([]Way{
			plain("channel", wakeChannel),
			own("skua scope", func(pool *skua.Pool, p Params) *Run {
				return wakeRun(p, func(task func()) (wait func()) {
					s := skua.NewScope(context.Background(), pool)
					s.Go(func(*skua.Worker) error {
						task()
						return nil
					})
					return func() { must(s.Wait()) }
				})
			}),
		},
			native("rayon", "tbb", "java"),
			rivals(submit, func(submit func(func()), p Params, _ int) *Run {
				return wakeRun(p, func(task func()) (wait func()) {
					submit(task)
					return func() {}
				})
			}))
	},
}

// wakeRun gives tasks after pauses of that many microseconds.
func wakeRun(p Params, give func(task func()) (wait func())) *Run {
	wakes, gap := p.Int("wakes"), time.Duration(p.Int("gap"))*time.Microsecond
	return &Run{Ops: 1, Sample: func() []float64 {
		started := make(chan time.Time)
		var late []float64
		for range wakes + 1 {
			time.Sleep(gap)
			begin := time.Now()
			wait := give(func() { started <- time.Now() })
			late = append(late, float64((<-started).Sub(begin)))
			wait()
		}
		return late[1:] // the first is the warm-up
	}}
}

// wakeChannel hands the tasks to one goroutine.
func wakeChannel(p Params) *Run {
	tasks := make(chan func())
	go func() {
		for task := range tasks {
			task()
		}
	}()
	run := wakeRun(p, func(task func()) (wait func()) {
		tasks <- task
		return func() {}
	})
	run.Close = func() { close(tasks) }
	return run
}
