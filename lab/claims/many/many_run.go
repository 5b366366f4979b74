package many

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/skua-go/skua/lab"
)

// A program is one of the room's, with the number that decides how much work it has.
type program struct {
	name  string
	kind  kind
	param string
	whole int // the parameter's value for all of the work
	most  int // processors: with twice as many a run takes half a minute or more of real time
}

// A kind says what a program is judged by.
type kind int

const (
	forks  kind = iota // by its speed-up
	spawns             // by its speed-up
	deques             // by the time for all items
	delays             // by a time that the program measures
)

// programs leave out none of the room's but fib and wake, which say less of the number of processors.
var programs = []program{
	{"tree", forks, "depth", 17, 1024},
	{"weak-tree", forks, "each", 8192, 1024},
	{"uts", forks, "root", 2000, 256},
	{"for", forks, "each", 8192, 1024},
	{"regions", forks, "loops", 50, 512},
	{"sort", forks, "n", 200_000, 1024},
	{"worker-one", spawns, "n", 40_000, 1024},
	{"worker-all", spawns, "n", 40_000, 1024},
	{"scope-one", spawns, "n", 40_000, 1024},
	{"scope-all", spawns, "n", 40_000, 1024},
	{"owner", delays, "forks", 200, 1024},
	{"ramp", delays, "", 0, 1024},
	{"deque-chaselev", deques, "n", 20_000, 1024},
	{"deque-abp", deques, "n", 20_000, 1024},
	{"deque-split", deques, "n", 20_000, 256},
	{"deque-split-half", deques, "n", 20_000, 256},
	{"deque-stealhalf", deques, "n", 20_000, 256},
	{"deque-locked", deques, "n", 20_000, 64},
}

// args are the program's parameters for so many percent of its work.
func (p program) args(percent int) []string {
	switch p.param {
	case "":
		return nil
	case "depth": // of a binary tree: one less is half of the work
		less := math.Log2(100 / float64(percent))
		return []string{fmt.Sprintf("depth=%d", max(1, p.whole-int(math.Round(less))))}
	}
	return []string{fmt.Sprintf("%s=%d", p.param, max(1, p.whole*percent/100))}
}

// sensitive are the programs that also run with other costs.
var sensitive = []string{"tree", "uts", "regions", "worker-one"}

// A plan is one case.
type plan struct {
	program program
	combination
}

// plans returns the cases of a run in their order.
func plans(processors, other []int) (list []plan) {
	for _, p := range programs {
		for _, c := range combinations(processors, nil) {
			if c.processors <= p.most {
				list = append(list, plan{p, c})
			}
		}
	}
	for _, p := range programs {
		if slices.Contains(sensitive, p.name) {
			for _, c := range combinations(nil, other) {
				list = append(list, plan{p, c})
			}
		}
	}
	return list
}

func run(ctx context.Context, r *lab.Runner) error {
	var list []sample
	repeat := r.Int("repeat")
	for _, p := range plans(r.Ints("processors"), r.Ints("other")) {
		list = append(list, sample{
			key:  lab.Row{"program": p.program.name, "processors": p.processors, "costs": p.costs.name},
			args: arguments(p.program.name, p.processors, repeat, r.Seed, p.costs, p.program.args(r.Int("size"))...),
			row:  func(l line) lab.Row { return l.row(repeat) },
		})
	}
	return take(ctx, r, list)
}

// row is the sample that a line holds. The steals are counted over all runs in the pool, so one run's
// are their average. Shares are of the time of all processors; a processor without a thread that is awake
// is asleep, since a pool may have more threads asleep than there are processors.
func (l line) row(runs int) lab.Row {
	row := lab.Row{"speedup": l.Speedup, "microseconds": l.Nanoseconds / 1000, "moves": l.Tally.Counts.Moves}
	if steals := l.Stats.Steals / float64(runs); steals > 0 {
		row["moves_per_steal"] = l.Tally.Counts.Moves / steals
	}
	awake := l.Tally.In[0] + l.Tally.In[1] + l.Tally.In[2] + l.Tally.In[3]
	all := max(awake, l.Tally.Span*float64(l.Workers), 1)
	row["searching"], row["waiting"], row["asleep"] = l.Tally.In[1]/all, l.Tally.In[2]/all, 1-awake/all
	return row
}
