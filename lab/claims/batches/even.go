package batches

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Even fills all deques alike before the start.
var Even = lab.Experiment{
	ID:     "even",
	Source: "[AI22] Experiment 1",
	Claim: "Where all workers begin with as many tasks of about the same size, few tasks are stolen, " +
		"and stealing changes total and waiting time little.",
	How: "Goroutines with a deque each, ours in the place of the source's, all filled before the start with tasks " +
		"that compute fib(k), k by chance one of five; bounded and unbounded, with and without stealing, " +
		"next to each other on the same tasks; and the same on simulated cores.",
	Confirms: "For either deque and each number of workers at most a tenth of the tasks is stolen in the median, " +
		"and stealing changes the medians of both times by less than three tenths.",
	Refutes: "The interval of one of these medians lies wholly beyond its bound.",
	Params: []lab.Param{
		{Name: "workers", Doc: "workers, a goroutine and a deque each", Quick: []int{4, 8, 16, 32}, Full: printedWorkers},
		{Name: "tasks", Doc: "tasks in each deque", Quick: []int{100}, Full: []int{100}},
		{Name: "fib", Doc: "the least k of five", Quick: []int{20}, Full: []int{25}},
		{Name: "samples", Doc: "samples of each combination", Quick: []int{7}, Full: []int{7}},
		{Name: "cores", Doc: "simulated cores", Quick: []int{8}, Full: []int{8}},
	},
	Kinds: batchKinds,
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "total"}, {Column: "wait", AtMost: "total"}, {Column: "stealing", Is: lab.Flag},
			{Column: "workers", Is: lab.Size}, {Column: "sample", Is: lab.Count}, {Column: "tasks", Is: lab.Size},
			{Column: "ran", Is: lab.All}, {Column: "stole", Is: lab.Count, AtMost: "tasks", Some: true},
		},
		Key:     []string{"kind", "workers", "stealing", "sample"},
		Crossed: []string{"workers", "stealing"},
	},
	Run: func(ctx context.Context, r *lab.Runner) error {
		return runBatches(ctx, r, func(random *rand.Rand, _, _ int) (numbers []int) {
			for range r.Int("tasks") {
				numbers = append(numbers, r.Int("fib")+random.IntN(5))
			}
			return numbers
		})
	},
	Judge: judgeEven,
	Plot: func(t *lab.Table) []lab.Figure {
		return append(plotRatios(t, evenPrinted, "Even load"), plotEvenSteals(t))
	},
}

var evenPrinted = []printedLine{
	{4, "bounded", 9, 185044, 86754, 192438, 88879},
	{4, "unbounded", 8, 185653, 86950, 188512, 86053},
	{8, "bounded", 53, 230564, 102779, 221868, 102672},
	{8, "unbounded", 38, 233830, 109730, 240501, 104333},
	{16, "bounded", 77, 421460, 206259, 519738, 275019},
	{16, "unbounded", 56, 426879, 214059, 456209, 223175},
	{32, "bounded", 209, 872304, 404076, 825647, 399948},
	{32, "unbounded", 104, 859300, 409622, 832115, 409456},
	{64, "bounded", 381, 1792006, 858033, 1658356, 814321},
	{64, "unbounded", 278, 1665805, 818989, 1658923, 812149},
	{128, "bounded", 992, 3651608, 1744162, 3345921, 1650746},
	{128, "unbounded", 637, 3401575, 1669644, 3527035, 1739432},
}

// An evenBound is a bound of the claim on a median.
type evenBound struct {
	of        string
	low, high float64
	values    func(t *lab.Table, kind string, workers float64) []float64
}

// evenBounds are ours: the source only says "little" and "few". Its own tables keep to
// them: at most 8 % of the tasks are stolen, and tasks wait at most 25 % less.
var evenBounds = []evenBound{
	{"share of stolen tasks", 0, 0.10, evenStolen},
	{"total time with stealing / without", 0.7, 1.3,
		func(t *lab.Table, kind string, workers float64) []float64 { return ratiosOf(t, kind, workers, "total") }},
	{"waiting time with stealing / without", 0.7, 1.3,
		func(t *lab.Table, kind string, workers float64) []float64 { return ratiosOf(t, kind, workers, "wait") }},
}

func evenStolen(t *lab.Table, kind string, workers float64) (shares []float64) {
	for _, row := range t.Where("kind", kind).Where("workers", workers).Where("stealing", true).Rows {
		shares = append(shares, row["stole"].(float64)/row["tasks"].(float64))
	}
	return shares
}

func judgeEven(t *lab.Table) lab.Finding {
	t = t.WithFreeProcessors()
	confirmed, beyond, counts := true, "", t.Values("workers")
	var facts []lab.Fact
	for _, bound := range evenBounds {
		least, most := 0.0, 0.0
		for i, kind := range batchKinds.Judged {
			for j, workers := range counts {
				v := bound.values(t, kind, workers)
				if len(v) == 0 {
					return lab.Undecided("There is no %s for %s workers, %s. %s", bound.of, lab.Num(workers), kind, lab.BusyMachine)
				}
				low, high := gauge.Interval(v)
				m := gauge.Median(v)
				if i+j == 0 {
					least, most = m, m
				}
				least, most = min(least, m), max(most, m)
				confirmed = confirmed && bound.low <= m && m <= bound.high
				if len(v) >= gauge.IntervalNeeds && (high < bound.low || low > bound.high) {
					beyond += fmt.Sprintf(" With %s workers, %s, the %s is %s (%s to %s).",
						lab.Num(workers), kind, bound.of, lab.Num(m), lab.Num(low), lab.Num(high))
				}
			}
		}
		facts = append(facts, lab.NewFact(bound.of+", least median", least, ""), lab.NewFact(bound.of+", greatest median", most, ""))
	}
	if len(t.Rows) == 0 {
		return lab.Undecided("There is no sample.")
	}
	f := lab.Undecided("A median is beyond its bound, but no interval of %d samples or more is.", gauge.IntervalNeeds)
	if beyond != "" || confirmed {
		f = lab.Judged(beyond == "", "Stolen are %s to %s of the tasks; stealing multiplies the total time by %s to %s, the waiting time by %s to %s.%s",
			lab.Num(facts[0].Value), lab.Num(facts[1].Value), lab.Num(facts[2].Value), lab.Num(facts[3].Value), lab.Num(facts[4].Value), lab.Num(facts[5].Value), beyond)
	}
	f.Facts = append(facts, boundedToUnbounded(t))
	return f
}

func plotEvenSteals(t *lab.Table) lab.Figure {
	t = t.WithFreeProcessors()
	f := lab.Figure{
		Title: "Even load: stolen tasks", X: "workers", Y: "share of all tasks", LogX: true, Kind: lab.Lines,
		Note: "Dashed is what the source prints.",
	}
	for _, kind := range dequeKinds {
		ours, theirs := lab.Series{Name: kind.name}, lab.Series{Name: kind.name + ", printed", Dashed: true}
		for _, workers := range t.Values("workers") {
			ours.X, ours.Y = append(ours.X, workers), append(ours.Y, gauge.Median(evenStolen(t, kind.name, workers)))
		}
		for _, l := range evenPrinted {
			if l.kind == kind.name {
				theirs.X = append(theirs.X, float64(l.workers))
				theirs.Y = append(theirs.Y, l.stole/float64(100*l.workers))
			}
		}
		f.Series = append(f.Series, ours, theirs)
	}
	return f
}
