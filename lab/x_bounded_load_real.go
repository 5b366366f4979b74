package lab

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/skua-go/skua/deque"
	"github.com/skua-go/skua/internal/policy"
	"github.com/skua-go/skua/lab/sim"
)

// twoSteps is how long the model of two is followed: the mean of a load then
// varies by a few per cent between seeds.
const twoSteps = 20_000

// realLoads follows two processors on real steal-half deques, and in the
// simulator: for them both exist.
func realLoads(ctx context.Context, r *Runner) error {
	key := Row{"run": "real", "rule": "asynchronous", "balance": "chance", "generate": "half", "u": 1, "processors": 2}
	err := r.Case(ctx, key, func() ([]Row, error) {
		expected, err := turnsOfTwo(r.Rand(key), twoSteps, r.Int("initial"))
		return []Row{{"expected": expected}}, err
	})
	if err != nil {
		return err
	}
	key["run"] = "model of two"
	return r.Case(ctx, key, func() ([]Row, error) {
		expected, err := modelOfTwo(ctx, r.Rand(key).Uint64(), r.Int("initial"))
		return []Row{{"expected": expected}}, err
	})
}

// modelOfTwo returns E[load] over the average of the one of two processors that
// generates, in the simulator.
func modelOfTwo(ctx context.Context, seed uint64, initial int) (float64, error) {
	res, err := sim.Load(ctx, sim.LoadConfig{
		Processors: 2, Steps: twoSteps, Initial: initial, Seed: seed, Generate: "hot", Async: true, Samples: -1,
	})
	return res.HotMean, err
}

// turnsOfTwo is the asynchronous model on real deques: the first owner generates
// one task in each turn, the second consumes one, each after it has balanced if
// its policy says so. One goroutine takes the turns of both.
func turnsOfTwo(random *rand.Rand, steps, initial int) (expected float64, err error) {
	balance, err := policy.ParseBalance("chance")
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
	var memory [2]policy.Memory
	first, both := 0, 0
	for range steps {
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
