package many

import (
	"context"
	"fmt"
	"math"
	"os"
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

const standard = "standard" // costs, in the column "costs"

// others are the costs that some programs also run with, one changed at a time. The share of transfers
// after which a processor keeps a line (holdodds) is the room's own guess, so both its ends are there.
var others = []struct {
	name  string
	flags []string
}{
	{"move=35", []string{"-costs", "move=35"}},
	{"move=140", []string{"-costs", "move=140"}},
	{"holdodds=0", []string{"-costs", "holdodds=0"}},
	{"holdodds=100", []string{"-costs", "holdodds=100"}},
	{"wake=60000", []string{"-costs", "wake=60000"}},
	{"chain=1", []string{"-costs", "chain=1"}},
	{"socket 16", []string{"-socket", "16"}},
}

// sensitive are the programs that also run with other costs.
var sensitive = []string{"tree", "uts", "regions", "worker-one"}

// A plan is one case.
type plan struct {
	program    program
	processors int
	costs      string
	flags      []string
}

// plans returns the cases of a run in their order.
func plans(processors, other []int) (list []plan) {
	for _, p := range programs {
		for _, n := range processors {
			if n <= p.most {
				list = append(list, plan{p, n, standard, nil})
			}
		}
	}
	for _, p := range programs {
		if !slices.Contains(sensitive, p.name) {
			continue
		}
		for _, c := range others {
			for _, n := range other {
				list = append(list, plan{p, n, c.name, c.flags})
			}
		}
	}
	return list
}

func run(ctx context.Context, r *lab.Runner) error {
	dir, err := os.MkdirTemp("", "skua-many-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	m := &machine{dir: dir}
	list := plans(r.Ints("processors"), r.Ints("other"))
	r.Expect(len(list))
	for _, p := range list {
		key := lab.Row{"program": p.program.name, "processors": p.processors, "costs": p.costs}
		err := r.Case(ctx, key, func() ([]lab.Row, error) {
			args := []string{p.program.name, "-p", fmt.Sprint(p.processors), "-repeat", fmt.Sprint(r.Int("repeat")), "-seed", fmt.Sprint(r.Seed)}
			args = append(append(args, p.flags...), p.program.args(r.Int("size"))...)
			l, err := m.start(ctx, args)
			if err != nil {
				return nil, err
			}
			return []lab.Row{l.row(r.Int("repeat"))}, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
