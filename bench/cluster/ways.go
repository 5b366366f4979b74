package main

import (
	"context"
	"fmt"
	"slices"
)

// A way is one way to have tasks run.
type way struct {
	name  string
	keeps string // what may happen without the loss of a task that was submitted
	// share is how many tasks a sample has, as a part of -n, so that a sample of each
	// takes seconds.
	share float64
	// measure runs in the process of a sample.
	measure func(ctx context.Context, tasks, trips int) (sample, error)
}

// tasks is how many tasks a sample of w has if -n is n.
func (w way) tasks(n int) int { return max(1, int(float64(n)*w.share)) }

// ways has one row for each way, in the order of the table.
var ways = slices.Concat(oursWays(), mappingWays(), asynqWays(), daskWays())

func findWay(name string) (way, error) {
	i := slices.IndexFunc(ways, func(w way) bool { return w.name == name })
	if i < 0 {
		return way{}, fmt.Errorf("no way is named %q", name)
	}
	return ways[i], nil
}

// A published is a number that its authors measured, on their machines.
type published struct {
	Name   string `json:"name"`
	Task   string `json:"task"`
	Source string `json:"source"`
}

// hyperQueue cannot be installed from Debian.
var hyperQueue = published{
	Name: "HyperQueue (published, not measured here)",
	Task: "0.1 ms",
	Source: "Beránek et al., HyperQueue: Efficient and ergonomic task graphs on HPC clusters, " +
		"SoftwareX 2024",
}
