package abp

import (
	"context"

	"github.com/skua-go/skua/lab"
)

// Multiprogramming runs two computations beside other processes, on a deque without a lock and
// on one with a lock.
var Multiprogramming = lab.Experiment{
	ID:     "multiprogramming",
	Source: "[ABP98] the bound on the time; [HS02] section 1, on the performance of non-blocking deques",
	Claim: "With non-blocking deques P workers take a time of O(T₁/P_A + T∞·P/P_A), where P_A is the average of the processors that " +
		"they get, however many other processes run; with a lock in each deque the other processes cost more than that.",
	How: "Operating system processes that only compute run beside two computations of the pool of package classic: a balanced tree, and one " +
		"owner of many small tasks, each of which is stolen by itself. The processor time that a run uses is T·P_A. T₁ is what one worker " +
		"uses, T∞ of the tree its share of T₁ on one path, and that of the owner what one worker uses whose tasks do nothing. In each round " +
		"the run on the deque of ABP is followed or preceded by one on a deque with a lock.",
	Confirms: "On the deque of ABP the median of T·P_A/(T₁ + P·T∞) is beside other processes nowhere more than 1.5 times what it is " +
		"without, and beside some number of them the deque with the lock takes at least 1.25 times as long (median of the rounds).",
	Refutes: "On the deque of ABP one of these has grown more by a whole interval, or the intervals of all quotients " +
		"of the lock's time beside other processes lie below 1.25.",
	Params: []lab.Param{
		{Name: "others", Doc: "other processes", Quick: []int{0, 1, 2, 4}, Full: []int{0, 1, 2, 4}},
		{Name: "crowd", Doc: "workers for each processor", Quick: []int{1, 2}, Full: []int{1, 2}},
		{Name: "rounds", Doc: "runs on each deque", Quick: []int{11}, Full: []int{25}},
		{Name: "levels", Doc: "levels of the tree", Quick: []int{16}, Full: []int{17}},
		{Name: "batches", Doc: "of the owner's tasks, one after the other", Quick: []int{16}, Full: []int{32}},
		{Name: "spins", Doc: "steps of about 1 ns in a node or task", Quick: []int{150}, Full: []int{150}},
	},
	Kinds: lab.Kinds{Columns: []string{"deque"}, Judged: []string{"abp", "locked"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "c"}, {Column: "over_abp", Where: lab.Row{"deque": "locked"}}, {Column: "others", Is: lab.Count},
			{Column: "workers", Is: lab.Size}, {Column: "got", Where: lab.Row{"deque": "abp", "others": 0}},
		},
		Key:     []string{"deque", "program", "workers", "others", "round"},
		Crossed: []string{"program", "workers", "others"},
	},
	Run:   runMultiprogramming,
	Judge: judgeMultiprogramming,
	Plot:  plotMultiprogramming,
}

func runMultiprogramming(ctx context.Context, r *lab.Runner) error {
	programs := programsOf(r.Int("levels"), r.Int("batches"), r.Int("spins"))
	r.Expect(len(programs) * len(r.Ints("crowd")) * len(r.Ints("others")))
	for _, p := range programs {
		for _, crowd := range r.Ints("crowd") {
			for _, others := range r.Ints("others") {
				key := lab.Row{"program": p.name, "workers": crowd * r.Workers, "others": others}
				err := r.Case(ctx, key, func() ([]lab.Row, error) {
					return p.beside(ctx, others, crowd*r.Workers, r.Int("rounds"))
				})
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func plotMultiprogramming(t *lab.Table) []lab.Figure {
	bound := lab.Figure{Title: "Processor time over the bound's", X: "other processes", Y: "T·P_A / (T₁ + P·T∞)", Kind: lab.Lines,
		Note: "The claim is that the lines of the deque of ABP stay below a constant, whatever else runs."}
	lock := lab.Figure{Title: "What the lock costs", X: "other processes", Y: "time with the lock / time without", Kind: lab.Lines,
		Note: "The claim is that the lines rise with the other processes."}
	for _, s := range settings(t) {
		var of, cost lab.Series
		of.Name, cost.Name = s.name+", abp", s.name
		for _, others := range t.Values("others") {
			at := s.table.Where("others", others)
			of.AddMedian(others, at.Where("deque", "abp").Floats("c"))
			cost.AddMedian(others, at.Where("deque", "locked").Floats("over_abp"))
		}
		bound.Series, lock.Series = append(bound.Series, of), append(lock.Series, cost)
	}
	return []lab.Figure{bound, lock}
}
