package space

import (
	"context"
	"fmt"
	"slices"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Space compares the most frames that several workers have at a time with those of one.
var Space = lab.Experiment{
	ID:     "space",
	Source: "[BL99] Section 4, the bound on space",
	Claim:  "P workers need at most P times the space of one: S_P ≤ P·S₁, where space is that of the frames that are alive.",
	How: "Trees of forks count the frames that are alive, of calls that have begun and of forks that nobody has begun, and remember the " +
		"most of them in a run: with one worker, and in pools of several. A balanced tree, one that is deep on the side that is " +
		"forked, one that is deep on the side that goes on, and one of random shape. More workers than processors take turns.",
	Confirms: "In no run of any tree and number of workers are more than P·S₁ frames alive, and for each tree and number some task was stolen.",
	Refutes:  "In one run there are more.",
	Params: []lab.Param{
		{Name: "workers", Doc: "workers of the pools", Quick: []int{2, 4, 8}, Full: []int{2, 4, 8, 16, 32}},
		{Name: "samples", Doc: "runs of each tree in each pool", Quick: []int{50}, Full: []int{500}},
		{Name: "spins", Doc: "steps of about 1 ns in each node", Quick: []int{500}, Full: []int{500}},
	},
	Kinds: lab.Kinds{Columns: []string{"tree"}, Judged: shapes, Alike: [][]string{shapes}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "frames", Is: lab.Size}, {Column: "steals", Is: lab.Count}, {Column: "workers", Is: lab.Size},
		},
		Key:     []string{"tree", "workers", "sample"},
		Crossed: []string{"workers"},
	},
	Run:   runSpace,
	Judge: judgeSpace,
	Plot:  plotSpace,
}

// shapes are the names of the trees.
var shapes = []string{"balanced", "deep forks", "deep calls", "random"}

func runSpace(ctx context.Context, r *lab.Runner) error {
	workers := append([]int{1}, r.Ints("workers")...)
	r.Expect(len(trees) * len(workers))
	for _, tree := range trees {
		for _, n := range workers {
			samples := r.Int("samples")
			if n == 1 {
				samples = 1 // all runs are the same
			}
			key := lab.Row{"tree": tree.name, "workers": n}
			if err := r.Case(ctx, key, func() ([]lab.Row, error) { return countFrames(ctx, tree, n, samples, r.Int("spins")) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// A peak is the most frames that a tree had in any run with that many workers.
type peak struct {
	tree           string
	workers        float64
	most, one      float64
	stolen, sample float64 // tasks, and frames in the median run
}

func (p peak) share() float64 { return p.most / (p.workers * p.one) }

// peaks are those of all trees, and lacks says of which there is no sample, or no steal.
func peaks(t *lab.Table) (all []peak, lacks string) {
	for _, tree := range shapes {
		of := t.Where("tree", tree)
		one := lab.Last(of.Where("workers", 1).Values("frames"))
		counts := slices.DeleteFunc(of.Values("workers"), func(n float64) bool { return n == 1 })
		if one == 0 || len(counts) == 0 {
			return nil, "a run of the tree " + tree + " with one worker and with more"
		}
		for _, n := range counts {
			at := of.Where("workers", n)
			p := peak{tree, n, lab.Last(at.Values("frames")), one, lab.Last(at.Values("steals")), at.Median("frames")}
			if p.stolen == 0 {
				lacks = fmt.Sprintf("a steal in the tree %s with %s workers", tree, lab.Num(n))
			}
			all = append(all, p)
		}
	}
	return all, lacks
}

func judgeSpace(t *lab.Table) lab.Finding {
	all, lacks := peaks(t)
	if len(all) == 0 {
		return lab.Undecided("There is no sample of %s.", lacks)
	}
	worst := slices.MaxFunc(all, func(a, b peak) int { return int(1e6 * (a.share() - b.share())) })
	reason := fmt.Sprintf("The most are %s frames of %s workers, %s P·S₁ (tree: %s).", lab.Num(worst.most), lab.Num(worst.workers), lab.Num(worst.share()), worst.tree)
	f := lab.Judged(worst.share() <= 1, "%s", reason)
	if f.Verdict == lab.Confirmed && lacks != "" {
		f = lab.Undecided("%s But there was not %s.", reason, lacks)
	}
	for _, p := range all {
		name := fmt.Sprintf("%s, %s workers", p.tree, lab.Num(p.workers))
		f.Facts = append(f.Facts, lab.NewFact(name+": most frames over P·S₁", p.share(), ""),
			lab.NewFact(name+": frames of the median run over S₁", p.sample/p.one, ""))
	}
	return f
}

func plotSpace(t *lab.Table) []lab.Figure {
	f := lab.Figure{Title: "Frames that are alive", X: "workers", Y: "most frames over those of one worker", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "The claim is that no line is above the dashed one. Medians of the runs with their intervals are far below it."}
	bound := lab.Series{Name: "P", Dashed: true}
	for _, n := range t.Values("workers") {
		bound.X, bound.Y = append(bound.X, n), append(bound.Y, n)
	}
	for _, tree := range t.Names("tree") {
		of := t.Where("tree", tree)
		one := of.Where("workers", 1).Median("frames")
		s := lab.Series{Name: tree}
		for _, n := range of.Values("workers") {
			if v := of.Where("workers", n).Floats("frames"); one > 0 && len(v) > 0 {
				s.X, s.Y = append(s.X, n), append(s.Y, gauge.Quantile(v, 1)/one)
			}
		}
		f.Series = append(f.Series, s)
	}
	f.Series = append(f.Series, bound)
	return []lab.Figure{f}
}
