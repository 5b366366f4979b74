package lcws

import (
	"math"
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
	"github.com/skua-go/skua/lab/sim"
)

// syncRows are samples of trees on which LCWS synchronises thrice for each
// processor and level, and not at all on one, and the classical scheduler for
// every node.
func syncRows() (rows []lab.Row) {
	for _, levels := range []int{8, 12, 16, 20} {
		work := float64(unitTree{levels: levels}.nodes())
		for _, p := range []int{1, 2, 64} {
			syncs := float64(3 * p * levels)
			if p == 1 {
				syncs = 0
			}
			sample := func(run, column, kind string, syncs float64) lab.Row {
				row := lab.Row{"run": run, column: kind, "family": "tree", "size": levels, "processors": p,
					"work": work, "span": levels, "syncs": syncs, "per span": syncs / float64(p*levels),
					"pushes": work, "exposures": 0, "steals": 0, "requests": 1}
				if run == "real" {
					row["ns"], row["had"] = 4.0, 0.97
				}
				return row
			}
			rows = append(rows, sample("sim", "scheduler", "lcws", syncs), sample("sim", "scheduler", "classic", work/2))
			if p > 2 {
				continue
			}
			for range 3 {
				rows = append(rows, sample("real", "deque", "typed", syncs), sample("real", "deque", "split", syncs))
				for _, kind := range []string{"abp", "chaselev", "stealhalf", "locked"} {
					rows = append(rows, sample("real", "deque", kind, work))
				}
			}
		}
	}
	return rows
}

// growsWithWork returns the change that makes a column grow with a power of T₁.
func growsWithWork(column string, power float64, where lab.Row) func(lab.Row) lab.Row {
	return func(r lab.Row) lab.Row {
		return trial.Set(column, trial.Times(math.Pow(r["work"].(float64), power)), where)(r)
	}
}

// TestSyncCost_verdict wants the verdict to follow from the samples.
func TestSyncCost_verdict(t *testing.T) {
	trial.Trial{
		Confirming: syncRows,
		Falsified: map[string]func(lab.Row) lab.Row{
			"LCWS synchronises with the work":        growsWithWork("syncs", 0.5, lab.Row{"run": "sim", "scheduler": "lcws"}),
			"so do two real workers":                 growsWithWork("syncs", 0.5, lab.Row{"run": "real", "deque": "typed"}),
			"two real workers need 20 times as much": trial.Set("syncs", trial.Times(20), lab.Row{"run": "real", "deque": "typed"}),
			"a lock costs nothing":                   trial.Set("syncs", trial.Times(0), lab.Row{"deque": "locked"}),
			"a push to ABP costs nothing":            trial.Set("syncs", trial.Times(0), lab.Row{"deque": "abp"}),
			"one to StealHalf stays with the span":   growsWithWork("syncs", -0.9, lab.Row{"deque": "stealhalf"}),
			"one to ChaseLev grows too slowly":       growsWithWork("syncs", -0.7, lab.Row{"deque": "chaselev"}),
			"one processor synchronises":             trial.Set("syncs", func(float64) float64 { return 1 }, lab.Row{"scheduler": "lcws", "processors": 1}),
			"one real worker exposes":                trial.Set("exposures", func(float64) float64 { return 1 }, lab.Row{"deque": "typed", "processors": 1}),
			"classical stealing stays with the span": growsWithWork("syncs", -0.9, lab.Row{"scheduler": "classic"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"no real worker": func(r lab.Row) lab.Row {
				if r["run"] == "real" {
					return nil
				}
				return r
			},
			"two processors that synchronise nothing on a tree": trial.Set("syncs", trial.Times(0), lab.Row{"run": "sim", "scheduler": "lcws", "processors": 2, "size": 20}),
			"LCWS grows slowly": growsWithWork("syncs", 0.32, lab.Row{"run": "sim", "scheduler": "lcws"}),
		},
	}.Check(t, SyncCost)
}

// TestSyncCost_run compares real runs with simulated ones: exactly where that is
// possible, by their bound where it is not.
func TestSyncCost_run(t *testing.T) {
	res := trial.Run(t, SyncCost, map[string][]int{"levels": {6, 9, 12}, "sizes": {64, 256}, "processors": {1, 2, 16}, "samples": {5}})
	for _, row := range res.Table.Where("run", "real").Rows {
		tree := res.Table.Where("run", "sim").Where("family", "tree").Where("size", row["size"]).Where("processors", row["processors"])
		for scheduler, deque := range map[string]string{"lcws": "typed", "classic": "abp"} {
			s := tree.Where("scheduler", scheduler)
			if row["deque"] != deque || len(s.Rows) != 1 {
				continue
			}
			if p := s.Median("pushes"); p != row["pushes"] {
				t.Errorf("tree of %v: %v forks, the simulator pushed %v", row["size"], row["pushes"], p)
			}
			if row["processors"] == 1.0 && (s.Median("steals") != row["steals"] || s.Median("exposures") != row["exposures"]) {
				t.Errorf("%v, one worker: %v, simulated %v", deque, row, s.Rows[0])
			}
			if most := 48 * row["processors"].(float64) * row["span"].(float64); row["steals"].(float64)+row["exposures"].(float64) > most {
				t.Errorf("%v: %v, of which steals and exposures are more than %v", deque, row, most)
			}
		}
		if row["deque"] == "typed" && row["processors"] == 1.0 && row["requests"].(float64) > 1 {
			t.Errorf("one worker answered %v requests, want the one of the call", row["requests"])
		}
	}
}

// TestDagCases wants the families to be dags that the simulator knows, and to have
// about the same work.
func TestDagCases(t *testing.T) {
	for _, c := range dagCases([]int{10}, []int{256}) {
		c.Processors = 1
		res, err := sim.Run(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if res.Work < 500 || res.Work > 20_000 {
			t.Errorf("%+v: %d nodes", c, res.Work)
		}
	}
}
