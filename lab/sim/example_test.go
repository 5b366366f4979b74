package sim_test

import (
	"context"
	"fmt"

	"github.com/skua-go/skua/lab/sim"
)

// One processor generates 32 tasks in each step, and all 64 consume one: stealing
// one task at a time is not enough, however often it is tried; half is.
func ExampleLoad() {
	for _, amount := range []string{"one", "half"} {
		r, err := sim.Load(context.Background(), sim.LoadConfig{
			Processors: 64, Steps: 1000, Generate: "arrivals", Amount: amount, Samples: 3,
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		for _, at := range r.Trace {
			fmt.Printf("%s: %d tasks at most before step %d\n", amount, at.Max, at.Step)
		}
	}
	// Output:
	// one: 0 tasks at most before step 0
	// one: 15274 tasks at most before step 500
	// one: 30505 tasks at most before step 999
	// half: 0 tasks at most before step 0
	// half: 85 tasks at most before step 500
	// half: 210 tasks at most before step 999
}

// A full binary tree of 2¹⁵ nodes on four processors.
func ExampleRun() {
	for _, scheduler := range []string{"classic", "lcws"} {
		r, err := sim.Run(context.Background(), sim.DagConfig{
			Family: "tree", Size: 15, Processors: 4, Scheduler: scheduler,
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %d nodes in %d rounds, %d idle iterations, %d fences and CAS of owners\n",
			scheduler, r.Work, r.Rounds, r.Idle, r.OwnerFences+r.OwnerCAS)
	}
	// Output:
	// classic: 32767 nodes in 8195 rounds, 13 idle iterations, 16427 fences and CAS of owners
	// lcws: 32767 nodes in 8200 rounds, 33 idle iterations, 31 fences and CAS of owners
}
