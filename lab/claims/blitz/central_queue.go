package blitz

import (
	"context"
	"time"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// CentralQueue compares one queue for all workers to a deque for each.
var CentralQueue = lab.Experiment{
	ID:     "central-queue",
	Source: "[BZ26] No Central Queue; Comparison with Other Approaches",
	Claim:  "A central queue is a bottleneck through contention, and deques of the workers are none.",
	How: "A tree of tasks whose leaves spin for a grain, by the same loop on one locked queue, on locked queues from which owners deal " +
		"new tasks to whoever has fewer (work sharing), and on a Chase-Lev deque for each worker, from which others steal; by skua's forks and spawns; " +
		"and divided statically: with one worker and with one for each processor, all in turn.",
	Confirms: "At the finest grain more workers put no more leaves through the central queue than one does (at most 1.1 times as many), " +
		"and more through the deques.",
	Refutes: "At the finest grain the interval of the gain by more workers lies above 1.1 on the central queue, or below it on the deques.",
	Params: []lab.Param{
		{Name: "grain", Doc: "ns that a leaf spins",
			Quick: []int{30, 100, 300, 1000, 3000, 10000, 30000, 100000},
			Full:  []int{10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000, 300000}},
		{Name: "samples", Doc: "runs of each kind for each grain", Quick: []int{15}, Full: []int{51}},
		{Name: "work", Doc: "µs that all leaves of a run spin together, but for at most 65,536 leaves", Quick: []int{4000}, Full: []int{20000}},
	},
	Kinds: lab.Kinds{Columns: []string{"queue"}, Judged: []string{"central", "deques"}, Shown: []string{"sharing", "skua, forks", "skua, spawns", "static"},
		Timed: []string{"central", "deques"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "grain_ns"}, {Column: "leaves_per_us"}, {Column: "workers", Is: lab.Size},
			{Column: "sample", Is: lab.Count},
		},
		Key:     []string{"queue", "grain_ns", "workers", "sample"},
		Crossed: []string{"grain_ns", "workers"},
	},
	Run:   runCentralQueue,
	Judge: judgeCentralQueue,
	Plot:  plotCentralQueue,
}

func runCentralQueue(ctx context.Context, r *lab.Runner) error {
	r.Expect(len(r.Ints("grain")))
	for _, grain := range r.Ints("grain") {
		key := lab.Row{"grain_ns": grain}
		err := r.Case(ctx, key, func() (rows []lab.Row, err error) {
			leaves := max(16, min(1<<16, r.Int("work")*1000/grain))
			b, err := newQueueBench(leaves, gauge.StepsFor(time.Duration(grain)), r.Workers)
			if err != nil {
				return nil, err
			}
			defer b.close()
			b.sample(0) // memory and stacks grow in the first runs
			for sample := range r.Int("samples") {
				if ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				rows = append(rows, b.sample(sample)...)
			}
			return rows, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// sample runs the tree in all ways, each with one worker and with all workers.
func (b *queueBench) sample(sample int) (rows []lab.Row) {
	begin := time.Now()
	for range b.leaves {
		gauge.Burn(b.steps)
	}
	alone := time.Since(begin)
	had := gauge.FreeShare(b.workers, gauge.ShortLook)
	for i := range queueWays {
		w := queueWays[(sample+i)%len(queueWays)]
		for _, workers := range b.crews() {
			begin := time.Now()
			w.run(b, workers)
			took := time.Since(begin)
			rows = append(rows, lab.Row{"queue": w.name, "workers": workers, "sample": sample, "leaves": b.leaves,
				"leaves_per_us": float64(b.leaves) / (took.Seconds() * 1e6),
				"leaf_ns":       float64(alone) / float64(b.leaves),
				"efficiency":    float64(alone) / (float64(took) * float64(workers))})
		}
	}
	had = min(had, gauge.FreeShare(b.workers, gauge.ShortLook))
	for _, row := range rows {
		row["had"] = had
	}
	return rows
}

// crews are the numbers of workers.
func (b *queueBench) crews() []int {
	if b.workers == 1 {
		return []int{1}
	}
	return []int{1, b.workers}
}
