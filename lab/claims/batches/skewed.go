package batches

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/skua-go/skua/lab"
)

// Skewed gives all the work to half of the workers.
var Skewed = lab.Experiment{
	ID:     "skewed",
	Source: "[AI22] Experiment 2, Results and Conclusion",
	Claim: "Where half of the workers begin with all the work, stealing hugely improves the total time " +
		"and the average waiting time of a task.",
	How: "As in even, but the tasks of the first half of the workers compute fib(25), the others' fib(1); " +
		"2 workers, which the source has not, show what two cores can.",
	Confirms: "Wherever more than half of the workers could have a core, so that stealing could halve the times, it shortens the medians " +
		"of both by a fifth at least: for either deque, and on simulated cores for 4 workers or more.",
	Refutes: "For one of these the interval of one time with stealing by that without lies wholly above four fifths.",
	Params: []lab.Param{
		{Name: "workers", Doc: "workers, a goroutine and a deque each", Quick: []int{2, 4, 8, 16, 32}, Full: []int{2, 4, 8, 16, 32}},
		{Name: "tasks", Doc: "tasks in each deque", Quick: []int{100}, Full: []int{100}},
		{Name: "fib", Doc: "the k of the large tasks", Quick: []int{22}, Full: []int{25}},
		{Name: "samples", Doc: "samples of each combination", Quick: []int{11}, Full: []int{15}},
		{Name: "cores", Doc: "simulated cores", Quick: []int{8}, Full: []int{8}},
	},
	Kinds: batchKinds,
	Needs: gainNeeds,
	Run: func(ctx context.Context, r *lab.Runner) error {
		return runBatches(ctx, r, func(_ *rand.Rand, worker, workers int) []int {
			n := 1
			if worker < workers/2 {
				n = r.Int("fib")
			}
			return slices.Repeat([]int{n}, r.Int("tasks"))
		})
	},
	Judge: judgeGain,
	Plot:  func(t *lab.Table) []lab.Figure { return plotGain(t, skewedPrinted, "Skewed load") },
}

var skewedPrinted = []printedLine{
	{4, "bounded", 179, 46987, 12170, 52879, 13190},
	{4, "unbounded", 115, 27717, 6934, 53320, 13371},
	{8, "bounded", 308, 57994, 15596, 53246, 13318},
	{8, "unbounded", 170, 38596, 10455, 54810, 13699},
	{16, "bounded", 131, 85145, 25051, 78895, 22146},
	{16, "unbounded", 179, 82906, 23419, 82108, 23709},
	{32, "bounded", 227, 136189, 34863, 139572, 37083},
	{32, "unbounded", 196, 139487, 43881, 147394, 44375},
}
