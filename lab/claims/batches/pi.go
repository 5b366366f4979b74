package batches

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
)

// Pi has tasks of another sort: parts of a loop that approaches π.
var Pi = lab.Experiment{
	ID:     "pi",
	Source: "[AI22] Other Experiments; Experiment 1, on loads that are even",
	Claim: "The tasks are not limited to one problem: a batch of tasks that find π gives the same answer with stealing and without, " +
		"and gains as little from stealing as other even loads.",
	How: "As in even, but each task adds up an equal part of a loop: of the areas under 4/(1 + x²) by the midpoint rule, or of " +
		"points drawn in a square, of which those in the circle count. The parts are added in their order after the batch.",
	Confirms: "Every answer is π within its error, 1e-9 or four standard deviations, and is the same with stealing and without in each sample; and " +
		"stealing changes no median of the total time by more than a quarter.",
	Refutes: "One answer is further off or differs, or the interval of one total time with stealing by that without lies wholly beyond a quarter.",
	Params: []lab.Param{
		{Name: "workers", Doc: "workers, a goroutine and a deque each", Quick: []int{2, 4, 16}, Full: []int{2, 4, 8, 16, 32}},
		{Name: "tasks", Doc: "tasks in each deque", Quick: []int{50}, Full: []int{50}},
		{Name: "steps", Doc: "areas or points of a task", Quick: []int{20_000}, Full: []int{20_000}},
		{Name: "samples", Doc: "samples of each combination", Quick: []int{11}, Full: []int{15}},
	},
	Kinds: lab.Kinds{Columns: []string{"by"}, Judged: piWays, Alike: [][]string{piWays}, Timed: piWays},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "off", Is: lab.NotNegative, Some: true}, {Column: "allowed"}, {Column: "total"}, {Column: "ran", Is: lab.All},
			{Column: "stealing", Is: lab.Flag}, {Column: "workers", Is: lab.Size}, {Column: "sample", Is: lab.Count},
		},
		Key:     []string{"by", "kind", "workers", "stealing", "sample"},
		Crossed: []string{"kind", "workers", "stealing"},
	},
	Run:   runPi,
	Judge: judgePi,
	Plot:  plotPi,
}

// The two ways to π.
const midpoint, points = "midpoint", "points"

var piWays = []string{midpoint, points}

func runPi(ctx context.Context, r *lab.Runner) error {
	r.Expect(len(r.Ints("workers")) * 2)
	for _, workers := range r.Ints("workers") {
		for _, by := range piWays {
			err := r.Case(ctx, lab.Row{"workers": workers, "by": by}, func() (rows []lab.Row, err error) {
				for sample := range r.Int("samples") {
					look := func() float64 { return gauge.FreeShareSoon(min(r.Workers, workers), gauge.ShortLook, mostLooks) }
					had, from := look(), len(rows)
					for i := range 2 * len(dequeKinds) {
						at := (i + sample) % (2 * len(dequeKinds))
						row, err := timePi(by, dequeKinds[at/2], at%2 == 1, workers, r.Int("tasks"), r.Int("steps"), r.Seed+uint64(sample))
						if err != nil {
							return nil, err
						}
						row["sample"] = sample
						rows = append(rows, row)
					}
					had = min(had, look())
					for _, row := range rows[from:] {
						row["had"] = had
					}
					if ctx.Err() != nil {
						return nil, context.Cause(ctx)
					}
				}
				return rows, nil
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// timePi runs one batch. What a task adds up depends on its number and the seed, and not on who runs it.
func timePi(by string, kind dequeKind, stealing bool, workers, each, steps int, seed uint64) (lab.Row, error) {
	all := workers * each
	parts := make([]float64, all)
	queues := make([][]*task, workers)
	for i := range all {
		queues[i%workers] = append(queues[i%workers], &task{act: func(int) error {
			if by == midpoint {
				parts[i] = areas(i*steps, (i+1)*steps, all*steps)
			} else {
				parts[i] = hits(steps, seed, uint64(i))
			}
			return nil
		}})
	}
	row, err := timeTasks(queues, kind, stealing, seed)
	if err != nil {
		return nil, err
	}
	sum, n := 0.0, float64(all*steps)
	for _, p := range parts {
		sum += p
	}
	allowed := 1e-9
	if by == points {
		sum *= 4 / n
		allowed = 4 * math.Sqrt(math.Pi*(4-math.Pi)/n)
	}
	row["off"], row["allowed"] = math.Abs(sum-math.Pi), allowed
	return row, nil
}

// areas adds up the areas of the strips from lo to hi-1, of n under 4/(1 + x²) between 0 and 1.
func areas(lo, hi, n int) (sum float64) {
	for i := lo; i < hi; i++ {
		x := (float64(i) + 0.5) / float64(n)
		sum += 4 / (1 + x*x)
	}
	return sum / float64(n)
}

// hits draws points of a square, and counts those in the quarter of a circle.
func hits(n int, seed, stream uint64) (count float64) {
	r := rand.New(rand.NewPCG(seed, stream))
	for range n {
		if x, y := r.Float64(), r.Float64(); x*x+y*y < 1 {
			count++
		}
	}
	return count
}

const evenEnough = 1.25 // how many times as long or as short stealing may make an even load

// stealingBy returns, for each deque and number of workers, the total times with stealing by those without.
func stealingBy(t *lab.Table, by string) (names []string, ratios [][]float64) {
	of := t.Where("by", by).WithFreeProcessors()
	for _, kind := range dequeKinds {
		for _, workers := range t.Where("by", by).Values("workers") {
			names = append(names, fmt.Sprintf("%s, %s workers, %s", by, lab.Num(workers), kind.name))
			ratios = append(ratios, ratiosOf(of, kind.name, workers, "total"))
		}
	}
	return names, ratios
}

// wrongAnswers says how many are further off than allowed, or differ from the others of their sample.
func wrongAnswers(t *lab.Table) (wrong int) {
	first := map[string]float64{}
	for _, r := range t.Rows {
		key := fmt.Sprint(r["by"], r["workers"], r["sample"])
		off := r["off"].(float64)
		other, seen := first[key]
		if first[key] = off; off > r["allowed"].(float64) || seen && other != off {
			wrong++
		}
	}
	return wrong
}

func judgePi(t *lab.Table) lab.Finding {
	if wrong := wrongAnswers(t); wrong > 0 {
		return lab.Judged(false, "%d of %d answers are not π, or differ from another one of the same parts.", wrong, len(t.Rows))
	}
	var facts []lab.Fact
	few, beyond, most, where := false, false, 1.0, "nowhere"
	for _, by := range piWays {
		names, all := stealingBy(t, by)
		few = few || len(names) == 0
		for i, ratios := range all {
			few = few || len(ratios) < gauge.IntervalNeeds
			m := gauge.Median(ratios)
			low, high := gauge.Interval(ratios)
			beyond = beyond || low > evenEnough || high < 1/evenEnough
			if m > 0 && max(m, 1/m) > max(most, 1/most) {
				most, where = m, names[i]
			}
			if len(ratios) > 0 {
				facts = append(facts, lab.NewFact("total time with stealing / without, "+names[i], m, ""))
			}
		}
		facts = append(facts, lab.NewFact(by+": furthest off", lab.Last(t.Where("by", by).Values("off")), ""))
	}
	if len(t.Rows) == 0 {
		return lab.Undecided("There are no samples.")
	}
	if few {
		f := lab.Undecided("All %d answers are π within their errors. But of some combination there are not %d samples. %s", len(t.Rows), gauge.IntervalNeeds, lab.BusyMachine)
		f.Facts = facts
		return f
	}
	reason := fmt.Sprintf("All %d answers are π within their errors; stealing takes %s times the time without, where it changes most (%s).", len(t.Rows), lab.Num(most), where)
	f := lab.Undecided("%s", reason)
	if beyond || max(most, 1/most) <= evenEnough {
		f = lab.Judged(!beyond, "%s", reason)
	}
	f.Facts = facts
	return f
}

func plotPi(t *lab.Table) []lab.Figure {
	f := lab.Figure{Title: "Finding π", X: "workers", Y: "total time with stealing / without", LogX: true, Kind: lab.Lines,
		Note: "All tasks take the same time, so that at 1 there is nothing to gain."}
	for _, by := range piWays {
		for _, kind := range dequeKinds {
			s := measuredRatios(t.Where("by", by), kind.name, "total")
			s.Name = by + ", " + kind.name
			f.Series = append(f.Series, s)
		}
	}
	return []lab.Figure{f}
}
