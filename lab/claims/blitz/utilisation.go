package blitz

import (
	"context"

	"github.com/skua-go/skua/lab"
)

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
	Run:   runUtilisation,
	Judge: judgeUtilisation,
	Plot:  plotUtilisation,
}

// printedLoads are the ms of work that the source gives to its workers, and the
// rest what it says of them.
var printedLoads = []float64{100, 100, 200, 350}

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
					c := newUseCrew(pieces, workers, mode == "stealing", float64(r.Int("steal"))/1e6)
					rows = append(rows, useRows(mode, sample, workers, sum(pieces), c.run(random.IntN))...)
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

// pieceTimes cuts each load into n pieces: how many ms each takes.
func pieceTimes(n int) (times []float64) {
	for _, load := range printedLoads {
		for range n {
			times = append(times, load/float64(n))
		}
	}
	return times
}

// A stretch is a time in which a worker had pieces that follow each other.
type stretch struct {
	worker   int
	own      bool // pieces of its own part; else stolen
	from, to float64
}

// useRows returns a run as rows: what it came to, and of the first one also who
// worked when.
func useRows(mode string, sample, workers int, work float64, stretches []stretch) (rows []lab.Row) {
	time, steals := 0.0, 0
	for _, s := range stretches {
		time = max(time, s.to)
		if !s.own {
			steals++
		}
		if sample == 0 {
			rows = append(rows, lab.Row{"mode": mode, "worker": s.worker, "own": s.own, "from_ms": s.from, "to_ms": s.to})
		}
	}
	return append(rows, lab.Row{"mode": mode, "sample": sample, "time_ms": time, "steals": steals,
		"work_ms": work, "utilisation": 100 * work / (float64(workers) * time)})
}
