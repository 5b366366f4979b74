package blitz

import (
	"slices"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestOverheads_verdict wants the verdict to follow from the samples.
func TestOverheads_verdict(t *testing.T) {
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for i := range 21 {
				noise := 1 + float64(i-10)/100
				for _, p := range printedOverheads {
					rows = append(rows, lab.Row{"operation": p.operation, "had": 0.98, "ns": p.ns * noise})
				}
				for _, shown := range Overheads.Kinds.Shown {
					rows = append(rows, lab.Row{"operation": shown, "had": 0.98, "ns": 9000 * noise})
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"slow forks":    trial.Set("ns", trial.Times(2.5), lab.Row{"operation": "push chaselev"}),
			"slow joins":    trial.Set("ns", trial.Times(2.5), lab.Row{"operation": "pop chaselev"}),
			"slow steals":   trial.Set("ns", trial.Times(2.5), lab.Row{"operation": "steal"}),
			"slow wake-ups": trial.Set("ns", trial.Times(100), lab.Row{"operation": "wake"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"forks that just miss it": trial.Set("ns", trial.Times(2.01), lab.Row{"operation": "push chaselev"}),
		},
	}.Check(t, Overheads)
}

// TestOverheads_run takes the real samples, if not many, and wants each operation
// to have cost something, and a parked goroutine to run after it was woken.
func TestOverheads_run(t *testing.T) {
	res := trial.Run(t, Overheads, map[string][]int{"samples": {9}})
	for _, operation := range append(slices.Clone(Overheads.Kinds.Judged), Overheads.Kinds.Shown...) {
		ns := res.Table.Where("operation", operation).Floats("ns")
		if operation == "fork to run" && len(ns) < 9 { // another program may have had the thief's processor all the time
			continue
		}
		if len(ns) != 9 || slices.Min(ns) <= 0 {
			t.Errorf("%s: samples %v", operation, ns)
		}
	}
	if wake, run := res.Table.Where("operation", "wake"), res.Table.Where("operation", "wake to run"); run.Median("ns") < wake.Median("ns")/10 {
		t.Errorf("a wake-up costs %v ns, but the goroutine runs after %v", wake.Median("ns"), run.Median("ns"))
	}
}
