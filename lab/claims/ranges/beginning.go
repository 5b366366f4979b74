package ranges

import (
	"context"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/sim"
)

// Beginning compares loops whose indices are divided before they begin with loops that one
// worker begins alone.
var Beginning = lab.Experiment{
	ID:     "beginning",
	Source: "[WSR11] part one, on work stealing in data parallelism",
	Claim:  "A loop benefits from an initial distribution of its work, compared with all of it handed to a single worker, from whom the others steal.",
	How: "Loops of every shape of partitioner on the real ranges, with simulated workers who steal halves: each begins with an equal share, or " +
		"the first with everything. A try to steal takes a tenth of the mean of an index, or ten of it.",
	Confirms: "On the even shape, for each number of workers and price of a steal, shares take at most as long, and for 16 workers or more with " +
		"expensive steals at least a tenth less; and in no shape do they take more than 1.1 times as long.",
	Refutes: "On the even shape the loop that begins in one place takes at most 0.99 times as long, for some number and price, or for 16 workers " +
		"or more with expensive steals less than 1.02 times; or in some shape shares take more than 1.25 times as long.",
	Params: loopParams,
	Kinds:  lab.Kinds{Columns: []string{"begin"}, Judged: []string{"shares", "one"}},
	Needs:  loopNeeds("begin"),
	Run: func(ctx context.Context, r *lab.Runner) error {
		return runLoops(ctx, r, "begin", []string{"shares", "one"}, func(c *sim.LoopConfig, begin string) { c.Begin = begin })
	},
	Judge: judgeBeginning,
	Plot: func(t *lab.Table) []lab.Figure {
		return plotLoops(t, "begin", "Where a loop begins", "shares: each worker begins with as many indices; one: the first worker with all.")
	},
}

// What the rule of beginning wants of the time of shares by that of one.
const (
	atMost     = 1.1  // in any shape
	never      = 1.25 // in any shape
	costlyGain = 0.9  // on the even shape, 16 workers or more, expensive steals: at most
	noGain     = 1 / 1.02
	crowd      = 16
)

func judgeBeginning(t *lab.Table) lab.Finding {
	holds, against := true, ""
	all := loopRatios(t, "begin", "shares", "one")
	crowds := 0
	for _, r := range all {
		costly := r.shape == evenShape && r.workers >= crowd && r.try > 1
		switch {
		case r.shape == evenShape && r.ratio > 1.01, costly && r.ratio > noGain, r.ratio > never:
			against += " Shares take " + r.String() + "."
			holds = false
		case r.shape == evenShape && r.ratio > 1, costly && r.ratio > costlyGain, r.ratio > atMost:
			holds = false
		}
		if costly {
			crowds++
		}
	}
	if crowds == 0 {
		return lab.Undecided("There are no loops of both beginnings on the even shape, with %d workers or more and expensive steals.", crowd)
	}
	return loopFinding(all, "Shares", holds, against)
}
