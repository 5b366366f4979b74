package lab

import (
	"slices"
	"testing"
)

// TestOverheads_verdict wants the verdict to follow from the samples.
func TestOverheads_verdict(t *testing.T) {
	trial{
		confirming: func() (rows []Row) {
			for i := range 21 {
				noise := 1 + float64(i-10)/100
				for _, p := range printedOverheads {
					rows = append(rows, Row{"operation": p.operation, "ns": p.ns * noise})
				}
				rows = append(rows, Row{"operation": "wake to run", "ns": 9000 * noise})
			}
			return rows
		},
		falsified: map[string]func(Row) Row{
			"slow forks":    set("ns", times(2.5), Row{"operation": "fork"}),
			"slow joins":    set("ns", times(2.5), Row{"operation": "join"}),
			"slow steals":   set("ns", times(2.5), Row{"operation": "steal"}),
			"slow wake-ups": set("ns", times(100), Row{"operation": "wake"}),
		},
		undecided: map[string]func(Row) Row{
			"forks that just miss it": set("ns", times(2.01), Row{"operation": "fork"}),
		},
	}.check(t, overheads)
}

// TestOverheads_run takes the real samples, if not many, and wants each operation
// to have cost something, and a parked goroutine to run after it was woken.
func TestOverheads_run(t *testing.T) {
	res := smallRun(t, overheads, map[string][]int{"samples": {9}})
	for _, operation := range []string{"fork", "join", "steal", "wake", "wake to run"} {
		ns := res.Table.Where("operation", operation).Floats("ns")
		if len(ns) != 9 || slices.Min(ns) <= 0 {
			t.Errorf("%s: samples %v", operation, ns)
		}
	}
	if wake, run := res.Table.Where("operation", "wake"), res.Table.Where("operation", "wake to run"); run.Median("ns") < wake.Median("ns")/10 {
		t.Errorf("a wake-up costs %v ns, but the goroutine runs after %v", wake.Median("ns"), run.Median("ns"))
	}
}
