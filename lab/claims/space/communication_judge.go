package space

import (
	"fmt"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// The constant of the bound, and one that is surely not it. The tree with the most nodes has
// hundreds of times as many forks as the bound has, for four workers.
const bounded, unbounded = 1, 2

func judgeCommunication(t *lab.Table) lab.Finding {
	lines := byWork(t)
	most, where := 0.0, ""
	for _, l := range lines {
		if c := gauge.Quantile(l.y, 1); c > most {
			most, where = c, l.name
		}
	}
	alone := t.Where("processors", 1)
	if len(lines) == 0 || len(alone.Rows) == 0 {
		return lab.Undecided("There is no tree that several processors ran, or none that one ran.")
	}
	reason := fmt.Sprintf("The bytes are in the mean at most %s P·T∞·(1 + n_d)·S_max (%s).", lab.Num(most), where)
	f := lab.Undecided("%s", reason)
	switch n := lab.Last(alone.Values("moved")); {
	case n > 0:
		f = lab.Judged(false, "%s One worker moves %s frames.", reason, lab.Num(n))
	case most <= bounded || most > unbounded:
		f = lab.Judged(most <= bounded, "%s", reason)
	}
	if size := unmoved(t); size != "" && f.Verdict == lab.Confirmed {
		f = lab.Undecided("%s But no frame of %s was moved.", reason, size)
	}
	for _, l := range lines {
		f.Facts = append(f.Facts, lab.NewFact(l.name+": bytes over the bound, greatest mean", gauge.Quantile(l.y, 1), ""),
			lab.NewFact(l.name+": the same for the most work", l.y[len(l.y)-1], ""))
	}
	real := t.Where("run", "real")
	f.Facts = append(f.Facts, lab.NewFact("real: frames moved in all runs", sum(real.Floats("moved")), ""),
		lab.NewFact("real: steals that the pools count", sum(real.Floats("steals")), ""),
		lab.NewFact("real: bytes moved in all runs", sum(real.Floats("moved_bytes")), "bytes"))
	return f
}

// unmoved names a size of which no real frame was moved, or no simulated one.
func unmoved(t *lab.Table) string {
	for _, run := range t.Names("run") {
		for _, bytes := range t.Where("run", run).Values("bytes") {
			if sum(t.Where("run", run).Where("bytes", bytes).Floats("moved")) == 0 {
				return fmt.Sprintf("%s bytes (%s)", lab.Num(bytes), run)
			}
		}
	}
	return ""
}

func sum(v []float64) (all float64) {
	for _, x := range v {
		all += x
	}
	return all
}

func plotCommunication(t *lab.Table) []lab.Figure {
	f := lab.Figure{Title: "Bytes that processors give each other", X: "T₁, nodes of the tree", Y: "bytes / (P·T∞·(1 + n_d)·S_max)", LogX: true, LogY: true, Kind: lab.Lines,
		Note: "The claim is that no line goes above a constant: each tree has a thousand times the work of the one that is ten levels lower."}
	for _, l := range byWork(t) {
		f.Series = append(f.Series, lab.Series{Name: l.name, X: l.x, Y: l.y})
	}
	return []lab.Figure{f}
}
