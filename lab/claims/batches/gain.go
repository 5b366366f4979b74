package batches

import (
	"fmt"
	"strings"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Experiments skewed, quantity and adapters share this file: whether stealing shortens times where it
// can.

// gainNeeds are what the samples must be.
var gainNeeds = lab.Needs{
	Columns: []lab.Need{
		{Column: "total"}, {Column: "wait", AtMost: "total"}, {Column: "stealing", Is: lab.Flag},
		{Column: "workers", Is: lab.Size}, {Column: "sample", Is: lab.Count}, {Column: "cores", Is: lab.Size},
		{Column: "largest", Is: lab.Share, Some: true}, {Column: "ran", Is: lab.All},
		{Column: "stole", Is: lab.Count, AtMost: "tasks", Some: true}, {Column: "tasks", Is: lab.Size},
	},
	Key:     []string{"kind", "workers", "stealing", "sample"},
	Crossed: []string{"workers", "stealing"},
}

// hugely is the greatest ratio of times that counts as a huge improvement. The number is
// ours: where stealing makes use of an idle half of the cores, the ratio is 1/2.
const hugely = 0.8

// should returns the ratio of total times, with stealing by without, of greedy workers on the
// cores of that kind of samples: without stealing the fullest deque is one worker's.
func should(t *lab.Table, kind string, workers float64) float64 {
	t = t.Where("kind", kind).Where("workers", workers)
	cores, largest := t.Median("cores"), t.Median("largest")
	if cores == 0 || largest == 0 {
		return 1
	}
	least := 1 / min(cores, workers)
	return least / max(least, largest)
}

// A gainCase is one kind of samples with a number of workers.
type gainCase struct {
	what   string
	should float64
	ratios map[string][]float64 // of each time
}

// gainCases are all of those kinds, and lacks says of which there is no sample.
func gainCases(t *lab.Table, kinds []string) (cases []gainCase, lacks string) {
	free := t.WithFreeProcessors()
	for _, workers := range t.Values("workers") {
		for _, kind := range kinds {
			c := gainCase{fmt.Sprintf("%s workers, %s", lab.Num(workers), kind), should(t, kind, workers), map[string][]float64{}}
			for _, column := range []string{"total", "wait"} {
				c.ratios[column] = ratiosOf(free, kind, workers, column)
				if len(c.ratios[column]) == 0 {
					lacks = c.what
				}
			}
			cases = append(cases, c)
		}
	}
	return cases, lacks
}

func judgeGain(t *lab.Table) lab.Finding { return judgeGainOf(t, batchKinds.Judged) }

func judgeGainOf(t *lab.Table, kinds []string) lab.Finding {
	cases, lacks := gainCases(t, kinds)
	if lacks != "" {
		return lab.Undecided("There is no pair of samples of %s. %s", lacks, lab.BusyMachine)
	}
	confirmed, judged, above := true, 0, 0
	var parts, worst []string
	var facts []lab.Fact
	for _, c := range cases {
		for _, column := range []string{"total", "wait"} {
			m := gauge.Median(c.ratios[column])
			facts = append(facts, lab.NewFact(column+" time with stealing / without, "+c.what, m, ""))
			if c.should > hugely {
				continue // nothing is to gain
			}
			judged++
			confirmed = confirmed && m <= hugely
			if low, _ := gauge.Interval(c.ratios[column]); len(c.ratios[column]) >= gauge.IntervalNeeds && low > hugely {
				above++
				worst = append(worst, fmt.Sprintf("%s time, %s: %s", column, c.what, lab.Num(m)))
			}
		}
		facts = append(facts, lab.NewFact("predicted for total time, "+c.what, c.should, ""))
		parts = append(parts, fmt.Sprintf("%s %s, predicted %s", c.what, lab.Num(gauge.Median(c.ratios["total"])), lab.Num(c.should)))
	}
	if judged == 0 {
		return lab.Undecided("There are no samples in which stealing has idle cores to use.")
	}
	f := lab.Undecided("A median is above %s, but its interval is not.", lab.Num(hugely))
	if above > 0 || confirmed {
		f = lab.Judged(above == 0, "Total time with stealing by that without: %s. Of %d ratios of either time where stealing has cores to use %d lie surely above %s. %s",
			strings.Join(parts, "; "), judged, above, lab.Num(hugely), strings.Join(worst, "; "))
	}
	f.Facts = append(facts, boundedToUnbounded(t))
	return f
}

// plotGain draws the ratios, and what is predicted of the total time.
func plotGain(t *lab.Table, printed []printedLine, title string) []lab.Figure {
	figures := plotRatios(t, printed, title)
	for _, kind := range []string{"bounded", simulated} {
		s := lab.Series{Name: fmt.Sprintf("predicted from %s cores", lab.Num(t.Where("kind", kind).Median("cores"))), Dashed: true}
		for _, workers := range t.Where("kind", kind).Values("workers") {
			s.X, s.Y = append(s.X, workers), append(s.Y, should(t, kind, workers))
		}
		figures[0].Series = append(figures[0].Series, s)
	}
	return figures
}
