package batches

import (
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
	"github.com/skua-go/skua/lab/gauge"
)

// TestSleeping_verdict wants the verdict to follow from the samples.
func TestSleeping_verdict(t *testing.T) {
	longest := lab.Row{"sleep_us": 1000}
	with := func(way string, where lab.Row) lab.Row {
		row := lab.Row{"way": way}
		for k, v := range where {
			row[k] = v
		}
		return row
	}
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, us := range []int{10, 1000} {
				for sample := range 11 {
					for way, ms := range map[string]float64{"goroutines": 10, "plain": 11 + float64(us)/40, "blocking": 10.5} {
						rows = append(rows, lab.Row{"way": way, "sleep_us": us, "sample": sample, "ms": ms + float64(sample)/20, "slept_us": us + 60})
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"a pool that loses nothing":           trial.Set("ms", func(float64) float64 { return 12 }, with("plain", longest)),
			"Blocking that gives back too little": trial.Set("ms", trial.Times(1.5), with("blocking", lab.Row{"sleep_us": 10})),
			"goroutines that are faster":          trial.Set("ms", trial.Times(0.5), lab.Row{"way": "goroutines"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"Blocking that is too slow in fewer than all turns": func(r lab.Row) lab.Row {
				if r["way"] == "blocking" && r["sample"].(float64) >= 5 {
					r["ms"] = 20.0
				}
				return r
			},
			"few turns": func(r lab.Row) lab.Row {
				if r["sample"].(float64) >= gauge.IntervalNeeds-1 {
					return nil
				}
				return r
			},
			"no turns of goroutines": func(r lab.Row) lab.Row {
				if r["way"] == "goroutines" {
					return nil
				}
				return r
			},
		},
	}.Check(t, Sleeping)
}

// TestSleeping_run wants every task of each way to have run, and each sleep to have lasted as
// long as it should.
func TestSleeping_run(t *testing.T) {
	res := trial.Run(t, Sleeping, map[string][]int{"sleep": {10, 200}, "queues": {2}, "tasks": {5}, "spins": {100}, "samples": {2}})
	if n := len(res.Table.Rows); n != 2*2*len(napWays) {
		t.Errorf("%d samples, want one for each sleep, turn and way", n)
	}
	for _, r := range res.Table.Rows {
		if r["slept_us"].(float64) < r["sleep_us"].(float64) || r["ms"].(float64) <= 0 {
			t.Errorf("%v", r)
		}
	}
}
