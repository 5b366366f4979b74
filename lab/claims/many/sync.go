package many

import (
	"context"
	"fmt"

	"github.com/skua-go/skua/lab"
)

// Sync counts synchronisations on many processors as the work grows.
var Sync = lab.Experiment{
	ID:     "many-sync",
	Source: "[RP22] Theorem 3.10 and Section 5",
	Claim: "On P processors LCWS synchronises O(P·T∞) times, not at all on one, while work stealing with concurrent deques " +
		"synchronises in proportion to the work T₁: for T₁ = 2^T∞ almost exponentially more.",
	How: "The scheduler's own code runs full binary trees of nodes of 100 ns (T₁ = 2^T∞ - 1) in the virtual machine room, and every " +
		"access that changes shared memory is counted: stores, compare-and-swaps, locks, permits. By forks, whose frames stay private " +
		"until a thief asks for one (LCWS); by forks with the default policy; and by spawned tasks on the Chase-Lev deques of package classic.",
	Confirms: "Of LCWS on more than one processor the count over P·T∞ does not grow with T₁ (fitted exponent at most 0.25), with the " +
		"standard costs and with each of the others; on one processor the largest tree has at most twice the count of the smallest; and " +
		"of spawned tasks the count grows with an exponent from 0.4 on, on any number of processors.",
	Refutes: "With the standard costs the first grows with an exponent from 0.4 on; or on one processor the largest tree has more than " +
		"twice the count of the smallest; or the last does not grow.",
	Params: []lab.Param{
		{Name: "processors", Doc: "virtual processors, and workers", Quick: []int{1, 4, 16}, Full: []int{1, 4, 16, 64, 256}},
		{Name: "other", Doc: "virtual processors for the runs with other costs", Quick: []int{16}, Full: []int{64}},
		{Name: "levels", Doc: "levels of the trees, which is their span", Quick: []int{10, 12, 14, 16, 18}, Full: []int{10, 12, 14, 16, 18, 20, 22, 24}},
		{Name: "spawned", Doc: "levels of the trees of spawned tasks, at most", Quick: []int{14}, Full: []int{16}},
	},
	Kinds: lab.Kinds{Columns: []string{"way"}, Judged: []string{lcws, spawned}, Shown: []string{own}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "processors", Is: lab.Size}, {Column: "work", Is: lab.Size}, {Column: "per_span"},
			{Column: "changes", Is: lab.NotNegative, Some: true},
		},
		Key: []string{"costs", "way", "processors", "levels"},
	},
	Run:   runSync,
	Judge: judgeSync,
	Plot:  plotSync,
}

// unit is the time of a node, in ns: about that of a thief's look at a victim, so that an iteration of a
// worker's loop takes about as long whether it is busy or idle, as in the theorem.
const unit = 100

// syncRepeat is how many runs a pool makes, of which the last is counted: the first starts workers.
const syncRepeat = 2

const (
	lcws    = "lcws"    // private until a thief asks, and then one frame becomes public
	own     = "default" // skua's own policy
	spawned = "spawned" // on the concurrent deques of package classic
)

// syncWays are the ways to run a tree: a program of the room and the policy.
var syncWays = []struct {
	name, program string
	policy        []string
}{
	{lcws, "unit-tree", []string{"-expose", "one", "-keep", "never"}},
	{own, "unit-tree", nil},
	{spawned, "classic-units", nil},
}

// A syncPlan is one case.
type syncPlan struct {
	way, program string
	policy       []string
	levels       int
	combination
}

func syncPlans(processors, other, levels []int, mostSpawned int) (list []syncPlan) {
	for _, w := range syncWays {
		if w.name != lcws {
			other = nil
		}
		for _, c := range combinations(processors, other) {
			for _, n := range levels {
				if w.name != spawned || n <= mostSpawned {
					list = append(list, syncPlan{w.name, w.program, w.policy, n, c})
				}
			}
		}
	}
	return list
}

func runSync(ctx context.Context, r *lab.Runner) error {
	var list []sample
	for _, p := range syncPlans(r.Ints("processors"), r.Ints("other"), r.Ints("levels"), r.Int("spawned")) {
		params := append(append([]string{}, p.policy...), fmt.Sprintf("levels=%d", p.levels), fmt.Sprintf("node=%d", unit))
		list = append(list, sample{
			key:  lab.Row{"way": p.way, "processors": p.processors, "costs": p.costs.name, "levels": p.levels},
			args: arguments(p.program, p.processors, syncRepeat, r.Seed, p.costs, params...),
			row:  func(l line) lab.Row { return changesRow(l, p.levels) },
		})
	}
	return take(ctx, r, list)
}

// changesRow is how often a run on the levels of a tree changed shared memory. The pool counts steals,
// exposures and parks over both of its runs, so these are averages.
func changesRow(l line, levels int) lab.Row {
	work, changes := l.Tally.Work/1000/unit, l.Tally.Counts.Changes
	return lab.Row{"work": work, "span": levels, "changes": changes, "speedup": l.Speedup,
		"per_span": changes / float64(l.Workers*levels), "per_node": changes / work,
		"steals": (l.Stats.Steals + l.Classic.Steals) / syncRepeat, "exposures": l.Stats.Lab.Exposures / syncRepeat,
		"parks": (l.Stats.Parks + l.Classic.Sleeps) / syncRepeat}
}
