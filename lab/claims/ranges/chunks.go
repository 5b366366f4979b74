package ranges

import (
	"context"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/sim"
)

// Chunks compares thieves that take half of a range to thieves that take an index at a time.
var Chunks = lab.Experiment{
	ID:     "chunks",
	Source: "[WSR11] part one, on work stealing in data parallelism",
	Claim:  "In loops it is better to steal a chunk of what a victim has left than one item at a time, as pools of tasks do.",
	How: "Loops of every shape of partitioner on the real ranges, with simulated workers that begin with equal shares and steal half of what " +
		"a victim has left, or its next index. A try to steal takes a tenth of the mean of an index, or ten of it.",
	Confirms: "In no shape, for no number of workers and price, do chunks take more than 1.1 times as long as single indices, and in the worst " +
		"shape of the static partition, with expensive steals and 16 workers or more, at most half as long.",
	Refutes: "In some shape chunks take more than 1.25 times as long, or in the worst shape of the static partition with expensive steals and 16 " +
		"workers or more longer than 0.8 times.",
	Params: loopParams,
	Kinds:  lab.Kinds{Columns: []string{"steal"}, Judged: []string{"half", "one"}},
	Needs:  loopNeeds("steal"),
	Run: func(ctx context.Context, r *lab.Runner) error {
		return runLoops(ctx, r, "steal", []string{"half", "one"}, func(c *sim.LoopConfig, steal string) { c.Steal = steal })
	},
	Judge: judgeChunks,
	Plot: func(t *lab.Table) []lab.Figure {
		return plotLoops(t, "steal", "Half of a range or one index", "half: a thief takes half of what its victim has left; one: the next index.")
	},
}

// What the rule of chunks wants of the time of chunks by that of single indices, in the worst
// shape of the static partition, with expensive steals and 16 workers or more.
const (
	chunkGain   = 0.5
	noChunkGain = 0.8
)

func judgeChunks(t *lab.Table) lab.Finding {
	holds, against := true, ""
	all := loopRatios(t, "steal", "half", "one")
	dears := 0
	for _, r := range all {
		costly := r.shape == "static's first" && r.workers >= crowd && r.try > 1 // two workers can at best halve a time
		switch {
		case costly && r.ratio > noChunkGain, r.ratio > never:
			against += " Chunks take " + r.String() + "."
			holds = false
		case costly && r.ratio > chunkGain, r.ratio > atMost:
			holds = false
		}
		if costly {
			dears++
		}
	}
	if dears == 0 {
		return lab.Undecided("There are no loops of both steals in the worst shape of the static partition, with %d workers or more and expensive steals.", crowd)
	}
	return loopFinding(all, "Chunks", holds, against)
}
