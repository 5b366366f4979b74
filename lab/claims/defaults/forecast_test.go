package defaults

import (
	"testing"

	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
	"github.com/skua-go/skua/lab/workload"
)

// TestForecast_verdict wants the verdict to follow from the samples.
func TestForecast_verdict(t *testing.T) {
	fib := lab.Row{"workload": "fib"}
	all := lab.Row{}
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, name := range []string{"fib", "spc", "heat"} {
				for round := range 7 {
					noise := 1 + float64(round-3)/100
					row := lab.Row{"workload": name, "workers": 2, "round": round, "one": 1.0, "cpu-one": 1.0,
						"recorded": 1.02, "several": 0.55 * noise, "cpu": 1.02, "delay": 0.01, "work": 0.98, "span": 0.01, "predicted": 0.52}
					if name == "heat" { // the machine makes its work longer
						row["cpu"], row["several"] = 1.6, 0.8
					}
					rows = append(rows, row)
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"one is much slower than foretold": trial.Set("several", trial.Times(1.4), fib),
			"one is much faster than foretold": trial.Set("several", trial.Times(0.7), fib),
			"all are":                          trial.Set("predicted", trial.Times(2), all),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"the machine was busy":         trial.Set("delay", trial.Times(100), all),
			"the machine makes all longer": trial.Set("cpu", trial.Times(1.3), all),
			"one is off, but not surely": func(r lab.Row) lab.Row {
				if r["workload"] == "fib" && r["round"] != 6.0 && r["round"] != 5.0 {
					r["several"] = 0.7
				}
				return r
			},
		},
	}.Check(t, Forecast)
}

// briefLoads has every workload, of some milliseconds.
var briefLoads = map[string]workload.Args{
	"fib":         {"n": "26"},
	"nqueens":     {"n": "10"},
	"uts":         {"shape": "3", "depth": "6", "branch": "4", "seed": "19"},
	"cilksort":    {"n": "40000"},
	"matmul":      {"n": "160"},
	"strassen":    {"n": "192"},
	"lu":          {"n": "192"},
	"heat":        {"n": "150", "steps": "40"},
	"mandelbrot":  {"width": "100", "height": "100", "limit": "300"},
	"primes":      {"n": "60000"},
	"knapsack":    {"n": "40", "seed": "2"},
	"quicksort":   {"n": "50000"},
	"quickselect": {"n": "300000"},
	"treesum":     {"n": "300000"},
	"skynet":      {"k": "5"},
	"spc":         {"n": "1000", "grain": "4000"},
	"bpc":         {"depth": "100", "consumers": "9", "grain": "4000"},
	"dag":         {"width": "50", "depth": "40", "grain": "2000"},
	"batch":       {"load": "skewed", "tasks": "5"},
}

// TestForecast_run takes a round of each workload: recordings of all of them can be replayed, and have
// their work.
func TestForecast_run(t *testing.T) {
	for name, args := range briefLoads {
		rows, err := forecastTrial{workers: 2}.load(t.Context(), name, args, 1)
		if err != nil || len(rows) != 1 {
			t.Errorf("%s: %v, %v", name, rows, err)
			continue
		}
		// Where other programs have the processors, strands look longer than they are, never shorter.
		if work, cpu := rows[0]["work"].(float64), rows[0]["cpu-recorded"].(float64); work < 0.3*cpu {
			t.Errorf("%s: the dag has %v s of %v s", name, work, cpu)
		}
	}
}

// TestForecast_all wants each workload of the laboratory.
func TestForecast_all(t *testing.T) {
	has := map[string]bool{}
	for _, l := range forecastLoads {
		has[l.name] = true
	}
	for _, w := range workload.All() {
		if !has[w.Name] {
			t.Errorf("the workload %s is not in forecastLoads", w.Name)
		}
	}
}
