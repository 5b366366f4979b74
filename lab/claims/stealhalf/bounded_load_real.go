package stealhalf

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/internal/rule"
	"github.com/skua-go/skua/lab/sim"
)

// twoSteps is how long two processors are followed: the mean of a load then
// varies by a few per cent between seeds, of which twoSeeds are taken.
const (
	twoSteps = 20_000
	twoSeeds = 5
)

// twoProcessorRuns follow two processors, of which one generates tasks: on real
// steal-half deques and in two models. A thief can take at least an eighth and at most a
// half of a real deque, so the real run should lie between the two models.
var twoProcessorRuns = []struct {
	name   string
	follow func(ctx context.Context, random *rand.Rand, initial int) (expected float64, err error)
}{
	{"real", turnsOfTwo},
	{"model of two: half", modelOfTwo("half")},
	{"model of two: eighth", modelOfTwo("eighth")},
}

// followTwo takes one case of each run of two processors.
func followTwo(ctx context.Context, r *lab.Runner) error {
	for _, run := range twoProcessorRuns {
		key := lab.Row{"run": run.name, "processors": 2}
		err := r.Case(ctx, key, func() (rows []lab.Row, err error) {
			random := r.Rand(key)
			for range twoSeeds {
				expected, err := run.follow(ctx, random, r.Int("initial"))
				if err != nil {
					return nil, err
				}
				rows = append(rows, lab.Row{"expected": expected})
			}
			return rows, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// modelOfTwo returns a run in the simulator: E[load] of the processor that generates, over
// the average load.
func modelOfTwo(reach string) func(context.Context, *rand.Rand, int) (float64, error) {
	return func(ctx context.Context, random *rand.Rand, initial int) (float64, error) {
		res, err := sim.Load(ctx, sim.LoadConfig{
			Processors: 2, Steps: twoSteps, Initial: initial, Seed: random.Uint64(),
			Generate: "hot", Async: true, Reach: reach, Samples: -1,
		})
		return res.HotMean, err
	}
}

// turnsOfTwo is the same run on real deques. In each turn the first owner generates one
// task and the second consumes one, each after it has balanced if its policy says so. One
// goroutine takes the turns of both.
func turnsOfTwo(_ context.Context, random *rand.Rand, initial int) (expected float64, err error) {
	balance, err := rule.ParseBalance("chance")
	if err != nil {
		return 0, err
	}
	var task int
	var queues [2]*deque.StealHalf[int]
	for i := range queues {
		queues[i] = deque.NewStealHalf[int](1 << 16)
		for range initial {
			queues[i].Push(&task)
		}
	}
	var memory [2]rule.Memory
	first, both := 0, 0
	for range twoSteps {
		first += queues[0].Len()
		both += queues[0].Len() + queues[1].Len()
		for i, own := range queues {
			if n := own.Len(); n == 0 || balance.Due(&memory[i], random.Uint64(), n) {
				queues[1-i].StealInto(own)
			}
			switch {
			case i == 1:
				own.Pop()
			case !own.Push(&task):
				return 0, fmt.Errorf("a deque is full with %d tasks", own.Len())
			}
		}
	}
	return 2 * float64(first) / float64(both), nil
}
