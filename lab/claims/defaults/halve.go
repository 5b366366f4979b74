package defaults

import (
	"fmt"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Halve compares what a recording says of a call site that takes half the time with what comes when
// it does.
var Halve = lab.Experiment{
	ID:     "halve",
	Source: "[RP22] Theorem 3.9",
	Claim: "A replay of a recording in which the strands of one call site take half as long says within 10 % how much " +
		"less time the program takes once they do.",
	How: "Programs with two kinds of work run as they are, recorded, and with half the work at one call site, in turns. " +
		"The time that the replay with that site halved takes, by that of the replay as it was, is divided by the " +
		"quotient of the two measured times of the same round.",
	Confirms: "For each program the median of these quotients lies between 0.9 and 1.1. Rounds do not count in which the " +
		"workers waited for processors for more than 10 % of their time.",
	Refutes: "For one of them the interval of the median lies wholly outside.",
	Params: []lab.Param{
		{Name: "workers", Doc: "workers; those that the machine has no processors for are left out", Quick: []int{2}, Full: []int{2, 4, 8, 16}},
		{Name: "rounds", Doc: "triples of runs", Quick: []int{9}, Full: []int{15}},
	},
	Kinds: lab.Kinds{Judged: []string{""}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "whole"}, {Column: "half"}, {Column: "was"}, {Column: "would"},
			{Column: "delay", Is: lab.NotNegative}, {Column: "workers", Is: lab.Size},
		},
		Key:     []string{"program", "workers", "round"},
		Crossed: []string{"program", "workers"},
	},
	Run:   runHalve,
	Judge: judgeHalve,
	Plot:  plotHalve,
}

// A halveRow is one program with a number of workers.
type halveRow struct {
	name      string
	quotients []float64 // what was foretold by what was measured, of each round
	measured  float64   // median: the time with the site halved, by the time as it was
	foretold  float64   // median
}

// halveRows gathers the samples in their order.
func halveRows(t *lab.Table) (rows []*halveRow) {
	for _, name := range t.Names("program") {
		of := t.Where("program", name)
		for _, workers := range of.Values("workers") {
			r := &halveRow{name: name}
			if workers != 2 {
				r.name = fmt.Sprintf("%s %v", name, workers)
			}
			var measured, foretold []float64
			for _, row := range of.Where("workers", workers).Rows {
				whole, half := number(row, "whole"), number(row, "half")
				was, would := number(row, "was"), number(row, "would")
				if min(whole, half, was, would) <= 0 || !(number(row, "delay") <= forecastDelay*workers*(whole+half)) {
					continue
				}
				measured = append(measured, half/whole)
				foretold = append(foretold, would/was)
				r.quotients = append(r.quotients, would/was/(half/whole))
			}
			if len(measured) >= forecastNeeds {
				r.measured, r.foretold = gauge.Median(measured), gauge.Median(foretold)
				rows = append(rows, r)
			}
		}
	}
	return rows
}

func judgeHalve(t *lab.Table) lab.Finding {
	rows := halveRows(t)
	if len(rows) < len(t.Names("program")) || len(rows) == 0 {
		return lab.Undecided(lab.BusyMachine)
	}
	within, wrong, worst := 0, 0, rows[0]
	for _, r := range rows {
		if gauge.Median(r.quotients) >= 1-forecastError && gauge.Median(r.quotients) <= 1+forecastError {
			within++
		}
		if surelyOff(r.quotients) {
			wrong++
		}
		if off(r.quotients) > off(worst.quotients) {
			worst = r
		}
	}
	text := fmt.Sprintf("Of %d programs what was foretold of %d is within 10 %%; the worst is %s, with %s of the measured quotient.",
		len(rows), within, worst.name, lab.Num(gauge.Median(worst.quotients)))
	f := lab.Undecided("%s", text)
	if wrong > 0 || within == len(rows) {
		f = lab.Judged(wrong == 0, "%s", text)
	}
	for _, r := range rows {
		f.Facts = append(f.Facts, lab.NewFact(r.name+": foretold / measured", gauge.Median(r.quotients), ""))
	}
	return f
}

func plotHalve(t *lab.Table) []lab.Figure {
	f := lab.Figure{
		Title: "A call site that takes half the time", Y: "time, by that of the whole program", Kind: lab.Bars,
		Note: "Foretold from a recording in which the site took all its time.",
	}
	foretold, measured := lab.Series{Name: "foretold"}, lab.Series{Name: "measured"}
	for _, r := range halveRows(t) {
		foretold.Labels, foretold.Y = append(foretold.Labels, r.name), append(foretold.Y, r.foretold)
		measured.Labels, measured.Y = append(measured.Labels, r.name), append(measured.Y, r.measured)
	}
	if len(foretold.Y) > 0 {
		f.Series = []lab.Series{foretold, measured}
	}
	return []lab.Figure{f}
}
