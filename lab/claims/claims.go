package claims

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/abp"
	"github.com/skua-go/skua/lab/claims/batches"
	"github.com/skua-go/skua/lab/claims/blitz"
	"github.com/skua-go/skua/lab/claims/blocks"
	"github.com/skua-go/skua/lab/claims/cluster"
	"github.com/skua-go/skua/lab/claims/defaults"
	"github.com/skua-go/skua/lab/claims/lcws"
	"github.com/skua-go/skua/lab/claims/many"
	"github.com/skua-go/skua/lab/claims/ranges"
	"github.com/skua-go/skua/lab/claims/space"
	"github.com/skua-go/skua/lab/claims/stealhalf"
)

// All returns the experiments in the order in which to present them. To add one,
// write x.go and x_test.go in the folder of its source, and put a line here.
func All() []lab.Experiment {
	return []lab.Experiment{
		blitz.Overheads,
		blocks.Blocks,
		stealhalf.CAS,
		stealhalf.Eighth,
		stealhalf.BoundedLoad,
		stealhalf.Instability,
		stealhalf.NonBlocking,
		ranges.Partitioner,
		ranges.Beginning,
		ranges.Chunks,
		blitz.Utilisation,
		blitz.Victims,
		blitz.Ends,
		blitz.CentralQueue,
		blitz.Sleep,
		lcws.SyncCost,
		lcws.TimeBound,
		lcws.IdleIterations,
		lcws.Balls,
		lcws.Exposure,
		batches.Even,
		batches.Skewed,
		batches.Quantity,
		batches.Realtime,
		batches.Pi,
		batches.Sleeping,
		batches.Adapters,
		space.Space,
		space.Communication,
		abp.Multiprogramming,
		defaults.Policies,
		defaults.Forecast,
		defaults.Halve,
		many.Many,
		many.Victims,
		many.Queue,
		many.Sync,
		many.Coarse,
		cluster.Simulated,
	}
}

// Find returns the experiment of that name.
func Find(id string) (lab.Experiment, error) {
	var ids []string
	for _, e := range All() {
		if e.ID == id {
			return e, nil
		}
		ids = append(ids, e.ID)
	}
	return lab.Experiment{}, fmt.Errorf("unknown experiment %q: want all, or some of %s", id, strings.Join(ids, ", "))
}
