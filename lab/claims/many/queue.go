package many

import (
	"context"
	"fmt"

	"github.com/skua-go/skua/lab"
)

// Queue compares one queue of all workers to a deque for each.
var Queue = lab.Experiment{
	ID:     "many-queue",
	Source: "[BZ26] No Central Queue; Comparison with Other Approaches",
	Claim:  "A central queue is a bottleneck through contention, and deques of the workers are none.",
	How: "A binary tree of tasks, with as many leaves for each worker on any number of processors, runs in the virtual machine room: by " +
		"the same loop on one locked stack (central) and on a Chase-Lev deque for each worker, from which others steal (deques), and by " +
		"skua's forks. What counts is leaves per virtual time.",
	Confirms: "With leaves of 1 µs the largest number of processors up to 64 puts at most 1.5 times as many leaves through the central queue " +
		"as a quarter of them does, and at least 3 times as many through the deques and by forks; and with each of the other costs the " +
		"deques gain at least twice as much as the central queue.",
	Refutes: "With leaves of 1 µs the same four times as many processors put at least 3 times as many leaves through the central queue, or " +
		"at most 1.5 times as many through the deques or by forks.",
	Params: []lab.Param{
		{Name: "processors", Doc: "virtual processors, and workers", Quick: []int{1, 2, 4, 8, 16}, Full: []int{1, 2, 4, 8, 16, 32, 64, 128, 256}},
		{Name: "other", Doc: "virtual processors for the runs with other costs, a quarter of them before all", Quick: []int{4, 16}, Full: []int{16, 64}},
		{Name: "grain", Doc: "ns of a leaf", Quick: []int{1000}, Full: []int{300, 1000, 3000, 10000}},
		{Name: "each", Doc: "leaves for each worker", Quick: []int{128}, Full: []int{256}},
	},
	Kinds: lab.Kinds{Columns: []string{"way"}, Judged: []string{"central", "deques", "forks"},
		Alike: [][]string{{"deques", "forks"}}},
	Needs: lab.Needs{
		Columns: []lab.Need{{Column: "processors", Is: lab.Size}, {Column: "grain_ns"}, {Column: "leaves_per_us"}},
		Key:     []string{"costs", "way", "grain_ns", "processors"},
	},
	Run:   runQueue,
	Judge: judgeQueue,
	Plot:  plotQueue,
}

// queueWays are the ways to run the tree, and the room's programs for them.
var queueWays = []struct{ name, program string }{
	{"central", "queue-central"},
	{"deques", "queue-deques"},
	{"forks", "weak-tree"},
}

// judgedGrain is the grain of the rule, in ns; runs with other costs have it too.
const judgedGrain = 1000

// A queuePlan is one case.
type queuePlan struct {
	way, program string
	grain        int
	combination
}

func queuePlans(processors, other, grains []int) (list []queuePlan) {
	for _, w := range queueWays {
		for _, grain := range grains {
			for _, c := range combinations(processors, nil) {
				list = append(list, queuePlan{w.name, w.program, grain, c})
			}
		}
		for _, c := range combinations(nil, other) {
			list = append(list, queuePlan{w.name, w.program, judgedGrain, c})
		}
	}
	return list
}

func runQueue(ctx context.Context, r *lab.Runner) error {
	var list []sample
	for _, p := range queuePlans(r.Ints("processors"), r.Ints("other"), r.Ints("grain")) {
		each, leaf := fmt.Sprintf("each=%d", r.Int("each")), fmt.Sprintf("leaf=%d", p.grain)
		list = append(list, sample{
			key:  lab.Row{"way": p.way, "processors": p.processors, "costs": p.costs.name, "grain_ns": p.grain},
			args: arguments(p.program, p.processors, 2, r.Seed, p.costs, each, leaf),
			row:  func(l line) lab.Row { return rateRow(l, p.grain) },
		})
	}
	return take(ctx, r, list)
}

// rateRow is how many leaves were done per time, and what that cost for each leaf.
func rateRow(l line, grain int) lab.Row {
	leaves, c := l.Tally.Work/1000/float64(grain), l.Tally.Counts
	return lab.Row{"leaves": leaves, "leaves_per_us": leaves / l.Nanoseconds * 1000,
		"efficiency": leaves * float64(grain) / l.Nanoseconds / float64(l.Workers),
		"moves":      c.Moves / leaves, "failed": c.Failed / leaves, "lock_waits": c.LockWaits / leaves}
}
