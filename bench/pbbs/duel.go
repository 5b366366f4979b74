package main

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua/bench/internal/table"
	"github.com/skua-go/skua/lab/gauge"
)

// The schedulers whose owners synchronise only when thieves ask, and those whose owners
// synchronise in every push or pop.
var (
	light = []string{"typed", "split"}
	heavy = []string{"abp", "chaselev"}
)

// claimed is the least share of the suite on which synchronisation-light stealing is faster,
// by [CPR23].
const claimed = 0.65

// A duel is how one scheduler does against another, over all rows.
type duel struct {
	a, b                             string
	rows, faster, surely, slowSurely int
	benchmarks, fasterOn             int     // a is faster on a benchmark by the mean of its rows
	mean                             float64 // of the ratios of a's times to b's, geometric
}

func (f *found) duel(a, b string) duel {
	d := duel{a: a, b: b}
	var all []float64
	of := map[string][]float64{}
	for _, r := range f.Rows {
		ratios := r.ratios(a, b)
		if len(ratios) == 0 {
			continue
		}
		d.rows++
		m := gauge.Median(ratios)
		all = append(all, m)
		of[r.Benchmark] = append(of[r.Benchmark], m)
		if m < 1 {
			d.faster++
		}
		if len(ratios) < gauge.IntervalNeeds {
			continue
		}
		switch low, high := gauge.Interval(ratios); {
		case high < 1:
			d.surely++
		case low > 1:
			d.slowSurely++
		}
	}
	for _, ratios := range of {
		d.benchmarks++
		if geometric(ratios) < 1 {
			d.fasterOn++
		}
	}
	d.mean = geometric(all)
	return d
}

// share is the share of the benchmarks on which a is faster.
func (d duel) share() float64 { return float64(d.fasterOn) / float64(d.benchmarks) }

// duels compares light with heavy schedulers, and says what becomes of the claim.
func duels(f *found) string {
	grid := table.Grid{{"against", "faster on benchmarks", "faster on rows", "surely faster on", "surely slower on", "time, geometric mean"}}
	var holds, fails []string
	for _, a := range light {
		for _, b := range heavy {
			d := f.duel(a, b)
			if d.rows == 0 {
				continue
			}
			name := a + " against " + b
			grid = append(grid, []string{name, fmt.Sprintf("%d of %d (%.0f %%)", d.fasterOn, d.benchmarks, 100*d.share()), fmt.Sprintf("%d of %d", d.faster, d.rows),
				fmt.Sprint(d.surely), fmt.Sprint(d.slowSurely), fmt.Sprintf("%.3f", d.mean)})
			if d.share() >= claimed {
				holds = append(holds, name)
			} else {
				fails = append(fails, name)
			}
		}
	}
	var b strings.Builder
	b.WriteString(grid.String())
	b.WriteString("\nA row is a benchmark on one input. A scheduler is faster on a benchmark if the geometric mean over its rows is\n" +
		"less than 1; between two equal ones chance decides. It is surely faster or slower on a row if bounds of 95 % for the\n" +
		"median of the rounds say so.\n")
	fmt.Fprintf(&b, "\nThe claim, faster on at least %.0f %% of the benchmarks, holds here for: %s. It does not for: %s.\n", 100*claimed, list(holds), list(fails))
	return b.String()
}

func list(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
