package sim_test

import (
	"context"
	"fmt"
	"slices"
	"time"

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

// Eight workers run 800 indices of 1 µs: the first begins with all of them, or each with a
// hundred. A try to steal takes as long as an index.
func ExampleLoop() {
	times := slices.Repeat([]float64{1}, 800)
	for _, begin := range []string{"one", "shares"} {
		for _, steal := range []string{"one", "half"} {
			r, err := sim.Loop(sim.LoopConfig{Times: times, Workers: 8, Begin: begin, Steal: steal, Try: 1, Seed: 1})
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Printf("begin %s, steal %s: %v µs, %d steals\n", begin, steal, r.Time, r.Steals)
		}
	}
	// Output:
	// begin one, steal one: 439 µs, 361 steals
	// begin one, steal half: 106 µs, 30 steals
	// begin shares, steal one: 100 µs, 0 steals
	// begin shares, steal half: 100 µs, 0 steals
}

// Two pieces that follow each other are one stretch.
func ExampleAddStretch() {
	s := sim.AddStretch(nil, false, sim.Stretch{Own: true, From: 0, To: 2})
	s = sim.AddStretch(s, true, sim.Stretch{Own: true, From: 2, To: 5})
	s = sim.AddStretch(s, false, sim.Stretch{From: 6, To: 7})
	fmt.Println(s)
	// Output: [{0 true 0 5} {0 false 6 7}]
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

// Four nodes, 2 ms from the server, and 800 tasks of which the first 50 take sixteen
// times as long as the others.
func ExampleCluster() {
	tasks := slices.Repeat([]time.Duration{2500 * time.Microsecond}, 800)
	for i := range 50 {
		tasks[i] *= 16
	}
	for _, p := range []sim.Policy{{}, {Depth: sim.Adaptive}, {Depth: 64}, {Depth: 64, Steal: "half"}} {
		r, err := sim.Cluster(context.Background(), sim.ClusterConfig{
			Nodes: 4, Tasks: tasks, Policy: p, OneWay: 2 * time.Millisecond,
		})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("depth %d, steal %q: %.2f times the ideal, %d pulls\n", p.Depth, p.Steal, 1+r.Loss(), r.Pulls)
	}
	// Output:
	// depth 0, steal "": 1.83 times the ideal, 804 pulls
	// depth -1, steal "": 1.01 times the ideal, 500 pulls
	// depth 64, steal "": 2.14 times the ideal, 351 pulls
	// depth 64, steal "half": 1.05 times the ideal, 351 pulls
}

// A node that may hold eight un-started tasks asks for what is missing, and for what its
// idle slots could run.
func ExampleRefill() {
	fmt.Println(sim.Refill(8, 8, 0), sim.Refill(8, 5, 0), sim.Refill(8, 0, 2))
	// Output:
	// 0 3 10
}

// A victim gives up the smaller half, but not nothing if it has something.
func ExampleHalf() {
	fmt.Println(sim.Half(0), sim.Half(1), sim.Half(2), sim.Half(5))
	// Output:
	// 0 1 1 2
}

func ExampleRicher() {
	fmt.Println(sim.Richer(7, 8, 20, 30))
	// Output:
	// 8
}

func ExampleBackoff() {
	for _, failures := range []int{1, 2, 3, 10} {
		fmt.Println(sim.Backoff(failures, 0))
	}
	// Output:
	// 2.5ms
	// 5ms
	// 10ms
	// 100ms
}
