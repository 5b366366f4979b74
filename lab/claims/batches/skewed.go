package batches

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Skewed gives all the work to half of the workers.
var Skewed = lab.Experiment{
	ID:     "skewed",
	Source: "[AI22] Experiment 2, Results and Conclusion",
	Claim: "Where half of the workers begin with all the work, stealing hugely improves the total time " +
		"and the average waiting time of a task.",
	How: "As in even, but the tasks of the first half of the workers compute fib(25), the others' fib(1); " +
		"2 workers, which the source has not, show what two cores can.",
	Confirms: "For either deque and each of 4 to 32 workers stealing shortens the medians of both times by a fifth at least.",
	Refutes:  "For one of them the interval of one time with stealing by that without lies wholly above four fifths.",
	Params: []lab.Param{
		{Name: "workers", Doc: "workers, a goroutine and a deque each", Quick: []int{2, 4, 8, 16, 32}, Full: []int{2, 4, 8, 16, 32}},
		{Name: "tasks", Doc: "tasks in each deque", Quick: []int{100}, Full: []int{100}},
		{Name: "fib", Doc: "the k of the large tasks", Quick: []int{22}, Full: []int{25}},
		{Name: "samples", Doc: "samples of each combination", Quick: []int{11}, Full: []int{15}},
	},
	Run: func(ctx context.Context, r *lab.Runner) error {
		return runBatches(ctx, r, func(_ *rand.Rand, fib, worker, workers int) int {
			if worker < workers/2 {
				return fib
			}
			return 1
		})
	},
	Judge: judgeSkewed,
	Plot: func(t *lab.Table) []lab.Figure {
		figures := plotRatios(t, skewedPrinted, "Skewed load")
		predicted := lab.Series{Name: "predicted from the cores", Dashed: true}
		for _, workers := range t.Values("workers") {
			predicted.X = append(predicted.X, workers)
			predicted.Y = append(predicted.Y, skewedShould(t, workers))
		}
		figures[0].Series = append(figures[0].Series, predicted)
		return figures
	},
}

var skewedPrinted = []printedLine{
	{4, "bounded", 179, 46987, 12170, 52879, 13190},
	{4, "unbounded", 115, 27717, 6934, 53320, 13371},
	{8, "bounded", 308, 57994, 15596, 53246, 13318},
	{8, "unbounded", 170, 38596, 10455, 54810, 13699},
	{16, "bounded", 131, 85145, 25051, 78895, 22146},
	{16, "unbounded", 179, 82906, 23419, 82108, 23709},
	{32, "bounded", 227, 136189, 34863, 139572, 37083},
	{32, "unbounded", 196, 139487, 43881, 147394, 44375},
}

// hugely is the greatest ratio of times that counts as a huge improvement. The number is
// ours: where stealing makes use of an idle half of the cores, the ratio is 1/2.
const hugely = 0.8

// skewedShould returns the ratio of total times of greedy workers on that many cores:
// without stealing only half of the workers have something to do.
func skewedShould(t *lab.Table, workers float64) float64 {
	cores := t.Median("cores")
	if cores == 0 {
		return 0
	}
	return min(cores, math.Floor(workers/2)) / min(cores, workers)
}

func judgeSkewed(t *lab.Table) lab.Finding {
	confirmed, printed, above := true, 0, 0
	worst, worstWhat := 0.0, ""
	var facts []lab.Fact
	for _, workers := range t.Values("workers") {
		for _, kind := range dequeKinds {
			for _, column := range []string{"total", "wait"} {
				ratios := ratiosOf(t, kind.name, workers, column)
				if len(ratios) == 0 {
					return lab.Undecided("There is no pair of samples for %s workers and the %s deque.", lab.Num(workers), kind.name)
				}
				m := gauge.Median(ratios)
				what := fmt.Sprintf("%s time with stealing / without, %s workers, %s deque", column, lab.Num(workers), kind.name)
				facts = append(facts, lab.NewFact(what, m, ""))
				if workers < 4 {
					continue // the source has no such line
				}
				printed++
				confirmed = confirmed && m <= hugely
				if low, _ := gauge.Interval(ratios); len(ratios) >= gauge.IntervalNeeds && low > hugely {
					above++
				}
				if m > worst {
					worst, worstWhat = m, what
				}
			}
		}
		facts = append(facts, lab.NewFact(fmt.Sprintf("predicted for total time, %s workers", lab.Num(workers)), skewedShould(t, workers), ""))
	}
	if printed == 0 {
		return lab.Undecided("There is no sample with 4 workers or more.")
	}
	f := lab.Undecided("A median is above %s, but its interval is not.", lab.Num(hugely))
	if above > 0 || confirmed {
		f = lab.Judged(above == 0, "Total time with stealing by that without, on %s cores: %s. Of %d ratios with 4 workers or more %d lie surely above %s; the highest is %s: %s.",
			lab.Num(t.Median("cores")), skewedSummary(t), printed, above, lab.Num(hugely), lab.Num(worst), worstWhat)
	}
	f.Facts = append(facts, boundedToUnbounded(t))
	return f
}

// skewedSummary says where stealing halves the time and where it cannot.
func skewedSummary(t *lab.Table) string {
	var parts []string
	for _, workers := range t.Values("workers") {
		parts = append(parts, fmt.Sprintf("%s workers %s and %s, predicted %s", lab.Num(workers),
			lab.Num(gauge.Median(ratiosOf(t, "bounded", workers, "total"))),
			lab.Num(gauge.Median(ratiosOf(t, "unbounded", workers, "total"))), lab.Num(skewedShould(t, workers))))
	}
	return strings.Join(parts, "; ")
}
