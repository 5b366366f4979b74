package batches

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/skua-go/skua/lab"
)

// Quantity gives the workers very different numbers of tasks of the same size.
var Quantity = lab.Experiment{
	ID:     "quantity",
	Source: "[AI22] Bounded and Unbounded Dequeues",
	Claim:  "Where workers begin with very different numbers of tasks, stealing hugely improves the total time and the average waiting time of a task.",
	How: "As in even, but all tasks compute the same fib(k), and of each four workers the first has 100 tasks, the second one, the third ten " +
		"and the fourth 6,000, as in the source's example.",
	Confirms: "Wherever workers without tasks could have a core it shortens the medians of both times by a fifth at least: for either " +
		"deque, and on simulated cores.",
	Refutes: "For one of these the interval of one time with stealing by that without lies wholly above four fifths.",
	Params: []lab.Param{
		{Name: "workers", Doc: "workers, a goroutine and a deque each", Quick: []int{4, 8, 16}, Full: []int{4, 8, 16, 32}},
		{Name: "parts", Doc: "% of the source's numbers of tasks", Quick: []int{10}, Full: []int{100}},
		{Name: "fib", Doc: "the k of the tasks", Quick: []int{16}, Full: []int{16}},
		{Name: "samples", Doc: "samples of each combination", Quick: []int{11}, Full: []int{15}},
		{Name: "cores", Doc: "simulated cores", Quick: []int{8}, Full: []int{8}},
	},
	Kinds: batchKinds,
	Needs: gainNeeds,
	Run: func(ctx context.Context, r *lab.Runner) error {
		return runBatches(ctx, r, func(_ *rand.Rand, worker, _ int) []int {
			n := quantities[worker%len(quantities)] * r.Int("parts") / 100
			return slices.Repeat([]int{r.Int("fib")}, max(n, 1))
		})
	},
	Judge: judgeGain,
	Plot:  func(t *lab.Table) []lab.Figure { return plotGain(t, nil, "Uneven numbers of tasks") },
}

// quantities are the numbers of tasks of the source's example.
var quantities = []int{100, 1, 10, 6000}
