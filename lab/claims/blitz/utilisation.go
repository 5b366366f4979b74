package blitz

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/sim"
)

// Utilisation runs four uneven loads, divided once and divided again by stealing.
var Utilisation = lab.Experiment{
	ID:     "utilisation",
	Source: "[BZ26] Why Work Stealing?",
	Claim: "Four workers with 100, 100, 200 and 350 ms of work need 350 ms by static partition, a utilisation of 53 %, " +
		"and by work stealing 116 ms, about 98 %.",
	How: "The four loads, each in pieces of one length, as one loop on the static and on the stealing partition: simulated on four " +
		"workers, in which a steal takes a while, and spinning on as many processors as there are, up to four, which divide the loop evenly. " +
		"Real times are scaled so that the loop alone takes the printed 750 ms.",
	Confirms: "On four workers all four printed numbers are met: times within 5 %, or less for stealing, utilisations within two points.",
	Refutes:  "On four workers one of them is not.",
	Params: []lab.Param{
		{Name: "pieces", Doc: "pieces of each load", Quick: []int{100}, Full: []int{100}},
		{Name: "steal", Doc: "ns that a try to steal takes in the simulation", Quick: []int{1000}, Full: []int{1000}},
		{Name: "samples", Doc: "runs of each kind", Quick: []int{21}, Full: []int{51}},
		{Name: "scale", Doc: "% of the printed times that the real loads really take", Quick: []int{10}, Full: []int{100}},
	},
	Kinds: lab.Kinds{Columns: []string{"place"}, Judged: []string{"simulated", "real"}, Timed: []string{"real"}},
	Needs: lab.Needs{
		Columns: []lab.Need{
			{Column: "workers", Is: lab.Size}, {Column: "time_ms", Maybe: true, Some: true},
			{Column: "utilisation", Maybe: true, Some: true}, {Column: "work_ms", Maybe: true, Some: true},
			{Column: "had", Maybe: true, Some: true, Where: lab.Row{"place": "real"}},
		},
		Crossed: []string{"mode"},
	},
	Run:   runUtilisation,
	Judge: judgeUtilisation,
	Plot:  plotUtilisation,
}

// printedLoads are the ms of work that the source gives to its four workers.
var printedLoads = []float64{100, 100, 200, 350}

// printedUse is what the source says of them, by mode.
var printedUse = map[string]struct{ ms, percent float64 }{
	"static":   {350, 53},
	"stealing": {116, 98},
}

var useModes = []string{"static", "stealing"}

func runUtilisation(ctx context.Context, r *lab.Runner) error {
	pieces := pieceTimes(r.Int("pieces"))
	real := min(len(printedLoads), r.Workers)
	crews := []int{len(printedLoads)}
	if real != crews[0] {
		crews = append(crews, real) // to compare the two
	}
	r.Expect(len(crews) + 1)
	for _, workers := range crews {
		key := lab.Row{"place": "simulated", "workers": workers}
		err := r.Case(ctx, key, func() (rows []lab.Row, err error) {
			random := r.Rand(key)
			for sample := range r.Int("samples") {
				for _, mode := range useModes {
					steal := map[string]string{"static": "none", "stealing": "half"}[mode]
					res, err := sim.Loop(sim.LoopConfig{Times: pieces, Workers: workers, Steal: steal, Try: float64(r.Int("steal")) / 1e6, Seed: random.Uint64()})
					if err != nil {
						return nil, err
					}
					rows = append(rows, useRows(mode, sample, workers, sum(pieces), res.Stretches)...)
				}
			}
			return rows, nil
		})
		if err != nil {
			return err
		}
	}
	return r.Case(ctx, lab.Row{"place": "real", "workers": real}, func() (rows []lab.Row, err error) {
		for sample := range r.Int("samples") {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			rows = append(rows, realUse(pieces, real, sample, float64(r.Int("scale"))/100)...)
		}
		return rows, nil
	})
}

// pieceTimes cuts each load into n pieces, and returns the ms of each piece.
func pieceTimes(n int) (times []float64) {
	for _, load := range printedLoads {
		for range n {
			times = append(times, load/float64(n))
		}
	}
	return times
}

// useRows returns a run as rows: one for the whole run, and for the first sample one for
// each stretch.
func useRows(mode string, sample, workers int, work float64, stretches []sim.Stretch) (rows []lab.Row) {
	time, steals := 0.0, 0
	for _, s := range stretches {
		time = max(time, s.To)
		if !s.Own {
			steals++
		}
		if sample == 0 {
			rows = append(rows, lab.Row{"mode": mode, "worker": s.Worker, "own": s.Own, "from_ms": s.From, "to_ms": s.To})
		}
	}
	return append(rows, lab.Row{"mode": mode, "sample": sample, "time_ms": time, "steals": steals,
		"work_ms": work, "utilisation": 100 * work / (float64(workers) * time)})
}

func judgeUtilisation(t *lab.Table) lab.Finding {
	four := t.Where("workers", len(printedLoads)).WithFreeProcessors()
	work := four.Median("work_ms")
	if len(four.Floats("time_ms")) == 0 || work == 0 {
		return lab.Undecided("There is no run on four workers.")
	}
	least := work / float64(len(printedLoads))
	printed := printedUse["stealing"].ms
	holds, reason := true, ""
	for _, place := range t.Where("workers", len(printedLoads)).Names("place") {
		for _, mode := range useModes {
			runs := four.Where("place", place).Where("mode", mode)
			time, use := runs.Median("time_ms"), runs.Median("utilisation")
			if time == 0 {
				return lab.Undecided("There is no %s run of %s on four workers that had their processors.", place, mode)
			}
			p := printedUse[mode]
			holds = holds && time <= 1.05*p.ms && math.Abs(use-p.percent) <= 2 && (mode == "stealing" || time >= 0.95*p.ms)
			reason += fmt.Sprintf("%s, %s: %s ms and %s %%, printed are %s ms and %s %%. ", place, mode, lab.Num(time), lab.Num(use), lab.Num(p.ms), lab.Num(p.percent))
		}
	}
	if least > printed {
		reason += fmt.Sprintf("Four workers cannot do %s ms of work in less than %s ms; in %s ms the utilisation would be %s %%.",
			lab.Num(work), lab.Num(least), lab.Num(printed), lab.Num(100*least/printed))
	}
	f := lab.Judged(holds, "%s", reason)
	f.Facts = []lab.Fact{
		lab.NewFact("least time on four workers", least, "ms"),
		lab.NewFact("time at the printed utilisation", least/printedUse["stealing"].percent*100, "ms"),
		lab.NewFact("utilisation in the printed time", 100*least/printed, "%"),
	}
	for _, place := range t.Names("place") {
		for _, workers := range t.Where("place", place).Values("workers") {
			for _, mode := range useModes {
				runs := t.WithFreeProcessors().Where("place", place).Where("workers", workers).Where("mode", mode)
				if len(runs.Floats("time_ms")) == 0 {
					continue
				}
				on := fmt.Sprintf("%s on %s workers, %s", place, lab.Num(workers), mode)
				f.Facts = append(f.Facts, lab.NewFact(on, runs.Median("time_ms"), "ms"), lab.NewFact(on, runs.Median("utilisation"), "%"))
			}
		}
	}
	return f
}

func plotUtilisation(t *lab.Table) (figures []lab.Figure) {
	for _, place := range t.Names("place") {
		crews := t.Where("place", place).Values("workers")
		slices.Reverse(crews) // first the four workers of the source
		for _, workers := range crews {
			runs := t.Where("place", place).Where("workers", workers)
			own, stolen := lab.Series{Name: "own work"}, lab.Series{Name: "stolen work"}
			for _, r := range runs.Rows {
				from, ok := r["from_ms"].(float64)
				if !ok {
					continue
				}
				s := &stolen
				if r["own"] == 1.0 {
					s = &own
				}
				s.Labels = append(s.Labels, fmt.Sprintf("%v, W%v", r["mode"], r["worker"]))
				s.X, s.X2 = append(s.X, from), append(s.X2, r["to_ms"].(float64))
			}
			figures = append(figures, lab.Figure{
				Title:  fmt.Sprintf("%s ms of work on %s workers, %s", lab.Num(runs.Median("work_ms")), lab.Num(workers), place),
				X:      "time, ms as printed",
				Kind:   lab.Timeline,
				Series: []lab.Series{own, stolen},
				Note:   "One run of each: statically who is done early waits; by stealing all end together.",
			})
		}
	}
	return figures
}
