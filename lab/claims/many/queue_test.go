package many

import (
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// queueRows have a central queue of at most four leaves in 1 µs, and deques and forks that lose a tenth.
func queueRows() (rows []lab.Row) {
	for _, p := range queuePlans(doublings, []int{16, 64}, []int{300, 1000}) {
		n := float64(p.processors)
		rate := 0.9 * n * 1000 / float64(p.grain)
		if p.way == "central" {
			rate = min(rate, 4)
		}
		rows = append(rows, lab.Row{"way": p.way, "processors": n, "costs": p.costs.name, "grain_ns": p.grain, "leaves": 256 * n, "leaves_per_us": rate})
	}
	return rows
}

func queueAt(way, costs string, processors int) lab.Row {
	return lab.Row{"way": way, "costs": costs, "processors": processors, "grain_ns": judgedGrain}
}

// TestQueue_verdict wants the verdict to follow from the samples.
func TestQueue_verdict(t *testing.T) {
	trial.Trial{
		Confirming: queueRows,
		Falsified: map[string]func(lab.Row) lab.Row{
			"the central queue is no bottleneck": trial.Set("leaves_per_us", trial.Times(3.5), queueAt("central", standard, 64)),
			"deques saturate":                    trial.Set("leaves_per_us", trial.Times(0.3), queueAt("deques", standard, 64)),
			"forks saturate":                     trial.Set("leaves_per_us", trial.Times(0.3), queueAt("forks", standard, 64)),
			"all saturate":                       trial.GrowsWithProcessors("leaves_per_us", -1, nil),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"the central queue gains a little":         trial.Set("leaves_per_us", trial.Times(2), queueAt("central", standard, 64)),
			"deques gain twice":                        trial.Set("leaves_per_us", trial.Times(0.5), queueAt("deques", standard, 64)),
			"with fast moves the central queue scales": trial.Set("leaves_per_us", trial.Times(3), queueAt("central", "move=35", 64)),
			"no central queue on 16":                   without(queueAt("central", standard, 16)),
			"no deques on 64":                          without(queueAt("deques", standard, 64)),
			"no forks":                                 without(lab.Row{"way": "forks"}),
			"no runs with other costs":                 without(lab.Row{"costs": "move=140", "way": "deques"}),
			"another grain": func(r lab.Row) lab.Row {
				if r["grain_ns"] == float64(judgedGrain) {
					return nil
				}
				return r
			},
			"few processors": func(r lab.Row) lab.Row {
				if r["processors"].(float64) > 8 {
					return nil
				}
				return r
			},
		},
	}.Check(t, Queue)
}

// TestQueue_run runs every case with few leaves, and wants all leaves to be done.
func TestQueue_run(t *testing.T) {
	processors, other := []int{1, 2, 8}, []int{4}
	if testing.Short() {
		processors, other = []int{4}, nil
	}
	res := trial.Run(t, Queue, map[string][]int{"processors": processors, "other": other, "grain": {1000}, "each": {16}})
	if want := len(queuePlans(processors, other, []int{1000})); len(res.Table.Rows) != want {
		t.Errorf("%d rows, want %d", len(res.Table.Rows), want)
	}
	for _, r := range res.Table.Rows {
		n := r["processors"].(float64)
		if r["leaves"].(float64) != 16*n {
			t.Errorf("%v leaves, want %v: %v", r["leaves"], 16*n, r)
		}
		if rate := r["leaves_per_us"].(float64); rate <= 0 || rate > n {
			t.Errorf("leaves per time in %v", r)
		}
	}
}

// TestSuffices looks for the first number of processors on which the central queue is worse.
func TestSuffices(t *testing.T) {
	table := &lab.Table{}
	for _, r := range queueRows() {
		table.Add(r)
	}
	if n := suffices(table, judgedGrain); n != 4 {
		t.Errorf("the central queue suffices for %d processors, want 4", n)
	}
}
