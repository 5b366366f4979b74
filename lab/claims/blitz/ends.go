package blitz

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/skua-go/skua/lab"
)

// Ends compares the ends of a deque at which owners and thieves take tasks.
var Ends = lab.Experiment{
	ID:     "ends",
	Source: "[BZ26] LIFO for Owner; FIFO for Thieves",
	Claim: "An owner that takes its youngest task finds that task's data in its cache; a thief that takes the oldest gets the largest subtree, " +
		"and so steals less often.",
	How: "Trees of tasks on simulated workers that move in step, each with a deque and a cache of the blocks that it used last: a task reads its " +
		"parent's block and writes its own. Owners take the youngest task or the oldest one, thieves likewise; misses and steals are counted.",
	Confirms: "On every tree and number of workers, owners that take the youngest have at most 0.8 times the misses of those that take the oldest; " +
		"and on the random tree thieves that take the oldest steal at most half as often as those that take the youngest.",
	Refutes: "On one tree and number owners that take the youngest have no fewer misses, or on the random one thieves that take the oldest " +
		"steal no less often.",
	Params: []lab.Param{
		{Name: "workers", Doc: "simulated workers", Quick: []int{2, 16, 64}, Full: []int{2, 4, 16, 64, 256}},
		{Name: "levels", Doc: "levels of the trees", Quick: []int{14}, Full: []int{18}},
		{Name: "blocks", Doc: "of a worker's cache", Quick: []int{64}, Full: []int{64}},
		{Name: "seeds", Doc: "runs of each kind", Quick: []int{3}, Full: []int{5}},
	},
	Kinds: lab.Kinds{Columns: []string{"owner", "thief"}, Judged: []string{"youngest oldest", "oldest oldest", "youngest youngest"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "misses", Is: lab.Count, Some: true}, {Column: "steals", Is: lab.Count, Some: true, AtMost: "tasks"}, {Column: "tasks", Is: lab.Size},
			{Column: "workers", Is: lab.Size},
		},
		Key:     []string{"owner", "thief", "tree", "workers", "seed"},
		Crossed: []string{"tree", "workers"},
	},
	Run:   runEnds,
	Judge: judgeEnds,
	Plot:  plotEnds,
}

// endWays are the ends that are compared: first those of every deque here.
var endWays = []struct{ owner, thief string }{{"youngest", "oldest"}, {"oldest", "oldest"}, {"youngest", "youngest"}}

func runEnds(ctx context.Context, r *lab.Runner) error {
	r.Expect(len(endTrees) * len(r.Ints("workers")) * r.Int("seeds") * len(endWays))
	for _, tree := range endTrees {
		for _, workers := range r.Ints("workers") {
			for seed := range r.Int("seeds") {
				for _, way := range endWays {
					key := lab.Row{"tree": tree.name, "workers": workers, "seed": seed, "owner": way.owner, "thief": way.thief}
					err := r.Case(ctx, key, func() ([]lab.Row, error) {
						random := r.Rand(lab.Row{"tree": tree.name, "workers": workers, "seed": seed})
						c := newEndCrew(workers, r.Int("blocks"), way.owner == "youngest", way.thief == "youngest", random)
						return []lab.Row{c.run(tree.children, r.Int("levels")*tree.levels/100)}, ctx.Err()
					})
					if err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

const (
	hot     = 0.8 // of the misses, at most
	seldom  = 0.5 // of the steals, at most
	noBlame = 1.0 // of either: from here on the claim is refuted
)

// An endRatio is what the first way needs of what another one does: medians.
type endRatio struct {
	what, tree string
	workers    float64
	ratio      float64
}

func (e endRatio) String() string {
	return fmt.Sprintf("%s times the %s (%s, %s workers)", lab.Num(e.ratio), e.what, e.tree, lab.Num(e.workers))
}

// endRatios are those of misses and of steals, and lacks says of which there is no sample.
func endRatios(t *lab.Table) (misses, steals []endRatio, lacks string) {
	for _, tree := range t.Names("tree") {
		for _, workers := range t.Values("workers") {
			at := t.Where("tree", tree).Where("workers", workers)
			of := func(i int, column string) float64 {
				return at.Where("owner", endWays[i].owner).Where("thief", endWays[i].thief).Median(column)
			}
			if min(of(0, "misses"), of(1, "misses"), of(2, "steals")) == 0 {
				lacks = fmt.Sprintf("all ways with the tree %s and %s workers", tree, lab.Num(workers))
				continue
			}
			misses = append(misses, endRatio{"misses", tree, workers, of(0, "misses") / of(1, "misses")})
			steals = append(steals, endRatio{"steals", tree, workers, of(0, "steals") / of(2, "steals")})
		}
	}
	return misses, steals, lacks
}

func worstEnd(all []endRatio) (worst endRatio) {
	for _, e := range all {
		if e.ratio > worst.ratio {
			worst = e
		}
	}
	return worst
}

func judgeEnds(t *lab.Table) lab.Finding {
	misses, steals, lacks := endRatios(t)
	if len(misses) == 0 || lacks != "" {
		return lab.Undecided("There are no samples of %s.", cmp.Or(lacks, "both trees"))
	}
	judged := slices.DeleteFunc(slices.Clone(steals), func(e endRatio) bool { return e.tree == endTrees[0].name }) // there one steal may do
	m, s := worstEnd(misses), worstEnd(judged)
	reason := fmt.Sprintf("Owners that take the youngest have at most %s of those that take the oldest; thieves that take the oldest at most %s of those that take the youngest.", m, s)
	f := lab.Undecided("%s", reason)
	if refuted := m.ratio >= noBlame || s.ratio >= noBlame; refuted || m.ratio <= hot && s.ratio <= seldom {
		f = lab.Judged(!refuted, "%s", reason)
	}
	for _, e := range append(misses, steals...) {
		f.Facts = append(f.Facts, lab.NewFact(fmt.Sprintf("%s, %s workers: %s", e.tree, lab.Num(e.workers), e.what), e.ratio, "times"))
	}
	return f
}

func plotEnds(t *lab.Table) (figures []lab.Figure) {
	for _, column := range []string{"misses", "steals"} {
		f := lab.Figure{Title: "Owners and thieves at either end: " + column, X: "workers", Y: column + " of a task", LogX: true, LogY: true, Kind: lab.Lines,
			Note: "Medians. The first end is the owner's, the second that of thieves."}
		for _, tree := range t.Names("tree") {
			for _, way := range endWays {
				s := lab.Series{Name: tree + ": " + way.owner + ", " + way.thief}
				of := t.Where("tree", tree).Where("owner", way.owner).Where("thief", way.thief)
				for _, workers := range of.Values("workers") {
					at := of.Where("workers", workers)
					if y := at.Median(column) / at.Median("tasks"); y > 0 {
						s.X, s.Y = append(s.X, workers), append(s.Y, y)
					}
				}
				f.Series = append(f.Series, s)
			}
		}
		figures = append(figures, f)
	}
	return figures
}
