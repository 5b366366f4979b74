package lcws

import (
	"fmt"

	"github.com/skua-go/skua/lab"
)

// growths returns how a column grows with the work, for each family and number of
// processors above one.
func growths(t *lab.Table, column string) (out []lab.Growth) {
	for _, family := range t.Names("family") {
		for _, p := range t.Values("processors") {
			if p > 1 {
				x, y := t.Where("family", family).Where("processors", p).Pairs("work", column)
				out = append(out, lab.Growth{Where: fmt.Sprintf("%s on %v processors", family, p), Exponent: lab.Exponent(x, y)})
			}
		}
	}
	return out
}

func judgeSyncCost(t *lab.Table) lab.Finding {
	simulated := t.Where("run", "sim")
	lcws, classic := simulated.Where("scheduler", "lcws"), simulated.Where("scheduler", "classic")
	worst, ok := lab.Steepest(growths(lcws, "per span"))
	least, ok2 := lab.Flattest(growths(classic.Where("family", "tree"), "syncs"))
	if !ok || !ok2 {
		return lab.Undecided("There are no two sizes of both schedulers to compare.")
	}
	real := t.Where("run", "real").WithFreeProcessors()
	typed, one := medians(real.Where("deque", "typed"), "per span"), real.Where("deque", "typed").Where("processors", 1)
	alone := lab.Last(lcws.Where("processors", 1).Values("syncs")) + lab.Last(one.Values("exposures")) + lab.Last(one.Values("steals"))
	two := lab.Last(lcws.Where("family", "tree").Where("processors", 2).Values("per span"))
	twoReal := lab.Last(typed.Where("processors", 2).Values("per span"))
	bounded := boundedDeques(real)
	reason := fmt.Sprintf("LCWS: %s on one processor; on more at most %s P·T∞ simulated, and as T₁ grows a power of %s of it (%s); on two "+
		"for a tree %s simulated and %s real. Classical: T₁ to the power of at least %s (%s).", lab.Num(alone), lab.Num(lab.Last(lcws.Values("per span"))),
		lab.Num(worst.Exponent), worst.Where, lab.Num(two), lab.Num(twoReal), lab.Num(least.Exponent), least.Where)
	if bounded != "" {
		reason += " Not so on real workers with the deque " + bounded + "."
	}
	f := lab.JudgedByGrowth(worst, reason)
	switch {
	case alone > 0 || twoReal > 2*two || least.Exponent < lab.GrowingFrom || bounded != "":
		f = lab.Judged(false, "%s", reason)
	case f.Verdict == lab.Confirmed && (len(one.Rows) == 0 || len(real.Where("deque", "typed").Where("processors", 2).Rows) < lab.FewestSamples):
		f = lab.Undecided("%s But for two real workers: %s", reason, lab.BusyMachine)
	}
	f.Facts = syncFacts(t, lcws, classic, typed)
	return f
}

// boundedDeques returns a concurrent deque on which the count of two real workers does not
// grow with the work of a tree, or "".
func boundedDeques(real *lab.Table) string {
	for _, d := range realDeques {
		of := medians(real.Where("deque", d.name).Where("processors", 2), "syncs")
		if d.name == "split" || len(of.Rows) < 2 {
			continue
		}
		if e := lab.Exponent(of.Pairs("work", "syncs")); !(e >= lab.GrowingFrom) { // of counts of nothing it is no number
			return d.name
		}
	}
	return ""
}

// medians returns a table with the median of the samples of each number of
// workers and size.
func medians(t *lab.Table, columns ...string) *lab.Table {
	out := &lab.Table{}
	for _, p := range t.Values("processors") {
		for _, size := range t.Where("processors", p).Values("size") {
			rows := t.Where("processors", p).Where("size", size)
			row := lab.Row{"processors": p, "size": size, "work": rows.Median("work")}
			for _, c := range columns {
				row[c] = rows.Median(c)
			}
			out.Add(row)
		}
	}
	return out
}

func syncFacts(t, lcws, classic, real *lab.Table) (facts []lab.Fact) {
	add := func(name string, value float64, unit string) { facts = append(facts, lab.NewFact(name, value, unit)) }
	levels := lab.Last(lcws.Where("family", "tree").Values("size"))
	for _, p := range lcws.Values("processors") {
		at := func(s *lab.Table) float64 {
			return s.Where("family", "tree").Where("size", levels).Where("processors", p).Median("syncs")
		}
		if p > 1 {
			add(fmt.Sprintf("tree of %v levels, P = %v: classical over LCWS", levels, p), at(classic)/at(lcws), "times")
		}
	}
	fewer, parallel, lemma := 0, 0, 0.0
	for _, row := range lcws.Rows {
		if row["processors"] == 1.0 {
			continue
		}
		parallel++
		if idle, ok := row["idle"].(float64); ok {
			lemma = max(lemma, row["syncs"].(float64)/(idle+row["processors"].(float64)))
		}
		c := classic.Where("family", row["family"]).Where("size", row["size"]).Where("processors", row["processors"])
		if syncs, ok := row["syncs"].(float64); ok && len(c.Rows) > 0 && c.Median("syncs") < syncs {
			fewer++
		}
	}
	add("more than one processor: runs in which the classical scheduler synchronises less", float64(fewer), fmt.Sprintf("of %d", parallel))
	add("LCWS on more than one processor: highest count over idle iterations + P (Lemma 3.3)", lemma, "")
	typed := t.Where("run", "real").Where("deque", "typed")
	if alone := typed.Where("processors", 1); len(alone.Rows) > 0 {
		add("one real worker: requests answered in a call, at most", lab.Last(alone.Values("requests")), "")
		for _, d := range realDeques {
			slow := t.Where("run", "real").Where("deque", d.name).Where("processors", 1).Median("ns")
			if slow > 0 {
				add("one real worker: time of an empty node, "+d.name+" over typed", slow/alone.Median("ns"), "times")
			}
		}
	}
	if two := real.Where("processors", 2).Where("size", levels); len(two.Rows) > 0 {
		add("P = 2, largest tree: of P·T∞, real", two.Median("per span"), "")
		add("P = 2, largest tree: of P·T∞, simulated", lcws.Where("family", "tree").Where("size", levels).Where("processors", 2).Median("per span"), "")
	}
	return facts
}

func plotSyncCost(t *lab.Table) []lab.Figure {
	f := lab.Figure{
		Title: "What full binary trees synchronise", X: "nodes, T₁", Y: "compare-and-swaps and fences", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "LCWS stays with the levels, which is the logarithm of T₁; on one processor it does nothing, which no such axis can show.",
	}
	trees := t.Where("run", "sim").Where("family", "tree")
	for _, scheduler := range trees.Names("scheduler") {
		for _, p := range trees.Values("processors") {
			x, y := trees.Where("scheduler", scheduler).Where("processors", p).Pairs("work", "syncs")
			f.Series = append(f.Series, lab.Series{Name: fmt.Sprintf("%s, P = %v", scheduler, p), X: x, Y: y, Dashed: scheduler == "classic"})
		}
	}
	real := lab.Figure{
		Title: "The same on two real workers", X: "nodes, T₁", Y: "atomic operations, at least", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "Medians. Every fork on a concurrent deque pushes and pops; typed stacks, and the split deque, count what was asked for.",
	}
	for _, kind := range t.Where("run", "real").Names("deque") {
		x, y := medians(t.Where("run", "real").Where("deque", kind).Where("processors", 2), "syncs").Pairs("work", "syncs")
		real.Series = append(real.Series, lab.Series{Name: kind, X: x, Y: y})
	}
	return []lab.Figure{f, real}
}
