package lab

import (
	"fmt"
	"strings"
)

// All returns the experiments in the order in which to present them. To add one,
// write x_ID.go and x_ID_test.go, and put a line here.
func All() []Experiment {
	return []Experiment{
		overheads,
		cas,
		eighth,
		boundedLoad,
		instability,
		nonBlocking,
		partitioner,
		fourLoads,
		victims,
		centralQueue,
		sleep,
		syncCost,
		timeBound,
		idleIterations,
		exposure,
		even,
		skewed,
		realtime,
		policies,
		cluster,
	}
}

// Find returns the experiment of that name.
func Find(id string) (Experiment, error) {
	var ids []string
	for _, e := range All() {
		if e.ID == id {
			return e, nil
		}
		ids = append(ids, e.ID)
	}
	return Experiment{}, fmt.Errorf("unknown experiment %q: want all, or some of %s", id, strings.Join(ids, ", "))
}
