package cases

import (
	"math"
	"slices"
	"time"

	"github.com/skua-go/skua"
)

const (
	metgWork  = 10 * time.Millisecond // in all tasks of a probe
	metgLeast = 64                    // tasks of a probe
	metgMost  = 100_000
	metgSteps = 1 << 16 // of the largest task, some 130 µs
	metgTries = 3       // of which the fastest counts: other programs can only slow it
)

var metgCase = Case{
	ID:       "metg",
	Question: "How small may a task be if half of the processors' time is to be work? The smallest such, by bisection. Tasks are given one by one; those of skua's forks by halves, as its users would, down to one each.",
	Unit:     "task",
	Kind:     Grain,
	Rows:     oneRow,
	Ways: func() []Way {
		return slices.Concat([]Way{
			metgOwn("skua", forkTasks),
			metgOwn("skua scope", scopeTasks),
			metgOwn("skua worker", workerTasks),
		}, rivals(tasks, metgOf))
	},
}

var metgForCase = Case{
	ID:       "metg-for",
	Question: "How small may the work of a loop's index be if half of the processors' time is to be work?",
	Unit:     "index",
	Kind:     Grain,
	Rows:     oneRow,
	Ways: func() []Way {
		return slices.Concat([]Way{
			metgOwn("skua par", parLoop),
			metgOwn("skua Loop", plainLoop),
		}, rivals(loop, metgOf))
	},
}

// oneRow is a row without parameters.
func oneRow(bool) []Params { return []Params{nil} }

func metgOwn(name string, each func(pool *skua.Pool) func(n int, body func(i int))) Way {
	return own(name, func(pool *skua.Pool, p Params) *Run { return metgOf(each(pool), p, pool.Stats().Workers) })
}

// metgOf finds the smallest task of a way.
func metgOf(each func(n int, body func(i int)), _ Params, workers int) *Run {
	return &Run{Ops: 1, Sample: func() []float64 {
		each(metgLeast, func(int) {}) // warm
		low, high := 0, 2*int(math.Log2(metgSteps))
		for low < high {
			mid := (low + high) / 2
			if efficiency(stepsAt(mid), each, workers) >= 0.5 {
				high = mid
			} else {
				low = mid + 1
			}
		}
		return []float64{float64(grindTime(stepsAt(low)))}
	}}
}

// stepsAt are the sizes to choose from: each √2 times the one before.
func stepsAt(level int) int { return int(math.Round(math.Pow(2, float64(level)/2))) }

// efficiency is the share of the workers' time that tasks of that many steps are at
// work.
func efficiency(steps int, each func(n int, body func(i int)), workers int) float64 {
	grain := grindTime(steps)
	n := min(max(int(metgWork/max(grain, 1)), metgLeast), metgMost)
	best := time.Duration(math.MaxInt64)
	for range metgTries {
		begin := time.Now()
		each(n, func(i int) { work(i, steps) })
		best = min(best, time.Since(begin))
	}
	return float64(grain) * float64(n) / float64(workers) / float64(best)
}

// grindTime is how long a task of that many steps takes.
func grindTime(steps int) time.Duration {
	calls := max(200_000/steps, 1)
	best := time.Duration(math.MaxInt64)
	for range metgTries {
		begin := time.Now()
		for i := range calls {
			work(i, steps)
		}
		best = min(best, time.Since(begin))
	}
	return best / time.Duration(calls)
}
