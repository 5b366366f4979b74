package many

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/skua-go/skua/lab"
)

// Victims compares thieves with random victims to thieves that all go to the same one.
var Victims = lab.Experiment{
	ID:     "many-victims",
	Source: "[BZ26] Randomized Victim Selection",
	Claim: "Thieves that choose their victims at random spread over the workers and avoid the contention of thieves " +
		"that all go to the same one.",
	How: "Package classic runs a binary tree of forks and an unbalanced one (uts) in the virtual machine room, each time in a new pool " +
		"with Chase-Lev deques, with each choice of victims; a fixed one is the first worker whose deque is not empty. For each steal it counts compare-and-swaps that failed, memory lines that went to another " +
		"owner, and the time in which workers searched. The source's plain loop, on Chase-Lev deques, runs a tree beside it.",
	Confirms: "In that pool, with both programs on every number of processors from 16 on, less than one compare-and-swap fails for a " +
		"steal with random victims, and at least four times as many with a fixed one; and with each of the other costs more fail with a " +
		"fixed victim than with random ones.",
	Refutes: "In that pool, with one of the programs on one number of processors from 16 on, no more compare-and-swaps fail for a steal " +
		"with a fixed victim than with random ones.",
	Params: []lab.Param{
		{Name: "processors", Doc: "virtual processors, and workers", Quick: []int{4, 16}, Full: []int{4, 16, 64, 256}},
		{Name: "other", Doc: "virtual processors for the runs with other costs", Quick: []int{16}, Full: []int{64}},
		{Name: "seeds", Doc: "of the room, for each case", Quick: []int{3}, Full: []int{3}},
		{Name: "size", Doc: "work of each program, in percent of that of a full run", Quick: []int{25}, Full: []int{100}},
	},
	Kinds: lab.Kinds{Columns: []string{"program", "victim"}, Judged: []string{"tree random", "tree fixed", "uts random", "uts fixed"},
		Alike: [][]string{{"tree random", "uts random"}, {"tree fixed", "uts fixed"}},
		Shown: []string{"tree roundrobin", "tree last", "tree richer", "uts roundrobin", "uts last", "uts richer", "plain loop random", "plain loop fixed"}},
	Needs: lab.Needs{
		Columns: []lab.Need{{Column: "processors", Is: lab.Size}, {Column: "failed", Is: lab.NotNegative, Maybe: true}},
		Key:     []string{"costs", "program", "victim", "processors", "seed"},
	},
	Run:   runVictims,
	Judge: judgeVictims,
	Plot:  plotVictims,
}

// victimPolicies are the victims of package classic, in the order of its constants.
var victimPolicies = []string{"random", "roundrobin", "last", "richer", "fixed"}

// compared are the two that the claim is about.
var compared = []string{"random", "fixed"}

var victimPrograms = []program{
	{name: "classic-tree", kind: forks, param: "depth", whole: 15},
	{name: "classic-uts", kind: forks, param: "root", whole: 500},
}

// shortName is what the samples call a program of package classic.
func (p program) shortName() string { return strings.TrimPrefix(p.name, "classic-") }

const plain = "plain loop" // the source's, in the column "program"

// plainLoops are the room's programs for the plain loop, by the victim.
var plainLoops = map[string]program{
	"random": {name: "queue-deques", param: "each", whole: 256},
	"fixed":  {name: "queue-fixed", param: "each", whole: 256},
}

// A victimPlan is one case, but for its seed.
type victimPlan struct {
	program, victim string
	combination
	room  program
	extra []string // parameters
	row   func(line) lab.Row
}

func victimPlans(processors, other []int) (list []victimPlan) {
	for _, p := range victimPrograms {
		for _, c := range combinations(processors, other) {
			policies := victimPolicies
			if c.costs.name != standard {
				policies = compared
			}
			for _, v := range policies {
				number := fmt.Sprintf("victim=%d", slices.Index(victimPolicies, v))
				list = append(list, victimPlan{p.shortName(), v, c, p, []string{number}, stealRow})
			}
		}
	}
	for _, c := range combinations(processors, nil) {
		for _, v := range compared {
			list = append(list, victimPlan{plain, v, c, plainLoops[v], nil, leafRow})
		}
	}
	return list
}

func runVictims(ctx context.Context, r *lab.Runner) error {
	var list []sample
	for _, p := range victimPlans(r.Ints("processors"), r.Ints("other")) {
		for seed := range r.Int("seeds") {
			params := append(append([]string{}, p.extra...), p.room.args(r.Int("size"))...)
			list = append(list, sample{
				key:  lab.Row{"program": p.program, "victim": p.victim, "processors": p.processors, "costs": p.costs.name, "seed": seed},
				args: arguments(p.room.name, p.processors, 1, r.Seed+uint64(seed), p.costs, params...),
				row:  p.row,
			})
		}
	}
	return take(ctx, r, list)
}

// stealRow is what the only run of a pool cost for each steal.
func stealRow(l line) lab.Row {
	row := lab.Row{"speedup": l.Speedup, "steals": l.Classic.Steals}
	if n := l.Classic.Steals; n > 0 {
		row["failed"], row["moves"] = l.Tally.Counts.Failed/n, l.Tally.Counts.Moves/n
		row["lost"], row["looks"] = l.Classic.Lost/n, l.Classic.Attempts/n
		row["search_us"] = l.Tally.In[1] / n / 1e6
	}
	return row
}

// leafRow is what a run of the plain loop cost for each thousand leaves, which take 1 µs each.
func leafRow(l line) lab.Row {
	leaves := l.Tally.Work / 1e6
	return lab.Row{"speedup": l.Tally.Work / 1000 / l.Nanoseconds,
		"failed_per_1000": l.Tally.Counts.Failed / leaves * 1000, "moves_per_1000": l.Tally.Counts.Moves / leaves * 1000}
}
