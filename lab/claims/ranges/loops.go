package ranges

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/gauge"
	"github.com/skua-go/skua/lab/sim"
)

// Experiments beginning and chunks share this file: loops on simulated workers, in two ways
// each.

const evenShape = "even"

// loopShapes are those of partitioner, and one of equal indices.
var loopShapes = append([]shape{{evenShape, func(_, _, _ int, _ *rand.Rand) float64 { return 1 }}}, shapes...)

// tries are the times of a try to steal, by the mean of an index.
var tries = []float64{0.1, 10}

var loopParams = []lab.Param{
	{Name: "workers", Doc: "simulated workers", Quick: []int{2, 4, 16, 64}, Full: []int{2, 4, 16, 64, 256}},
	{Name: "each", Doc: "indices for each worker", Quick: []int{100}, Full: []int{100}},
	{Name: "samples", Doc: "loops of each kind", Quick: []int{5}, Full: []int{15}},
}

// runLoops runs every shape in each of the ways, which set one thing.
func runLoops(ctx context.Context, r *lab.Runner, column string, ways []string, set func(c *sim.LoopConfig, way string)) error {
	r.Expect(len(loopShapes) * len(r.Ints("workers")) * len(tries))
	for _, s := range loopShapes {
		for _, workers := range r.Ints("workers") {
			for _, try := range tries {
				key := lab.Row{"shape": s.name, "workers": workers, "try": try}
				err := r.Case(ctx, key, func() (rows []lab.Row, err error) {
					random := r.Rand(key)
					for sample := range r.Int("samples") {
						c := sim.LoopConfig{Times: s.times(r.Int("each")*workers, workers, random), Workers: workers, Try: try, Seed: random.Uint64()}
						for _, way := range ways {
							set(&c, way)
							row, err := loopRow(c)
							if err != nil {
								return nil, err
							}
							row[column], row["sample"] = way, sample
							rows = append(rows, row)
						}
					}
					return rows, ctx.Err()
				})
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// times returns what each index takes; the mean is 1.
func (s shape) times(n, workers int, r *rand.Rand) []float64 {
	times, total := make([]float64, n), 0.0
	for i := range times {
		times[i] = s.weight(i, n, workers, r)
		total += times[i]
	}
	for i := range times {
		times[i] *= float64(n) / total
	}
	return times
}

func loopRow(c sim.LoopConfig) (lab.Row, error) {
	res, err := sim.Loop(c)
	ideal := float64(len(c.Times)) / float64(c.Workers)
	for _, x := range c.Times {
		ideal = max(ideal, x)
	}
	return lab.Row{"time": res.Time, "time_to_ideal": res.Time / ideal, "steals": res.Steals, "tries": res.Tries}, err
}

// A loopRatio is the time of one way by that of the other: the median over the samples.
type loopRatio struct {
	shape        string
	workers, try float64
	ratio        float64
	steals       [2]float64 // of either way, medians
}

func (r loopRatio) String() string {
	return fmt.Sprintf("%s times as long with %s workers and tries of %s indices (%s)", lab.Num(r.ratio), lab.Num(r.workers), lab.Num(r.try), r.shape)
}

// loopRatios returns the time of way by that of than, wherever there are samples of both.
func loopRatios(t *lab.Table, column, way, than string) (out []loopRatio) {
	for _, shape := range t.Names("shape") {
		for _, workers := range t.Where("shape", shape).Values("workers") {
			for _, try := range t.Values("try") {
				at := t.Where("shape", shape).Where("workers", workers).Where("try", try)
				a, b := at.Where(column, way), at.Where(column, than)
				var ratios []float64
				for _, sample := range at.Values("sample") {
					x, y := a.Where("sample", sample).Median("time"), b.Where("sample", sample).Median("time")
					if x > 0 && y > 0 {
						ratios = append(ratios, x/y)
					}
				}
				if len(ratios) > 0 {
					out = append(out, loopRatio{shape, workers, try, gauge.Median(ratios), [2]float64{a.Median("steals"), b.Median("steals")}})
				}
			}
		}
	}
	return out
}

// loopFinding is the finding on a way, with a capital: what speaks against the claim, if anything does, and
// whether it holds.
func loopFinding(all []loopRatio, way string, holds bool, against string) lab.Finding {
	by := func(a, b loopRatio) int { return cmp.Compare(a.ratio, b.ratio) }
	reason := fmt.Sprintf("%s take %s at best, and %s at worst.", way, slices.MinFunc(all, by), slices.MaxFunc(all, by)) + against
	f := lab.Undecided("%s", reason)
	if holds || against != "" {
		f = lab.Judged(against == "", "%s", reason)
	}
	f.Facts = loopFacts(all, strings.ToLower(way))
	return f
}

func loopFacts(all []loopRatio, way string) (facts []lab.Fact) {
	for _, r := range all {
		name := fmt.Sprintf("%s, %s workers, tries of %s", r.shape, lab.Num(r.workers), lab.Num(r.try))
		facts = append(facts, lab.NewFact(name+": time with "+way, r.ratio, "times"),
			lab.NewFact(name+": steals", r.steals[0], fmt.Sprintf("instead of %s", lab.Num(r.steals[1]))))
	}
	return facts
}

// plotLoops has a figure for each price of a steal, of the most workers.
func plotLoops(t *lab.Table, column, title, note string) (figures []lab.Figure) {
	workers := lab.Last(t.Values("workers"))
	for _, try := range t.Values("try") {
		f := lab.Figure{
			Title: fmt.Sprintf("%s: %s workers, a try takes %s of an index", title, lab.Num(workers), lab.Num(try)),
			Y:     "time, as a multiple of the ideal", LogY: true, Kind: lab.Bars, Note: note,
		}
		at := t.Where("workers", workers).Where("try", try)
		for _, way := range at.Names(column) {
			f.Series = append(f.Series, lab.MedianBars(at.Where(column, way), way, "shape", "time_to_ideal"))
		}
		figures = append(figures, f)
	}
	return figures
}

// loopNeeds are what samples of two ways must be, whose names are in a column.
func loopNeeds(way string) lab.Needs {
	return lab.Needs{
		Columns: []lab.Need{
			{Column: "time"}, {Column: "time_to_ideal", Least: func(lab.Row) float64 { return 1 }}, {Column: "try"}, {Column: "workers", Is: lab.Size}, {Column: "sample", Is: lab.Count},
		},
		Key:     []string{way, "shape", "try", "workers", "sample"},
		Crossed: []string{"shape", "try", "workers"},
	}
}
