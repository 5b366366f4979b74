package defaults

import (
	"testing"

	"github.com/skua-go/skua/classic"
	"github.com/skua-go/skua/lab"
	"github.com/skua-go/skua/lab/claims/internal/trial"
)

// TestPolicies_verdict wants the verdict to follow from the samples.
func TestPolicies_verdict(t *testing.T) {
	const last = "Locked empty Half LastVictim"
	trial.Trial{
		Confirming: func() (rows []lab.Row) {
			for _, load := range policyLoads {
				for i, c := range everyPolicy() {
					for round := range 7 {
						rows = append(rows, lab.Row{"workload": load.name, "workers": 4, "had": 0.98, "config": configName(c),
							"round": round, "quotient": (1 + float64(i)/1000) / (1 + float64(round-3)/100)})
					}
				}
			}
			return rows
		},
		Falsified: map[string]func(lab.Row) lab.Row{
			"one is faster":                trial.Set("quotient", trial.Times(0.5), lab.Row{"config": "Split change Half RandomVictim"}),
			"one is faster with one owner": trial.Set("quotient", trial.Times(0.5), lab.Row{"config": last, "workload": "owner"}),
			"one is faster with a batch":   trial.Set("quotient", trial.Times(0.5), lab.Row{"config": last, "workload": "batch"}),
			"one deque is faster":          trial.Set("quotient", trial.Times(0.5), lab.Row{"config": "ChaseLev empty Half RandomVictim"}),
			"one is faster with a tree":    trial.Set("quotient", trial.Times(0.5), lab.Row{"config": last, "workload": "tree"}),
		},
		Undecided: map[string]func(lab.Row) lab.Row{
			"one is faster, but not in all rounds": func(r lab.Row) lab.Row {
				if r["config"] == last && r["round"] != 6.0 {
					r["quotient"] = 0.9
				}
				return r
			},
			"the noise is too great": func(r lab.Row) lab.Row { // though one is faster
				r = trial.Set("quotient", trial.Times(0.5), lab.Row{"config": last})(r)
				return trial.Set("quotient", trial.Times(1.15), lab.Row{"config": configName(skuas)})(r)
			},
			"a workload is missing": func(r lab.Row) lab.Row {
				if r["config"] == "Split empty Half LastVictim" && r["workload"] == "tree" {
					return nil
				}
				return r
			},
			"nothing shows the noise": func(r lab.Row) lab.Row {
				if r["config"] == configName(skuas) {
					return nil
				}
				return r
			},
		},
	}.Check(t, Policies)
}

// TestPolicies_run takes a pair of each workload with each deque: the tasks are counted on the way.
func TestPolicies_run(t *testing.T) {
	for _, load := range policyLoads {
		for _, d := range policyDeques {
			c := classic.Config{Deque: d, Balance: classic.Balance{Mu: 1}, Victim: classic.RicherVictim}
			if rows, err := timePolicy(t.Context(), load, 500, c, 2, 1); err != nil || len(rows) != 1 {
				t.Errorf("%s, %v: %v, %v", load.name, d, rows, err)
			}
		}
	}
}
