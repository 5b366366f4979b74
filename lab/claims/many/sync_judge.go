package many

import (
	"fmt"

	"github.com/skua-go/skua/lab"
)

// alone is how many times the count of the smallest tree the largest may have on one processor.
const alone = 2.0

// syncGrowths are how a column of a way with these costs grows with the work, on each number of processors
// from least on.
func syncGrowths(t *lab.Table, way, costs, column string, least float64) (list []lab.Growth) {
	of := t.Where("way", way).Where("costs", costs)
	for _, p := range of.Values("processors") {
		if p >= least {
			x, y := of.Where("processors", p).Pairs("work", column)
			list = append(list, lab.Growth{Where: fmt.Sprintf("%s processors, %s costs", lab.Num(p), costs), Exponent: lab.Exponent(x, y)})
		}
	}
	return list
}

// aloneRatio is the count of LCWS for the largest tree on one processor over that for the smallest, or 0.
func aloneRatio(t *lab.Table) float64 {
	work, changes := t.Where("way", lcws).Where("costs", standard).Where("processors", 1).Pairs("work", "changes")
	if len(work) < 2 || changes[0] <= 0 {
		return 0
	}
	return lab.Last(changes) / changes[0]
}

func judgeSync(t *lab.Table) lab.Finding {
	worst, ok := lab.Steepest(syncGrowths(t, lcws, standard, "per_span", 2))
	least, ok2 := lab.Flattest(syncGrowths(t, spawned, standard, "changes", 1))
	one := aloneRatio(t)
	if !ok || !ok2 || one == 0 {
		return lab.Undecided("There are no two sizes of trees of both on one processor, and of LCWS on more, to compare.")
	}
	var steepest []lab.Growth
	for _, c := range others {
		g, ok := lab.Steepest(syncGrowths(t, lcws, c.name, "per_span", 2))
		if !ok {
			return lab.Undecided("There are no two sizes of trees with %s.", c.name)
		}
		steepest = append(steepest, g)
	}
	steep, _ := lab.Steepest(steepest)
	reason := fmt.Sprintf("LCWS: the count over P·T∞ grows as a power of %s of T₁ at most (%s), with other costs %s (%s); on one processor the "+
		"largest tree has %s times the count of the smallest. Spawned tasks: a power of at least %s (%s).",
		lab.Num(worst.Exponent), worst.Where, lab.Num(steep.Exponent), steep.Where, lab.Num(one), lab.Num(least.Exponent), least.Where)
	f := lab.JudgedByGrowth(worst, reason)
	switch {
	case one > alone || least.Exponent < lab.GrowingFrom:
		f = lab.Judged(false, "%s", reason)
	case f.Verdict == lab.Confirmed && steep.Exponent > lab.BoundedBelow:
		f = lab.Undecided("%s So it depends on the costs.", reason)
	}
	f.Facts = syncFacts(t)
	return f
}

// syncFacts are the counts for the largest trees that all ways have.
func syncFacts(t *lab.Table) (list []lab.Fact) {
	t = t.Where("costs", standard)
	levels := lab.Last(t.Where("way", spawned).Values("levels"))
	for _, p := range t.Values("processors") {
		for _, w := range syncWays {
			at := t.Where("way", w.name).Where("processors", p).Where("levels", levels)
			if len(at.Rows) == 0 {
				continue
			}
			name := fmt.Sprintf("%s, tree of %s levels on %s processors", w.name, lab.Num(levels), lab.Num(p))
			list = append(list, lab.NewFact(name, at.Median("changes"), "changes"))
			if p > 1 {
				list = append(list, lab.NewFact(name+": over P·T∞", at.Median("per_span"), ""),
					lab.NewFact(name+": steals over P·T∞", at.Median("steals")/(p*levels), ""))
			}
		}
	}
	return list
}

func plotSync(t *lab.Table) []lab.Figure {
	at := t.Where("costs", standard)
	all := lab.Figure{Title: "Changes of shared memory, by the nodes of a tree", X: "nodes, T₁", Y: "changes", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "Stores, compare-and-swaps, locks and permits of the scheduler. Dashed: spawned tasks on Chase-Lev deques."}
	over := lab.Figure{Title: "Changes over P·T∞, by the nodes of a tree", X: "nodes, T₁", Y: "changes over P·T∞", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "The theorem says that these lines stay below a constant."}
	for _, w := range syncWays {
		for _, p := range at.Values("processors") {
			of := at.Where("way", w.name).Where("processors", p)
			name := fmt.Sprintf("%s, P = %s", w.name, lab.Num(p))
			if x, y := of.Pairs("work", "changes"); w.name != own {
				all.Series = append(all.Series, lab.Series{Name: name, X: x, Y: y, Dashed: w.name == spawned})
			}
			if x, y := of.Pairs("work", "per_span"); w.name != spawned && p > 1 {
				over.Series = append(over.Series, lab.Series{Name: name, X: x, Y: y, Dashed: w.name == own})
			}
		}
	}
	bars := lab.Figure{Title: "Changes over P·T∞ of LCWS on the largest tree, with other costs", Y: "changes over P·T∞", Kind: lab.Bars, Note: "One cost is changed at a time."}
	of := t.Where("way", lcws)
	n := lab.Last(of.Where("costs", others[0].name).Values("processors"))
	of = of.Where("processors", n).Where("levels", lab.Last(of.Values("levels")))
	bars.Series = append(bars.Series, lab.MedianBars(of, lcws, "costs", "per_span"))
	return []lab.Figure{all, over, bars}
}
